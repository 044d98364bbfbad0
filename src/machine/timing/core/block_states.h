// SPDX-License-Identifier: MIT
#pragma once
// The states of a buffer's blocks, as the DAC has them from all pipes.

#include <memory>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/output/block_compression.h"
#include "machine/timing/rop/rop_ports.h"

namespace cyclorama::machine::timing {

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
