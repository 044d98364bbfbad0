// SPDX-License-Identifier: MIT
#pragma once
// The command processor's way to the graphics pipe: draws to PC, moves of bins to the resolve unit, ends of binning
// passes to VSC, clears to LRZ, and the ends of each.
// Each draw knows how many moves are before it, and each move how many draws: the pipe keeps their order by that.

#include <cstdint>

#include "families/adreno/timing/draw/draw_messages.h"
#include "families/adreno/timing/draw/lrz_messages.h"
#include "families/adreno/timing/rb/resolve_work.h"
#include "families/adreno/timing/vsc/binning_messages.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

class GraphicsPort {
  public:
    /// `owner` clocks this.
    explicit GraphicsPort(sim::Box& owner)
        : draw(owner, "draw"),
          drawEnded(owner, {.name = "drawEnded", .width = 1, .latency = 1}),
          move(owner, "move"),
          moveEnded(owner, {.name = "moveEnded", .width = 1, .latency = 1}),
          binningEnd(owner, "binningEnd"),
          binningEnded(owner, {.name = "binningEnded", .width = 1, .latency = 1}),
          lrzClear(owner, "lrzClear"),
          lrzCleared(owner, {.name = "lrzCleared", .width = 1, .latency = 1}) {}

    sim::Output<DrawMessage> draw;
    sim::Signal<DrawMessage> drawEnded;
    sim::Output<ResolveMessage> move;
    sim::Signal<ResolveMessage> moveEnded;
    sim::Output<BinningEndMessage> binningEnd;
    sim::Signal<BinningEndMessage> binningEnded;
    sim::Output<LrzClearMessage> lrzClear;
    sim::Signal<LrzClearMessage> lrzCleared;

    void begin(sim::Cycle cycle, DrawWork& work) {
        work.setMovesBefore(moves_);
        ++draws_;
        draw.write(cycle, DrawMessage{.work = &work});
    }
    void begin(sim::Cycle cycle, ResolveWork& work) {
        work.setDrawsBefore(draws_);
        ++moves_;
        move.write(cycle, ResolveMessage{.work = &work});
    }

    void begin(sim::Cycle cycle, LrzClearWork& work) { lrzClear.write(cycle, LrzClearMessage{.work = &work}); }
    void begin(sim::Cycle cycle, BinningEnd& work) { binningEnd.write(cycle, BinningEndMessage{.work = &work}); }

  private:
    // Numbers of works that were begun so far.
    uint32_t draws_ = 0;
    uint32_t moves_ = 0;
};

}  // namespace cyclorama::adreno
