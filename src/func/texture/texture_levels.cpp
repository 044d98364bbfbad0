// SPDX-License-Identifier: MIT
#include "func/texture/texture_levels.h"

#include <algorithm>

#include "func/texture/texture_arithmetic.h"

namespace cyclorama::func {

namespace {

uint32_t inRange(uint32_t level) { return std::min(level, kTextureLevels - 1); }

uint32_t nearestLevel(const PreparedTexture& texture, float lod) {
    const uint32_t base = texture.state.minLevel;
    if (lod <= 0.5f) {
        return base;
    }
    const float level = static_cast<float>(base) + lod;
    if (level <= static_cast<float>(texture.lastLevel) + 0.5f) {
        return texelFromWhole(ceilingOf(level + 0.5f)) - 1;
    }
    return texture.lastLevel;
}

std::array<uint32_t, 2> minifiedLevels(const PreparedTexture& texture, float lod) {
    switch (texture.state.minFilter) {
        case FilterMode::Nearest:
        case FilterMode::Linear:
            return {texture.state.minLevel, texture.state.minLevel};
        case FilterMode::NearestMipmapNearest:
        case FilterMode::LinearMipmapNearest: {
            const uint32_t level = nearestLevel(texture, lod);
            return {level, level};
        }
        case FilterMode::NearestMipmapLinear:
        case FilterMode::LinearMipmapLinear:
            break;
    }
    const uint32_t finer = std::min(texture.state.minLevel + texelFromWhole(floorOf(lod)), texture.lastLevel);
    return {finer, finer < texture.lastLevel ? finer + 1 : texture.lastLevel};
}

}  // namespace

bool usesLevelOfDetail(const TextureState& state) {
    return state.minFilter != state.magFilter ||
           (state.minFilter != FilterMode::Nearest && state.minFilter != FilterMode::Linear);
}

FragmentLevels selectLevels(const PreparedTexture& texture, float lod) {
    FragmentLevels levels;
    levels.lod = lod;
    // The transition at 0.5 that OpenGL has for a linear magnification filter over nearest levels never shows, as the
    // one at 0 comes first.
    levels.magnified = !(lod > 0.0f);
    levels.filter = levels.magnified ? texture.state.magFilter : texture.state.minFilter;
    levels.linear = isLinear(levels.filter);
    levels.selected = {texture.state.minLevel, texture.state.minLevel};
    if (!levels.magnified) {
        levels.selected = minifiedLevels(texture, lod);
    }
    levels.selected = {inRange(levels.selected[0]), inRange(levels.selected[1])};
    levels.sampled = levels.selected;
    if (mixesLevels(levels.filter)) {
        levels.weight = fractionOf(lod);
        levels.twoLevels = levels.weight > texture.trilinearMin && levels.weight < texture.trilinearMax;
        if (!levels.twoLevels && levels.weight >= texture.trilinearMax && !(levels.weight <= texture.trilinearMin)) {
            levels.sampled[0] = levels.selected[1];
        }
    }
    return levels;
}

QuadInput prepareQuad(const PreparedTexture& texture, TextureOperation operation, const QuadCoordinates& operand) {
    QuadInput input;
    input.coordinates = operand;
    if (operation == TextureOperation::SampleProject) {
        for (Vec4& coordinate : input.coordinates) {
            for (size_t c = 0; c < 3; c++) {
                coordinate[c] = coordinate[c] / coordinate[3];
            }
        }
    } else if (operation == TextureOperation::SampleBias || operation == TextureOperation::SampleLod) {
        for (size_t fragment = 0; fragment < kQuadFragments; fragment++) {
            input.parameter[fragment] = operand[fragment][3];
        }
    }
    if (texture.state.mode == TextureMode::CubeMap) {
        input.face = selectCubeFace(input.coordinates);
    }
    return input;
}

}  // namespace cyclorama::func
