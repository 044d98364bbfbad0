// SPDX-License-Identifier: MIT
#include "families/adreno/sp/buffer_view.h"

namespace cyclorama::adreno {
namespace {

// Bits of the descriptor's words.
constexpr uint32_t kWidthBits = 15;
constexpr uint32_t kWidthMask = (1u << kWidthBits) - 1;
constexpr uint32_t kTypeBuffer = 4;

// FMT6_8_UINT, FMT6_16_UINT, FMT6_32_UINT.
constexpr uint32_t kWords8 = 0x05;
constexpr uint32_t kWords16 = 0x18;
constexpr uint32_t kWords32 = 0x4b;

/// Untyped buffers have words of 32 bits otherwise.
uint32_t elementBytesOf(uint32_t format) {
    if (format == kWords8) return 1;
    return format == kWords16 ? 2 : 4;
}

}  // namespace

BufferView bufferView(const TextureWords& words) {
    const uint32_t element = elementBytesOf(words[0] >> 22 & 0xff);
    const uint32_t width = words[1] & kWidthMask;
    const uint32_t height = words[1] >> kWidthBits & kWidthMask;
    const uint32_t start = words[2] >> 16 & 0x3f;
    const uint64_t base = (words[4] & ~0x1fu) | static_cast<uint64_t>(words[5] & 0x1ffff) << 32;
    const uint32_t elements = width | height << kWidthBits;
    return {.address = base + uint64_t{start} * element, .bytes = uint64_t{elements} * element};
}

std::optional<PlainElements> plainElements(const TextureWords& words, ir3::ValueType type, bool vector) {
    const uint32_t format = words[0] >> 22 & 0xff;
    const bool isPlain = format == kWords8 || format == kWords16 || format == kWords32;
    const bool isInteger = type != ir3::ValueType::F16 && type != ir3::ValueType::F32;
    if (words[2] >> 29 != kTypeBuffer || !isPlain || !isInteger) return std::nullopt;
    if (!vector) {
        // All components are the first, as Mesa leaves a storage buffer's, or the texel's one followed by zeros.
        constexpr uint32_t kSwizzles = 0xfff << 4;
        if ((words[0] & kSwizzles) != 0 || elementBytes(type) != elementBytesOf(format)) return std::nullopt;
    }
    return PlainElements{.view = bufferView(words), .bytes = elementBytes(type)};
}

}  // namespace cyclorama::adreno
