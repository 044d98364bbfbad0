// SPDX-License-Identifier: MIT
#pragma once
// Sampling one mipmap level for the four fragments of a quad together.

#include <array>
#include <cstdint>

#include "func/texture/texture_quad_locator.h"
#include "func/texture/texture_quad_texels.h"

namespace cyclorama::func {

/// One value of each component for each fragment.
using QuadColors = std::array<Float4, 4>;

/// `Dimensions` is 2 for cube maps. The magnitudes of all coordinates are below kCoordinateLimit.
template <uint32_t Dimensions, class Texels>
class QuadLevelSampler {
  public:
    using Locator = QuadLevelLocator<Dimensions>;
    using Coordinates = typename Locator::Coordinates;

    explicit QuadLevelSampler(const SamplingContext& context) : locator_(context.texture), texels_(context) {}

    QuadColors sample(const LevelView& view, bool linear, const Coordinates& coordinates, Float4 reference) const {
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

    QuadColors sampleNearest(const LevelView& view, const Position& position, Float4 reference) const {
        const std::array<QuadOffsets, 1> at = {locator_.nearest(*view.layout, position)};
        const std::array<typename Texels::Fetched, 1> fetched = {texels_.fetch(view, at[0], reference)};
        QuadColors colors;
        for (size_t c = 0; c < colors.size(); c++) {
            colors[c] = texels_.component(c, fetched, at, reference)[0];
        }
        return colors;
    }

    template <bool Check>
    QuadColors sampleLinear(const LevelView& view, const Position& position, Float4 reference) const {
        std::array<Float4, Dimensions> weight;
        const typename Locator::Corners at = locator_.template linear<Check>(*view.layout, position, weight);
        std::array<typename Texels::Fetched, kCorners> fetched;
        for (uint32_t n = 0; n < kCorners; n++) {
            fetched[n] = texels_.fetch(view, at[n], reference);
        }
        QuadColors colors;
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
    static Float4 combine(const std::array<Float4, kCorners>& texel, const std::array<Float4, Dimensions>& weight) {
        const Float4 a = weight[0];
        const Float4 a0 = splat(1.0f) - a;
        if constexpr (Dimensions == 1) {
            return texel[1] * a + texel[0] * a0;
        } else {
            const Float4 b = weight[1];
            const Float4 b0 = splat(1.0f) - b;
            if constexpr (Dimensions == 2) {
                return texel[0] * a0 * b0 + texel[1] * a * b0 + texel[2] * a0 * b + texel[3] * a * b;
            } else {
                const Float4 c = weight[2];
                const Float4 c0 = splat(1.0f) - c;
                return texel[0] * a0 * b0 * c0 + texel[1] * a * b0 * c0 + texel[2] * a0 * b * c0 +
                       texel[3] * a * b * c0 + texel[4] * a0 * b0 * c + texel[5] * a * b0 * c + texel[6] * a0 * b * c +
                       texel[7] * a * b * c;
            }
        }
    }

    Locator locator_;
    Texels texels_;
};

}  // namespace cyclorama::func
