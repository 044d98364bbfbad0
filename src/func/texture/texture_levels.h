// SPDX-License-Identifier: MIT
#pragma once
// Mipmap levels that a fragment samples, and the filter between them.

#include <array>
#include <cstdint>

#include "func/texture/texture_access.h"

namespace cyclorama::func {

/// The filter and the levels of one fragment. Levels are below kTextureLevels.
struct FragmentLevels {
    float lod = 0.0f;
    FilterMode filter = FilterMode::Nearest;
    /// As selected from the level of detail, before brilinear filtering drops one.
    std::array<uint32_t, 2> selected{};
    /// The levels to sample: one or two.
    std::array<uint32_t, 2> sampled{};
    bool twoLevels = false;
    bool magnified = false;
    /// Within a level: the nearest texel or a weighted mean of the neighbours.
    bool linear = false;
    /// Weight of the second of two levels.
    float weight = 0.0f;
};

/// True if the level of detail decides anything.
bool usesLevelOfDetail(const TextureState& state);

/// From a fragment's level of detail.
FragmentLevels selectLevels(const PreparedTexture& texture, float lod);

/// The operand of a texture instruction as coordinates, projected and on a cube face, and each fragment's bias or
/// level.
struct QuadInput {
    QuadCoordinates coordinates;
    std::array<float, kQuadFragments> parameter{};
    CubeFace face = CubeFace::PositiveX;
};

QuadInput prepareQuad(const PreparedTexture& texture, TextureOperation operation, const QuadCoordinates& operand);

}  // namespace cyclorama::func
