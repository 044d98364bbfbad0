// SPDX-License-Identifier: MIT
#pragma once
// Places of the texels of the four fragments of a quad in one mipmap level, for all four together, or for two quads.

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "func/texture/texture_access.h"
#include "func/texture/texture_vector.h"

namespace cyclorama::func {

/// A texel for each fragment: its distance from the start of the level's image in bytes of decompressed texels, or 0
/// and a mask where the fragment's texel is outside the image.
template <uint32_t Lanes>
struct LaneOffsets {
    using Int = typename LaneVectors<Lanes>::Int;

    Int bytes = {};
    Int outside = {};
    bool anyOutside = false;
};
using QuadOffsets = LaneOffsets<kQuadFragments>;

/// Bytes that a level is below: offsets of texels in a quad are signed 32-bit numbers.
inline constexpr uint64_t kLargestExtent = uint64_t{1} << 31;

/// `Dimensions` is 2 for cube maps; `Lanes`: fragments, of one quad or two. The magnitudes of all coordinates are below
/// kCoordinateLimit.
template <uint32_t Dimensions, uint32_t Lanes = kQuadFragments>
class QuadLevelLocator {
  public:
    using Float = typename LaneVectors<Lanes>::Float;
    using Int = typename LaneVectors<Lanes>::Int;
    using Offsets = LaneOffsets<Lanes>;
    static constexpr uint32_t kCorners = 1u << Dimensions;
    using Coordinates = std::array<Float, 3>;
    /// In texels of the level, before the filter picks any.
    using Position = std::array<Float, Dimensions>;
    /// The texels around a sample, x fastest, then y, then z.
    using Corners = std::array<Offsets, kCorners>;

    explicit QuadLevelLocator(const PreparedTexture& texture)
        : state_(texture.state),
          layout_(texture.layout),
          texelBytesLog2_(static_cast<int32_t>(layout_.texelBytesLog2())),
          framebufferBlocking_(layout_.framebufferBlocking()),
          wrap_{state_.wrapS, state_.wrapT, state_.wrapR} {
        for (uint32_t c = 0; c < Dimensions; c++) {
            mayBeOutside_ = mayBeOutside_ || wrap_[c] == WrapMode::Clamp || wrap_[c] == WrapMode::ClampToBorder;
        }
    }

    /// True if the coordinates of an access and of all its samples are within the limit.
    static bool holdsFor(const Coordinates& coordinates, const Footprint& area) {
        constexpr float kLimit = kCoordinateLimit / 4;
        bool within = true;
        for (uint32_t c = 0; c < Dimensions; c++) {
            within = within && allBelow(absolute(coordinates[c]), kLimit);
        }
        const auto samples = static_cast<float>(area.samples);
        return within && std::fabs(area.sOffset) * samples < kLimit && std::fabs(area.tOffset) * samples < kLimit;
    }

    /// True if a linear filter may find texels outside of the image.
    bool mayBeOutside() const { return mayBeOutside_; }

    [[gnu::always_inline]] Position position(const PreparedLevel& level, const Coordinates& coordinates) const {
        Position position;
        for (uint32_t c = 0; c < Dimensions; c++) {
            if (state_.nonNormalized) {
                position[c] = coordinates[c];
                continue;
            }
            Float wrapped = wrapCoordinate(wrap_[c], coordinates[c], level.halfTexel[c]);
            if (Dimensions == 2 && c == 1 && state_.d3d9InvertV) {
                wrapped = 1.0f - wrapped;
            }
            position[c] = wrapped * level.size[c];
        }
        return position;
    }

    [[gnu::always_inline]] Offsets nearest(const LevelLayout& level, const Position& position) const {
        Texel texel;
        Texel bytes;
        for (uint32_t c = 0; c < Dimensions; c++) {
            texel[c] = toInteger(floorOf(position[c]));
            bytes[c] = bytesAlong(c, level, texel[c]);
        }
        return offsetsOf<true>(level, texel, bytes);
    }

    /// The corners around a position, and the weights of the further ones. `Check`: some may be outside the image.
    template <bool Check>
    [[gnu::always_inline]] Corners linear(const LevelLayout& level, const Position& position, Position& weight) const {
        std::array<Texel, 2> texel;
        std::array<Texel, 2> bytes;
        for (uint32_t c = 0; c < Dimensions; c++) {
            const Float corner = position[c] - 0.5f;
            const Float whole = floorOf(corner);
            weight[c] = corner - whole;
            const Int first = toInteger(whole);
            for (int32_t n = 0; n < 2; n++) {
                const auto side = static_cast<size_t>(n);
                texel[side][c] = wrapTexel(wrap_[c], first + n, static_cast<int32_t>(level.size[c]));
                bytes[side][c] = bytesAlong(c, level, texel[side][c]);
            }
        }
        Corners corners;
        for (uint32_t n = 0; n < kCorners; n++) {
            Texel cornerTexel;
            Texel cornerBytes;
            for (uint32_t c = 0; c < Dimensions; c++) {
                cornerTexel[c] = texel[(n >> c) & 1][c];
                cornerBytes[c] = bytes[(n >> c) & 1][c];
            }
            corners[n] = offsetsOf<Check>(level, cornerTexel, cornerBytes);
        }
        return corners;
    }

  private:
    using Texel = std::array<Int, Dimensions>;

    /// Term of a coordinate in a texel's offset in bytes; any value for coordinates outside of the image.
    [[gnu::always_inline]] Int bytesAlong(uint32_t dimension, const LevelLayout& level, Int texel) const {
        if (Dimensions == 2 && framebufferBlocking_) {
            return offsetsAt(dimension == 0 ? level.pixels.columnOffsets() : level.pixels.rowOffsets(), texel);
        }
        if (dimension == 2) return texel * static_cast<int32_t>(level.size[0] * level.size[1]) << texelBytesLog2_;
        if (dimension == 1) return level.blocks.rowBase(texel);
        return Dimensions > 1 ? level.blocks.column(texel) : texel << texelBytesLog2_;
    }

    [[gnu::always_inline]] static Int offsetsAt(std::span<const uint32_t> offsets, Int index) {
        const auto last = static_cast<int32_t>(offsets.size()) - 1;
        const Int positive = index > 0 ? index : Int{};
        const Int inside = positive < last ? positive : filled<Int>(last);
        Int result;
        for (size_t f = 0; f < Lanes; f++) {
            result[f] = static_cast<int32_t>(offsets[static_cast<size_t>(inside[f])]);
        }
        return result;
    }

    /// Places of the texels of a quad. `Check`: some of them may be outside of the image.
    template <bool Check>
    [[gnu::always_inline]] Offsets offsetsOf(const LevelLayout& level, const Texel& texel, const Texel& bytes) const {
        Offsets result{.bytes = bytes[0]};
        for (uint32_t c = 1; c < Dimensions; c++) {
            result.bytes += bytes[c];
        }
        if constexpr (Check) {
            for (uint32_t c = 0; c < Dimensions; c++) {
                result.outside |= (texel[c] < 0) | (texel[c] >= static_cast<int32_t>(level.size[c]));
            }
            result.anyOutside = anyOf(result.outside);
        }
        if (Check && result.anyOutside) {
            result.bytes &= ~result.outside;
        }
        return result;
    }

    const TextureState& state_;
    const TextureLayout& layout_;
    int32_t texelBytesLog2_;
    bool framebufferBlocking_;
    std::array<WrapMode, 3> wrap_;
    bool mayBeOutside_ = false;
};

}  // namespace cyclorama::func
