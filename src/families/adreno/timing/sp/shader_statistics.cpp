// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/shader_statistics.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

ShaderStatistics::InstructionInfos computeInstructions() {
    return {{
        {"CS_INSTRUCTIONS_SP", "instructions", "Instructions that waves of workgroups issued."},
        {"CS_STAGE_FULL_ALU_INSTRUCTIONS_SP", "instructions",
         "Arithmetic of full registers that waves of workgroups issued, repetitions apart."},
        {"CS_STAGE_HALF_ALU_INSTRUCTIONS_SP", "instructions",
         "Arithmetic of half registers that waves of workgroups issued, repetitions apart."},
        {"CS_STAGE_EFU_INSTRUCTIONS_SP", "instructions",
         "Reciprocals, roots, logarithms and powers that waves of workgroups issued, repetitions apart."},
        {"CS_STAGE_TEX_INSTRUCTIONS_SP", "instructions", "Texture instructions of waves of workgroups."},
    }};
}
ShaderStatistics::InstructionInfos vertexInstructions() {
    return {{
        {"VS_INSTRUCTIONS_SP", "instructions", "Instructions that waves of vertices issued."},
        {"VS_STAGE_FULL_ALU_INSTRUCTIONS_SP", "instructions",
         "Arithmetic of full registers that waves of vertices issued, repetitions apart."},
        {"VS_STAGE_HALF_ALU_INSTRUCTIONS_SP", "instructions",
         "Arithmetic of half registers that waves of vertices issued, repetitions apart."},
        {"VS_STAGE_EFU_INSTRUCTIONS_SP", "instructions",
         "Reciprocals, roots, logarithms and powers that waves of vertices issued, repetitions apart."},
        {"VS_STAGE_TEX_INSTRUCTIONS_SP", "instructions", "Texture instructions of waves of vertices."},
    }};
}
ShaderStatistics::InstructionInfos fragmentInstructions() {
    return {{
        {"FS_INSTRUCTIONS_SP", "instructions", "Instructions that waves of fragments issued."},
        {"FS_STAGE_FULL_ALU_INSTRUCTIONS_SP", "instructions",
         "Arithmetic of full registers that waves of fragments issued, repetitions apart."},
        {"FS_STAGE_HALF_ALU_INSTRUCTIONS_SP", "instructions",
         "Arithmetic of half registers that waves of fragments issued, repetitions apart."},
        {"FS_STAGE_EFU_INSTRUCTIONS_SP", "instructions",
         "Reciprocals, roots, logarithms and powers that waves of fragments issued, repetitions apart."},
        {"FS_STAGE_TEX_INSTRUCTIONS_SP", "instructions", "Texture instructions of waves of fragments."},
    }};
}

}  // namespace

ShaderStatistics::Instructions::Instructions(sim::StatisticsRegistry& registry, const InstructionInfos& infos)
    : all(registry, infos[0]),
      fullArithmetic(registry, infos[1]),
      halfArithmetic(registry, infos[2]),
      special(registry, infos[3]),
      textures(registry, infos[4]) {}

ShaderStatistics::ShaderStatistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_SP", "cycles", "Cycles of units with a wave."}),
      waves(registry, {"WAVE_CONTEXTS_SP", "waves", "Waves that were started."}),
      waveCycles(registry, {"WAVE_CONTEXT_CYCLES_SP", "cycles", "Cycles of all waves, from their start to their end."}),
      nop(registry,
          {"WAVE_NOP_CYCLES_SP", "cycles", "Cycles in which waves were kept by repetitions, NOP and (nopN)."}),
      waiting(registry, {"WAVE_WAIT_CYCLES_SP", "cycles", "Cycles in which waves waited for arithmetic or a barrier."}),
      idle(registry, {"WAVE_IDLE_CYCLES_SP", "cycles", "Cycles in which waves could go on, and others were first."}),
      longSync(registry,
               {"WAVE_LONG_SYNC_CYCLES_SP", "cycles", "Cycles in which waves waited for memory or textures: (sy)."}),
      shortSync(registry, {"WAVE_SHORT_SYNC_CYCLES_SP", "cycles",
                           "Cycles in which waves waited for special functions or local memory: (ss)."}),
      ending(registry, {"WAVE_END_CYCLES_SP", "cycles", "Cycles in which waves had ended but for their stores."}),
      compute(registry, computeInstructions()),
      vertices(registry, vertexInstructions()),
      fragments(registry, fragmentInstructions()),
      arithmeticWorking(registry,
                        {"ALU_WORKING_CYCLES_SP", "cycles", "Cycles of partitions' arithmetic units at work."}),
      specialWorking(registry, {"EFU_WORKING_CYCLES_SP", "cycles", "Cycles of partitions' special units at work."}),
      localLoads(registry, {"LM_LOAD_STORE_INSTRUCTIONS_SP", "instructions",
                            "Loads, stores and atomic operations in workgroups' memory."}),
      globalLoads(registry, {"GM_LOAD_INSTRUCTIONS_SP", "instructions", "Loads from memory."}),
      globalStores(registry, {"GM_STORE_INSTRUCTIONS_SP", "instructions", "Stores to memory."}),
      globalAtomics(registry, {"GM_ATOMICS_SP", "instructions", "Atomic operations on memory."}),
      loadLatency(registry,
                  {"GM_LOAD_LATENCY_CYCLES_SP", "cycles", "Cycles from the issue of loads to their results."}),
      loadSamples(registry, {"GM_LOAD_LATENCY_SAMPLES_SP", "instructions", "Loads that those cycles are of."}),
      lanes(registry, {"ALU_LANES_SP", "lanes", "Lanes that arithmetic had effect on, in all its repetitions."}) {}

