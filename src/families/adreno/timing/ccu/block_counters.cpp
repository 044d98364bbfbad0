// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/block_counters.h"

#include <fmt/format.h>

#include <array>

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kClasses = 8;
using Classes = std::array<PerformanceCounter, kClasses>;

constexpr Classes kColorReads{"CCU_COLOR_READ_FLAG0_COUNT"_counter, "CCU_COLOR_READ_FLAG1_COUNT"_counter,
                              "CCU_COLOR_READ_FLAG2_COUNT"_counter, "CCU_COLOR_READ_FLAG3_COUNT"_counter,
                              "CCU_COLOR_READ_FLAG4_COUNT"_counter, "CCU_COLOR_READ_FLAG5_COUNT"_counter,
                              "CCU_COLOR_READ_FLAG6_COUNT"_counter, "CCU_COLOR_READ_FLAG8_COUNT"_counter};
constexpr Classes kDepthReads{"CCU_DEPTH_READ_FLAG0_COUNT"_counter, "CCU_DEPTH_READ_FLAG1_COUNT"_counter,
                              "CCU_DEPTH_READ_FLAG2_COUNT"_counter, "CCU_DEPTH_READ_FLAG3_COUNT"_counter,
                              "CCU_DEPTH_READ_FLAG4_COUNT"_counter, "CCU_DEPTH_READ_FLAG5_COUNT"_counter,
                              "CCU_DEPTH_READ_FLAG6_COUNT"_counter, "CCU_DEPTH_READ_FLAG8_COUNT"_counter};
constexpr Classes kColorWrites{"CMPDECMP_COLOR_WRITE_FLAG0_COUNT"_counter, "CMPDECMP_COLOR_WRITE_FLAG1_COUNT"_counter,
                               "CMPDECMP_COLOR_WRITE_FLAG2_COUNT"_counter, "CMPDECMP_COLOR_WRITE_FLAG3_COUNT"_counter,
                               "CMPDECMP_COLOR_WRITE_FLAG4_COUNT"_counter, "CMPDECMP_COLOR_WRITE_FLAG5_COUNT"_counter,
                               "CMPDECMP_COLOR_WRITE_FLAG6_COUNT"_counter, "CMPDECMP_COLOR_WRITE_FLAG8_COUNT"_counter};
constexpr Classes kDepthWrites{"CMPDECMP_DEPTH_WRITE_FLAG0_COUNT"_counter, "CMPDECMP_DEPTH_WRITE_FLAG1_COUNT"_counter,
                               "CMPDECMP_DEPTH_WRITE_FLAG2_COUNT"_counter, "CMPDECMP_DEPTH_WRITE_FLAG3_COUNT"_counter,
                               "CMPDECMP_DEPTH_WRITE_FLAG4_COUNT"_counter, "CMPDECMP_DEPTH_WRITE_FLAG5_COUNT"_counter,
                               "CMPDECMP_DEPTH_WRITE_FLAG6_COUNT"_counter, "CMPDECMP_DEPTH_WRITE_FLAG8_COUNT"_counter};

const Classes& classesOf(bool color, BlockMove move) {
    if (move == BlockMove::Read) return color ? kColorReads : kDepthReads;
    return color ? kColorWrites : kDepthWrites;
}

/// A literal, as all sentences of statistics.
std::string_view sentenceOf(bool color, BlockMove move) {
    if (move == BlockMove::Read)
        return color ? "Compressed blocks of colours that were read, of as many sectors of 32 bytes as the name says."
                     : "Compressed blocks of depth that were read, of as many sectors of 32 bytes as the name says.";
    return color ? "Compressed blocks of colours that were written, of as many sectors of 32 bytes as the name says."
                 : "Compressed blocks of depth that were written, of as many sectors of 32 bytes as the name says.";
}

}  // namespace

BlockCounters::BlockCounters(sim::StatisticsRegistry& registry, CcuTarget target, BlockMove move, std::string_view unit)
    : color_(target == CcuTarget::Color), move_(move) {
    for (uint32_t i = 0; i < kClasses; ++i) {
        const uint32_t sectors = i + 1 < kClasses ? i : kClasses;
        counters_.push_back(std::make_unique<sim::Counter>(
            registry, sim::StatisticInfo{fmt::format("{}_{}_FLAG{}_{}", color_ ? "COLOR" : "DEPTH",
                                                     move == BlockMove::Read ? "READ" : "WRITE", sectors, unit),
                                         "blocks", sentenceOf(color_, move)}));
    }
}

void BlockCounters::addTo(ChipCounters& counters) const {
    for (uint32_t i = 0; i < kClasses; ++i) counters.add(classesOf(color_, move_)[i], *counters_[i]);
}

}  // namespace cyclorama::adreno
