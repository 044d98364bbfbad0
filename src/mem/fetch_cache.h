// SPDX-License-Identifier: MIT
#pragma once
// A cache whose users fetch a line first and read or write it later: a fetch keeps the line from being replaced until
// it was used, and misses become requests that the owner of the cache takes to memory. It serves the ROPs, the texture
// units and the streamer. An address may be any number of 64 bits: one of memory (Address::bits()), or of texels.
//
// Long because: uses of lines are inline, for the cycles of many units.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mem/cache_blocks.h"
#include "mem/cache_tags.h"
#include "mem/larger_cache.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::mem {

struct FetchCacheSettings {
    CacheGeometry geometry;
    /// Misses that are kept until they have been served.
    uint32_t requestQueueSize = 8;
    /// In the names of its statistics: `MissesFetch_FC_InC` has "FC" and "InC".
    std::string statisticsKind = "FC";
    std::string statisticsSuffix;
};

/// A miss, or what a flush has to write.
struct CacheRequest {
    /// First byte of the line to fill the slot with, and of the line that was in it.
    uint64_t fillAddress = 0;
    uint64_t writebackAddress = 0;
    CacheSlot slot;
    /// Steps that are still to be done.
    bool writeback = false;
    bool fill = false;
    /// Only the written bytes of the line written back are to go to memory.
    bool masked = false;
    /// A larger cache would have had the line to fill the slot with; known where one is compared.
    bool inLarger = false;
};

struct FetchCacheStatistics {
    FetchCacheStatistics(sim::StatisticsRegistry& registry, const FetchCacheSettings& settings);

    sim::Counter fetchMisses, fetchHits, fetchMissOk;
    sim::Counter fetchMissFail, fetchMissFailQueue, fetchMissFailReserve, fetchMissFailMiss;
    sim::Counter allocMisses, allocHits, allocMissOk;
    /// Failures for want of a line that is not reserved count in the column of misses, and the column of reserves stays
    /// zero.
    sim::Counter allocMissFail, allocMissFailQueue, allocMissFailReserve, allocMissFailMiss;
    sim::Counter readsOk, readsFail, writesOk, writesFail;
    sim::Counter readBytes, writeBytes;
    sim::Counter unreserves;
};

class FetchCache {
  public:
    FetchCache(sim::StatisticsRegistry& registry, const FetchCacheSettings& settings);

    /// Notes for each miss from now on whether a cache with twice the lines would have had it, or no longer does. The
    /// larger cache begins with the lines of this one.
    void compareWithLarger(bool compare);

    /// Adds the uses of lines to the blocks of memory from now on, or with null no longer. The blocks must outlive
    /// that.
    void countUses(
        CacheBlocks* blocks, CacheUse::ToMemory toMemory = [](uint64_t address) { return address; });

    /// Reserves the line of an address `reserves` times, after a request to fill it if it is not there. False without a
    /// line that has no reserves, or without room for the request: to be tried again. `slot` has a meaning only if
    /// true.
    bool fetch(uint64_t address, CacheSlot& slot, uint32_t reserves = 1);

    /// The same for users of which only one may miss: `missed` true refuses a second miss, and a miss, accepted or not,
    /// sets it.
    bool fetch(uint64_t address, CacheSlot& slot, bool& missed, uint32_t reserves = 1);

    /// `times` fetches of a line that is there or on its way, each with a reserve.
    void fetchHeld(CacheSlot slot, uint32_t times = 1) {
        tags_.reserve(slot, times);
        statistics_.fetchHits.add(times);
        if (uses_) uses_->hit(tags_.index(slot), times);
    }

    /// There is room for another miss.
    bool hasFreeRequest() const { return !free_.empty(); }

    /// Reserves a line that is to be written, without a fill.
    bool allocate(uint64_t address, CacheSlot& slot, uint32_t reserves = 1);

    /// True if the line of a slot can be read and written.
    bool ready(CacheSlot slot) const { return !tags_[slot].pending; }

