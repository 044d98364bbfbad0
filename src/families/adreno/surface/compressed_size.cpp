// SPDX-License-Identifier: MIT
#include "families/adreno/surface/compressed_size.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cyclorama::adreno {
namespace {

using Block = std::span<const std::byte, kCompressedBlockBytes>;

/// Widths of the components, and the kind of the block; an estimate.
constexpr uint32_t kHeaderBytes = 4;
constexpr uint32_t kMostCompressedSectors = 6;
constexpr uint32_t kWidestOfSeveral = 24;
constexpr uint32_t kWordBits = 32;

/// A component of a texel; texels of less than 4 bytes have it in as many.
uint32_t componentOf(const std::byte* texel, uint32_t texelBytes, const func::PackedComponent& component) {
    const uint32_t first = component.low / kWordBits * sizeof(uint32_t);
    uint32_t word = 0;
    std::memcpy(&word, texel + first, std::min<uint32_t>(sizeof word, texelBytes - first));
    word >>= component.low % kWordBits;
    return component.bits < kWordBits ? word & ((1u << component.bits) - 1) : word;
}

bool allAlike(Block block, uint32_t texelBytes) {
    return std::memcmp(block.data(), block.data() + texelBytes, block.size() - texelBytes) == 0;
}

bool isClear(const func::PackedFormat& packed, const std::byte* texel) {
    return std::ranges::all_of(packed.component, [&](const func::PackedComponent& component) {
        if (component.bits == 0) return true;
        const uint32_t value = componentOf(texel, packed.bytes, component);
        return value == 0 || std::popcount(value) == component.bits;
    });
}

/// Bits of the range of a component's values, of texels of a size that the compiler knows: it makes vectors of them.
template <uint32_t kTexelBytes>
uint32_t rangeBits(Block block, const func::PackedComponent& component) {
    constexpr size_t kPixels = kCompressedBlockBytes / kTexelBytes;
    constexpr uint32_t kBytes = std::min<uint32_t>(kTexelBytes, sizeof(uint32_t));
    const std::byte* const first = block.data() + component.low / kWordBits * sizeof(uint32_t);
    const uint32_t shift = component.low % kWordBits;
    const uint32_t mask = component.bits < kWordBits ? (1u << component.bits) - 1 : ~0u;
    uint32_t least = ~0u;
    uint32_t most = 0;
    for (size_t i = 0; i < kPixels; ++i) {
        uint32_t word = 0;
        std::memcpy(&word, first + i * kTexelBytes, kBytes);
        const uint32_t value = word >> shift & mask;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    return static_cast<uint32_t>(std::bit_width(most - least));
}

/// `texelBytes`: a power of two.
uint32_t rangeBits(Block block, uint32_t texelBytes, const func::PackedComponent& component) {
    switch (texelBytes) {
        case 1:
            return rangeBits<1>(block, component);
        case 2:
            return rangeBits<2>(block, component);
        case 4:
            return rangeBits<4>(block, component);
        case 8:
            return rangeBits<8>(block, component);
        default:
            return rangeBits<16>(block, component);
    }
}

bool canCompress(const func::PackedFormat& packed) {
    const auto wide = [](const auto& component) { return component.bits > kWidestOfSeveral; };
    const auto present = [](const auto& component) { return component.bits != 0; };
    return std::has_single_bit(packed.bytes) &&
           (std::ranges::none_of(packed.component, wide) || std::ranges::count_if(packed.component, present) == 1);
}

}  // namespace

uint32_t compressedSectors(const SurfaceFormat& format, Block block) {
    const func::PackedFormat packed = format.packed();
    if (!canCompress(packed)) return kWholeBlockSectors;
    const uint32_t texelBytes = packed.bytes;
    if (allAlike(block, texelBytes)) return isClear(packed, block.data()) ? 0 : 1;
    uint32_t bits = 0;
    for (const func::PackedComponent& component : packed.component)
        if (component.bits != 0) bits += rangeBits(block, texelBytes, component);
    constexpr uint32_t kByteBits = 8;
    const uint32_t pixels = kCompressedBlockBytes / texelBytes;
    const uint32_t bytes = kHeaderBytes + texelBytes + (pixels * bits + kByteBits - 1) / kByteBits;
    const uint32_t sectors = (bytes + kCompressedSectorBytes - 1) / kCompressedSectorBytes;
    return sectors <= kMostCompressedSectors ? sectors : kWholeBlockSectors;
}

uint32_t flaggedBytes(const SurfaceFormat& format, uint32_t samples) {
    constexpr uint32_t kPixels = 64;
    const uint32_t bytes = format.bytes * samples;
    if (format.isTall() && samples == 1) return kCompressedBlockBytes;
    // Samples of one or two bytes: 32 pixels of two samples, 16 of four.
    if (format.bytes <= 2 && samples > 1) return kPixels * format.bytes;
    return std::min(kPixels * bytes, kCompressedBlockBytes);
}

}  // namespace cyclorama::adreno
