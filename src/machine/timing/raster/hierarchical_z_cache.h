// SPDX-License-Identifier: MIT
#pragma once
// The memory of hierarchical Z: the farthest depth of each block of the depth buffer, on chip, and a small cache of
// lines of it in front.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/lazy_array.h"

namespace cyclorama::machine::timing {

/// A depth for each block, in 24 bits.
class HierarchicalZBuffer {
  public:
    explicit HierarchicalZBuffer(uint32_t blocks);

    /// Beyond the buffer nothing is written, and the farthest depth is read.
    void write(uint32_t block, uint32_t depth) {
        if (block < depths_.size()) depths_.set(block, depth);
    }
    void read(uint32_t firstBlock, std::span<uint32_t> depths) const;
    void fill(uint32_t depth);

  private:
    sim::LazyArray<uint32_t> depths_;
};

/// Lines that quads reserve while they wait for their test. A line that nothing reserves gives way to a new one, the
/// first such in the order of their numbers.
class HierarchicalZCache {
  public:
    HierarchicalZCache(uint32_t lines, uint32_t blocksPerLine);

    /// Reserves the line that has the block, if any has it or waits for it.
    std::optional<uint32_t> find(uint32_t block);
    /// Reserves a line for the block; it then waits for its depths. Nothing where all are reserved.
    std::optional<uint32_t> allocate(uint32_t block);
    void release(uint32_t line) { --lines_[line].reservations; }

    /// The first block of the line that has `block`.
    uint32_t firstBlock(uint32_t block) const { return block - block % blocksPerLine_; }
    /// The storage for the depths of a line, to be read from the buffer.
    std::span<uint32_t> fill(uint32_t line);
    bool filled(uint32_t line) const { return lines_[line].filled; }
    uint32_t depth(uint32_t line, uint32_t block) const {
        return depths_[line * blocksPerLine_ + block % blocksPerLine_];
    }

    void invalidate();

  private:
    struct Line {
        uint32_t firstBlock = 0;
        uint32_t reservations = 0;
        bool valid = false;
        bool filled = false;
    };

    uint32_t blocksPerLine_;
    std::vector<Line> lines_;
    std::vector<uint32_t> depths_;
};

}  // namespace cyclorama::machine::timing
