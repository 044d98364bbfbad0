// SPDX-License-Identifier: MIT
#pragma once
// Tags of a hypothetical larger cache that observes the misses of a modelled one, and reports which of them would have
// been hits.

#include <cstdint>
#include <optional>

#include "mem/cache_tags.h"

namespace cyclorama::mem {

/// Hits of the smaller cache are not seen: lines that it holds count as the most recently used and are marked by a
/// reserve; the remaining places hold the lines that it evicted last.
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
