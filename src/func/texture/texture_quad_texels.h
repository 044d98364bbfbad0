// SPDX-License-Identifier: MIT
#pragma once
// Decoding the texels of the four fragments of a quad together, one component at a time. The class is chosen once for a
// texture (texture_sampler.cpp).

#include <array>
#include <bit>
#include <cstdint>

#include "func/texture/texture_quad_fetch.h"
#include "func/texture/texture_vector.h"

namespace cyclorama::func {

/// A byte over 255. The reciprocal is split so that the first product is exact and the sum rounds as the quotient does.
inline Float4 byteFraction(Int4 byte) {
    constexpr float kHigh = 0x1p-8f + 0x1p-16f;
    constexpr float kLow = static_cast<float>(1.0 / 255.0 - static_cast<double>(kHigh));
    const Float4 value = toFloat(byte);
    return value * splat(kHigh) + value * splat(kLow);
}

/// floatFromHalf() of the low sixteen bits of four words.
inline Float4 floatFromHalf(Int4 half) {
    const Int4 exponent = half & 0x7c00;
    const Int4 mantissa = half & 0x3ff;
    const Int4 normal = (exponent << 13) + (mantissa << 13) + ((127 - 15) << 23);
    const Int4 small = std::bit_cast<Int4>(toFloat(mantissa) * splat(0x1p-24f));
    const Int4 magnitude = select(exponent == 0, small, select(exponent == 0x7c00, mantissa | 0x7f800000, normal));
    return std::bit_cast<Float4>(magnitude | ((half & 0x8000) << 16));
}

/// Texels whose components are fields of words (TexelConversion::byFields).
template <class Words>
class FieldTexels {
  public:
    using Fetched = TexelWords<Words::kBytes>;

    explicit FieldTexels(const SamplingContext& context)
        : context_(context), conversion_(context.texture.conversion), state_(context.texture.state) {
        const auto same = [&](size_t a, size_t b) {
            const ComponentField& first = conversion_.component[a];
            const ComponentField& second = conversion_.component[b];
            return first.kind == second.kind && first.shift == second.shift && first.bits == second.bits &&
                   conversion_.srgbTable[a] == conversion_.srgbTable[b] &&
                   sameBits(conversion_.outside[a], conversion_.outside[b]) &&
                   sameBits(conversion_.outsideDecoded[a], conversion_.outsideDecoded[b]);
        };
        for (uint8_t c = 0; c < 4; c++) {
            equalTo_[c] = 0;
            while (!same(equalTo_[c], c)) {
                equalTo_[c]++;
            }
            const ComponentField& field = conversion_.component[c];
            byteFractions_ = byteFractions_ && field.kind == ComponentKind::Unsigned && field.bits == 8 &&
                             field.divisor == 255.0f && field.shift < 32 && conversion_.srgbTable[c] == nullptr;
        }
    }

    /// The first component that always has the same values as `c`.
    size_t equalTo(size_t c) const { return equalTo_[c]; }

    Fetched fetch(const LevelView& view, const QuadOffsets& texels, Float4) const {
        return Words::load(context_, view, texels);
    }

    /// Component `c` of each of several texels.
    template <size_t N>
    [[gnu::always_inline]] std::array<Float4, N> component(size_t c, const std::array<Fetched, N>& words,
                                                           const std::array<QuadOffsets, N>& texels,
                                                           Float4 reference) const {
        std::array<Float4, N> values = byteFractions_ ? bytes(c, words) : decode(c, words);
        for (size_t n = 0; n < N; n++) {
            if (texels[n].anyOutside) {
                const Vec4& outside = state_.comparison ? conversion_.outsideDecoded : conversion_.outside;
                values[n] = select(texels[n].outside, splat(outside[c]), values[n]);
            }
        }
        if (state_.comparison) {
            for (Float4& value : values) value = compareTexel(state_.comparisonFunction, reference, value);
        }
        return values;
    }

  private:
    static bool sameBits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

