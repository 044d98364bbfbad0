// SPDX-License-Identifier: MIT
#pragma once
// Blocks of a CCU's cache on their way to memory. Memory takes whole sectors: lines of which sectors were written in
// part, and whose other bytes the cache has not got, are read first.
//
// A compressed block (UBWC) is written whole, in as many sectors as its pixels take then, and its flags in their cache:
//
//   [room for its flags; of a block that the cache has in part, the flags have come]
//       -> between two cycles, its sectors by its pixels -> of one in part: its lines are read -> its sectors are
//       written
//
// Simplified: the sectors of what is read are those of what is written after it.

#include <array>
#include <cstdint>
#include <vector>

#include "families/adreno/timing/ccu/block_counters.h"
#include "families/adreno/timing/ccu/ccu_port.h"
#include "families/adreno/timing/ccu/flag_cache.h"
#include "families/adreno/timing/lines/compressed_blocks.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/timing/lines/line_memory.h"

namespace cyclorama::adreno {

/// Bytes of a block, a bit each, by its lines.
using CcuBlockBytes = std::array<uint64_t, kCcuBlockBytes / kLineBytes>;

class CcuWritebacks {
  public:
    /// `firstId`: the first number of its reads of memory, of which it has as many as blocks.
    CcuWritebacks(uint32_t blocks, LineMemory& memory, FlagCache& flags, uint32_t firstId);

    bool empty() const { return used_ == 0; }
    bool full() const { return used_ == blocks_.size(); }
    uint32_t size() const { return used_; }
    uint32_t capacity() const { return static_cast<uint32_t>(blocks_.size()); }
    /// True if the block is under way: it cannot be read yet.
    bool has(uint64_t address) const;
    struct Leaving {
        uint64_t address = 0;
        CcuBlockBytes written{};  ///< bytes that memory does not have, at least one
        CcuBlockBytes present{};  ///< those that the cache has
        BlockFlags flags{};
    };
    /// Takes a block. Requires !full().
    void start(const Leaving& leaving);
    /// A line of the block with that number, counted from zero, has come.
    void fill(uint32_t number) { --blocks_[number].awaited; }
    /// Asks for a line and gives one to memory, of whichever block can; true if it did either.
    bool clock();
    /// Compressed blocks get their sizes.
    void betweenCycles(const BlockSizes& sizes, BlockCounters& counters);
    /// Lines that were read so far.
    uint64_t linesRead() const { return linesRead_; }

  private:
    /// Steps of a compressed block: it waits for its flags, for its size, or moves; others move at once.
    enum class Step : uint8_t { Flags, Size, Moves };
    struct Block {
        uint64_t address = 0;
        CcuBlockBytes written{};
        uint32_t toRead = 0;   ///< a bit for each line that has to be read, and was not asked for
        uint32_t awaited = 0;  ///< lines that were asked for and have not come
        BlockFlags flags{};
        Step step = Step::Moves;
        bool partial = false;  ///< a compressed block that the cache has in part
        bool used = false;
    };

    bool findFlags();
    void forget(Block& block);

    bool readOne();
    bool writeOne();

    LineMemory& memory_;
    FlagCache& flags_;
    uint32_t firstId_;
    uint32_t used_ = 0;
    uint64_t linesRead_ = 0;
    std::vector<Block> blocks_;
};

}  // namespace cyclorama::adreno
