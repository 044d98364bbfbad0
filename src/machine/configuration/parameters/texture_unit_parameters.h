// SPDX-License-Identifier: MIT
#pragma once

#include "func/texture/texture_state.h"
#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

using func::AnisotropyAlgorithm;

/// [FRAGMENTSHADER], the texture unit and its caches. With TwoLevelTextureCache the names without suffix are those of
/// the first level (L0, uncompressed texels), those with L1 of the second (as in memory).
struct TextureUnitParameters : ParameterSection {
    TextureUnitParameters() : ParameterSection("FRAGMENTSHADER", "Texture unit") {}

    // clang-format off
    Parameter<std::uint32_t> addressAluLatency{*this, {.name = "AddressALULatency", .unit = "cycles",
        .defaultValue = 15, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from texture coordinates to addresses, which leave for one bilinear quad each cycle."}};
    Parameter<std::uint32_t> filterAluLatency{*this, {.name = "FilterALULatency", .unit = "cycles", .defaultValue = 10,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from texels to a result, of which one bilinear quad starts each cycle."}};
    Parameter<AnisotropyAlgorithm> anisotropyAlgorithm{*this, {.name = "AnisotropyAlgorithm",
        .defaultValue = AnisotropyAlgorithm::Ewa,
        .choices = {{AnisotropyAlgorithm::TwoAxis, "0", "two axes"},
                    {AnisotropyAlgorithm::FourAxis, "1", "four axes"},
                    {AnisotropyAlgorithm::Rectangular, "2", "rectangle"},
                    {AnisotropyAlgorithm::Ewa, "3", "elliptical weighted average"},
                    {AnisotropyAlgorithm::Experimental, "4", "experimental"}},
        .sentence = "How the anisotropy of a pixel's footprint is found."}};
    Parameter<bool> forceMaxAnisotropy{*this, {.name = "ForceMaxAnisotropy", .defaultValue = false,
        .sentence = "Takes MaxAnisotropy samples for every anisotropic request."}};
    Parameter<std::uint32_t> maxAnisotropy{*this, {.name = "MaxAnisotropy", .unit = "samples", .defaultValue = 16,
        .minimum = 1, .maximum = 16,
        .sentence = "Most bilinear samples that an anisotropic request takes."}};
    Parameter<std::uint32_t> trilinearPrecision{*this, {.name = "TrilinearPrecision", .unit = "bits", .defaultValue = 8,
        .minimum = 1, .maximum = 32,
        .sentence = "Fraction bits that BrilinearThreshold counts in; the weights of levels are not rounded to them."}};
    Parameter<std::uint32_t> brilinearThreshold{*this, {.name = "BrilinearThreshold", .unit = "1/2^TrilinearPrecision",
        .defaultValue = 0,
        .sentence = "How near to a level its fraction must be for that level alone to be sampled."}};
    Parameter<std::uint32_t> anisoRoundPrecision{*this, {.name = "AnisoRoundPrecision", .unit = "bits",
        .defaultValue = 8, .minimum = 1, .maximum = 32,
        .sentence = "Fraction bits that AnisoRoundThreshold counts in."}};
    Parameter<std::uint32_t> anisoRoundThreshold{*this, {.name = "AnisoRoundThreshold",
        .unit = "1/2^AnisoRoundPrecision", .defaultValue = 0,
        .sentence = "Fraction from which the anisotropic ratio is rounded up; zero rounds down."}};
    Parameter<bool> anisoRatioMultOfTwo{*this, {.name = "AnisoRatioMultOfTwo", .defaultValue = false,
        .sentence = "Rounds the anisotropic ratio to one or an even number."}};
    Parameter<std::uint32_t> blockDimension{*this, {.name = "TextureBlockDimension", .unit = "log2 texels",
        .defaultValue = 2, .minimum = 0, .maximum = 8,
        .sentence = "Side of the inner tiles in which textures are stored."}};
    Parameter<std::uint32_t> superBlockDimension{*this, {.name = "TextureSuperBlockDimension", .unit = "log2 blocks",
        .defaultValue = 4, .minimum = 0, .maximum = 12,
        .sentence = "Side of the outer tiles, counted in inner ones."}};
    Parameter<std::uint32_t> requestQueueSize{*this, {.name = "TextureRequestQueueSize", .unit = "quads",
        .defaultValue = 512, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Requests from the shader that wait for their addresses."}};
    Parameter<std::uint32_t> accessQueueSize{*this, {.name = "TextureAccessQueue", .unit = "quads", .defaultValue = 256,
        .minimum = 1, .maximum = 1 << 20,
        .sentence = "Requests anywhere inside the unit."}};
    Parameter<std::uint32_t> resultQueueSize{*this, {.name = "TextureResultQueue", .unit = "quads", .defaultValue = 4,
        .minimum = 1, .maximum = 1 << 20,
        .sentence = "Results that wait for the shader.",
        .status = ParameterStatus::Unused,
        .statusReason = "one comes each cycle, and leaves in the next"}};
    Parameter<std::uint32_t> waitReadWindow{*this, {.name = "TextureWaitReadWindow", .unit = "quads",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Requests that wait for cache lines and leave in the order in which these come."}};

    Parameter<bool> twoLevelCache{*this, {.name = "TwoLevelTextureCache", .defaultValue = true,
        .sentence = "Puts a small cache of uncompressed texels before a larger one of data as it is in memory."}};
    Parameter<std::uint32_t> cacheLineSize{*this, {.name = "TextureCacheLineSize", .unit = "bytes", .defaultValue = 64,
        .minimum = 4, .maximum = 1 << 16,
        .sentence = "Bytes of a line of the first or only cache, uncompressed."}};
    Parameter<std::uint32_t> cacheWays{*this, {.name = "TextureCacheWays", .unit = "ways", .defaultValue = 8,
        .minimum = 1, .maximum = 1024,
        .sentence = "Ways of the first or only cache."}};
    Parameter<std::uint32_t> cacheLines{*this, {.name = "TextureCacheLines", .unit = "lines/way", .defaultValue = 8,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Lines of each of its ways."}};
    Parameter<std::uint32_t> cachePortWidth{*this, {.name = "TextureCachePortWidth", .unit = "bytes/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 1024,
        .sentence = "Bytes read through each of its 4x4 ports."}};
    Parameter<std::uint32_t> cacheRequestQueueSize{*this, {.name = "TextureCacheRequestQueueSize", .unit = "misses",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Misses that each cache level keeps track of."}};
    Parameter<std::uint32_t> cacheInputQueueSize{*this, {.name = "TextureCacheInputQueue", .unit = "misses",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Misses of the first or only cache that can be on their way."}};
    Parameter<std::uint32_t> cacheMissesPerCycle{*this, {.name = "TextureCacheMissesPerCycle", .unit = "misses/cycle",
        .defaultValue = 8, .minimum = 1, .maximum = 1024,
        .sentence = "Misses that the sixteen accesses of a quad can cause in a cycle before it takes another."}};
    Parameter<std::uint32_t> cacheDecompressLatency{*this, {.name = "TextureCacheDecompressLatency", .unit = "cycles",
        .defaultValue = 1, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that decompressing a line takes, one line at a time."}};
    Parameter<std::uint32_t> cacheLineSizeL1{*this, {.name = "TextureCacheLineSizeL1", .unit = "bytes",
        .defaultValue = 64, .minimum = 4, .maximum = 1 << 16,
        .sentence = "Bytes of a line of the second level."}};
    Parameter<std::uint32_t> cacheWaysL1{*this, {.name = "TextureCacheWaysL1", .unit = "ways", .defaultValue = 8,
        .minimum = 1, .maximum = 1024,
        .sentence = "Ways of the second level."}};
    Parameter<std::uint32_t> cacheLinesL1{*this, {.name = "TextureCacheLinesL1", .unit = "lines/way", .defaultValue = 8,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Lines of each of its ways."}};
    Parameter<std::uint32_t> cacheInputQueueSizeL1{*this, {.name = "TextureCacheInputQueueL1", .unit = "misses",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Misses of the second level that can be on their way."}};
    // clang-format on
};

}  // namespace cyclorama::machine
