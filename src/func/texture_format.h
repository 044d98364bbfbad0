#pragma once
// How texels are stored: their size and their decoding to four floats (ATTILA: TextureEmulator, adjustToFormat and
// convertFormat). Memory is little endian. Alpha12, Depth16 and Depth32, which ATTILA names but cannot sample, are
// decoded like their neighbours.

#include <cstddef>
#include <cstdint>
#include <span>

#include "func/types.h"

namespace cyclorama::func {

inline constexpr uint32_t kFormats = static_cast<uint32_t>(Format::Rgba32Float) + 1;

/// Largest texel in any format, in bytes.
inline constexpr uint32_t kMaxTexelBytes = 16;

/// Bytes of a texel: 1, 2, 4, 8 or 16.
uint32_t texelBytes(Format format);

/// Binary logarithm of texelBytes().
uint32_t texelBytesLog2(Format format);

/// The components red, green, blue, alpha of a texel whose first byte is at `texel`, of which texelBytes() are read.
/// Unsigned and signed normalized values are quotients by their largest value, in single precision; -128 gives less
/// than -1. The green of Rgb565 reaches 63/31, as ATTILA's does. Luminance is repeated in all three colours in the
/// 8-bit formats and depth, but stands in red alone, with green and blue 0, in the other luminance formats; without an
/// alpha of their own those have alpha 0, as ATTILA's.
Vec4 decodeTexel(Format format, const std::byte* texel);

/// 1 where `texel FUNCTION reference` holds, else 0 (ATTILA: TextureEmulator, comparisonFilter).
float compareTexel(CompareFunction function, float reference, float texel);

}  // namespace cyclorama::func
