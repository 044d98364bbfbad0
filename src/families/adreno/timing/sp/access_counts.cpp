// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/access_counts.h"

namespace cyclorama::adreno {

AccessCounts::AccessCounts(sim::StatisticsRegistry& registry)
    : localLoads(registry, {"LM_LOAD_INSTRUCTIONS_SP", "instructions",
                            "Loads from the memory of workgroups, or from that between stages."}),
      localStores(registry, {"LM_STORE_INSTRUCTIONS_SP", "instructions", "Stores to these memories."}),
      localAtomics(registry, {"LM_ATOMICS_SP", "instructions", "Atomic operations on the memory of workgroups."}),
      localWorking(registry, {"LM_WORKING_CYCLES_SP", "cycles", "Cycles in which these memories moved data."}),
      globalLoads(registry, {"GM_LOAD_INSTRUCTIONS_SP", "instructions", "Loads from memory."}),
      globalStores(registry, {"GM_STORE_INSTRUCTIONS_SP", "instructions", "Stores to memory."}),
      globalAtomics(registry, {"GM_ATOMICS_SP", "instructions", "Atomic operations on memory."}),
      loadLatency(registry,
                  {"GM_LOAD_LATENCY_CYCLES_SP", "cycles", "Cycles from the issue of loads to their results."}),
      loadSamples(registry, {"GM_LOAD_LATENCY_SAMPLES_SP", "instructions", "Loads that those cycles are of."}) {}

void AccessCounts::count(const InstructionPlan& plan) {
    const bool local = plan.path == IssuePath::Local;
    if (!local && plan.path != IssuePath::Access) return;
    switch (plan.access) {
        case AccessKind::Load:
            ++(local ? localLoads : globalLoads);
            break;
        case AccessKind::Store:
            ++(local ? localStores : globalStores);
            break;
        case AccessKind::Atomic:
            ++(local ? localAtomics : globalAtomics);
            break;
    }
}

void AccessCounts::addCounters(ChipCounters& counters) const {
    counters.add("SP_GM_LOAD_INSTRUCTIONS"_counter, globalLoads);
    counters.add("SP_GM_STORE_INSTRUCTIONS"_counter, globalStores);
    counters.add("SP_GM_ATOMICS"_counter, globalAtomics);
    counters.add("SP_LM_LOAD_INSTRUCTIONS"_counter, localLoads);
    counters.add("SP_LM_STORE_INSTRUCTIONS"_counter, localStores);
    counters.add("SP_LM_ATOMICS"_counter, localAtomics);
    counters.add("SP_LM_WORKING_CYCLES"_counter, localWorking);
    counters.add("SP_GM_LOAD_LATENCY_CYCLES"_counter, loadLatency);
    counters.add("SP_GM_LOAD_LATENCY_SAMPLES"_counter, loadSamples);
}

}  // namespace cyclorama::adreno
