// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/shader_statistics.h"

namespace cyclorama::adreno {

ShaderStatistics::ShaderStatistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_SP", "cycles", "Cycles of units with a wave."}),
      ofWaves(registry),
      compute(registry, "CS"),
      vertices(registry, "VS"),
      fragments(registry, "FS"),
      hulls(registry, {"HS_INSTRUCTIONS_SP", "instructions", "Instructions that waves of hull programs issued."}),
      domains(registry, {"DS_INSTRUCTIONS_SP", "instructions", "Instructions that waves of domain programs issued."}),
      geometry(registry,
               {"GS_INSTRUCTIONS_SP", "instructions", "Instructions that waves of geometry programs issued."}),
      arithmeticWorking(registry,
                        {"ALU_WORKING_CYCLES_SP", "cycles", "Cycles of partitions' arithmetic units at work."}),
      specialWorking(registry, {"EFU_WORKING_CYCLES_SP", "cycles", "Cycles of partitions' special units at work."}),
      anyWorking(registry, {"ANY_EU_WORKING_SP", "cycles",
                            "Cycles of units with an arithmetic or special unit at work in one of their partitions."}),
      accesses(registry),
      lanes(registry, {"ALU_LANES_SP", "lanes", "Lanes that arithmetic had effect on, in all its repetitions."}) {}

StageCounts* ShaderStatistics::countsOf(ShaderStage stage) {
    switch (stage) {
        case ShaderStage::Compute:
            return &compute;
        case ShaderStage::Vertex:
            return &vertices;
        case ShaderStage::Fragment:
            return &fragments;
        default:
            return nullptr;
    }
}

void ShaderStatistics::countInstruction(const InstructionPlan& plan, ShaderStage stage) {
    if (StageCounts* const counts = countsOf(stage)) {
        counts->countInstruction(plan);
    } else {
        ++(stage == ShaderStage::Hull ? hulls : stage == ShaderStage::Domain ? domains : geometry);
    }
    accesses.count(plan);
}

void ShaderStatistics::countWork(ShaderStage stage, sim::Cycle begin, sim::Cycle end) {
    anyWorking.add(begin, end);
    if (StageCounts* const counts = countsOf(stage)) {
        counts->working.add(end - begin);
        counts->anyWorking.add(begin, end);
    }
}

void ShaderStatistics::beginWave(ShaderStage stage) {
    ++ofWaves.waves;
    if (StageCounts* const counts = countsOf(stage)) counts->begin();
}

void ShaderStatistics::endWave(ShaderStage stage, sim::Cycle since, sim::Cycle now) {
    if (StageCounts* const counts = countsOf(stage)) counts->end(since, now);
}

void ShaderStatistics::account(uint64_t cycles, uint32_t present) {
    if (present == 0) return;
    busy.add(cycles);
    ofWaves.waveCycles.add(cycles * present);
    for (StageCounts* const counts : {&compute, &vertices, &fragments}) counts->account(cycles);
}

void ShaderStatistics::addCounters(ChipCounters& counters) const {
    counters.add("SP_BUSY_CYCLES"_counter, busy);
    ofWaves.addCounters(counters);
    accesses.addCounters(counters);
    counters.add("SP_ALU_WORKING_CYCLES"_counter, arithmeticWorking);
    counters.add("SP_EFU_WORKING_CYCLES"_counter, specialWorking);
    counters.add("SP_CS_INSTRUCTIONS"_counter, compute.all);
    counters.add("SP_VS_INSTRUCTIONS"_counter, vertices.all);
    counters.add("SP_HS_INSTRUCTIONS"_counter, hulls);
    counters.add("SP_DS_INSTRUCTIONS"_counter, domains);
    counters.add("SP_GS_INSTRUCTIONS"_counter, geometry);
    counters.add("SP_WORKING_EU"_counter, arithmeticWorking);
    counters.add("SP_WORKING_EU"_counter, specialWorking);
    counters.add("SP_ANY_EU_WORKING"_counter, anyWorking.cycles());
    addStageCounters(counters);
}

void ShaderStatistics::addStageCounters(ChipCounters& counters) const {
    counters.add("SP_VS_STAGE_FULL_ALU_INSTRUCTIONS"_counter, vertices.fullArithmetic);
    counters.add("SP_VS_STAGE_HALF_ALU_INSTRUCTIONS"_counter, vertices.halfArithmetic);
    counters.add("SP_VS_STAGE_EFU_INSTRUCTIONS"_counter, vertices.special);
    counters.add("SP_VS_STAGE_TEX_INSTRUCTIONS"_counter, vertices.textures);
    counters.add("SP_FS_INSTRUCTIONS"_counter, fragments.all);
    counters.add("SP_FS_STAGE_FULL_ALU_INSTRUCTIONS"_counter, fragments.fullArithmetic);
    counters.add("SP_FS_STAGE_HALF_ALU_INSTRUCTIONS"_counter, fragments.halfArithmetic);
    counters.add("SP_FS_STAGE_EFU_INSTRUCTIONS"_counter, fragments.special);
    counters.add("SP_FS_STAGE_TEX_INSTRUCTIONS"_counter, fragments.textures);
    counters.add("SP_VS_STAGE_HALF_EFU_INSTRUCTIONS"_counter, vertices.halfSpecial);
    counters.add("SP_FS_STAGE_HALF_EFU_INSTRUCTIONS"_counter, fragments.halfSpecial);
    counters.add("SP_FS_STAGE_CFLOW_INSTRUCTIONS"_counter, fragments.flow);
    counters.add("SP_FS_STAGE_BARY_INSTRUCTIONS"_counter, fragments.interpolations);
    counters.add("SP_VS_STAGE_WAVE_CYCLES"_counter, vertices.waveCycles);
    counters.add("SP_VS_STAGE_WAVE_SAMPLES"_counter, vertices.waveSamples);
    counters.add("SP_VS_STAGE_DURATION_CYCLES"_counter, vertices.duration);
    counters.add("SP_FS_STAGE_WAVE_CYCLES"_counter, fragments.waveCycles);
    counters.add("SP_FS_STAGE_WAVE_SAMPLES"_counter, fragments.waveSamples);
    counters.add("SP_FS_STAGE_DURATION_CYCLES"_counter, fragments.duration);
    counters.add("SP_WORKING_EU_VS_STAGE"_counter, vertices.working);
    counters.add("SP_ANY_EU_WORKING_VS_STAGE"_counter, vertices.anyWorking.cycles());
    counters.add("SP_WORKING_EU_FS_STAGE"_counter, fragments.working);
    counters.add("SP_ANY_EU_WORKING_FS_STAGE"_counter, fragments.anyWorking.cycles());
    counters.add("SP_WORKING_EU_CS_STAGE"_counter, compute.working);
    counters.add("SP_ANY_EU_WORKING_CS_STAGE"_counter, compute.anyWorking.cycles());
}

}  // namespace cyclorama::adreno
