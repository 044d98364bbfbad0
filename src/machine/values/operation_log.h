// SPDX-License-Identifier: MIT
#pragma once
// Reports the operations that a machine executes to an observer. Writes by the host that follow each other are one
// operation, which ends when another one starts.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/values/draw_state_rows.h"
#include "machine/values/run_observer.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

gpu::WorkKind kindOf(const gpu::Operation& operation);

/// The operation and its operands, for people.
std::string titleOf(const gpu::Operation& operation, const gpu::DrawState& state);

class OperationLog {
  public:
    /// Without an observer nothing is reported. It, and the memory, must outlive the log.
    OperationLog(RunObserver* observer, mem::AddressSpace& memory, const func::TileSizes& tiles)
        : observer_(observer), surfaces_(memory, tiles) {}

    /// False: no observer watches, and nothing needs to be reported.
    explicit operator bool() const { return observer_ != nullptr && observer_->watches(); }
    /// The observer begins to watch: what has started before is forgotten.
    void restart();

    /// A command is taken, in `cycle` where there is time; the number of the operation that it starts, if any.
    std::optional<uint32_t> start(const gpu::Command& command, const gpu::DrawState& state, uint32_t draw,
                                  std::optional<uint64_t> cycle);
    /// Sets the counts of programs and fragment ends and the trace, which the observer gives for a draw, in its state.
    void countWork(uint32_t operation, gpu::DrawState& state) const;
    /// The operation is about to write its targets, where that is later than its start.
    void startFragments(uint32_t operation, uint64_t cycle);
    /// `cycle` is the first after it.
    void end(uint32_t operation, std::optional<uint64_t> cycle);
    /// Ends writes that are under way: the frame does.
    void endWrites(std::optional<uint64_t> cycle);
    /// True once after an operation has ended.
    bool takeEnded();

  private:
    struct Open {
        uint32_t number = 0;
        gpu::WorkKind kind = gpu::WorkKind::Other;
        gpu::DrawState state;
    };

    /// Shows the targets of a draw or a clear.
    void showTargets(const Open& operation, bool after);

    RunObserver* observer_;
    Surfaces surfaces_;
    StateParts stateParts_;
    /// Operations under way.
    std::vector<Open> open_;
    std::optional<uint32_t> writes_;
    bool ended_ = false;
};

}  // namespace cyclorama::machine
