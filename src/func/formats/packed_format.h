// SPDX-License-Identifier: MIT
#pragma once
// Texels whose components are fields of bits, described by a row: converted as the programming interfaces define it,
// between bytes in memory and four words, floats in their bits or integers.

#include <array>
#include <cstddef>
#include <cstdint>

namespace cyclorama::func {

enum class NumberKind : uint8_t {
    Unorm,  // of n bits: over 2^n - 1
    Snorm,  // over 2^(n-1) - 1, not below -1
    Uint,
    Sint,
    Float,          // of 32 or 16 bits; of 11 or 10 without a sign
    Fixed,          // two's complement, 16 fraction bits
    SharedExponent  // 9 bits, times a power of two from the upper 5 bits of the word
};

constexpr bool isInteger(NumberKind kind) { return kind == NumberKind::Uint || kind == NumberKind::Sint; }

/// A component: the bits from `low` on, counted from the lowest bit of the first byte. None crosses a boundary of
/// 32 bits from the start of the texel.
struct PackedComponent {
    uint8_t low = 0;
    uint8_t bits = 0;  ///< 0: the format lacks it
    NumberKind kind = NumberKind::Unorm;

    bool operator==(const PackedComponent&) const = default;
};

/// Red, green, blue and alpha. A component that is lacking reads as 0, alpha as 1.
struct PackedFormat {
    uint8_t bytes = 0;
    std::array<PackedComponent, 4> component{};
    /// Red, green and blue of 8 bits are in sRGB; their words are linear.
    bool srgb = false;

    bool operator==(const PackedFormat&) const = default;
};

/// The most bytes that a texel has.
inline constexpr size_t kMaxPackedTexelBytes = 16;

/// Words of red, green, blue and alpha, an array each.
using TexelColumns = std::array<uint32_t*, 4>;
using ConstTexelColumns = std::array<const uint32_t*, 4>;

/// The word of a lacking component; of alpha an integer where the format has integers.
constexpr uint32_t lackingComponent(const PackedFormat& format, unsigned component) {
    constexpr uint32_t kFloatOne = 0x3f800000;
    if (component != 3) return 0;
    for (const PackedComponent& present : format.component)
        if (present.bits != 0) return isInteger(present.kind) ? 1 : kFloatOne;
    return kFloatOne;
}

/// The words of `count` contiguous texels.
void unpackTexels(const PackedFormat& format, const std::byte* texels, size_t count, const TexelColumns& words);

/// The bytes of `count` texels. Values are clamped to what the format holds, fractions rounded to the nearest;
/// not-a-number becomes 0 where the format has none. Bits of no component are 0.
void packTexels(const PackedFormat& format, const ConstTexelColumns& words, size_t count, std::byte* texels);

/// The bits of a texel that the components in `mask` take, red in bit 0.
std::array<std::byte, kMaxPackedTexelBytes> packedBits(const PackedFormat& format, unsigned mask);

}  // namespace cyclorama::func
