// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "gpu/command.h"
#include "machine/values/frame_under_way.h"
#include "machine/values/operation_log.h"
#include "sim/box.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// The unit that takes the workload's commands and has the machine execute them, as the machine sees it.
class CommandUnit : public sim::Box {
  public:
    /// Takes commands from `source` from now on, which must outlive their execution. Requires done(), or that no cycle
    /// has passed.
    virtual void setSource(gpu::CommandSource& source) = 0;
    /// The commands that follow are of the frame with this number: the host ends frames, not the commands.
    void startFrame(uint32_t number) { frame_.begin(number); }
    /// The frame that is drawn.
    const FrameUnderWay& frame() const { return frame_; }
    /// The source has no more commands, and all that it gave are executed.
    virtual bool done() const = 0;
    /// The draw state of the source at its last command.
    virtual const gpu::DrawState& drawState() const = 0;
    /// Place in the workload, for findings.
    virtual std::string place() const = 0;
    /// Leaves out the rest of a draw that has taken more than `limit` cycles.
    virtual void giveUpLongDraw(sim::Cycle now, uint64_t limit) = 0;
    /// Operations for the run's observer.
    virtual OperationLog& operations() = 0;

    /// The results of the last clock().
    struct Events {
        const gpu::DrawState* endedDraw = nullptr;     // the state of the draw that ended
        const gpu::Operation* endedOwnDraw = nullptr;  // the draw that ended, which is an operation of the family
        const gpu::DrawState* presented = nullptr;     // the state of a frame that is complete and shown
        const gpu::Command* fetched = nullptr;         // from the source
    };
    const Events& events() const { return events_; }
    /// True if the last clock() was in `cycle`, and events() are of that cycle.
    bool clockedIn(sim::Cycle cycle) const { return lastClock_ == cycle; }

  protected:
    using sim::Box::Box;

    /// At the start of each clock().
    void beginCycle(sim::Cycle cycle) {
        events_ = {};
        lastClock_ = cycle;
    }
    Events& cycleEvents() { return events_; }
    /// A draw was taken.
    void countDraw() { ++frame_.draws; }

  private:
    FrameUnderWay frame_;
    Events events_;
    sim::Cycle lastClock_ = sim::kNever;
};

}  // namespace cyclorama::machine::timing
