// SPDX-License-Identifier: MIT
#include "func/texture/texture_memory.h"

#include <algorithm>
#include <bit>

namespace cyclorama::func {

TextureBlockCache::TextureBlockCache(uint32_t lines) : size_(std::bit_ceil(std::max(lines, 1u))), tags_(1, kNoTag) {}

void TextureBlockCache::clear() { std::fill(tags_.begin(), tags_.end(), kNoTag); }

const std::byte* TextureBlockCache::fill(const MemoryWindows& memory, uint64_t tag, TextureFaults& faults) {
    if (lines_.empty()) {
        tags_.assign(size_, kNoTag);
        lines_.resize(size_);
    }
    const size_t line = lineOf(tag);
    const TextureCompression compression = addressCompression(tag);
    std::array<std::byte, kMaxCompressedBlockBytes> block;
    if (readMemory(memory, memoryAddress(tag), compressionInfo(compression).blockBytes, block.data())) {
        tags_[line] = tag;
        decompressBlock(compression, block, lines_[line]);
    } else {
        // Not kept, so that the next access to it counts as well.
        tags_[line] = kNoTag;
        lines_[line].fill(std::byte{0});
        faults.outOfRange++;
    }
    return lines_[line].data();
}

TexelBytes readTexel(const MemoryWindows& memory, TextureBlockCache& cache, uint64_t texelAddress, uint32_t bytes,
                     TextureFaults& faults) {
    TexelBytes texel{};
    if (texelAddress == kBlackTexelAddress) {
        return texel;
    }
    // Words of memory are read whole: a texel of four bytes or more at an odd address is read from below it.
    const uint64_t address = texelAddress & ~uint64_t{std::min(bytes, 4u) - 1};
    if (addressCompression(address) == TextureCompression::None) {
        if (!readMemory(memory, Address::fromBits(address), bytes, texel.data())) {
            faults.outOfRange++;
        }
        return texel;
    }
    const CompressionInfo info = compressionInfo(addressCompression(address));
    const uint32_t offset = static_cast<uint32_t>(address) & (info.decompressedBytes - 1);
    const std::byte* block = cache.block(memory, info, address, faults);
    std::memcpy(texel.data(), block + offset, std::min(bytes, info.decompressedBytes - offset));
    return texel;
}

}  // namespace cyclorama::func
