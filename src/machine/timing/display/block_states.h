// SPDX-License-Identifier: MIT
#pragma once
// The states of a buffer's blocks, as the DAC reads them from the pipes.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/output/block_compression.h"

namespace cyclorama::machine::timing {

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

/// Block states of the pixel pipes together.
class BlockStates {
  public:
    /// Each unit has runs of `blocksPerUnit` blocks; blocks are a power of two of bytes.
    BlockStates(uint32_t units, uint32_t blocksPerUnit, uint32_t blockBytes)
        : blocksPerUnit_(blocksPerUnit), blockBytes_(blockBytes), units_(units) {}

    void set(const BlockStateUpdate& update) { units_[update.unit] = update.blocks; }
    void clear() { units_.assign(units_.size(), nullptr); }

    /// The state of block `block` of a buffer of that layout; uncompressed if nothing is known of it.
    BlockInfo at(const func::PixelLayout& layout, uint32_t block) const {
        const auto units = static_cast<uint32_t>(units_.size());
        const auto& states = units_[layout.unitOfOffset(block * blockBytes_, units)];
        const uint32_t place = block / (blocksPerUnit_ * units) * blocksPerUnit_ + block % blocksPerUnit_;
        return states == nullptr || place >= states->size() ? BlockInfo{} : (*states)[place];
    }

    uint32_t blockBytes() const { return blockBytes_; }

  private:
    uint32_t blocksPerUnit_;
    uint32_t blockBytes_;
    std::vector<std::shared_ptr<const std::vector<BlockInfo>>> units_;
};

/// Bytes that a block of `blockBytes` takes in memory.
inline uint32_t bytesInMemory(const BlockInfo& info, uint32_t blockBytes, func::BlockCompression compression) {
    switch (info.state) {
        case BlockState::Clear:
            return 0;
        case BlockState::Uncompressed:
            return blockBytes;
        case BlockState::Compressed:
            break;
    }
    return func::compressedBytes(compression, info.level);
}

}  // namespace cyclorama::machine::timing
