// SPDX-License-Identifier: MIT
#pragma once
// The tags of a texture unit's cache. The line whose last use is longest ago is replaced.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "families/adreno/timing/chip/remainder.h"

namespace cyclorama::adreno {

class TexelCache {
  public:
    /// `lines` in sets of `ways`; as many lines as `neighbours`, a power of two, that follow each other are in the same
    /// set.
    TexelCache(uint32_t lines, uint32_t ways, uint32_t neighbours);

    /// Uses a line by its number. False if it was not there: it takes the place of another.
    bool use(uint64_t line);
    void invalidate();

  private:
    static constexpr uint64_t kNoLine = ~uint64_t{0};
    static constexpr uint32_t kNoEntry = ~uint32_t{0};
    static constexpr size_t kBuckets = 256;

    /// Of a set: a ring of its entries, from the one used last to the one whose last use is longest ago.
    struct Entry {
        uint64_t line = kNoLine;
        uint32_t set = 0;
        uint32_t older = 0;
        uint32_t newer = 0;
        uint32_t nextOfBucket = kNoEntry;
    };

    uint32_t& bucketOf(uint64_t line) { return buckets_[line % kBuckets]; }
    uint32_t find(uint64_t line);
    void makeNewest(uint32_t entry);
    /// Takes a line out of its bucket.
    void forget(uint32_t entry);

    uint32_t ways_;
    uint32_t sets_;
    Remainder setOf_;  ///< by a line's number, without the bits of its neighbours
    uint32_t neighbourShift_;
    std::vector<Entry> entries_;
    std::vector<uint32_t> newest_;  ///< entry of each set
    /// The first entry of the lines whose numbers are alike in their last digits.
    std::array<uint32_t, kBuckets> buckets_{};
};

}  // namespace cyclorama::adreno
