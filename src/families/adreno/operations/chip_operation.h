// SPDX-License-Identifier: MIT
#pragma once
// Work that a packet gives to the blocks behind the command processor. The row of a packet yields it:
//
//     Result blit(ProcessorState& state) { return state.work<Blit2d>(state.word(0)); }
//
// and it is executed before the next packet is read, on the state as it then is.

#include <string>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/operations/pipeline.h"
#include "machine/values/executable_operation.h"

namespace cyclorama::adreno {

/// Surroundings of an operation while it executes.
struct Execution {
    Pipeline& pipeline;
    ChipState& state;
    GpuMemory memory;
    /// Context of the operation in the machine; null in tests, and for work within a packet's own row.
    machine::OperationContext* context = nullptr;
    /// Textures of a draw that somebody observes; else null.
    TexturesUsed* textures = nullptr;

    Reporter& reporter() const { return pipeline.reporter; }
    const Chip& chip() const { return pipeline.chip; }
};

class ChipOperation : public machine::ExecutableOperation {
  public:
    /// `place` is that of the packet: "CP_EXEC_CS at 0x100000000". The pipeline outlives the operation.
    ChipOperation(Pipeline& pipeline, std::string place) : pipeline_(pipeline), place_(std::move(place)) {}

    std::string describe() const override { return place_; }
    void apply(machine::OperationContext& context) const final;

  protected:
    virtual void run(Execution& execution) const = 0;

  private:
    Pipeline& pipeline_;
    std::string place_;
};

/// For tests, and for work within a packet's own row.
Execution executionOn(Pipeline& pipeline, mem::AddressSpace& memory);

}  // namespace cyclorama::adreno
