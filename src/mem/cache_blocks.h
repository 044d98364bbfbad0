// SPDX-License-Identifier: MIT
#pragma once
// Which parts of memory caches are used for: hits and misses of lines by block of addresses.

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "mem/cache_tags.h"

namespace cyclorama::mem {

class CacheUse;

/// Uses of the caches of a kind, all together.
class CacheBlocks {
  public:
    static constexpr uint32_t kBlockBytes = 4096;

    struct Block {
        /// Address of the first byte (func::Address::bits()).
        uint64_t address = 0;
        /// Uses of a line that was there, or on its way.
        uint64_t hits = 0;
        /// Uses for which a line had to be replaced.
        uint64_t misses = 0;
    };

    void add(uint64_t address, uint64_t hits, uint64_t misses) {
        Uses& uses = blocks_[address / kBlockBytes];
        uses.hits += hits;
        uses.misses += misses;
    }
    /// Has the uses of a cache added; it must be there whenever they are taken.
    void attach(CacheUse& cache) { caches_.push_back(&cache); }
    /// Uses so far of all caches, in no order. They begin anew.
    std::vector<Block> take();

  private:
    struct Uses {
        uint64_t hits = 0;
        uint64_t misses = 0;
    };
    std::unordered_map<uint64_t, Uses> blocks_;  // by number
    std::vector<CacheUse*> caches_;
};

/// The uses of one cache: hits are summed by slot as long as this holds a line, so that one costs an addition.
class CacheUse {
  public:
    /// Place in memory of the bytes that the cache knows by an address.
    using ToMemory = uint64_t (*)(uint64_t address);

    /// Adds to `blocks` from now on; they must outlive all uses.
    CacheUse(CacheBlocks& blocks, const CacheTags& tags, ToMemory toMemory);

    void hit(uint32_t slot, uint64_t times) { lines_[slot].hits += times; }
    /// The slot gets the line of `address`, in the place of the one before.
    void miss(uint32_t slot, uint64_t address) {
        settle(lines_[slot]);
        lines_[slot].address = toMemory_(address);
        blocks_->add(lines_[slot].address, 0, 1);
    }
    /// Adds all hits so far.
    void settle() {
        for (Line& line : lines_) settle(line);
    }

  private:
    struct Line {
        uint64_t address = 0;  // in memory
        uint64_t hits = 0;
    };
    void settle(Line& line) {
        if (line.hits == 0) return;
        blocks_->add(line.address, line.hits, 0);
        line.hits = 0;
    }

    CacheBlocks* blocks_;
    ToMemory toMemory_;
    std::vector<Line> lines_;  // by slot
};

}  // namespace cyclorama::mem
