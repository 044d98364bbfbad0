// SPDX-License-Identifier: MIT
#pragma once
// Work that a packet gives to the blocks after the command processor. An operation has the state as it was at its
// packet, and what it uses of the context's blocks; packets that are read before it executes change neither.

#include <string>
#include <utility>

#include "families/adreno/chip/reporter.h"
#include "families/adreno/memory/gpu_memory.h"
#include "machine/values/executable_operation.h"

namespace cyclorama::adreno {

/// Place of an operation in the stream, and its access to memory.
struct OperationOrigin {
    /// The packet: "CP_EXEC_CS at 0x100000000".
    std::string place;
    GmemRange gmem;
    Reporter& reporter;
    /// May be null.
    AccessListener* accesses = nullptr;
};

class ChipOperation : public machine::ExecutableOperation {
  public:
    /// Reporter and listener outlive the operation.
    explicit ChipOperation(OperationOrigin origin) : origin_(std::move(origin)) {}

    std::string describe() const override { return origin_.place; }
    void apply(machine::OperationContext& context) const final;

    Reporter& reporter() const { return origin_.reporter; }
    /// A machine's memory as the operation sees it. The space outlives what is returned.
    GpuMemory memoryIn(mem::AddressSpace& space) const {
        return {space, origin_.gmem, origin_.reporter, origin_.accesses};
    }

  protected:
    virtual void run(const GpuMemory& memory, machine::OperationContext& context) const = 0;

  private:
    OperationOrigin origin_;
};

}  // namespace cyclorama::adreno