    /// Components that are bytes over 255 of the first word.
    template <size_t N>
    [[gnu::always_inline]] std::array<Float4, N> bytes(size_t c, const std::array<Fetched, N>& words) const {
        const int32_t shift = conversion_.component[c].shift;
        std::array<Float4, N> values;
        for (size_t n = 0; n < N; n++) values[n] = byteFraction((words[n][0] >> shift) & 255);
        return values;
    }

    template <size_t N>
    std::array<Float4, N> decode(size_t c, const std::array<Fetched, N>& words) const {
        const ComponentField& field = conversion_.component[c];
        const size_t index = field.shift / 32;
        const int32_t shift = field.shift % 32;
        const auto each = [&](auto&& convert) {
            std::array<Float4, N> values;
            for (size_t n = 0; n < N; n++) values[n] = convert(words[n][index]);
            return values;
        };
        switch (field.kind) {
            case ComponentKind::Zero:
                return each([](Int4) { return splat(0.0f); });
            case ComponentKind::One:
                return each([](Int4) { return splat(1.0f); });
            case ComponentKind::Signed8:
                return each([&](Int4 word) { return toFloat((word << (24 - shift)) >> 24) / splat(field.divisor); });
            case ComponentKind::Half:
                return each([&](Int4 word) { return floatFromHalf((word >> shift) & 0xffff); });
            case ComponentKind::Float:
                return each([](Int4 word) { return std::bit_cast<Float4>(word); });
            default:
                break;
        }
        const int32_t mask = (1 << field.bits) - 1;
        if (const float* table = conversion_.srgbTable[c]; table != nullptr) {
            return each([&](Int4 word) {
                const Int4 byte = (word >> shift) & mask;
                return Float4{table[byte[0]], table[byte[1]], table[byte[2]], table[byte[3]]};
            });
        }
        if (field.divisor == 255.0f) {
            return each([&](Int4 word) { return byteFraction((word >> shift) & mask); });
        }
        return each([&](Int4 word) { return toFloat((word >> shift) & mask) / splat(field.divisor); });
    }

    const SamplingContext& context_;
    const TexelConversion& conversion_;
    const TextureState& state_;
    std::array<uint8_t, 4> equalTo_{};
    bool byteFractions_ = true;
};

/// All other texels, one at a time.
class GeneralTexels {
  public:
    using Fetched = std::array<Float4, 4>;

    explicit GeneralTexels(const SamplingContext& context)
        : context_(context), conversion_(context.texture.conversion), state_(context.texture.state) {}

    size_t equalTo(size_t c) const { return c; }

    Fetched fetch(const LevelView& view, const QuadOffsets& texels, Float4 reference) const {
        Fetched components;
        for (size_t f = 0; f < kQuadFragments; f++) {
            const Vec4 color = texels.outside[f] != 0
                                   ? outside(reference[f])
                                   : texel(view, static_cast<uint64_t>(texels.bytes[f]), reference[f]);
            for (size_t c = 0; c < color.size(); c++) {
                components[c][f] = color[c];
            }
        }
        return components;
    }

    template <size_t N>
    std::array<Float4, N> component(size_t c, const std::array<Fetched, N>& fetched, const std::array<QuadOffsets, N>&,
                                    Float4) const {
        std::array<Float4, N> values;
        for (size_t n = 0; n < N; n++) {
            values[n] = fetched[n][c];
        }
        return values;
    }

  private:
    Vec4 outside(float reference) const {
        if (!state_.comparison) {
            return conversion_.outside;
        }
        Vec4 color = conversion_.outsideDecoded;
        for (float& component : color) {
            component = func::compareTexel(state_.comparisonFunction, reference, component);
        }
        return color;
    }

    Vec4 texel(const LevelView& view, uint64_t offset, float reference) const {
        if (view.image != nullptr) {
            return convertTexel(state_, decodeTexel(state_.format, view.image + offset), reference);
        }
        const TexelBytes bytes = readTexel(context_.memory, context_.cache, view.base + offset,
                                           context_.texture.layout.texelBytes(), context_.faults);
        return convertTexel(state_, decodeTexel(state_.format, bytes.data()), reference);
    }

    const SamplingContext& context_;
    const TexelConversion& conversion_;
    const TextureState& state_;
};

}  // namespace cyclorama::func
