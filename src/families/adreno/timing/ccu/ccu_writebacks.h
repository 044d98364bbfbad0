// SPDX-License-Identifier: MIT
#pragma once
// Blocks of a CCU's cache on their way to memory. Memory takes whole sectors: lines of which sectors were written in
// part, and whose other bytes the cache has not got, are read first.

#include <array>
#include <cstdint>
#include <vector>

#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/timing/lines/line_memory.h"

namespace cyclorama::adreno {

inline constexpr uint32_t kCcuBlockBytes = 256;
/// Bytes of a block, a bit each, by its lines.
using CcuBlockBytes = std::array<uint64_t, kCcuBlockBytes / kLineBytes>;

class CcuWritebacks {
  public:
    /// `firstId`: the first number of its reads of memory, of which it has as many as blocks.
    CcuWritebacks(uint32_t blocks, LineMemory& memory, uint32_t firstId);

    bool empty() const { return used_ == 0; }
    bool full() const { return used_ == blocks_.size(); }
    uint32_t size() const { return used_; }
    uint32_t capacity() const { return static_cast<uint32_t>(blocks_.size()); }
    /// True if the block is under way: it cannot be read yet.
    bool has(uint64_t address) const;
    /// Takes a block. `written`: bytes that memory does not have, at least one; `present`: those that the cache has.
    /// Returns the lines that have to be read. Requires !full().
    uint32_t start(uint64_t address, const CcuBlockBytes& written, const CcuBlockBytes& present);
    /// A line of the block with that number, counted from zero, has come.
    void fill(uint32_t number) { --blocks_[number].awaited; }
    /// Asks for a line and gives one to memory, of whichever block can; true if it did either.
    bool clock();

  private:
    struct Block {
        uint64_t address = 0;
        CcuBlockBytes written{};
        uint32_t toRead = 0;   ///< a bit for each line that has to be read, and was not asked for
        uint32_t awaited = 0;  ///< lines that were asked for and have not come
        bool used = false;
    };

    bool readOne();
    bool writeOne();

    LineMemory& memory_;
    uint32_t firstId_;
    uint32_t used_ = 0;
    std::vector<Block> blocks_;
};

}  // namespace cyclorama::adreno
