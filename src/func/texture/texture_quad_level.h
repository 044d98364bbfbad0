// SPDX-License-Identifier: MIT
#pragma once
// Sampling one mipmap level for the four fragments of a quad together, or for two quads.

#include <array>
#include <cstdint>

#include "func/texture/texture_quad_locator.h"
#include "func/texture/texture_quad_texels.h"

namespace cyclorama::func {

/// One value of each component for each fragment.
template <uint32_t Lanes>
using LaneColors = std::array<typename LaneVectors<Lanes>::Float, 4>;
using QuadColors = LaneColors<kQuadFragments>;

/// `Dimensions` is 2 for cube maps; `Lanes`: fragments, of one quad or two. The magnitudes of all coordinates are below
/// kCoordinateLimit.
template <uint32_t Dimensions, class Texels, uint32_t Lanes = kQuadFragments>
class QuadLevelSampler {
  public:
    using Locator = QuadLevelLocator<Dimensions, Lanes>;
    using Coordinates = typename Locator::Coordinates;
    using Float = typename Locator::Float;
    using Colors = LaneColors<Lanes>;

    QuadLevelSampler(const SamplingContext& context, const Texels& texels)
        : locator_(context.texture), texels_(texels) {}

    [[gnu::always_inline]] Colors sample(const LevelView& view, bool linear, const Coordinates& coordinates,
                                         const Float& reference) const {
        const Position position = locator_.position(*view.prepared, coordinates);
        if (!linear) {
            return sampleNearest(view, position, reference);
        }
        return locator_.mayBeOutside() ? sampleLinear<true>(view, position, reference)
                                       : sampleLinear<false>(view, position, reference);
    }

  private:
    using Position = typename Locator::Position;
    static constexpr uint32_t kCorners = Locator::kCorners;

    using Fetched = typename Texels::template Fetched<Lanes>;

    [[gnu::always_inline]] Colors sampleNearest(const LevelView& view, const Position& position,
                                                const Float& reference) const {
        const std::array<typename Locator::Offsets, 1> at = {locator_.nearest(*view.layout, position)};
        const std::array<Fetched, 1> fetched = {texels_.fetch(view, at[0], reference)};
        Colors colors;
        for (size_t c = 0; c < colors.size(); c++) {
            colors[c] = texels_.component(c, fetched, at, reference)[0];
        }
        return colors;
    }

    template <bool Check>
    [[gnu::always_inline]] Colors sampleLinear(const LevelView& view, const Position& position,
                                               const Float& reference) const {
        Position weight;
        const typename Locator::Corners at = locator_.template linear<Check>(*view.layout, position, weight);
        std::array<Fetched, kCorners> fetched;
        for (uint32_t n = 0; n < kCorners; n++) {
            fetched[n] = texels_.fetch(view, at[n], reference);
        }
        Colors colors;
        for (size_t c = 0; c < colors.size(); c++) {
            if (const size_t equal = texels_.equalTo(c); equal != c) {
                colors[c] = colors[equal];
            } else {
                colors[c] = combine(texels_.component(c, fetched, at, reference), weight);
            }
        }
        return colors;
    }

    /// In the order of operations of filterLevel() (texture_access.cpp).
    [[gnu::always_inline]] static Float combine(const std::array<Float, kCorners>& texel, const Position& weight) {
        const Float a = weight[0];
        const Float a0 = 1.0f - a;
        if constexpr (Dimensions == 1) {
            return texel[1] * a + texel[0] * a0;
        } else {
            const Float b = weight[1];
            const Float b0 = 1.0f - b;
            if constexpr (Dimensions == 2) {
                return texel[0] * a0 * b0 + texel[1] * a * b0 + texel[2] * a0 * b + texel[3] * a * b;
            } else {
                const Float c = weight[2];
                const Float c0 = 1.0f - c;
                return texel[0] * a0 * b0 * c0 + texel[1] * a * b0 * c0 + texel[2] * a0 * b * c0 +
                       texel[3] * a * b * c0 + texel[4] * a0 * b0 * c + texel[5] * a * b0 * c + texel[6] * a0 * b * c +
                       texel[7] * a * b * c;
            }
        }
    }

    Locator locator_;
    const Texels& texels_;
};

}  // namespace cyclorama::func
