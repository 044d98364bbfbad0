// SPDX-License-Identifier: MIT
#pragma once
// Contents divided into blocks, each a unit.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cyclorama::reduce {

/// Bytes that stay of a content.
struct KeptPiece {
    uint64_t offset = 0;
    std::span<const std::byte> bytes;
};

/// Blocks of a content; the last may be shorter.
inline size_t blocksOf(std::span<const std::byte> content, uint64_t blockBytes) {
    return static_cast<size_t>((content.size() + blockBytes - 1) / blockBytes);
}

/// The pieces of a content whose blocks are kept, neighbours joined. The flag of the first block is `unit`, which is
/// moved on to that after the last.
std::vector<KeptPiece> keptPieces(std::span<const std::byte> content, uint64_t blockBytes,
                                  const std::vector<bool>& kept, size_t& unit);

}  // namespace cyclorama::reduce
