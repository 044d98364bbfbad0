// SPDX-License-Identifier: MIT
#pragma once
// VPC before GRAS gets a wave: vertices of geometry programs become primitives, and streamout writes buffers.
//
//   the oldest wave, ended -> [between two cycles, in order] -> [GeometryVerticesPerCycle, StreamoutBytesPerCycle]
//                                                            -> lines of streamout, to UCHE, one a cycle
//                          -> to GRAS, when its last line is on its way
//   the end of a draw -> when UCHE has taken all its lines
//
// Parameters: [ADRENO] StreamoutBytesPerCycle, GeometryVerticesPerCycle. Inputs: waves, in the order of their
// primitives, answers of UCHE. Outputs: lines. Statistics: *_VPC, by the names of the chips' own counters.
//
// Values: the functional machine's parts make a wave's primitives (pc/geometry_stage.h) and write them
// (vpc/streamout.h) at once.
// Simplified: one wave at a time is here. Both rates go side by side.

#include <cstdint>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/draw/draw_work.h"
#include "families/adreno/timing/lines/line_port.h"
#include "sim/box.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class VaryingOutput {
  public:
    /// `owner` clocks this. `answerLatency`: the longest from UCHE's answers to their arrival.
    VaryingOutput(sim::Box& owner, sim::StatisticsRegistry& registry, const GeometrySettings& settings,
                  uint32_t answerLatency);

    /// To UCHE and back.
    sim::Output<LineRequest> lines;
    sim::Signal<LineAnswer> taken;

    void addCounters(ChipCounters& counters) const;
    void receive(sim::Cycle cycle) { unanswered_ -= static_cast<uint32_t>(taken.take(cycle).size()); }
    /// True if a wave may go to GRAS in this cycle, or, where it is null, the end of the work. Called in each cycle in
    /// which nothing else keeps it.
    bool passes(DrawWork& work, VertexWave* wave, sim::Cycle cycle);
    /// The next cycle in which that may change; sim::kNever if an answer is awaited. After passes().
    sim::Cycle nextCycle(sim::Cycle cycle) const;
    void betweenCycles(sim::Cycle cycle);
    void accountSleep(uint64_t count);

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter bytes, vectors, transactions, stall;
    };
    enum class State : uint8_t {
        Idle,
        Asked,   ///< the wave is worked on after this cycle
        Writing  ///< its lines are sent, and its cycles pass
    };
    bool waitsForLines() const { return state_ == State::Writing && sent_ < step_.lines.lines().size(); }

    const uint32_t bytesPerCycle_;
    const uint32_t verticesPerCycle_;
    Statistics statistics_;
    State state_ = State::Idle;
    DrawWork* work_ = nullptr;  ///< whose wave it is
    VertexWave* wave_ = nullptr;
    OutputStep step_;
    uint32_t sent_ = 0;  ///< lines of the wave
    sim::Cycle until_ = 0;
    uint32_t unanswered_ = 0;  ///< lines of all waves
    bool awaitsAnswers_ = false;
};

}  // namespace cyclorama::adreno
