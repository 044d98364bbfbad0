// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/wave_counts.h"

#include <algorithm>

namespace cyclorama::adreno {

WaveCounts::WaveCounts(sim::StatisticsRegistry& registry)
    : waves(registry, {"WAVE_CONTEXTS_SP", "waves", "Waves that were started."}),
      waveCycles(registry, {"WAVE_CONTEXT_CYCLES_SP", "cycles", "Cycles of all waves, from their start to their end."}),
      nop(registry,
          {"WAVE_NOP_CYCLES_SP", "cycles", "Cycles in which waves were kept by repetitions, NOP and (nopN)."}),
      waiting(registry, {"WAVE_WAIT_CYCLES_SP", "cycles", "Cycles in which waves waited for arithmetic or a barrier."}),
      fetching(registry, {"WAVE_FETCH_CYCLES_SP", "cycles", "Cycles in which waves waited for instructions."}),
      idle(registry, {"WAVE_IDLE_CYCLES_SP", "cycles", "Cycles in which waves could go on, and others were first."}),
      longSync(registry,
               {"WAVE_LONG_SYNC_CYCLES_SP", "cycles", "Cycles in which waves waited for memory or textures: (sy)."}),
      shortSync(registry, {"WAVE_SHORT_SYNC_CYCLES_SP", "cycles",
                           "Cycles in which waves waited for special functions or local memory: (ss)."}),
      ending(registry, {"WAVE_END_CYCLES_SP", "cycles", "Cycles in which waves had ended but for their stores."}) {}

void WaveCounts::countWait(sim::Cycle free, const Scoreboard::Bounds& bounds, sim::Cycle cycle) {
    const sim::Cycle bound = std::clamp(bounds.latest(), free, std::max(cycle, free));
    sim::Counter& reason = bounds.longWait >= bounds.shortWait && bounds.longWait >= bounds.results ? longSync
                           : bounds.shortWait >= bounds.results                                     ? shortSync
                                                                                                    : waiting;
    reason.add(bound - free);
    if (cycle > bound) idle.add(cycle - bound);
}

void WaveCounts::addCounters(ChipCounters& counters) const {
    counters.add("SP_WAVE_CONTEXTS"_counter, waves);
    counters.add("SP_WAVE_CONTEXT_CYCLES"_counter, waveCycles);
    counters.add("SP_WAVE_NOP_CYCLES"_counter, nop);
    counters.add("SP_WAVE_WAIT_CYCLES"_counter, waiting);
    counters.add("SP_WAVE_FETCH_CYCLES"_counter, fetching);
    counters.add("SP_WAVE_IDLE_CYCLES"_counter, idle);
    counters.add("SP_WAVE_END_CYCLES"_counter, ending);
    counters.add("SP_WAVE_LONG_SYNC_CYCLES"_counter, longSync);
    counters.add("SP_WAVE_SHORT_SYNC_CYCLES"_counter, shortSync);
}

}  // namespace cyclorama::adreno
