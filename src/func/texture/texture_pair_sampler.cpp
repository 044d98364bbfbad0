// SPDX-License-Identifier: MIT
#include "func/texture/texture_pair_sampler.h"

#include <bit>

#include "func/lanes/host_versions.h"
#include "func/texture/texture_byte_texels.h"
#include "func/texture/texture_levels.h"
#include "func/texture/texture_quad_level.h"

namespace cyclorama::func {

namespace {

constexpr uint32_t kPairLanes = 2 * kQuadFragments;
constexpr uint32_t kWholeQuad = (1u << kQuadFragments) - 1;

using PairLevelSampler = QuadLevelSampler<2, ByteTexels, kPairLanes>;
using PairColors = PairLevelSampler::Colors;

/// First lanes of two quads, and their lanes that want a result: a bit for each lane. A quad that wants none, or is
/// beyond the last lane, is replaced by the other one.
struct QuadPair {
    std::array<uint32_t, 2> lane;
    std::array<uint32_t, 2> wanted;
};

/// The quads from `lane` on.
[[gnu::always_inline]] inline QuadPair pairAt(const TextureLanes& lanes, uint32_t lane) {
    const uint32_t second = lane + kQuadFragments;
    QuadPair pair{.lane = {lane, second},
                  .wanted = {static_cast<uint32_t>(lanes.active >> lane) & kWholeQuad,
                             second < lanes.count ? static_cast<uint32_t>(lanes.active >> second) & kWholeQuad : 0}};
    if (pair.wanted[0] == 0) pair.lane[0] = second;
    if (pair.wanted[1] == 0) pair.lane[1] = lane;
    return pair;
}

[[gnu::always_inline]] inline PairLevelSampler::Coordinates coordinatesOf(const TextureLanes& lanes,
                                                                          const QuadPair& pair) {
    const auto component = [&](size_t c) __attribute__((always_inline)) {
        return joined(loadFloats(lanes.operand[c] + pair.lane[0]), loadFloats(lanes.operand[c] + pair.lane[1]));
    };
    PairLevelSampler::Coordinates coordinates = {component(0), component(1), component(2)};
    if (lanes.operation == TextureOperation::SampleProject) {
        const Float8 divisor = component(3);
        for (Float8& coordinate : coordinates) coordinate = coordinate / divisor;
    }
    return coordinates;
}

[[gnu::always_inline]] inline void store(const QuadPair& pair, const PairColors& colors,
                                         const std::array<float*, 4>& result) {
    for (size_t c = 0; c < result.size(); c++) {
        // The sum of a single sample starts from zero, as that of several does: it is never -0.
        const auto quads = std::bit_cast<std::array<Float4, 2>>(Float8{} + colors[c]);
        for (size_t q = 0; q < quads.size(); q++) {
            float* const to = result[c] + pair.lane[q];
            if (pair.wanted[q] == kWholeQuad) {
                storeFloats(to, quads[q]);
                continue;
            }
            for (size_t f = 0; f < kQuadFragments; f++) {
                if ((pair.wanted[q] >> f & 1u) != 0) to[f] = quads[q][f];
            }
        }
    }
}

}  // namespace

bool canSamplePairs(const SamplingContext& context, const TextureLanes& lanes) {
    const PreparedTexture& texture = context.texture;
    return lanes.grouping == LaneGrouping::Quads && texture.state.mode != TextureMode::CubeMap &&
           !usesLevelOfDetail(texture.state) && texture.maxAnisotropy <= 1 && ByteTexels::holdFor(texture) &&
           viewLevel(context, selectLevels(texture, 0.0f).sampled[0], CubeFace::PositiveX).image != nullptr;
}

namespace {

[[gnu::always_inline]] inline uint64_t samplePairsKernel(const SamplingContext& context, const TextureLanes& lanes,
                                                         const std::array<float*, 4>& result) {
    const FragmentLevels levels = selectLevels(context.texture, 0.0f);
    const LevelView view = viewLevel(context, levels.sampled[0], CubeFace::PositiveX);
    const ByteTexels texels(context);
    const PairLevelSampler sampler(context, texels);
    uint64_t left = 0;
    for (uint32_t lane = 0; lane < lanes.count; lane += kPairLanes) {
        const QuadPair pair = pairAt(lanes, lane);
        if ((pair.wanted[0] | pair.wanted[1]) == 0) continue;
        const PairLevelSampler::Coordinates coordinates = coordinatesOf(lanes, pair);
        if (PairLevelSampler::Locator::holdsFor(coordinates, Footprint{.scale = 1.0f})) {
            store(pair, sampler.sample(view, levels.linear, coordinates, coordinates[2]), result);
        } else {
            left |= lanes.active & uint64_t{pair.wanted[0] | pair.wanted[1] << kQuadFragments} << lane;
        }
    }
    return left;
}

}  // namespace

uint64_t samplePairs(const SamplingContext& context, const TextureLanes& lanes, const std::array<float*, 4>& result) {
    return runOnHost<samplePairsKernel>(context, lanes, result);
}

}  // namespace cyclorama::func
