// SPDX-License-Identifier: MIT
#pragma once
// Storage of texels: size and decoding to four floats of the formats before R8Unorm, size alone of the others
// (surface_texel.h). Memory is little endian. Alpha12, Depth16 and Depth32 are like their neighbours.

#include <array>
#include <cstddef>
#include <cstdint>

#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::func {

inline constexpr uint32_t kFormats = static_cast<uint32_t>(Format::Uyvy) + 1;

/// Largest texel in any format, in bytes.
inline constexpr uint32_t kMaxTexelBytes = 16;

enum class ComponentKind : uint8_t {
    Zero,
    One,
    Unsigned,  // a field of bits over `divisor`
    Signed8,   // a byte in two's complement over 127: -128 gives less than -1
    Half,
    Float
};

/// Source of one component of a texel.
struct ComponentField {
    ComponentKind kind = ComponentKind::Zero;
    uint8_t shift = 0;  // place of its lowest bit, in the texel as one number
    uint8_t bits = 0;
    float divisor = 1.0f;
};

/// A format. Luminance stands in all three colours in the 8-bit formats and in depth, but in red alone, with green and
/// blue 0, in the other luminance formats; without an alpha of their own those have alpha 0. The green of Rgb565 is a
/// field of six bits over 31; the red of Rgb121212 the eight bits that are left over 4095.
struct FormatLayout {
    uint8_t bytesLog2 = 0;
    std::array<ComponentField, 4> component{};  // red, green, blue, alpha
};

const FormatLayout& formatLayout(Format format);

/// Bytes that reading a texel brings at least.
inline constexpr uint32_t kSmallestReadBytes = 4;

/// Bytes of a texel: 1, 2, 4, 8 or 16.
inline uint32_t texelBytes(Format format) { return 1u << formatLayout(format).bytesLog2; }
inline uint32_t texelBytesLog2(Format format) { return formatLayout(format).bytesLog2; }

/// The components red, green, blue, alpha of a texel whose first byte is at `texel`, of which texelBytes() are read.
Vec4 decodeTexel(Format format, const std::byte* texel);

/// 1 if `texel FUNCTION reference` holds, else 0.
float compareTexel(CompareFunction function, float reference, float texel);

}  // namespace cyclorama::func
