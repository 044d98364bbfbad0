// SPDX-License-Identifier: MIT
#pragma once
// Decoding the texels of the four fragments of a quad together, or of two quads, one component at a time. The class is
// chosen once for a texture (texture_sampler.cpp).

#include <array>
#include <bit>
#include <cstdint>

#include "func/texture/texture_quad_fetch.h"
#include "func/texture/texture_vector.h"

namespace cyclorama::func {

/// A byte over 255. The reciprocal is split so that the first product is exact and the sum rounds as the quotient does.
template <class Ints>
[[gnu::always_inline]] inline FloatsLike<Ints> byteFraction(Ints byte) {
    constexpr float kHigh = 0x1p-8f + 0x1p-16f;
    constexpr float kLow = static_cast<float>(1.0 / 255.0 - static_cast<double>(kHigh));
    const FloatsLike<Ints> value = toFloat(byte);
    return value * kHigh + value * kLow;
}

/// floatFromHalf() of the low sixteen bits of four words.
template <class Ints>
[[gnu::always_inline]] inline FloatsLike<Ints> floatFromHalf(Ints half) {
    const Ints exponent = half & 0x7c00;
    const Ints mantissa = half & 0x3ff;
    const Ints normal = (exponent << 13) + (mantissa << 13) + ((127 - 15) << 23);
    const Ints small = std::bit_cast<Ints>(toFloat(mantissa) * 0x1p-24f);
    const Ints magnitude = select(exponent == 0, small, select(exponent == 0x7c00, mantissa | 0x7f800000, normal));
    return std::bit_cast<FloatsLike<Ints>>(magnitude | ((half & 0x8000) << 16));
}

/// Texels whose components are fields of words (TexelConversion::byFields).
template <class Words>
class FieldTexels {
  public:
    template <uint32_t Lanes>
    using Fetched = TexelWords<Words::kBytes, Lanes>;
    template <uint32_t Lanes>
    using Floats = typename LaneVectors<Lanes>::Float;

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
        }
    }

    /// The first component that always has the same values as `c`.
    size_t equalTo(size_t c) const { return equalTo_[c]; }

    template <uint32_t Lanes>
    Fetched<Lanes> fetch(const LevelView& view, const LaneOffsets<Lanes>& texels, Floats<Lanes>) const {
        return Words::template load<Lanes>(context_, view, texels);
    }

    /// Component `c` of each of several texels.
    template <uint32_t Lanes, size_t N>
    std::array<Floats<Lanes>, N> component(size_t c, const std::array<Fetched<Lanes>, N>& words,
                                           const std::array<LaneOffsets<Lanes>, N>& texels,
                                           Floats<Lanes> reference) const {
        std::array<Floats<Lanes>, N> values = decode<Lanes>(c, words);
        for (size_t n = 0; n < N; n++) {
            if (texels[n].anyOutside) {
                const Vec4& outside = state_.comparison ? conversion_.outsideDecoded : conversion_.outside;
                values[n] = select(texels[n].outside, filled<Floats<Lanes>>(outside[c]), values[n]);
            }
        }
        if (state_.comparison) {
            for (Floats<Lanes>& value : values) value = compareTexel(state_.comparisonFunction, reference, value);
        }
        return values;
    }

  private:
    static bool sameBits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

    template <uint32_t Lanes, size_t N>
    std::array<Floats<Lanes>, N> decode(size_t c, const std::array<Fetched<Lanes>, N>& words) const {
        using Ints = typename LaneVectors<Lanes>::Int;
        const ComponentField& field = conversion_.component[c];
        const size_t index = field.shift / 32;
        const int32_t shift = field.shift % 32;
        const auto each = [&](auto&& convert) {
            std::array<Floats<Lanes>, N> values;
            for (size_t n = 0; n < N; n++) values[n] = convert(words[n][index]);
            return values;
        };
        switch (field.kind) {
            case ComponentKind::Zero:
                return each([](Ints) { return Floats<Lanes>{}; });
            case ComponentKind::One:
                return each([](Ints) { return filled<Floats<Lanes>>(1.0f); });
            case ComponentKind::Signed8:
                return each([&](Ints word) { return toFloat((word << (24 - shift)) >> 24) / field.divisor; });
            case ComponentKind::Half:
                return each([&](Ints word) { return floatFromHalf((word >> shift) & 0xffff); });
            case ComponentKind::Float:
                return each([](Ints word) { return std::bit_cast<Floats<Lanes>>(word); });
            default:
                break;
        }
        const int32_t mask = (1 << field.bits) - 1;
        if (const float* table = conversion_.srgbTable[c]; table != nullptr) {
            return each([&](Ints word) {
                const Ints byte = (word >> shift) & mask;
                Floats<Lanes> linear;
                for (size_t f = 0; f < Lanes; f++) linear[f] = table[byte[f]];
                return linear;
            });
        }
        if (field.divisor == 255.0f) {
            return each([&](Ints word) { return byteFraction((word >> shift) & mask); });
        }
        return each([&](Ints word) { return toFloat((word >> shift) & mask) / field.divisor; });
    }

    const SamplingContext& context_;
    const TexelConversion& conversion_;
    const TextureState& state_;
    std::array<uint8_t, 4> equalTo_{};
};

/// All other texels, one at a time.
class GeneralTexels {
  public:
    template <uint32_t Lanes>
    using Fetched = std::array<typename LaneVectors<Lanes>::Float, 4>;

    explicit GeneralTexels(const SamplingContext& context)
        : context_(context), conversion_(context.texture.conversion), state_(context.texture.state) {}

    size_t equalTo(size_t c) const { return c; }

    template <uint32_t Lanes>
    Fetched<Lanes> fetch(const LevelView& view, const LaneOffsets<Lanes>& texels,
                         typename LaneVectors<Lanes>::Float reference) const {
        Fetched<Lanes> components;
        for (size_t f = 0; f < Lanes; f++) {
            const Vec4 color = texels.outside[f] != 0
                                   ? outside(reference[f])
                                   : texel(view, static_cast<uint64_t>(texels.bytes[f]), reference[f]);
            for (size_t c = 0; c < color.size(); c++) {
                components[c][f] = color[c];
            }
        }
        return components;
    }

    template <uint32_t Lanes, size_t N>
    std::array<typename LaneVectors<Lanes>::Float, N> component(size_t c, const std::array<Fetched<Lanes>, N>& fetched,
                                                                const std::array<LaneOffsets<Lanes>, N>&,
                                                                typename LaneVectors<Lanes>::Float) const {
        std::array<typename LaneVectors<Lanes>::Float, N> values;
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
