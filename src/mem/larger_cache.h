// SPDX-License-Identifier: MIT
#pragma once
// The tags of a cache that is not there: one with more lines than another, which sees the other's misses. It says which
// of them it would have had.

#include <cstdint>
#include <optional>

#include "mem/cache_tags.h"

namespace cyclorama::mem {

/// It sees no hits of the other, but keeps what that one has, as what was used last, and of the rest what left it last.
/// Lines that the other has are marked by a reserve.
class LargerCache {
  public:
    explicit LargerCache(const CacheGeometry& geometry) : tags_(geometry) {}

    /// The smaller cache does not have the line of `address`, and fills a place with it, in which it had the line of
    /// `replaced`. Whether this one has it.
    bool miss(uint64_t address, std::optional<uint64_t> replaced);

    /// Everything invalid.
    void reset() { tags_.reset(); }

  private:
    CacheTags tags_;
};

}  // namespace cyclorama::mem
