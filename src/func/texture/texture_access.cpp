// SPDX-License-Identifier: MIT
#include "func/texture/texture_access.h"

#include <algorithm>

#include "func/texture/texture_arithmetic.h"
#include "func/texture/texture_levels.h"

namespace cyclorama::func {

namespace {

/// Texels of one level that one sample combines.
uint32_t texelsOf(const PreparedTexture& texture, bool linear) {
    return linear ? 1u << dimensionsOf(texture.state.mode) : 1;
}

/// The coordinates of a sample in texels of a level, before the filter picks any.
std::array<float, 3> texelCoordinates(const PreparedTexture& texture, uint32_t level, const Vec4& coordinate) {
    const TextureState& state = texture.state;
    if (state.nonNormalized) {
        return {coordinate[0], coordinate[1], coordinate[2]};
    }
    const std::array<WrapMode, 3> wrap = {state.wrapS, state.wrapT, state.wrapR};
    const PreparedLevel& prepared = texture.levels[level];
    std::array<float, 3> texels;
    for (size_t c = 0; c < 3; c++) {
        float wrapped = wrapCoordinate(wrap[c], coordinate[c], prepared.halfTexel[c]);
        if (c == 1 && state.d3d9InvertV && dimensionsOf(state.mode) == 2) {
            wrapped = 1.0f - wrapped;
        }
        texels[c] = wrapped * prepared.size[c];
    }
    return texels;
}

/// Place of one fragment's sample in one level.
struct SamplePoint {
    uint32_t fragment;
    uint32_t levelIndex;  // index in the fragment's one or two levels
    uint32_t level;
    CubeFace face;
    bool linear;
    Vec4 coordinate;
};

void planLevel(const PreparedTexture& texture, const SamplePoint& point, TrilinearPlan& plan) {
    const TextureState& state = texture.state;
    const std::array<WrapMode, 3> wrap = {state.wrapS, state.wrapT, state.wrapR};
    const std::array<uint32_t, 3>& size = texture.layout.level(point.level).size;
    const uint32_t texels = texelsOf(texture, point.linear);
    uint64_t* addresses = &plan.address[point.fragment][size_t{point.levelIndex} * texels];
    const std::array<float, 3> position = texelCoordinates(texture, point.level, point.coordinate);
    if (!point.linear) {
        addresses[0] =
            texture.layout.texelAddress(point.level, point.face, texelFromWhole(floorOf(position[0])),
                                        texelFromWhole(floorOf(position[1])), texelFromWhole(floorOf(position[2])));
        return;
    }
    std::array<std::array<uint32_t, 2>, 3> neighbours;
    for (size_t c = 0; c < 3; c++) {
        const float corner = position[c] - 0.5f;
        const float whole = floorOf(corner);
        const uint32_t texel = texelFromWhole(whole);
        neighbours[c] = {wrapTexel(wrap[c], texel, size[c]), wrapTexel(wrap[c], texel + 1, size[c])};
        plan.weight[point.fragment][point.levelIndex][c] = corner - whole;
    }
    for (uint32_t n = 0; n < texels; n++) {
        addresses[n] = texture.layout.texelAddress(point.level, point.face, neighbours[0][n & 1],
                                                   neighbours[1][(n >> 1) & 1], neighbours[2][(n >> 2) & 1]);
    }
}

Vec4 offsetCoordinate(const Vec4& coordinate, const Footprint& footprint, float step) {
    return {coordinate[0] + footprint.sOffset * step, coordinate[1] + footprint.tOffset * step, coordinate[2],
            coordinate[3]};
}

Vec4 toColor(const PreparedTexture& texture, uint64_t address, const TexelBytes& bytes, float reference) {
    const TextureState& state = texture.state;
    const bool border = address == kBlackTexelAddress && state.borderTexel == BorderTexel::BorderColor;
    return convertTexel(state, border ? state.borderColor : decodeTexel(state.format, bytes.data()), reference);
}

/// The mean of the texels of one level. The order of operations is part of the contract.
Vec4 filterLevel(TextureMode mode, std::span<const Vec4> texels, const std::array<float, 3>& weight) {
    const auto [a, b, c] = weight;
    Vec4 color;
    for (size_t n = 0; n < color.size(); n++) {
        const auto texel = [&](size_t t) { return texels[t][n]; };
        switch (dimensionsOf(mode)) {
            case 1:
                color[n] = texel(1) * a + texel(0) * (1.0f - a);
                break;
            case 2:
                color[n] = texel(0) * (1.0f - a) * (1.0f - b) + texel(1) * a * (1.0f - b) + texel(2) * (1.0f - a) * b +
                           texel(3) * a * b;
                break;
            default:
                color[n] = texel(0) * (1.0f - a) * (1.0f - b) * (1.0f - c) + texel(1) * a * (1.0f - b) * (1.0f - c) +
                           texel(2) * (1.0f - a) * b * (1.0f - c) + texel(3) * a * b * (1.0f - c) +
                           texel(4) * (1.0f - a) * (1.0f - b) * c + texel(5) * a * (1.0f - b) * c +
                           texel(6) * (1.0f - a) * b * c + texel(7) * a * b * c;
                break;
        }
    }
    return color;
}

Vec4 filterTrilinear(const PreparedTexture& texture, const TextureAccessPlan& plan, const TrilinearPlan& sample,
                     uint32_t fragment, std::span<const TexelBytes> bytes) {
    const bool linear = sample.linear[fragment];
    const uint32_t texels = texelsOf(texture, linear);
    const uint32_t levels = sample.twoLevels[fragment] ? 2 : 1;
    std::array<Vec4, TrilinearPlan::kTexels> colors;
    for (uint32_t t = 0; t < texels * levels; t++) {
        colors[t] = toColor(texture, sample.address[fragment][t], bytes[t], plan.reference[fragment]);
    }
    std::array<Vec4, 2> level{};
    for (uint32_t l = 0; l < levels; l++) {
        const std::span<const Vec4> texelsOfLevel = std::span(colors).subspan(size_t{l} * texels, texels);
        level[l] =
            linear ? filterLevel(texture.state.mode, texelsOfLevel, sample.weight[fragment][l]) : texelsOfLevel[0];
    }
    if (levels == 2) {
        const float weight = fractionOf(plan.lod[fragment]);
        for (size_t n = 0; n < level[0].size(); n++) {
            level[0][n] = level[0][n] * (1.0f - weight) + level[1][n] * weight;
        }
    }
    return level[0];
}

}  // namespace

PreparedTexture::PreparedTexture(const TextureState& textureState, const TextureUnitSettings& settings)
    : state(textureState),
      layout(textureState, settings),
      anisotropy(anisotropySettings(settings)),
      maxAnisotropy(effectiveMaxAnisotropy(textureState, settings)),
      trilinearMin(static_cast<float>(settings.brilinearThreshold) /
                   static_cast<float>(uint64_t{1} << settings.trilinearPrecision)),
      trilinearMax(1.0f - trilinearMin),
      conversion(texelConversion(textureState)) {
    if (state.tiling != Tiling::Hierarchy) surface = std::make_shared<const SurfaceTexture>(state);
    uint32_t levelsLog2 = state.log2Width;
    if (dimensionsOf(state.mode) > 1) {
        levelsLog2 = std::max(levelsLog2, state.log2Height);
    }
    if (state.mode == TextureMode::Texture3D) {
        levelsLog2 = std::max(levelsLog2, state.log2Depth);
    }
    lastLevel = std::min(levelsLog2 + state.minLevel, state.maxLevel);
    for (uint32_t level = 0; level < kTextureLevels; level++) {
        for (size_t c = 0; c < 3; c++) {
            levels[level].size[c] = static_cast<float>(layout.level(level).size[c]);
            levels[level].halfTexel[c] = 1.0f / (2.0f * levels[level].size[c]);
        }
    }
}

void planTextureAccess(const PreparedTexture& texture, const TextureQuadRequest& request, TextureAccessPlan& plan) {
    const QuadInput input = prepareQuad(texture, request.operation, request.operand);
    Footprint quad{.scale = 1.0f};
    if (request.operation != TextureOperation::SampleLod) {
        quad = footprint(texture.state, texture.anisotropy, texelDerivatives(texture.state, input.coordinates),
                         texture.maxAnisotropy);
    }
    const double log2Scale = log2OfScale(quad.scale);

    plan.operation = request.operation;
    plan.face = input.face;
    plan.magnified = 0;
    plan.samples.assign(quad.samples, TrilinearPlan{});
    std::array<FragmentLevels, kQuadFragments> levels;
    for (uint32_t fragment = 0; fragment < kQuadFragments; fragment++) {
        levels[fragment] = selectLevels(texture, levelOfDetail(texture.state, input.parameter[fragment], log2Scale));
        plan.lod[fragment] = levels[fragment].lod;
        plan.level[fragment] = levels[fragment].selected;
        plan.filter[fragment] = levels[fragment].filter;
        plan.reference[fragment] = input.coordinates[fragment][2];
        plan.bytesPerRead[fragment] = std::max(kSmallestReadBytes, texture.layout.texelBytes());
        plan.magnified += levels[fragment].magnified ? 1 : 0;
    }
    for (uint32_t s = 0; s < quad.samples; s++) {
        TrilinearPlan& sample = plan.samples[s];
        for (uint32_t fragment = 0; fragment < kQuadFragments; fragment++) {
            const FragmentLevels& selection = levels[fragment];
            Vec4 coordinate = input.coordinates[fragment];
            if (dimensionsOf(texture.state.mode) == 2 && texture.maxAnisotropy > 1) {
                coordinate = offsetCoordinate(coordinate, quad, anisotropicStep(s, quad.samples));
            }
            const uint32_t levelCount = selection.twoLevels ? 2 : 1;
            sample.linear[fragment] = selection.linear;
            sample.twoLevels[fragment] = selection.twoLevels;
            // Texels of different slices are fetched one after the other, as those of different levels are.
            const uint32_t texels = texelsOf(texture, selection.linear);
            sample.texelsPerLoop[fragment] = static_cast<uint8_t>(std::min(texels, 4u));
            sample.loops[fragment] = static_cast<uint8_t>(levelCount * (texels / sample.texelsPerLoop[fragment]));
            for (uint32_t l = 0; l < levelCount; l++) {
                planLevel(texture, {fragment, l, selection.sampled[l], input.face, selection.linear, coordinate},
                          sample);
            }
        }
    }
}

void fetchTexels(const PreparedTexture& texture, const TextureAccessPlan& plan, const MemoryWindows& memory,
                 TextureBlockCache& cache, FetchedTexels& out, TextureFaults& faults) {
    out.resize(plan.samples.size() * kQuadFragments * TrilinearPlan::kTexels);
    if (!texture.layout.supported()) {
        faults.unsupported++;
    }
    TexelBytes* next = out.data();
    for (const TrilinearPlan& sample : plan.samples) {
        for (uint32_t fragment = 0; fragment < kQuadFragments; fragment++, next += TrilinearPlan::kTexels) {
            const uint32_t texels = sample.texelsPerLoop[fragment] * sample.loops[fragment];
            for (uint32_t t = 0; t < texels; t++) {
                next[t] = readTexel(memory, cache, sample.address[fragment][t], texture.layout.texelBytes(), faults);
            }
        }
    }
}

std::array<Vec4, kQuadFragments> filterTexture(const PreparedTexture& texture, const TextureAccessPlan& plan,
                                               std::span<const TexelBytes> texels) {
    std::array<Vec4, kQuadFragments> colors{};
    for (uint32_t fragment = 0; fragment < kQuadFragments; fragment++) {
        Vec4& color = colors[fragment];
        for (size_t s = 0; s < plan.samples.size(); s++) {
            const size_t first = (s * kQuadFragments + fragment) * TrilinearPlan::kTexels;
            const Vec4 sample = filterTrilinear(texture, plan, plan.samples[s], fragment,
                                                texels.subspan(first, TrilinearPlan::kTexels));
            for (size_t n = 0; n < color.size(); n++) {
                color[n] += sample[n];
            }
        }
        for (float& component : color) {
            component = component / static_cast<float>(plan.samples.size());
        }
    }
    return colors;
}

}  // namespace cyclorama::func
