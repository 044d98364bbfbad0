// SPDX-License-Identifier: MIT
#include "func/texture/texture_quad_plan.h"

#include <algorithm>
#include <bit>

#include "func/texture/texture_quad_locator.h"

namespace cyclorama::func {

namespace {

/// Texels of a fragment in one loop.
constexpr uint32_t kLoopTexels = 4;

/// Component by component what is given fragment by fragment.
std::array<Float4, 3> transposed(const QuadCoordinates& fragments) {
    std::array<Float4, 3> components;
    for (size_t c = 0; c < components.size(); c++) {
        components[c] = Float4{fragments[0][c], fragments[1][c], fragments[2][c], fragments[3][c]};
    }
    return components;
}

/// Not for layouts that are not supported, images of 2 GiB, and repetition of coordinates that are not normalized.
bool locatorHolds(const PreparedTexture& texture) {
    const TextureState& state = texture.state;
    const bool repeats =
        state.wrapS == WrapMode::Repeat || state.wrapT == WrapMode::Repeat || state.wrapR == WrapMode::Repeat;
    return texture.layout.supported() && !(state.nonNormalized && repeats) &&
           texture.layout.level(0).extent < kLargestExtent;
}

/// Adds the loops of one level, all corners of which belong to one loop or to two.
template <size_t Corners>
void addLevel(uint64_t base, const std::array<QuadOffsets, Corners>& corners, SampleTexels& texels) {
    constexpr size_t kPerLoop = std::min<size_t>(Corners, kLoopTexels);
    std::array<std::array<uint32_t, kQuadFragments>, Corners> bytes;
    bool anyOutside = false;
    for (size_t n = 0; n < Corners; n++) {
        bytes[n] = std::bit_cast<std::array<uint32_t, kQuadFragments>>(corners[n].bytes);
        anyOutside = anyOutside || corners[n].anyOutside;
    }
    uint32_t end = texels.loops == 0 ? 0 : texels.loopEnd[texels.loops - 1];
    for (size_t first = 0; first < Corners; first += kPerLoop) {
        for (size_t f = 0; f < kQuadFragments; f++) {
            for (size_t n = 0; n < kPerLoop; n++) {
                texels.address[end + f * kPerLoop + n] = base + bytes[first + n][f];
            }
        }
        if (anyOutside) {
            for (size_t f = 0; f < kQuadFragments; f++) {
                for (size_t n = 0; n < kPerLoop; n++) {
                    if (corners[first + n].outside[f] != 0) {
                        texels.address[end + f * kPerLoop + n] = kBlackTexelAddress;
                    }
                }
            }
        }
        end += static_cast<uint32_t>(kQuadFragments * kPerLoop);
        texels.loopEnd[texels.loops++] = end;
    }
}

template <uint32_t Dimensions>
void locateTogether(const PreparedTexture& texture, const QuadAccess& access, uint32_t sample, SampleTexels& texels) {
    using Locator = QuadLevelLocator<Dimensions>;
    const Locator locator(texture);
    const FragmentLevels& levels = access.levels[0];
    typename Locator::Coordinates coordinates = transposed(access.input.coordinates);
    if (Dimensions == 2 && texture.maxAnisotropy > 1) {
        const float step = anisotropicStep(sample, access.area.samples);
        coordinates[0] = coordinates[0] + splat(access.area.sOffset * step);
        coordinates[1] = coordinates[1] + splat(access.area.tOffset * step);
    }
    const size_t face = texture.layout.mode() == TextureMode::CubeMap ? static_cast<size_t>(access.input.face) : 0;
    for (uint32_t l = 0; l < (levels.twoLevels ? 2u : 1u); l++) {
        const LevelLayout& level = texture.layout.level(levels.sampled[l]);
        const typename Locator::Position position = locator.position(texture.levels[levels.sampled[l]], coordinates);
        typename Locator::Position weight;
        if (!levels.linear) {
            addLevel(level.base[face], std::array{locator.nearest(level, position)}, texels);
        } else if (locator.mayBeOutside()) {
            addLevel(level.base[face], locator.template linear<true>(level, position, weight), texels);
        } else {
            addLevel(level.base[face], locator.template linear<false>(level, position, weight), texels);
        }
    }
}

bool locatedTogether(const PreparedTexture& texture, const QuadAccess& access) {
    if (!locatorHolds(texture)) {
        return false;
    }
    const FragmentLevels& first = access.levels[0];
    for (const FragmentLevels& levels : access.levels) {
        if (levels.sampled != first.sampled || levels.linear != first.linear || levels.twoLevels != first.twoLevels) {
            return false;
        }
    }
    const auto coordinates = transposed(access.input.coordinates);
    switch (dimensionsOf(texture.state.mode)) {
        case 1:
            return QuadLevelLocator<1>::holdsFor(coordinates, access.area);
        case 2:
            return QuadLevelLocator<2>::holdsFor(coordinates, access.area);
        default:
            return QuadLevelLocator<3>::holdsFor(coordinates, access.area);
    }
}

uint32_t loopsOf(const PreparedTexture& texture, const FragmentLevels& levels) {
    const uint32_t texels = levels.linear ? 1u << dimensionsOf(texture.state.mode) : 1;
    return (levels.twoLevels ? 2 : 1) * std::max(texels / kLoopTexels, 1u);
}

}  // namespace

QuadAccess startQuadAccess(const PreparedTexture& texture, const TextureQuadRequest& request) {
    QuadAccess access;
    access.input = prepareQuad(texture, request.operation, request.operand);
    access.area = {.scale = 1.0f};
    if (request.operation != TextureOperation::SampleLod) {
        access.area = footprint(texture.state, texture.anisotropy,
                                texelDerivatives(texture.state, access.input.coordinates), texture.maxAnisotropy);
    }
    const double log2Scale = log2OfScale(access.area.scale);
    const auto& parameter = access.input.parameter;
    for (size_t f = 0; f < kQuadFragments; f++) {
        access.levels[f] = f > 0 && parameter[f] == parameter[0]
                               ? access.levels[0]
                               : selectLevels(texture, levelOfDetail(texture.state, parameter[f], log2Scale));
        access.magnified += access.levels[f].magnified ? 1 : 0;
        access.loops = std::max(access.loops, loopsOf(texture, access.levels[f]));
    }
    access.together = locatedTogether(texture, access);
    return access;
}

void locateSample(const PreparedTexture& texture, const QuadAccess& access, uint32_t sample, SampleTexels& texels) {
    const uint32_t bytes = std::max(kSmallestReadBytes, texture.layout.texelBytes());
    texels.loops = 0;
    texels.mostBytes = bytes;
    switch (dimensionsOf(texture.state.mode)) {
        case 1:
            locateTogether<1>(texture, access, sample, texels);
            break;
        case 2:
            locateTogether<2>(texture, access, sample, texels);
            break;
        default:
            locateTogether<3>(texture, access, sample, texels);
            break;
    }
    std::fill_n(texels.bytes.begin(), texels.loopEnd[texels.loops - 1], static_cast<uint8_t>(bytes));
}

void arrangeSample(const TextureAccessPlan& plan, uint32_t sample, SampleTexels& texels) {
    const TrilinearPlan& from = plan.samples[sample];
    texels.loops = *std::max_element(from.loops.begin(), from.loops.end());
    texels.mostBytes = *std::max_element(plan.bytesPerRead.begin(), plan.bytesPerRead.end());
    uint32_t end = 0;
    for (uint32_t loop = 0; loop < texels.loops; loop++) {
        for (uint32_t fragment = 0; fragment < kQuadFragments; fragment++) {
            if (loop >= from.loops[fragment]) {
                continue;
            }
            const uint32_t count = from.texelsPerLoop[fragment];
            for (uint32_t t = 0; t < count; t++, end++) {
                texels.address[end] = from.address[fragment][size_t{loop} * count + t];
                texels.bytes[end] = static_cast<uint8_t>(plan.bytesPerRead[fragment]);
            }
        }
        texels.loopEnd[loop] = end;
    }
}

}  // namespace cyclorama::func
