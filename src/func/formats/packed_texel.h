// SPDX-License-Identifier: MIT
#pragma once
// Conversion of single components of packed texels to words, and of whole texels whose format is known when this is
// compiled.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "func/formats/byte_fraction.h"
#include "func/formats/float_formats.h"
#include "func/formats/packed_format.h"

namespace cyclorama::func {

constexpr uint32_t onesOf(unsigned bits) { return bits == 32 ? ~0u : (1u << bits) - 1; }
constexpr uint32_t bitsOfFloat(float value) { return std::bit_cast<uint32_t>(value); }
constexpr float floatOfBits(uint32_t word) { return std::bit_cast<float>(word); }
constexpr int32_t signExtended(uint32_t value, unsigned bits) {
    return static_cast<int32_t>(value << (32 - bits)) >> (32 - bits);
}

/// A number of at most 24 bits over `largest`.
inline uint32_t fractionWord(uint32_t value, float largest) {
    return bitsOfFloat(static_cast<float>(static_cast<int32_t>(value)) / largest);
}
inline uint32_t byteFractionWord(uint32_t value) {
    return bitsOfFloat(byteFraction(static_cast<float>(static_cast<int32_t>(value))));
}
inline uint32_t wideFractionWord(uint32_t value) { return bitsOfFloat(static_cast<float>(value / 4294967295.0)); }
/// A number with a sign, of `bits` bits, over `largest`; not below -1.
inline uint32_t signedFractionWord(uint32_t value, unsigned bits, double largest) {
    return bitsOfFloat(std::max(static_cast<float>(signExtended(value, bits) / largest), -1.0f));
}
inline uint32_t halfWord(uint32_t half) { return bitsOfFloat(exactFloatFromHalf(static_cast<uint16_t>(half))); }
inline uint32_t smallFloatWord(uint32_t value, unsigned bits) {
    return bitsOfFloat(floatFromSmallFloat(value, bits - 5));
}
inline uint32_t fixedWord(uint32_t value) {
    return bitsOfFloat(static_cast<float>(static_cast<int32_t>(value)) / 65536.0f);
}
/// A component of 9 bits, times the power of two in the upper 5 bits of its word.
inline uint32_t sharedExponentWord(uint32_t value, uint32_t word) {
    const float power = floatOfBits(((word >> 27) + 127 - 24) << 23);
    return bitsOfFloat(static_cast<float>(static_cast<int32_t>(value)) * power);
}

/// Bytes of the word of 32 bits that holds a component; fewer at the end of the texel.
constexpr unsigned bytesOfWord(const PackedFormat& format, const PackedComponent& component) {
    return std::min(4u, format.bytes - component.low / 32 * 4u);
}

/// The word of a component; none is in sRGB.
template <PackedFormat kFormat, unsigned kIndex>
uint32_t componentWord([[maybe_unused]] const std::byte* texel) {
    constexpr PackedComponent kComponent = kFormat.component[kIndex];
    constexpr unsigned kBits = kComponent.bits;
    if constexpr (kBits == 0) {
        return lackingComponent(kFormat, kIndex);
    } else {
        uint32_t word = 0;
        std::memcpy(&word, texel + size_t{kComponent.low} / 32 * 4, bytesOfWord(kFormat, kComponent));
        const uint32_t value = word >> kComponent.low % 32 & onesOf(kBits);
        switch (kComponent.kind) {
            case NumberKind::Unorm:
                return kBits == 8   ? byteFractionWord(value)
                       : kBits > 24 ? wideFractionWord(value)
                                    : fractionWord(value, static_cast<float>(onesOf(kBits)));
            case NumberKind::Snorm:
                return signedFractionWord(value, kBits, onesOf(kBits - 1));
            case NumberKind::Uint:
                return value;
            case NumberKind::Sint:
                return static_cast<uint32_t>(signExtended(value, kBits));
            case NumberKind::Float:
                return kBits == 32 ? value : kBits == 16 ? halfWord(value) : smallFloatWord(value, kBits);
            case NumberKind::Fixed:
                return fixedWord(value);
            case NumberKind::SharedExponent:
                return sharedExponentWord(value, word);
        }
        return 0;
    }
}

/// Red, green, blue and alpha of a texel: what unpackTexels() gives.
template <PackedFormat kFormat>
std::array<uint32_t, 4> unpackedTexel(const std::byte* texel) {
    static_assert(!kFormat.srgb);
    return {componentWord<kFormat, 0>(texel), componentWord<kFormat, 1>(texel), componentWord<kFormat, 2>(texel),
            componentWord<kFormat, 3>(texel)};
}

}  // namespace cyclorama::func
