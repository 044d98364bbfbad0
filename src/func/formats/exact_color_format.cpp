// SPDX-License-Identifier: MIT
// Render targets converted as OpenGL defines it: fields rounded to the nearest, from the lowest bit up.

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "func/formats/color_format.h"
#include "func/formats/exact_formats.h"
#include "func/formats/packed_texel.h"
#include "func/lanes/vectors.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kComponents = 4;

constexpr uint64_t onesOfBytes(uint32_t bytes) { return bytes == 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * bytes) - 1; }

/// Bits of a sample that the components in `mask` take, red in bit 0.
constexpr uint64_t coveredBits(const PackedFormat& format, unsigned mask = 0xf) {
    uint64_t bits = 0;
    for (unsigned c = 0; c < kComponents; ++c) {
        const PackedComponent& component = format.component[c];
        if ((mask >> c & 1) != 0 && component.bits != 0) bits |= uint64_t{onesOf(component.bits)} << component.low;
    }
    return bits;
}

/// Bits of no component, which are written as ones.
constexpr uint64_t paddingOf(const PackedFormat& format) { return onesOfBytes(format.bytes) & ~coveredBits(format); }

template <PackedFormat kFormat>
uint64_t writeBits(ComponentMask mask) {
    if (mask.none()) return 0;
    const unsigned enabled =
        unsigned{mask.red} | unsigned{mask.green} << 1 | unsigned{mask.blue} << 2 | unsigned{mask.alpha} << 3;
    return paddingOf(kFormat) | coveredBits(kFormat, enabled);
}

/// A component that is not a number is kept as 0, as programs of OpenGL expect.
inline Float4 clampFraction(Float4 values) {
    const Float4 zero = {0.0f, 0.0f, 0.0f, 0.0f};
    const Float4 one = {1.0f, 1.0f, 1.0f, 1.0f};
    const Float4 atLeast0 = values > zero ? values : zero;
    return atLeast0 < one ? atLeast0 : one;
}

/// Conversions of fractions, rounded half up, in words as wide as a sample.
template <PackedFormat kFormat>
struct Fractions {
    using Word =
        std::conditional_t<kFormat.bytes == 1, uint8_t, std::conditional_t<kFormat.bytes == 2, uint16_t, uint32_t>>;
    static_assert(sizeof(Word) == kFormat.bytes);

    static void unpack(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
        alignas(64) std::array<Word, kColorLanes> words;
        std::memcpy(words.data(), samples.data.data(), lanes * sizeof(Word));
        for (uint32_t c = 0; c < kComponents; ++c) {
            float* out = colors.component[c].data();
            const PackedComponent& component = kFormat.component[c];
            if (component.bits == 0) {
                std::fill_n(out, lanes, c == 3 ? 1.0f : 0.0f);
                continue;
            }
            const uint32_t mask = onesOf(component.bits);
            const auto largest = static_cast<float>(mask);
            for (uint32_t i = 0; i < lanes; ++i)
                out[i] = static_cast<float>(static_cast<int32_t>(uint32_t{words[i]} >> component.low & mask)) / largest;
        }
    }

    static void pack(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
        const auto& [red, green, blue, alpha] = colors.component;
        alignas(64) std::array<int32_t, kColorLanes> sums;
        for (uint32_t i = 0; i < lanes; i += 4) {
            const Int4 four = field<0>(&red[i]) | field<1>(&green[i]) | field<2>(&blue[i]) | field<3>(&alpha[i]) |
                              static_cast<int32_t>(paddingOf(kFormat));
            std::memcpy(&sums[i], &four, sizeof four);
        }
        if constexpr (sizeof(Word) == sizeof(int32_t)) {
            std::memcpy(samples.data.data(), sums.data(), lanes * sizeof(Word));
        } else {
            alignas(64) std::array<Word, kColorLanes> words;
            for (uint32_t i = 0; i < lanes; ++i) words[i] = static_cast<Word>(sums[i]);
            std::memcpy(samples.data.data(), words.data(), lanes * sizeof(Word));
        }
    }