void ShaderStatistics::countWait(sim::Cycle free, const Scoreboard::Bounds& bounds, sim::Cycle cycle) {
    const sim::Cycle bound = std::clamp(bounds.latest(), free, std::max(cycle, free));
    sim::Counter& reason = bounds.longWait >= bounds.shortWait && bounds.longWait >= bounds.results ? longSync
                           : bounds.shortWait >= bounds.results                                     ? shortSync
                                                                                                    : waiting;
    reason.add(bound - free);
    if (cycle > bound) idle.add(cycle - bound);
}

void ShaderStatistics::countInstruction(const InstructionPlan& plan, ShaderStage stage) {
    Instructions& counters = stage == ShaderStage::Compute  ? compute
                             : stage == ShaderStage::Vertex ? vertices
                                                            : fragments;
    ++counters.all;
    switch (plan.path) {
        case IssuePath::Arithmetic:
            ++(plan.half ? counters.halfArithmetic : counters.fullArithmetic);
            break;
        case IssuePath::Special:
            ++counters.special;
            break;
        case IssuePath::Local:
            ++localLoads;
            break;
        case IssuePath::Texture:
        case IssuePath::Quad:
            ++counters.textures;
            break;
        case IssuePath::Access:
            ++(plan.access == AccessKind::Load    ? globalLoads
               : plan.access == AccessKind::Store ? globalStores
                                                  : globalAtomics);
            break;
        default:
            break;
    }
}

void ShaderStatistics::addCounters(ChipCounters& counters) const {
    counters.add("SP_BUSY_CYCLES"_counter, busy);
    counters.add("SP_ALU_WORKING_CYCLES"_counter, arithmeticWorking);
    counters.add("SP_EFU_WORKING_CYCLES"_counter, specialWorking);
    counters.add("SP_WAVE_CONTEXTS"_counter, waves);
    counters.add("SP_WAVE_CONTEXT_CYCLES"_counter, waveCycles);
    counters.add("SP_WAVE_NOP_CYCLES"_counter, nop);
    counters.add("SP_WAVE_WAIT_CYCLES"_counter, waiting);
    counters.add("SP_WAVE_IDLE_CYCLES"_counter, idle);
    counters.add("SP_WAVE_END_CYCLES"_counter, ending);
    counters.add("SP_WAVE_LONG_SYNC_CYCLES"_counter, longSync);
    counters.add("SP_WAVE_SHORT_SYNC_CYCLES"_counter, shortSync);
    counters.add("SP_GM_LOAD_INSTRUCTIONS"_counter, globalLoads);
    counters.add("SP_GM_STORE_INSTRUCTIONS"_counter, globalStores);
    counters.add("SP_GM_ATOMICS"_counter, globalAtomics);
    counters.add("SP_CS_INSTRUCTIONS"_counter, compute.all);
    counters.add("SP_VS_INSTRUCTIONS"_counter, vertices.all);
    counters.add("SP_VS_STAGE_FULL_ALU_INSTRUCTIONS"_counter, vertices.fullArithmetic);
    counters.add("SP_VS_STAGE_HALF_ALU_INSTRUCTIONS"_counter, vertices.halfArithmetic);
    counters.add("SP_VS_STAGE_EFU_INSTRUCTIONS"_counter, vertices.special);
    counters.add("SP_VS_STAGE_TEX_INSTRUCTIONS"_counter, vertices.textures);
    counters.add("SP_FS_INSTRUCTIONS"_counter, fragments.all);
    counters.add("SP_FS_STAGE_FULL_ALU_INSTRUCTIONS"_counter, fragments.fullArithmetic);
    counters.add("SP_FS_STAGE_HALF_ALU_INSTRUCTIONS"_counter, fragments.halfArithmetic);
    counters.add("SP_FS_STAGE_EFU_INSTRUCTIONS"_counter, fragments.special);
    counters.add("SP_FS_STAGE_TEX_INSTRUCTIONS"_counter, fragments.textures);
    counters.add("SP_GM_LOAD_LATENCY_CYCLES"_counter, loadLatency);
    counters.add("SP_GM_LOAD_LATENCY_SAMPLES"_counter, loadSamples);
}

}  // namespace cyclorama::adreno
