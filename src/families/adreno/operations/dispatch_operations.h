// SPDX-License-Identifier: MIT
#pragma once
// The work of packets that run compute programs.

#include <cstdint>
#include <optional>
#include <utility>

#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/query_counters.h"
#include "families/adreno/hlsq/grid.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/operations/chip_state.h"
#include "families/adreno/operations/work_listener.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// Who hears of a dispatch; each may be null.
struct DispatchListeners {
    WorkListener* work = nullptr;
    ProgramListener* programs = nullptr;
    ImageListener* images = nullptr;
};

class ComputeOperation : public ChipOperation {
  public:
    /// All but the state outlive the operation.
    ComputeOperation(OperationOrigin origin, const ChipState& state, const Chip& chip, ProgramCache& programs,
                     QueryCounters& counters, machine::WorkerPool& workers, const DispatchListeners& listeners)
        : ChipOperation(std::move(origin)),
          state_(state),
          chip_(chip),
          programs_(programs),
          counters_(counters),
          workers_(workers),
          listeners_(listeners) {}
    gpu::WorkKind kind() const override { return gpu::WorkKind::Dispatch; }

    /// A grid with its program.
    struct BoundGrid {
        Grid grid;
        StageBinding binding;
    };
    /// The grid and its program; empty if the packet starts no workgroups. `memory` and the operation outlive the
    /// result.
    std::optional<BoundGrid> bind(const GpuMemory& memory, machine::OperationContext& context) const;
    /// Counts the fibers of a grid that was run.
    void countFibers(const Grid& grid) const;
    /// The registers at the packet.
    const RegisterValues& registers() const { return state_.registers; }

  protected:
    void run(const GpuMemory& memory, machine::OperationContext& context) const override;

  private:
    /// Completes the grid of the registers by what the packet says; false where it cannot be known.
    virtual bool complete(const GpuMemory& memory, Grid& grid) const = 0;

    const ChipState state_;
    const Chip& chip_;
    ProgramCache& programs_;
    QueryCounters& counters_;
    machine::WorkerPool& workers_;
    DispatchListeners listeners_;
};

/// A grid with numbers of workgroups from the packet.
class Dispatch final : public ComputeOperation {
  public:
    template <typename... Base>
    explicit Dispatch(const Extent3& groups, Base&&... base)
        : ComputeOperation(std::forward<Base>(base)...), groups_(groups) {}

  private:
    bool complete(const GpuMemory&, Grid& grid) const override {
        grid.groups = groups_;
        return true;
    }

    Extent3 groups_;
};

/// The numbers are three words in memory, and the packet has the size of a workgroup.
class IndirectDispatch final : public ComputeOperation {
  public:
    template <typename... Base>
    IndirectDispatch(uint64_t address, const Extent3& localSize, Base&&... base)
        : ComputeOperation(std::forward<Base>(base)...), address_(address), localSize_(localSize) {}

  private:
    bool complete(const GpuMemory& memory, Grid& grid) const override;

    uint64_t address_;
    Extent3 localSize_;
};

}  // namespace cyclorama::adreno
