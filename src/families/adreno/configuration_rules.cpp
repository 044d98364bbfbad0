// SPDX-License-Identifier: MIT
// Rules between parameters that hold for Adreno GPUs alone.

#include <bit>

#include "families/adreno/chip/parameters.h"
#include "machine/configuration/rules/rule_terms.h"

namespace cyclorama::adreno {
namespace {

using C = const machine::Configuration&;

constexpr uint32_t coreOf(uint32_t chipId) { return chipId >> 24; }

bool isPowerOfTwoInEachWay(uint32_t lines, uint32_t ways) {
    return lines % ways == 0 && std::has_single_bit(lines / ways);
}

bool isPowerOfTwoOfLines(const UcheParameters& uche) {
    constexpr uint32_t kLinesPerKibibyte = 16;
    return isPowerOfTwoInEachWay(uche.kibibytes * kLinesPerKibibyte, uche.ways);
}

bool isPowerOfTwoOfBlocks(const CcuParameters& ccu) {
    constexpr uint32_t kBlocksPerKibibyte = 4;
    return isPowerOfTwoInEachWay(ccu.kibibytes * kBlocksPerKibibyte, ccu.ways);
}

bool hasWholeWays(const TextureParameters& textures) {
    const uint32_t lanes = textures.lanes;
    const uint32_t lineBytes = textures.lineBytes;
    return std::has_single_bit(lanes) && std::has_single_bit(lineBytes) &&
           textures.cacheBytes % (lineBytes * textures.ways) == 0;
}

constexpr machine::ConfigurationRule kRules[] = {
    {"adreno-chip",
     machine::rules::kError,
     "an Adreno GPU needs its chip's number, ADRENO.ChipId, of the sixth generation",
     {"GPU.Family", "ADRENO.ChipId"},
     "ADRENO/ChipId",
     [](C c) { return coreOf(parametersOf(c).chip.chipId) == 6; }},
    {"adreno-unified-cache",
     machine::rules::kError,
     "the unified cache has a power of two of lines of 64 bytes in each of its ways",
     {"ADRENO.UcheSize", "ADRENO.UcheWays"},
     "ADRENO/UcheSize",
     [](C c) { return isPowerOfTwoOfLines(parametersOf(c).timing.uche); }},
    {"adreno-colour-caches",
     machine::rules::kError,
     "the caches of colours and of depth have a power of two of blocks of 256 bytes in each of their ways",
     {"ADRENO.CcuSize", "ADRENO.CcuWays"},
     "ADRENO/CcuSize",
     [](C c) { return isPowerOfTwoOfBlocks(parametersOf(c).timing.ccu); }},
    {"adreno-latencies",
     machine::rules::kError,
     "a texture instruction takes longer from the unified cache than from the first one",
     {"ADRENO.TextureMissLatency", "ADRENO.TextureLatency"},
     "ADRENO/TextureMissLatency",
     [](C c) { return parametersOf(c).timing.textures.missLatency > parametersOf(c).timing.textures.latency; }},
    {"adreno-texture-cache",
     machine::rules::kError,
     "lanes of a texture unit and bytes of its cache's lines are powers of two, and its ways have as many lines each",
     {"ADRENO.TextureLanesPerCycle", "ADRENO.TextureCacheSize", "ADRENO.TextureCacheLine", "ADRENO.TextureCacheWays"},
     "ADRENO/TextureCacheSize",
     [](C c) { return hasWholeWays(parametersOf(c).timing.textures); }},
};

}  // namespace

std::span<const machine::ConfigurationRule> Parameters::rules() const { return kRules; }

}  // namespace cyclorama::adreno
