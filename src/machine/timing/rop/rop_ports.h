// SPDX-License-Identifier: MIT
#pragma once
// Messages of the render output pipes to other units, beside the quads themselves.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cyclorama::machine::timing {

/// The largest depth of a block, from the depth cache to Hierarchical Z as a line leaves the cache.
struct HierarchicalZUpdate {
    /// Number of the block in the depth buffer: a cache line each.
    uint32_t block = 0;
    /// In 24 bits.
    uint32_t depth = 0;
};
std::string describe(const HierarchicalZUpdate& update);

/// Storage of a cache line's worth of a colour or depth buffer in memory. The numbers are those in memory where the
/// states are saved.
enum class BlockState : uint8_t { Clear = 0, Uncompressed = 1, Compressed = 2 };

struct BlockInfo {
    BlockState state = BlockState::Uncompressed;
    /// Level of compression, for func::compressedBytes.
    uint8_t level = 0;
    bool operator==(const BlockInfo&) const = default;
};

/// The states of a unit's blocks of the buffer, to the DAC, when the buffer has been flushed to be shown or copied.
struct BlockStateUpdate {
    uint32_t unit = 0;
    std::shared_ptr<const std::vector<BlockInfo>> blocks;
};
std::string describe(const BlockStateUpdate& update);

}  // namespace cyclorama::machine::timing
