// SPDX-License-Identifier: MIT
#include "func/formats/packed_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "func/formats/packed_texel.h"
#include "func/formats/srgb.h"
#include "func/lanes/vectors.h"

namespace cyclorama::func {

namespace {

constexpr unsigned kSharedExponentLow = 27;
constexpr float kFixedUnit = 65536.0f;

/// Linear values of the 256 components in sRGB.
const std::array<uint32_t, 256>& linearOfSrgb8() {
    static const std::array<uint32_t, 256> kTable = [] {
        std::array<uint32_t, 256> table{};
        for (unsigned i = 0; i < table.size(); ++i) {
            table[i] = bitsOfFloat(exactLinearFromSrgb(static_cast<float>(i) / 255.0f));
        }
        return table;
    }();
    return kTable;
}

template <typename Convert>
void unpackEach(const PackedFormat& format, const PackedComponent& component, const std::byte* texels, size_t count,
                uint32_t* words, Convert convert) {
    const std::byte* from = texels + size_t{component.low} / 32 * 4;
    const unsigned shift = component.low % 32;
    const uint32_t ones = onesOf(component.bits);
    const unsigned bytes = bytesOfWord(format, component);
    const size_t stride = format.bytes;
    const auto each = [&]<unsigned Bytes>() {
        for (size_t i = 0; i < count; ++i) {
            uint32_t word = 0;
            std::memcpy(&word, from + i * stride, Bytes);
            words[i] = convert(word >> shift & ones, word);
        }
    };
    if (bytes == 4) return each.template operator()<4>();
    if (bytes == 3) return each.template operator()<3>();
    if (bytes == 2) return each.template operator()<2>();
    each.template operator()<1>();
}

void unpackComponent(const PackedFormat& format, unsigned index, const std::byte* texels, size_t count,
                     uint32_t* words) {
    const PackedComponent component = format.component[index];
    const unsigned bits = component.bits;
    const auto each = [&](auto convert) { unpackEach(format, component, texels, count, words, convert); };
    switch (component.kind) {
        case NumberKind::Unorm:
            if (format.srgb && index < 3) return each([&](uint32_t v, uint32_t) { return linearOfSrgb8()[v & 0xff]; });
            if (bits == 8) return each([](uint32_t v, uint32_t) { return byteFractionWord(v); });
            if (bits > 24) return each([](uint32_t v, uint32_t) { return wideFractionWord(v); });
            return each([largest = static_cast<float>(onesOf(bits))](uint32_t v, uint32_t) {
                return fractionWord(v, largest);
            });
        case NumberKind::Snorm:
            return each([bits, largest = static_cast<double>(onesOf(bits - 1))](uint32_t v, uint32_t) {
                return signedFractionWord(v, bits, largest);
            });
        case NumberKind::Uint:
            return each([](uint32_t v, uint32_t) { return v; });
        case NumberKind::Sint:
            return each([bits](uint32_t v, uint32_t) { return static_cast<uint32_t>(signExtended(v, bits)); });
        case NumberKind::Float:
            if (bits == 32) return each([](uint32_t v, uint32_t) { return v; });
            if (bits == 16) return each([](uint32_t v, uint32_t) { return halfWord(v); });
            return each([bits](uint32_t v, uint32_t) { return smallFloatWord(v, bits); });
        case NumberKind::Fixed:
            return each([](uint32_t v, uint32_t) { return fixedWord(v); });
        case NumberKind::SharedExponent:
            return each(sharedExponentWord);
    }
}

/// Floats from here to 2^24 are integers.
constexpr float kIntegersFrom = 8388608.0f;

/// The nearest integer to a float from 0 to below 2^22, the even one of two: without a branch or call.
uint32_t nearestInteger(float value) { return bitsOfFloat(value + kIntegersFrom) - bitsOfFloat(kIntegersFrom); }
Uint4 nearestInteger(Float4 value) {
    const Float4 units = splat(kIntegersFrom);
    return std::bit_cast<Uint4>(value + units) - std::bit_cast<Uint4>(units);
}

/// A fraction of one as a number of `bits` bits, at most 16.
uint32_t unormOf(float value, float largest) {
    const float positive = value > 0.0f ? value : 0.0f;
    return nearestInteger((positive < 1.0f ? positive : 1.0f) * largest);
}

/// The same of more bits.
uint32_t wideUnormOf(float value, unsigned bits) {
    if (!(value > 0.0f)) return 0;
    if (value >= 1.0f) return onesOf(bits);
    return static_cast<uint32_t>(std::nearbyint(value * static_cast<double>(onesOf(bits))));
}

uint32_t snormOf(float value, unsigned bits) {
    if (value != value) return 0;
    const double scale = onesOf(bits - 1);
    const double clamped = std::clamp(static_cast<double>(value), -1.0, 1.0);
    return static_cast<uint32_t>(static_cast<int32_t>(std::nearbyint(clamped * scale)));
}

uint32_t fixedOf(float value) {
    if (value != value) return 0;
    const double scaled = std::nearbyint(static_cast<double>(value) * kFixedUnit);
    return static_cast<uint32_t>(static_cast<int32_t>(std::clamp(scaled, -2147483648.0, 2147483647.0)));
}

uint32_t floatBits(uint32_t word, unsigned bits) {
    if (bits == 32) return word;
    if (bits == 16) return nearestHalfFromFloat(floatOfBits(word));
    return smallFloatFromFloat(floatOfBits(word), bits - 5);
}

/// Components of 8 bits in sRGB, the nearest by exactSrgbFromLinear(). Within a cell of linear values there are two at
/// most.
class SrgbEncoder {
  public:
    SrgbEncoder() {
        for (size_t i = 0; i < first_.size(); ++i) {
            const float linear = static_cast<float>(i) / kCells;
            first_[i] = static_cast<uint8_t>(nearestInteger(exactSrgbFromLinear(linear) * 255.0f));
        }
        for (size_t i = 0; i < next_.size(); ++i) {
            next_[i] = exactLinearFromSrgb((static_cast<float>(i) + 0.5f) / 255.0f);
        }
    }
    uint32_t of(float linear) const {
        const float positive = linear > 0.0f ? linear : 0.0f;
        const float fraction = positive < 1.0f ? positive : 1.0f;
        uint32_t code = first_[static_cast<size_t>(fraction * kCells)];
        while (code < next_.size() && fraction > next_[code]) ++code;
        return code;
    }

