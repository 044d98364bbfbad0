// SPDX-License-Identifier: MIT
// Render targets converted as OpenGL defines it: fields rounded to the nearest, from the lowest bit up.

#include <algorithm>
#include <bit>
#include <cstring>

#include "func/formats/color_format.h"
#include "func/formats/float_formats.h"
#include "func/lanes/vectors.h"

namespace cyclorama::func {
namespace {

constexpr uint32_t kComponents = 4;

/// Places of a format's components, in bits from the lowest; 0 bits for one that it lacks. `padding` is written as
/// ones.
struct Fields {
    std::array<uint8_t, kComponents> shift{};
    std::array<uint8_t, kComponents> bits{};
    uint32_t padding = 0;
};

constexpr Fields kR8{{0, 0, 0, 0}, {8, 0, 0, 0}};
constexpr Fields kRg8{{0, 8, 0, 0}, {8, 8, 0, 0}};
constexpr Fields kRgba8{{0, 8, 16, 24}, {8, 8, 8, 8}};
constexpr Fields kRgbx8{{0, 8, 16, 24}, {8, 8, 8, 0}, 0xff000000};
constexpr Fields kBgra8{{16, 8, 0, 24}, {8, 8, 8, 8}};
constexpr Fields kBgrx8{{16, 8, 0, 24}, {8, 8, 8, 0}, 0xff000000};
constexpr Fields kBgra4{{8, 4, 0, 12}, {4, 4, 4, 4}};
constexpr Fields kBgrx4{{8, 4, 0, 12}, {4, 4, 4, 0}, 0xf000};
constexpr Fields kBgr5a1{{10, 5, 0, 15}, {5, 5, 5, 1}};
constexpr Fields kBgr5x1{{10, 5, 0, 15}, {5, 5, 5, 0}, 0x8000};
constexpr Fields kBgr565{{11, 5, 0, 0}, {5, 6, 5, 0}};
constexpr Fields kRgb10a2{{0, 10, 20, 30}, {10, 10, 10, 2}};

/// A component that is not a number is kept as 0, as programs of OpenGL expect.
inline Float4 clampFraction(Float4 values) {
    const Float4 zero = {0.0f, 0.0f, 0.0f, 0.0f};
    const Float4 one = {1.0f, 1.0f, 1.0f, 1.0f};
    const Float4 atLeast0 = values > zero ? values : zero;
    return atLeast0 < one ? atLeast0 : one;
}

template <typename Word>
using Words = std::array<Word, kColorLanes>;

template <typename Word, Fields F>
void unpackFields(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
    alignas(64) Words<Word> words;
    std::memcpy(words.data(), samples.data.data(), lanes * sizeof(Word));
    for (uint32_t c = 0; c < kComponents; ++c) {
        float* out = colors.component[c].data();
        if (F.bits[c] == 0) {
            std::fill_n(out, lanes, c == 3 ? 1.0f : 0.0f);
            continue;
        }
        const uint32_t mask = (1u << F.bits[c]) - 1;
        const auto largest = static_cast<float>(mask);
        for (uint32_t i = 0; i < lanes; ++i)
            out[i] = static_cast<float>(static_cast<int32_t>(uint32_t{words[i]} >> F.shift[c] & mask)) / largest;
    }
}

/// One component's bits of four words.
template <Fields F, uint32_t C>
Int4 field([[maybe_unused]] const float* values) {
    if constexpr (F.bits[C] == 0) {
        return Int4{};
    } else {
        constexpr auto kLargest = static_cast<float>((1u << F.bits[C]) - 1);
        return toInteger(clampFraction(loadFloats(values)) * kLargest + 0.5f) << int32_t{F.shift[C]};
    }
}

template <typename Word, Fields F>
void packFields(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
    const auto& [red, green, blue, alpha] = colors.component;
    alignas(64) Words<int32_t> sums;
    for (uint32_t i = 0; i < lanes; i += 4) {
        const Int4 four = field<F, 0>(&red[i]) | field<F, 1>(&green[i]) | field<F, 2>(&blue[i]) |
                          field<F, 3>(&alpha[i]) | static_cast<int32_t>(F.padding);
        std::memcpy(&sums[i], &four, sizeof four);
    }
    if constexpr (sizeof(Word) == sizeof(int32_t)) {
        std::memcpy(samples.data.data(), sums.data(), lanes * sizeof(Word));
    } else {
        alignas(64) Words<Word> words;
        for (uint32_t i = 0; i < lanes; ++i) words[i] = static_cast<Word>(sums[i]);
        std::memcpy(samples.data.data(), words.data(), lanes * sizeof(Word));
    }
}

template <Fields F>
uint64_t writeFieldBits(ComponentMask mask) {
    const std::array<bool, kComponents> enabled = {mask.red, mask.green, mask.blue, mask.alpha};
    uint64_t bits = mask.none() ? 0 : F.padding;
    for (uint32_t c = 0; c < kComponents; ++c)
        if (enabled[c]) bits |= ((uint64_t{1} << F.bits[c]) - 1) << F.shift[c];
    return bits;
}

constexpr std::array<uint8_t, 3> ditheredBits(const Fields& fields) {
    std::array<uint8_t, 3> bits{};
    for (size_t c = 0; c < bits.size(); ++c)
        if (fields.bits[c] < 8) bits[c] = static_cast<uint8_t>(fields.bits[c]);
    return bits;
}

template <typename Word, Fields F>
constexpr ColorFormat fieldFormat() {
    return {.bytesPerSample = sizeof(Word),
            .clampsInput = true,
            .normalized = true,
            .unpack = unpackFields<Word, F>,
            .pack = packFields<Word, F>,
            .writeBits = writeFieldBits<F>,
            .ditheredBits = ditheredBits(F)};
}

/// `Count` components of one type each, one after the other.
template <typename Element, uint32_t Count, float (*Decode)(Element), Element (*Encode)(float)>
struct Elements {
    static void unpack(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
        for (uint32_t c = 0; c < kComponents; ++c) {
            for (uint32_t i = 0; i < lanes; ++i) {
                Element element{};
                if (c < Count)
                    std::memcpy(&element, samples.data.data() + (i * Count + c) * sizeof(Element), sizeof(Element));
                colors.component[c][i] = c < Count ? Decode(element) : c == 3 ? 1.0f : 0.0f;
            }
        }
    }
    static void pack(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
        for (uint32_t i = 0; i < lanes; ++i) {
            for (uint32_t c = 0; c < Count; ++c) {
                const Element element = Encode(colors.component[c][i]);
                std::memcpy(samples.data.data() + (i * Count + c) * sizeof(Element), &element, sizeof(Element));
            }
        }
    }
    static uint64_t writeBits(ComponentMask mask) {
        const std::array<bool, kComponents> enabled = {mask.red, mask.green, mask.blue, mask.alpha};
        constexpr uint64_t kElement = ~uint64_t{0} >> (64 - 8 * sizeof(Element));
        uint64_t bits = 0;
        for (uint32_t c = 0; c < Count; ++c)
            if (enabled[c]) bits |= kElement << (size_t{c} * 8 * sizeof(Element));
        return bits;
    }
    static constexpr ColorFormat format(bool integer) {
        return {.bytesPerSample = Count * sizeof(Element),
                .clampsInput = false,
                .normalized = false,
                .unpack = unpack,
                .pack = pack,
                .writeBits = writeBits,
                .integer = integer};
    }
};

float sameFloat(float value) { return value; }

template <typename T>
T integerFrom(float bits) {
    if constexpr (std::is_signed_v<T>)
        return static_cast<T>(std::clamp<int64_t>(std::bit_cast<int32_t>(bits), std::numeric_limits<T>::min(),
                                                  std::numeric_limits<T>::max()));
    else
        return static_cast<T>(std::min<uint32_t>(std::bit_cast<uint32_t>(bits), std::numeric_limits<T>::max()));
}

template <typename T>
float bitsOf(T value) {
    if constexpr (std::is_signed_v<T>)
        return std::bit_cast<float>(static_cast<int32_t>(value));
    else
        return std::bit_cast<float>(static_cast<uint32_t>(value));
}

template <uint32_t Count>
using Halves = Elements<uint16_t, Count, exactFloatFromHalf, nearestHalfFromFloat>;
template <uint32_t Count>
using Floats = Elements<float, Count, sameFloat, sameFloat>;
template <typename T, uint32_t Count>
using Integers = Elements<T, Count, bitsOf<T>, integerFrom<T>>;

void unpackSmallFloats(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
    for (uint32_t i = 0; i < lanes; ++i) {
        uint32_t word;
        std::memcpy(&word, samples.data.data() + i * sizeof word, sizeof word);
        colors.component[0][i] = floatFromSmallFloat(word & 0x7ff, 6);
        colors.component[1][i] = floatFromSmallFloat(word >> 11 & 0x7ff, 6);
        colors.component[2][i] = floatFromSmallFloat(word >> 22, 5);
        colors.component[3][i] = 1.0f;
    }
}

void packSmallFloats(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
    for (uint32_t i = 0; i < lanes; ++i) {
        const uint32_t word = smallFloatFromFloat(colors.component[0][i], 6) |
                              smallFloatFromFloat(colors.component[1][i], 6) << 11 |
                              smallFloatFromFloat(colors.component[2][i], 5) << 22;
        std::memcpy(samples.data.data() + i * sizeof word, &word, sizeof word);
    }
}

constexpr Fields kR11g11b10{{0, 11, 22, 0}, {11, 11, 10, 0}};
constexpr ColorFormat kSmallFloats{.bytesPerSample = 4,
                                   .clampsInput = false,
                                   .normalized = false,
                                   .unpack = unpackSmallFloats,
                                   .pack = packSmallFloats,
                                   .writeBits = writeFieldBits<kR11g11b10>};

void unpackIntegerFields(const SampleBytes& samples, uint32_t lanes, ColorLanes& colors) {
    for (uint32_t i = 0; i < lanes; ++i) {
        uint32_t word;
        std::memcpy(&word, samples.data.data() + i * sizeof word, sizeof word);
        for (uint32_t c = 0; c < kComponents; ++c)
            colors.component[c][i] = std::bit_cast<float>(word >> kRgb10a2.shift[c] & ((1u << kRgb10a2.bits[c]) - 1));
    }
}

void packIntegerFields(const ColorLanes& colors, uint32_t lanes, SampleBytes& samples) {
    for (uint32_t i = 0; i < lanes; ++i) {
        uint32_t word = 0;
        for (uint32_t c = 0; c < kComponents; ++c) {
            const uint32_t value = std::bit_cast<uint32_t>(colors.component[c][i]);
            word |= std::min(value, (1u << kRgb10a2.bits[c]) - 1) << kRgb10a2.shift[c];
        }
        std::memcpy(samples.data.data() + i * sizeof word, &word, sizeof word);
    }
}

constexpr ColorFormat kRgb10a2Integer{.bytesPerSample = 4,
                                      .clampsInput = false,
                                      .normalized = false,
                                      .unpack = unpackIntegerFields,
                                      .pack = packIntegerFields,
                                      .writeBits = writeFieldBits<kRgb10a2>,
                                      .integer = true};

struct Row {
    Format format;
    ColorFormat conversion;
};

constexpr std::array kRows{
    Row{Format::R8Unorm, fieldFormat<uint8_t, kR8>()},
    Row{Format::R8G8Unorm, fieldFormat<uint16_t, kRg8>()},
    Row{Format::R8G8B8A8Unorm, fieldFormat<uint32_t, kRgba8>()},
    Row{Format::R8G8B8X8Unorm, fieldFormat<uint32_t, kRgbx8>()},
    Row{Format::B8G8R8A8Unorm, fieldFormat<uint32_t, kBgra8>()},
    Row{Format::B8G8R8X8Unorm, fieldFormat<uint32_t, kBgrx8>()},
    Row{Format::B4G4R4A4Unorm, fieldFormat<uint16_t, kBgra4>()},
    Row{Format::B4G4R4X4Unorm, fieldFormat<uint16_t, kBgrx4>()},
    Row{Format::B5G5R5A1Unorm, fieldFormat<uint16_t, kBgr5a1>()},
    Row{Format::B5G5R5X1Unorm, fieldFormat<uint16_t, kBgr5x1>()},
    Row{Format::B5G6R5Unorm, fieldFormat<uint16_t, kBgr565>()},
    Row{Format::R10G10B10A2Unorm, fieldFormat<uint32_t, kRgb10a2>()},
    Row{Format::R11G11B10Float, kSmallFloats},
    Row{Format::R16Float, Halves<1>::format(false)},
    Row{Format::Rg16Float, Halves<2>::format(false)},
    Row{Format::Rgba16Float, Halves<4>::format(false)},
    Row{Format::R32Float, Floats<1>::format(false)},
    Row{Format::Rg32Float, Floats<2>::format(false)},
    Row{Format::R8Uint, Integers<uint8_t, 1>::format(true)},
    Row{Format::R8Sint, Integers<int8_t, 1>::format(true)},
    Row{Format::R8G8Uint, Integers<uint8_t, 2>::format(true)},
    Row{Format::R8G8Sint, Integers<int8_t, 2>::format(true)},
    Row{Format::R8G8B8A8Uint, Integers<uint8_t, 4>::format(true)},
    Row{Format::R8G8B8A8Sint, Integers<int8_t, 4>::format(true)},
    Row{Format::R10G10B10A2Uint, kRgb10a2Integer},
    Row{Format::R16Uint, Integers<uint16_t, 1>::format(true)},
    Row{Format::R16Sint, Integers<int16_t, 1>::format(true)},
    Row{Format::R16G16Uint, Integers<uint16_t, 2>::format(true)},
    Row{Format::R16G16Sint, Integers<int16_t, 2>::format(true)},
    Row{Format::R16G16B16A16Uint, Integers<uint16_t, 4>::format(true)},
    Row{Format::R16G16B16A16Sint, Integers<int16_t, 4>::format(true)},
    Row{Format::R32Uint, Integers<uint32_t, 1>::format(true)},
    Row{Format::R32Sint, Integers<int32_t, 1>::format(true)},
    Row{Format::R32G32Uint, Integers<uint32_t, 2>::format(true)},
    Row{Format::R32G32Sint, Integers<int32_t, 2>::format(true)},
};

}  // namespace

const ColorFormat* findExactColorFormat(Format format) {
    const auto row = std::ranges::find(kRows, format, &Row::format);
    return row == kRows.end() ? nullptr : &row->conversion;
}

}  // namespace cyclorama::func