  private:
    /// One component's bits of four words.
    template <uint32_t kIndex>
    static Int4 field([[maybe_unused]] const float* values) {
        constexpr PackedComponent kComponent = kFormat.component[kIndex];
        if constexpr (kComponent.bits == 0) {
            return Int4{};
        } else {
            constexpr auto kLargest = static_cast<float>(onesOf(kComponent.bits));
            return toInteger(clampFraction(loadFloats(values)) * kLargest + 0.5f) << int32_t{kComponent.low};
        }
    }
};

/// Conversions of floats and integers, those of textures. A lacking alpha is the float 1 in any format.
template <PackedFormat kFormat>
struct Numbers {
    static void unpack(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
        Words words;
        unpackTexels(kFormat, samples.data.data(), lanes,
                     {words[0].data(), words[1].data(), words[2].data(), words[3].data()});
        if (kFormat.component[3].bits == 0) std::fill_n(words[3].data(), lanes, bitsOfFloat(1.0f));
        for (uint32_t c = 0; c < kComponents; ++c)
            std::memcpy(colors.component[c].data(), words[c].data(), lanes * sizeof(float));
    }
    static void pack(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
        Words words;
        for (uint32_t c = 0; c < kComponents; ++c)
            std::memcpy(words[c].data(), colors.component[c].data(), lanes * sizeof(float));
        packTexels(kFormat, {words[0].data(), words[1].data(), words[2].data(), words[3].data()}, lanes,
                   samples.data.data());
    }

  private:
    using Words = std::array<std::array<uint32_t, kColorLanes>, kComponents>;
};

/// Bits of red, green and blue that have fewer than eight.
constexpr std::array<uint8_t, 3> ditheredBits(const PackedFormat& format) {
    std::array<uint8_t, 3> bits{};
    for (size_t c = 0; c < bits.size(); ++c)
        if (format.component[c].bits < 8) bits[c] = format.component[c].bits;
    return bits;
}

template <PackedFormat kFormat>
constexpr ColorFormat conversionOf() {
    constexpr bool kFractions = kFormat.component[0].kind == NumberKind::Unorm;
    using Conversions = std::conditional_t<kFractions, Fractions<kFormat>, Numbers<kFormat>>;
    return {.bytesPerSample = kFormat.bytes,
            .clampsInput = kFractions,
            .normalized = kFractions,
            .unpack = Conversions::unpack,
            .pack = Conversions::pack,
            .writeBits = writeBits<kFormat>,
            .integer = isInteger(kFormat.component[0].kind),
            .ditheredBits = kFractions ? ditheredBits(kFormat) : std::array<uint8_t, 3>{}};
}

/// Render targets have no more than 8 bytes, and neither fractions with a sign, shared exponents, depth nor stencil.
constexpr bool isTarget(const exact_formats::Row& row) {
    const NumberKind kind = row.fields.component[0].kind;
    return row.fields.bytes <= kMaxSampleBytes && kind != NumberKind::Snorm && kind != NumberKind::SharedExponent &&
           row.format != Format::Stencil8 && row.format != Format::Stencil8Depth24 && row.format != Format::X8Depth24;
}

template <size_t kRow>
constexpr ColorFormat kConversion = conversionOf<exact_formats::kRows[kRow].fields>();

/// By row of exact_formats::kRows; null where it is no target.
constexpr auto kTargets = []<size_t... kRow>(std::index_sequence<kRow...>) {
    const auto targetOf = []<size_t kOne>(std::integral_constant<size_t, kOne>) -> const ColorFormat* {
        if constexpr (isTarget(exact_formats::kRows[kOne]))
            return &kConversion<kOne>;
        else
            return nullptr;
    };
    return std::array{targetOf(std::integral_constant<size_t, kRow>{})...};
}
(std::make_index_sequence<exact_formats::kRows.size()>());

}  // namespace

const ColorFormat* findExactColorFormat(Format format) {
    const auto row = std::ranges::find(exact_formats::kRows, format, &exact_formats::Row::format);
    return row == exact_formats::kRows.end() ? nullptr
                                             : kTargets[static_cast<size_t>(row - exact_formats::kRows.begin())];
}

}  // namespace cyclorama::func
