// SPDX-License-Identifier: MIT
#pragma once
// A fetch cache whose owner counts the tries that would be refused like one before them, instead of making them. Its
// counters are those of the tries. The rules of FetchCache do not depend on it.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "mem/fetch_cache.h"
#include "sim/statistics.h"

namespace cyclorama::mem {

/// A try that was refused, and what each try like it counts.
struct RefusedTry {
    static constexpr uint32_t kMostCounters = 3;

    std::span<sim::Counter* const> counted() const { return std::span(counter).first(counters); }

    /// Another try may go differently although nothing moved.
    bool uncertain = true;
    /// It waits for a free request; else for a line without reserves.
    bool needsRequest = false;
    /// CacheTags::changes() when it was refused.
    uint64_t changes = 0;
    uint32_t counters = 0;
    std::array<sim::Counter*, kMostCounters> counter{};
};

class RetriedCache : public FetchCache {
  public:
    using FetchCache::FetchCache;

    // The try that was just refused.
    RefusedTry refusedFetch(uint64_t address);
    RefusedTry refusedAllocation(uint64_t address);
    RefusedTry refusedRead() { return counting({&statistics().readsFail}); }
    RefusedTry refusedWrite() { return counting({&statistics().writesFail}); }
    /// A fetch that was refused, and was not uncertain, would be refused again.
    bool holds(const RefusedTry& fetch) const {
        return fetch.changes == tags().changes() && !(fetch.needsRequest && hasFreeRequest());
    }

    /// The line of an address, which is not there, cannot come: all its places are reserved, or no request is free.
    /// That stays as long as CacheTags::changes() and hasFreeRequest() do.
    bool refuses(uint64_t address) const { return full(address) || !hasFreeRequest(); }
    /// All places of the address's line are reserved. That stays as long as CacheTags::changes().
    bool full(uint64_t address) const { return tags().allReserved(tags().lineOf(address)); }

    /// Counts `times` fetches of an address that refuses().
    void countRefusedFetches(uint64_t address, uint64_t times);
    /// Counts `times` fetches of a line that is not there, each after a miss of its group.
    void countLaterMisses(uint64_t times);
    /// Counts `times` reads of a line that is not ready.
    void countFailedReads(uint64_t times) { statistics().readsFail.add(times); }

    /// A use of a line that is counted later.
    void touch(CacheSlot slot) { editTags().touch(slot); }

  private:
    RefusedTry counting(std::initializer_list<sim::Counter*> counters) const;
};

/// Describes the last try that was refused. That takes a look-up of the line.
class NotedCache final : public RetriedCache {
  public:
    using RetriedCache::RetriedCache;

    // As in FetchCache; after false, refused() is that try.
    bool fetch(uint64_t address, CacheSlot& slot, uint32_t reserves) {
        if (FetchCache::fetch(address, slot, reserves)) return true;
        refused_ = refusedFetch(address);
        return false;
    }
    bool allocate(uint64_t address, CacheSlot& slot, uint32_t reserves) {
        if (FetchCache::allocate(address, slot, reserves)) return true;
        refused_ = refusedAllocation(address);
        return false;
    }
    bool read(CacheSlot slot, uint32_t bytes, uint32_t times = 1) {
        if (FetchCache::read(slot, bytes, times)) return true;
        refused_ = refusedRead();
        return false;
    }
    bool write(uint64_t address, CacheSlot slot, uint32_t bytes, uint64_t mask, uint32_t times = 1) {
        if (FetchCache::write(address, slot, bytes, mask, times)) return true;
        refused_ = refusedWrite();
        return false;
    }
    /// Notes a try that the owner refused, which counts nothing; returns false. `certain`: another would be refused,
    /// too, unless something moves.
    bool noteOther(bool certain) {
        refused_ = {.uncertain = !certain};
        return false;
    }
    const RefusedTry& refused() const { return refused_; }

  private:
    RefusedTry refused_;
};

}  // namespace cyclorama::mem
