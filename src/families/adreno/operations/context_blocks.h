// SPDX-License-Identifier: MIT
#pragma once
// Owns the blocks of one context after the command processor, as far as they last from one operation to the next, and
// makes operations: each gets those that it uses, and the state as it is.

#include <cstdint>
#include <string>

#include "families/adreno/operations/context_listeners.h"
#include "families/adreno/operations/dispatch_operations.h"
#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/operations/operation_maker.h"
#include "families/adreno/operations/transfer_operations.h"
#include "gpu/command.h"

namespace cyclorama::adreno {

class ContextBlocks final : public OperationMaker {
  public:
    /// The reporter, the workers and the listeners outlive it.
    ContextBlocks(const Chip& chip, Reporter& reporter, machine::WorkerPool& workers,
                  const ContextListeners& listeners = {})
        : chip_(chip), reporter_(reporter), workers_(workers), listeners_(listeners) {}
    ContextBlocks(const ContextBlocks&) = delete;
    ContextBlocks& operator=(const ContextBlocks&) = delete;

    Reporter& reporter() { return reporter_; }
    ChipState& state() { return state_; }
    QueryCounters& counters() { return counters_; }
    BinningPass& binning() { return binning_; }

    gpu::Operation draw(std::string place, const DrawOperands& operands) override;
    gpu::Operation dispatch(std::string place, const Extent3& groups) override;
    gpu::Operation dispatchIndirectly(std::string place, uint64_t address, const Extent3& localSize) override;
    gpu::Operation scaleBlit(std::string place) override;
    gpu::Operation blitGmem(std::string place) override;
    gpu::Operation clearLrz(std::string place) override;
    void beginBinning(std::string place) override;
    gpu::Operation endBinning(std::string place) override;

  private:
    OperationOrigin origin(std::string place) const;
    TransferObserver observer() const;

    const Chip chip_;
    Reporter& reporter_;
    machine::WorkerPool& workers_;
    ContextListeners listeners_;
    ChipState state_;
    QueryCounters counters_;
    BinningPass binning_;
    ProgramCache programs_;
    RecentVertices recentVertices_;
    /// For observers of the run.
    StateParts stateParts_;
};

}  // namespace cyclorama::adreno
