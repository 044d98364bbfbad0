#pragma once
// Sampling one mipmap level for the four fragments of a quad together.

#include <array>
#include <cstdint>

#include "func/texture_quad_texels.h"

namespace cyclorama::func {

/// One value of each component for each fragment.
using QuadColors = std::array<Float4, 4>;

/// `Dimensions` is 2 for cube maps. The magnitudes of all coordinates are below kCoordinateLimit.
template <uint32_t Dimensions, class Texels>
class QuadLevelSampler {
  public:
    static constexpr float kCoordinateLimit = 4194304.0f;  // 2^22: fractions are left, and 32 bits hold what is whole
    using Coordinates = std::array<Float4, 3>;

    explicit QuadLevelSampler(const SamplingContext& context)
        : state_(context.texture.state),
          layout_(context.texture.layout),
          texels_(context),
          texelBytesLog2_(static_cast<int32_t>(layout_.texelBytesLog2())),
          wrap_{state_.wrapS, state_.wrapT, state_.wrapR} {
        for (uint32_t c = 0; c < Dimensions; c++) {
            mayBeOutside_ = mayBeOutside_ || wrap_[c] == WrapMode::Clamp || wrap_[c] == WrapMode::ClampToBorder;
        }
    }

    QuadColors sample(const LevelView& view, bool linear, const Coordinates& coordinates, Float4 reference) const {
        std::array<Float4, Dimensions> position;
        for (uint32_t c = 0; c < Dimensions; c++) {
            if (state_.nonNormalized) {
                position[c] = coordinates[c];
                continue;
            }
            Float4 wrapped = wrapCoordinate(wrap_[c], coordinates[c], view.prepared->halfTexel[c]);
            if (Dimensions == 2 && c == 1 && state_.d3d9InvertV) {
                wrapped = splat(1.0f) - wrapped;
            }
            position[c] = wrapped * splat(view.prepared->size[c]);
        }
        if (!linear) {
            return sampleNearest(view, position, reference);
        }
        return mayBeOutside_ ? sampleLinear<true>(view, position, reference)
                             : sampleLinear<false>(view, position, reference);
    }

  private:
    using Position = std::array<Float4, Dimensions>;
    using Texel = std::array<Int4, Dimensions>;
    static constexpr uint32_t kCorners = 1u << Dimensions;

    Int4 spread(Int4 value) const {
        if (layout_.blockBits() > 8) {
            value = (value | (value << 8)) & 0x00ff00ff;
        }
        value = (value | (value << 4)) & 0x0f0f0f0f;
        value = (value | (value << 2)) & 0x33333333;
        return (value | (value << 1)) & 0x55555555;
    }

    /// What a coordinate adds to a texel's address in bytes, in all but framebuffer blocking.
    Int4 bytesAlong(uint32_t dimension, const LevelView& view, Int4 texel) const {
        const auto bits = static_cast<int32_t>(layout_.blockBits());
        const int32_t mask = (1 << bits) - 1;
        Int4 offset = texel;
        if (dimension == 2) {
            offset = texel * static_cast<int32_t>(view.layout->size[0] * view.layout->size[1]);
        } else if (dimension == 1) {
            const auto rowShift = 2 * bits + static_cast<int32_t>(view.layout->superBlockRowLog2);
            offset = (spread(texel & mask) << 1) + ((texel >> bits) << rowShift);
        } else if (Dimensions > 1) {
            offset = spread(texel & mask) + ((texel >> bits) << (2 * bits));
        }
        return offset << texelBytesLog2_;
    }

    /// Where the texels of a quad are. `Check`: some of them may be outside the image.
    template <bool Check>
    QuadOffsets offsetsOf(const LevelView& view, const Texel& texel, const Texel& bytes) const {
        QuadOffsets result{.bytes = bytes[0]};
        for (uint32_t c = 1; c < Dimensions; c++) {
            result.bytes += bytes[c];
        }
        if constexpr (Check) {
            for (uint32_t c = 0; c < Dimensions; c++) {
                result.outside |= (texel[c] < 0) | (texel[c] >= static_cast<int32_t>(view.layout->size[c]));
            }
            result.anyOutside = anyOf(result.outside);
        }
        if (Dimensions == 2 && layout_.framebufferBlocking()) {
            for (size_t f = 0; f < kQuadFragments; f++) {
                if (result.outside[f] == 0) {
                    result.bytes[f] = static_cast<int32_t>(view.layout->pixels.offset(
                        static_cast<uint32_t>(texel[0][f]), static_cast<uint32_t>(texel[Dimensions - 1][f])));
                }
            }
        }
        if (Check && result.anyOutside) {
            result.bytes &= ~result.outside;
        }
        return result;
    }

    QuadColors sampleNearest(const LevelView& view, const Position& position, Float4 reference) const {
        Texel texel;
        Texel bytes;
        for (uint32_t c = 0; c < Dimensions; c++) {
            texel[c] = toInteger(floorOf(position[c]));
            bytes[c] = bytesAlong(c, view, texel[c]);
        }
        const std::array<QuadOffsets, 1> at = {offsetsOf<true>(view, texel, bytes)};
        const std::array<typename Texels::Fetched, 1> fetched = {texels_.fetch(view, at[0], reference)};
        QuadColors colors;
        for (size_t c = 0; c < colors.size(); c++) {
            colors[c] = texels_.component(c, fetched, at, reference)[0];
        }
        return colors;
    }

    template <bool Check>
    QuadColors sampleLinear(const LevelView& view, const Position& position, Float4 reference) const {
        std::array<Texel, 2> texel;
        std::array<Texel, 2> bytes;
        std::array<Float4, Dimensions> weight;
        for (uint32_t c = 0; c < Dimensions; c++) {
            const Float4 corner = position[c] - splat(0.5f);
            const Float4 whole = floorOf(corner);
            weight[c] = corner - whole;
            const Int4 first = toInteger(whole);
            for (int32_t n = 0; n < 2; n++) {
                const auto side = static_cast<size_t>(n);
                texel[side][c] = wrapTexel(wrap_[c], first + n, static_cast<int32_t>(view.layout->size[c]));
                bytes[side][c] = bytesAlong(c, view, texel[side][c]);
            }
        }
        std::array<QuadOffsets, kCorners> at;
        std::array<typename Texels::Fetched, kCorners> fetched;
        for (uint32_t n = 0; n < kCorners; n++) {
            Texel cornerTexel;
            Texel cornerBytes;
            for (uint32_t c = 0; c < Dimensions; c++) {
                cornerTexel[c] = texel[(n >> c) & 1][c];
                cornerBytes[c] = bytes[(n >> c) & 1][c];
            }
            at[n] = offsetsOf<Check>(view, cornerTexel, cornerBytes);
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

    /// The order of operations is ATTILA's (TextureEmulator, bilinearFilter).
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

    const TextureState& state_;
    const TextureLayout& layout_;
    Texels texels_;
    int32_t texelBytesLog2_;
    std::array<WrapMode, 3> wrap_;
    bool mayBeOutside_ = false;
};

}  // namespace cyclorama::func
