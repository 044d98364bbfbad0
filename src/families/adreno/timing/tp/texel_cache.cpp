// SPDX-License-Identifier: MIT
#include "families/adreno/timing/tp/texel_cache.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {

TexelCache::TexelCache(uint32_t lines, uint32_t ways, uint32_t neighbours)
    : ways_(std::min(ways, lines)),
      sets_(lines / ways_),
      setOf_(sets_),
      neighbourShift_(static_cast<uint32_t>(std::countr_zero(neighbours))),
      entries_(size_t{ways_} * sets_),
      newest_(sets_) {
    invalidate();
}

bool TexelCache::use(uint64_t line) {
    const uint32_t known = find(line);
    if (known != kNoEntry) {
        makeNewest(known);
        return true;
    }
    // The oldest one follows the newest in the ring: it becomes the newest where it is.
    uint32_t& newest = newest_[setOf_(line >> neighbourShift_)];
    const uint32_t replaced = newest = entries_[newest].newer;
    forget(replaced);
    uint32_t& bucket = bucketOf(line);
    entries_[replaced].line = line;
    entries_[replaced].nextOfBucket = bucket;
    bucket = replaced;
    return false;
}

uint32_t TexelCache::find(uint64_t line) {
    uint32_t entry = bucketOf(line);
    while (entry != kNoEntry && entries_[entry].line != line) entry = entries_[entry].nextOfBucket;
    return entry;
}

void TexelCache::makeNewest(uint32_t entry) {
    Entry& moved = entries_[entry];
    uint32_t& newest = newest_[moved.set];
    if (entry == newest) return;
    if (moved.older != newest) {
        entries_[moved.older].newer = moved.newer;
        entries_[moved.newer].older = moved.older;
        Entry& next = entries_[newest];
        moved.older = newest;
        moved.newer = next.newer;
        entries_[next.newer].older = entry;
        next.newer = entry;
    }
    newest = entry;
}

void TexelCache::forget(uint32_t entry) {
    if (entries_[entry].line == kNoLine) return;
    uint32_t* link = &bucketOf(entries_[entry].line);
    while (*link != entry) link = &entries_[*link].nextOfBucket;
    *link = entries_[entry].nextOfBucket;
}

void TexelCache::invalidate() {
    for (uint32_t i = 0; i < entries_.size(); ++i) {
        const uint32_t set = i / ways_;
        const uint32_t way = i % ways_;
        entries_[i] = {
            .set = set, .older = set * ways_ + (way + ways_ - 1) % ways_, .newer = set * ways_ + (way + 1) % ways_};
    }
    for (uint32_t set = 0; set < sets_; ++set) newest_[set] = set * ways_;
    buckets_.fill(kNoEntry);
}

}  // namespace cyclorama::adreno