  private:
    static constexpr float kCells = 4096.0f;
    std::array<uint8_t, 4097> first_{};
    std::array<float, 255> next_{};  ///< linear values above which the next code begins
};
const SrgbEncoder& srgbEncoder() {
    static const SrgbEncoder kEncoder;
    return kEncoder;
}

/// Adds a component to texels whose other bits are there already.
template <typename Convert>
void packEach(const PackedFormat& format, const PackedComponent& component, const uint32_t* words, size_t count,
              std::byte* texels, Convert convert) {
    std::byte* const to = texels + size_t{component.low} / 32 * 4;
    const unsigned shift = component.low % 32;
    const uint32_t ones = onesOf(component.bits);
    const size_t stride = format.bytes;
    const auto each = [&]<unsigned Bytes>() {
        for (size_t i = 0; i < count; ++i) {
            uint32_t word = 0;
            std::memcpy(&word, to + i * stride, Bytes);
            word |= (convert(words[i]) & ones) << shift;
            std::memcpy(to + i * stride, &word, Bytes);
        }
    };
    const unsigned bytes = bytesOfWord(format, component);
    if (bytes == 4) return each.template operator()<4>();
    if (bytes == 3) return each.template operator()<3>();
    if (bytes == 2) return each.template operator()<2>();
    each.template operator()<1>();
}

void packComponent(const PackedFormat& format, unsigned index, const uint32_t* words, size_t count, std::byte* texels) {
    const PackedComponent component = format.component[index];
    const unsigned bits = component.bits;
    const auto each = [&](auto convert) { packEach(format, component, words, count, texels, convert); };
    switch (component.kind) {
        case NumberKind::Unorm: {
            const auto largest = static_cast<float>(onesOf(bits));
            if (format.srgb && index < 3) {
                return each([&encoder = srgbEncoder()](uint32_t w) { return encoder.of(floatOfBits(w)); });
            }
            if (bits > 16) return each([=](uint32_t w) { return wideUnormOf(floatOfBits(w), bits); });
            return each([=](uint32_t w) { return unormOf(floatOfBits(w), largest); });
        }
        case NumberKind::Snorm:
            return each([=](uint32_t w) { return snormOf(floatOfBits(w), bits); });
        case NumberKind::Uint:
            return each([ones = onesOf(bits)](uint32_t w) { return std::min(w, ones); });
        case NumberKind::Sint:
            return each([limit = static_cast<int32_t>(onesOf(bits - 1))](uint32_t w) {
                return static_cast<uint32_t>(std::clamp(static_cast<int32_t>(w), -limit - 1, limit));
            });
        case NumberKind::Float:
            if (bits == 32) return each([](uint32_t w) { return w; });
            return each([=](uint32_t w) { return floatBits(w, bits); });
        case NumberKind::Fixed:
            return each([](uint32_t w) { return fixedOf(floatOfBits(w)); });
        case NumberKind::SharedExponent:
            return;
    }
}

/// Four unsigned fractions of one in the bytes of a word, the format of most targets.
bool hasFourBytes(const PackedFormat& format) {
    if (format.bytes != 4 || format.srgb) return false;
    return std::ranges::all_of(format.component, [](const PackedComponent& component) {
        return component.kind == NumberKind::Unorm && component.bits == 8 && component.low % 8 == 0;
    });
}

/// The same as a component after the other, in one pass.
void packFourBytes(const PackedFormat& format, const ConstTexelColumns& words, size_t count, std::byte* texels) {
    constexpr float kLargest = 255.0f;
    const std::array<unsigned, 4> shift = {format.component[0].low, format.component[1].low, format.component[2].low,
                                           format.component[3].low};
    constexpr size_t kTogether = 4;
    size_t i = 0;
    for (; i + kTogether <= count; i += kTogether) {
        Uint4 texel{};
        for (unsigned c = 0; c < 4; ++c) {
            const Float4 value = loadFloats(reinterpret_cast<const float*>(words[c] + i));
            const Float4 positive = select(value > splat(0.0f), value, splat(0.0f));
            const Float4 fraction = select(positive < splat(1.0f), positive, splat(1.0f));
            texel |= nearestInteger(fraction * splat(kLargest)) << shift[c];
        }
        std::memcpy(texels + i * sizeof(uint32_t), &texel, sizeof texel);
    }
    for (; i < count; ++i) {
        uint32_t texel = 0;
        for (unsigned c = 0; c < 4; ++c) texel |= unormOf(floatOfBits(words[c][i]), kLargest) << shift[c];
        std::memcpy(texels + i * sizeof texel, &texel, sizeof texel);
    }
}

/// Three floats with one exponent, as OpenGL defines it (EXT_texture_shared_exponent).
uint32_t sharedExponentTexel(const ConstTexelColumns& words, size_t index) {
    constexpr float kLargest = 65408.0f;
    std::array<float, 3> value{};
    float greatest = 0.0f;
    for (unsigned c = 0; c < value.size(); ++c) {
        const float given = floatOfBits(words[c][index]);
        value[c] = given > 0.0f ? std::min(given, kLargest) : 0.0f;
        greatest = std::max(greatest, value[c]);
    }
    int exponent = greatest > 0.0f ? std::max(std::ilogb(greatest) + 16, 0) : 0;
    if (std::nearbyint(std::ldexp(greatest, 24 - exponent)) >= 512.0f) ++exponent;
    uint32_t texel = static_cast<uint32_t>(exponent) << kSharedExponentLow;
    for (unsigned c = 0; c < value.size(); ++c) {
        texel |= static_cast<uint32_t>(std::nearbyint(std::ldexp(value[c], 24 - exponent))) << (9 * c);
    }
    return texel;
}

bool sharesExponent(const PackedFormat& format) {
    return format.component[0].kind == NumberKind::SharedExponent && format.component[0].bits != 0;
}

}  // namespace

void unpackTexels(const PackedFormat& format, const std::byte* texels, size_t count, const TexelColumns& words) {
    for (unsigned c = 0; c < words.size(); ++c) {
        if (format.component[c].bits == 0) {
            std::fill_n(words[c], count, lackingComponent(format, c));
        } else {
            unpackComponent(format, c, texels, count, words[c]);
        }
    }
}

void packTexels(const PackedFormat& format, const ConstTexelColumns& words, size_t count, std::byte* texels) {
    if (hasFourBytes(format)) return packFourBytes(format, words, count, texels);
    std::memset(texels, 0, count * format.bytes);
    if (sharesExponent(format)) {
        for (size_t i = 0; i < count; ++i) {
            const uint32_t texel = sharedExponentTexel(words, i);
            std::memcpy(texels + i * 4, &texel, 4);
        }
        return;
    }
    for (unsigned c = 0; c < words.size(); ++c)
        if (format.component[c].bits != 0) packComponent(format, c, words[c], count, texels);
}

std::array<std::byte, kMaxPackedTexelBytes> packedBits(const PackedFormat& format, unsigned mask) {
    std::array<std::byte, kMaxPackedTexelBytes> bits{};
    for (unsigned c = 0; c < format.component.size(); ++c) {
        if ((mask >> c & 1) == 0) continue;
        const PackedComponent& component = format.component[c];
        for (unsigned i = component.low; i < component.low + component.bits; ++i) {
            bits[i / 8] |= std::byte{1} << i % 8;
        }
    }
    if (sharesExponent(format) && mask != 0) std::fill_n(bits.begin(), 4, std::byte{0xff});
    return bits;
}

}  // namespace cyclorama::func
