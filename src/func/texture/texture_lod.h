// SPDX-License-Identifier: MIT
#pragma once
// Level of detail and anisotropy from the derivatives of a quad. The order and the precision of each operation are part
// of the contract.

#include <array>
#include <cstdint>

#include "func/texture/texture_state.h"

namespace cyclorama::func {

/// The coordinates of the four fragments of a quad, row by row.
using QuadCoordinates = std::array<Vec4, kQuadFragments>;

/// Change of the texel coordinates u, v, w from fragment 0 to its right-hand and to its lower neighbour.
struct TexelDerivatives {
    float dudx = 0.0f, dvdx = 0.0f, dwdx = 0.0f;
    float dudy = 0.0f, dvdy = 0.0f, dwdy = 0.0f;
};

/// Level of detail and anisotropy of a quad's footprint.
struct Footprint {
    /// Texels of the base level per pixel, the argument of the logarithm.
    float scale = 0.0f;
    /// Samples along the axis of anisotropy, 1 to kMaxAnisotropy.
    uint32_t samples = 1;
    /// Distance between two samples; in texels from the algorithms, in texture coordinates from footprint().
    float sOffset = 0.0f;
    float tOffset = 0.0f;
};

/// The settings of a unit with what follows from them.
struct AnisotropySettings {
    AnisotropyAlgorithm algorithm = AnisotropyAlgorithm::Ewa;
    bool ratioMultipleOfTwo = false;
    /// Fraction of the ratio above which the number of samples is rounded up.
    float roundUp = 0.0f;
};

AnisotropySettings anisotropySettings(const TextureUnitSettings& settings);

/// The limit that holds for a texture: its own and the unit's, 1 to kMaxAnisotropy.
uint32_t effectiveMaxAnisotropy(const TextureState& state, const TextureUnitSettings& settings);

/// Derivatives in texels of the base level. Coordinates that are not normalized are texels already.
TexelDerivatives texelDerivatives(const TextureState& state, const QuadCoordinates& coordinates);

/// Number of samples for a ratio of anisotropy.
uint32_t anisotropicSamples(const AnisotropySettings& settings, float ratio);

/// Scale, samples and offsets in texels for a 2D image; `maxAnisotropy` is at least 2.
Footprint anisotropicFootprint(const AnisotropySettings& settings, const TexelDerivatives& derivatives,
                               uint32_t maxAnisotropy);

/// Scale, samples and offsets in texture coordinates for any mode. The scale of a 1D image is the larger of its two
/// signed derivatives.
Footprint footprint(const TextureState& state, const AnisotropySettings& settings, const TexelDerivatives& derivatives,
                    uint32_t maxAnisotropy);

/// The level of detail of a fragment: the logarithm of the scale, biased and clamped. `bias` is the fragment's bias, or
/// its explicit level with a scale of 1.
float levelOfDetail(const TextureState& state, float bias, double log2Scale);

/// The binary logarithm as a quotient of natural ones.
double log2OfScale(float scale);

/// The cube face that most of the four fragments point to, of those with as many the first; turns all four coordinates
/// into coordinates of that face. On equal components z wins over x, x over y, y over z.
CubeFace selectCubeFace(QuadCoordinates& coordinates);

}  // namespace cyclorama::func
