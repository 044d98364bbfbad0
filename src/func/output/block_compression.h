// SPDX-License-Identifier: MIT
#pragma once
// Lossless compression of the cache lines of colour and depth buffers on their way to memory: the size that a line
// takes there, and nothing of its bits. A line that fits a level has that level's size, any other its full size.

#include <array>
#include <cstdint>
#include <span>

namespace cyclorama::func {

/// A block is one cache line of the colour or depth cache.
inline constexpr uint32_t kBlockWords = 64;
inline constexpr uint32_t kBlockBytes = kBlockWords * 4;

using BlockView = std::span<const uint32_t, kBlockWords>;

/// HiLo: each word is a short offset from one of four references, which are the block's extremes and the values one
/// step inside them. Msaa: each group of words holds at most one or two different values.
enum class BlockCompression : uint8_t {
    HiloTwoLevels,    // ROPC/CompressionAlgorithm 0
    HiloThreeLevels,  // ROPZ/CompressionAlgorithm 0
    /// HiLo over words whose low bits of all four bytes are moved together: for colours. ROPC/CompressionAlgorithm 1
    HiloReordered,
    Msaa  // ROPC/CompressionAlgorithm 2
};

/// Result of compressing a block.
struct BlockSize {
    /// Level of compression, the smallest size first; levels are counted by compressionLevels(). Empty blocks do not
    /// exist: a cleared block is a state of the cache, not a level.
    uint32_t level = 0;
    /// Size in memory: of the level, or kBlockBytes where the block is incompressible.
    uint32_t bytes = kBlockBytes;
    bool compressed = false;

    bool operator==(const BlockSize&) const = default;
};

/// Number of levels of an algorithm.
uint32_t compressionLevels(BlockCompression algorithm);

/// Size of a block at a level, in bytes. Requires level < compressionLevels(algorithm).
uint32_t compressedBytes(BlockCompression algorithm, uint32_t level);

/// The level that a block compresses to, without the data.
BlockSize classifyBlock(BlockCompression algorithm, BlockView block);

}  // namespace cyclorama::func
