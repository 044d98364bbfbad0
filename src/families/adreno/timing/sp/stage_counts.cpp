// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/stage_counts.h"

#include <fmt/format.h>

namespace cyclorama::adreno {
namespace {

constexpr std::string_view kInstructions = "instructions";
constexpr std::string_view kCycles = "cycles";

/// `pattern`: a name, with {} for the stage's letters.
sim::StatisticInfo infoOf(std::string_view pattern, std::string_view stage, std::string_view unit,
                          std::string_view sentence) {
    return {fmt::format(fmt::runtime(pattern), stage), unit, sentence};
}

}  // namespace

StageCounts::StageCounts(sim::StatisticsRegistry& registry, std::string_view stage)
    : all(registry, infoOf("{}_INSTRUCTIONS_SP", stage, kInstructions, "Instructions that waves of the stage issued.")),
      fullArithmetic(registry,
                     infoOf("{}_STAGE_FULL_ALU_INSTRUCTIONS_SP", stage, kInstructions,
                            "Arithmetic of full registers that waves of the stage issued, repetitions apart.")),
      halfArithmetic(registry,
                     infoOf("{}_STAGE_HALF_ALU_INSTRUCTIONS_SP", stage, kInstructions,
                            "Arithmetic of half registers that waves of the stage issued, repetitions apart.")),
      special(registry, infoOf("{}_STAGE_EFU_INSTRUCTIONS_SP", stage, kInstructions,
                               "Reciprocals, roots, logarithms and powers that waves of the stage issued, repetitions "
                               "apart.")),
      halfSpecial(registry, infoOf("{}_STAGE_HALF_EFU_INSTRUCTIONS_SP", stage, kInstructions,
                                   "Those of half registers among the reciprocals, roots, logarithms and powers.")),
      textures(registry, infoOf("{}_STAGE_TEX_INSTRUCTIONS_SP", stage, kInstructions,
                                "Texture instructions of waves of the stage.")),
      flow(registry, infoOf("{}_STAGE_CFLOW_INSTRUCTIONS_SP", stage, kInstructions,
                            "Branches, jumps, NOP and ends that waves of the stage issued.")),
      interpolations(registry, infoOf("{}_STAGE_BARY_INSTRUCTIONS_SP", stage, kInstructions,
                                      "Interpolations of varyings that waves of the stage issued.")),
      waveCycles(registry, infoOf("{}_STAGE_WAVE_CYCLES_SP", stage, kCycles,
                                  "Cycles of waves of the stage that have ended, from their start to their end.")),
      waveSamples(registry, infoOf("{}_STAGE_WAVE_SAMPLES_SP", stage, "waves",
                                   "Waves of the stage that have ended, which those cycles are of.")),
      duration(registry,
               infoOf("{}_STAGE_DURATION_CYCLES_SP", stage, kCycles, "Cycles of units with a wave of the stage.")),
      working(registry, infoOf("WORKING_EU_{}_STAGE_SP", stage, kCycles,
                               "Cycles of partitions' arithmetic and special units at work for the stage.")),
      anyWorking(registry, infoOf("ANY_EU_WORKING_{}_STAGE_SP", stage, kCycles,
                                  "Cycles of units with an arithmetic or special unit at work for the stage.")) {}

void StageCounts::countInstruction(const InstructionPlan& plan) {
    ++all;
    if (plan.interpolates) ++interpolations;
    switch (plan.path) {
        case IssuePath::Arithmetic:
            ++(plan.half ? halfArithmetic : fullArithmetic);
            break;
        case IssuePath::Special:
            ++special;
            if (plan.half) ++halfSpecial;
            break;
        case IssuePath::Texture:
        case IssuePath::Quad:
            ++textures;
            break;
        case IssuePath::Flow:
            ++flow;
            break;
        default:
            break;
    }
}

}  // namespace cyclorama::adreno
