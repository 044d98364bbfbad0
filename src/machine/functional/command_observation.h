// SPDX-License-Identifier: MIT
#pragma once
// What the observer of a machine without time gets of its commands: operations, their draws' work, and samples of the
// counters after each.

#include <cstdint>
#include <optional>

#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/values/frame_sink.h"
#include "machine/values/operation_log.h"
#include "machine/values/run_observer.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

class CommandObservation {
  public:
    /// Null for no observer. It, and the memory, outlive this.
    CommandObservation(RunObserver* observer, mem::AddressSpace& memory, const func::TileSizes& tiles);

    /// False: no observer watches, and commands need not be reported.
    explicit operator bool() const { return static_cast<bool>(log_); }
    /// Commands of a source begin; the counters so far. An observer that begins to watch gets what follows.
    void startSource(const WorkCounters& counters);

    /// A command is about to be executed, with the state and the number of the next draw in its frame. Returns the
    /// state to execute it with, which a draw's work is counted by; valid until end().
    const gpu::DrawState& begin(const gpu::Command& command, const gpu::DrawState& state, uint32_t draw,
                                const WorkCounters& counters);
    void end(const WorkCounters& counters);

    // Of the command under way; empty or null if none is, or it is not observed.
    isa::IssueCounts* countIssues(const ObservedProgram& program) const {
        return operation_ ? observer_->program(*operation_, program) : nullptr;
    }
    gpu::PixelCounts* countPixels(const ObservedSurface& surface) const {
        return operation_ ? observer_->pixels(*operation_, surface) : nullptr;
    }
    gpu::WorkTrace* tracePixels(const ObservedSurface& surface) const {
        return operation_ ? observer_->trace(*operation_, surface) : nullptr;
    }
    ObservedDraw draw() const;

  private:
    /// Operations have ended: a sample of the work since the last one.
    void sample(const WorkCounters& counters);

    RunObserver* observer_;
    OperationLog log_;
    bool watched_ = false;  // when the last source began
    WorkCounters sampled_;
    std::optional<uint32_t> operation_;
    std::optional<gpu::DrawState> counted_;  // of the draw under way
};

}  // namespace cyclorama::machine
