// SPDX-License-Identifier: MIT
#include "families/adreno/shading/buffer_view.h"

namespace cyclorama::adreno {
namespace {

// Bits of the descriptor's words.
constexpr uint32_t kWidthBits = 15;
constexpr uint32_t kWidthMask = (1u << kWidthBits) - 1;
constexpr uint32_t kTypeBuffer = 4;

/// FMT6_8_UINT and FMT6_16_UINT; untyped buffers have words otherwise.
uint32_t elementBytesOf(uint32_t format) {
    if (format == 0x05) return 1;
    return format == 0x18 ? 2 : 4;
}

}  // namespace

BufferView bufferView(const TextureWords& words) {
    const uint32_t element = elementBytesOf(words[0] >> 22 & 0xff);
    const uint32_t width = words[1] & kWidthMask;
    const uint32_t height = words[1] >> kWidthBits & kWidthMask;
    const uint32_t start = words[2] >> 16 & 0x3f;
    const uint64_t base = (words[4] & ~0x1fu) | static_cast<uint64_t>(words[5] & 0x1ffff) << 32;
    const bool isBuffer = words[2] >> 29 >= kTypeBuffer;
    const uint32_t elements = width | height << kWidthBits;
    BufferView view{
        .address = base + uint64_t{start} * element, .bytes = uint64_t{elements} * element, .size = {elements, 1, 1}};
    if (!isBuffer) view.size = {width, height, words[5] >> 17 & 0x1fff};
    return view;
}

}  // namespace cyclorama::adreno
