// SPDX-License-Identifier: MIT
#include "mem/retried_cache.h"

#include <algorithm>

namespace cyclorama::mem {

RefusedTry RetriedCache::counting(std::initializer_list<sim::Counter*> counters) const {
    RefusedTry refused{
        .uncertain = false, .changes = tags().changes(), .counters = static_cast<uint32_t>(counters.size())};
    std::ranges::copy(counters, refused.counter.begin());
    return refused;
}

RefusedTry RetriedCache::refusedFetch(uint64_t address) {
    // The pointer moves with each choice of a victim: another try may find one.
    if (!tags().remembersAll()) return {};
    CacheSlot slot;
    const bool noLine = tags().find(address, slot) ? tags().reserves(slot) != 0 : full(address);
    FetchCacheStatistics& counts = statistics();
    RefusedTry refused = counting({&counts.fetchMisses, &counts.fetchMissFail,
                                   noLine ? &counts.fetchMissFailReserve : &counts.fetchMissFailQueue});
    refused.needsRequest = !noLine;
    return refused;
}

RefusedTry RetriedCache::refusedAllocation(uint64_t address) {
    if (!tags().remembersAll()) return {};
    FetchCacheStatistics& counts = statistics();
    return counting({&counts.allocMisses, &counts.allocMissFail,
                     full(address) ? &counts.allocMissFailMiss : &counts.allocMissFailQueue});
}

void RetriedCache::countRefusedFetches(uint64_t address, uint64_t times) {
    const uint64_t victims = editTags().countVictims(tags().lineOf(address), times);
    FetchCacheStatistics& counts = statistics();
    counts.fetchMisses.add(times);
    counts.fetchMissFail.add(times);
    counts.fetchMissFailQueue.add(victims);
    counts.fetchMissFailReserve.add(times - victims);
}

void RetriedCache::countLaterMisses(uint64_t times) {
    FetchCacheStatistics& counts = statistics();
    counts.fetchMisses.add(times);
    counts.fetchMissFail.add(times);
    counts.fetchMissFailMiss.add(times);
}

}  // namespace cyclorama::mem
