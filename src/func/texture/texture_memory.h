// SPDX-License-Identifier: MIT
#pragma once
// Reading texels: from memory, and through a cache of decompressed texels for the compressed formats.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "func/memory/memory_windows.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_format.h"
#include "func/texture/texture_layout.h"

namespace cyclorama::func {

/// Faults while sampling. Each is a finding for the caller.
struct TextureFaults {
    /// Texels, blocks or attributes outside their memory, in whole or in part; read as zero.
    uint64_t outOfRange = 0;
    /// Accesses whose state cannot be sampled: a size above kMaxTextureSize, a compressed image in framebuffer
    /// blocking.
    uint64_t unsupported = 0;

    TextureFaults& operator+=(const TextureFaults& other) {
        outOfRange += other.outOfRange;
        unsupported += other.unsupported;
        return *this;
    }
    bool operator==(const TextureFaults&) const = default;
};

/// Bytes of one texel as fetched; the texel's own bytes come first.
using TexelBytes = std::array<std::byte, kMaxTexelBytes>;

/// Copies `count` bytes (up to 16) at a memory address. False, and zeros, unless all of them are inside the memory.
inline bool readMemory(const MemoryWindows& memory, Address address, uint32_t count, std::byte* out) {
    const std::byte* const place = memory.find(address, count);
    if (place == nullptr) {
        std::memset(out, 0, count);
        return false;
    }
    std::memcpy(out, place, count);
    return true;
}

/// Decompressed blocks, kept between accesses. Whoever owns it clears it when memory that holds compressed textures is
/// written; nothing else makes it forget. Direct mapped: what it returns does not depend on its history.
class TextureBlockCache {
  public:
    /// `lines` is rounded up to a power of two; a line holds one decompressed block, at most 64 bytes. They take no
    /// memory before the first block.
    explicit TextureBlockCache(uint32_t lines = 4096);

    void clear();

    /// The decompressed block that contains the texel address, in Morton order; zeros where the block is outside
    /// memory, which counts as a fault each time. Valid until the next call. `info` is that of the address's
    /// compression.
    const std::byte* block(const MemoryWindows& memory, const CompressionInfo& info, uint64_t texelAddress,
                           TextureFaults& faults) {
        const uint64_t tag = texelAddress & ~uint64_t{info.decompressedBytes - 1};
        const size_t line = lineOf(tag);
        return tags_[line] == tag ? lines_[line].data() : fill(memory, tag, faults);
    }

  private:
    static constexpr uint32_t kLineBytes = 64;
    static constexpr uint32_t kIndexShift = 4;  // log2 of the bytes of the smallest decompressed block
    static constexpr uint64_t kNoTag = ~uint64_t{0};

    size_t lineOf(uint64_t tag) const {
        return ((tag >> kIndexShift) ^ (tag >> kCompressionShift)) & (tags_.size() - 1);
    }
    const std::byte* fill(const MemoryWindows& memory, uint64_t tag, TextureFaults& faults);

    size_t size_;
    std::vector<uint64_t> tags_;  // one before the first block
    std::vector<std::array<std::byte, kLineBytes>> lines_;
};

/// The texel of `bytes` bytes at a texel address, in its first bytes; zeros for kBlackTexelAddress.
TexelBytes readTexel(const MemoryWindows& memory, TextureBlockCache& cache, uint64_t texelAddress, uint32_t bytes,
                     TextureFaults& faults);

}  // namespace cyclorama::func