    /// Counts `times` reads of `bytes` bytes each of a reserved line. False, and one read counted, while it is not
    /// ready.
    bool read(CacheSlot slot, uint32_t bytes, uint32_t times = 1) {
        if (!ready(slot)) {
            ++statistics_.readsFail;
            return false;
        }
        tags_.touch(slot);
        statistics_.readsOk.add(times);
        statistics_.readBytes.add(uint64_t{bytes} * times);
        return true;
    }
    /// The same for a write of whole words; gives back one reserve.
    bool write(CacheSlot slot, uint32_t bytes) {
        if (!countWrites(slot, bytes, 1)) return false;
        tags_[slot].dirty = true;
        return true;
    }
    /// `times` writes of `bytes` bytes each, one after the other from `address` on and at most 64 bytes together, under
    /// a mask: bit b stands for the byte b from `address` on, rounded down to a multiple of 4. Each gives back one
    /// reserve.
    bool write(uint64_t address, CacheSlot slot, uint32_t bytes, uint64_t mask, uint32_t times = 1) {
        if (!countWrites(slot, bytes, times)) return false;
        const uint32_t all = bytes * times;
        const uint64_t bits = all >= 64 ? mask : mask & ((uint64_t{1} << all) - 1);
        if (bits == 0) return true;
        const uint32_t start = tags_.offsetOf(address) & ~3u;
        const uint32_t shift = start % 64;
        uint64_t* const written = &written_[size_t{tags_.index(slot)} * maskWords_ + start / 64];
        written[0] |= bits << shift;
        if (shift != 0 && start / 64 + 1 < maskWords_) written[1] |= bits >> (64 - shift);
        tags_[slot].dirty = true;
        return true;
    }

    /// Gives back `times` reserves.
    void unreserve(CacheSlot slot, uint32_t times = 1) {
        tags_.release(slot, times);
        statistics_.unreserves.add(times);
    }

    /// The oldest request that was not taken yet; false without. The id names it until it is done.
    bool takeRequest(uint32_t& id);
    CacheRequest& request(uint32_t id) { return requests_[id]; }
    const CacheRequest& request(uint32_t id) const { return requests_[id]; }
    uint32_t waitingRequests() const { return active_.size(); }
    void writebackDone(uint32_t id) { done(id, true, false); }
    void fillDone(uint32_t id) { done(id, false, true); }

    /// A whole line leaves for, or comes from, memory.
    void readLine(CacheSlot) { statistics_.readBytes.add(tags_.geometry().lineBytes); }
    void writeLine(CacheSlot slot);

    /// Bytes of the slot's line that were written since it was allocated, 64 a word.
    std::span<uint64_t> writtenBytes(CacheSlot slot) {
        return {&written_[size_t{tags_.index(slot)} * maskWords_], maskWords_};
    }
    void clearWritten(CacheSlot slot);

    /// Invalidates lines and requests their writeback, clean ones too, as far as requests are free. To be called in
    /// every cycle until it says that all requests have been served.
    bool flush();
    /// The same without writebacks of clean lines.
    bool flushDirty();

    /// Everything invalid and free.
    void reset();

    const CacheTags& tags() const { return tags_; }
    uint64_t addressOf(CacheSlot slot) const { return tags_.addressOf(slot); }

  protected:
    CacheTags& editTags() { return tags_; }
    FetchCacheStatistics& statistics() { return statistics_; }

  private:
    bool wholeLineWritten(CacheSlot slot) const;
    /// False, and one write counted, while the line is not ready.
    bool countWrites(CacheSlot slot, uint32_t bytes, uint32_t times) {
        if (!ready(slot)) {
            ++statistics_.writesFail;
            return false;
        }
        tags_.release(slot, times);
        tags_.touch(slot);
        statistics_.writesOk.add(times);
        statistics_.writeBytes.add(uint64_t{bytes} * times);
        return true;
    }
    bool miss(uint64_t address, CacheSlot& slot, bool held, uint32_t reserves);
    bool fetchFails(sim::Counter& reason);
    bool allocateFails(sim::Counter& reason);
    uint32_t addRequest(const CacheRequest& request);
    void done(uint32_t id, bool writeback, bool fill);

    CacheTags tags_;
    uint32_t maskWords_;
    std::vector<uint64_t> written_;
    std::unique_ptr<LargerCache> larger_;  // null unless compared
    std::unique_ptr<CacheUse> uses_;       // null unless counted
    std::vector<CacheRequest> requests_;
    sim::BoundedQueue<uint32_t> free_;
    sim::BoundedQueue<uint32_t> active_;
    FetchCacheStatistics statistics_;
};

}  // namespace cyclorama::mem
