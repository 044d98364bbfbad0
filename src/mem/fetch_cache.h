#pragma once
// A cache whose users fetch a line first and read or write it later: a fetch keeps the line from being replaced until
// it was used, and misses become requests that the owner of the cache takes to memory (ATTILA: FetchCache,
// FetchCache64). It serves the ROPs, the texture units and the streamer.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mem/cache_tags.h"
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
    /// Of the line to fill the slot with, and of the line that was in it.
    uint64_t fillAddress = 0;
    uint64_t spillAddress = 0;
    CacheSlot slot;
    /// What is still to be done.
    bool spill = false;
    bool fill = false;
    /// Only the written bytes of the spilled line are to go to memory.
    bool masked = false;
};

struct FetchCacheStatistics {
    FetchCacheStatistics(sim::StatisticsRegistry& registry, const FetchCacheSettings& settings);

    sim::Counter fetchMisses, fetchHits, fetchMissOk;
    sim::Counter fetchMissFail, fetchMissFailQueue, fetchMissFailReserve, fetchMissFailMiss;
    sim::Counter allocMisses, allocHits, allocMissOk;
    /// What failed for want of a line that is not reserved goes to the column that speaks of misses, and the column of
    /// reserves stays zero (ATTILA: FetchCache, both names are bound to one member).
    sim::Counter allocMissFail, allocMissFailQueue, allocMissFailReserve, allocMissFailMiss;
    sim::Counter readsOk, readsFail, writesOk, writesFail;
    sim::Counter readBytes, writeBytes;
    sim::Counter unreserves;
};

class FetchCache {
  public:
    FetchCache(sim::StatisticsRegistry& registry, const FetchCacheSettings& settings);

    /// Reserves the line of an address `reserves` times, after a request to fill it where it is not there. False where
    /// there is no line without reserves, or no room for the request: to be tried again. `slot` has a meaning only
    /// where it is true.
    bool fetch(uint64_t address, CacheSlot& slot, uint32_t reserves = 1);

    /// The same for users of which only one may miss: `missed` true refuses a second miss, and a miss, accepted or not,
    /// sets it.
    bool fetch(uint64_t address, CacheSlot& slot, bool& missed, uint32_t reserves = 1);

    /// `times` more fetches of a line that is there or on its way, as its user knows.
    void fetchAgain(CacheSlot slot, uint32_t times = 1) {
        tags_[slot].reserves += times;
        statistics_.fetchHits.add(times);
    }

    /// Reserves a line that is to be written, without a fill.
    bool allocate(uint64_t address, CacheSlot& slot, uint32_t reserves = 1);

    /// Whether the line of a slot can be read and written.
    bool ready(CacheSlot slot) const { return !tags_[slot].pending; }

    /// Counts a read of a reserved line. False while it is not ready.
    bool read(CacheSlot slot, uint32_t bytes);
    /// `times` reads of `bytes` bytes each of a line that is ready; each gives back one reserve.
    void readReserved(CacheSlot slot, uint32_t bytes, uint32_t times) {
        tags_.touch(slot);
        CacheLine& line = tags_[slot];
        line.reserves -= std::min(line.reserves, times);
        statistics_.readsOk.add(times);
        statistics_.readBytes.add(uint64_t{bytes} * times);
        statistics_.unreserves.add(times);
    }
    /// Counts reads that were not tried because they would have failed.
    void countFailedReads(uint64_t times) { statistics_.readsFail.add(times); }
    /// The same for a write of whole words; gives back one reserve.
    bool write(CacheSlot slot, uint32_t bytes);
    /// Of bytes under a mask: bit b of word w stands for the byte 64 * w + b from `address` on.
    bool write(uint64_t address, CacheSlot slot, uint32_t bytes, std::span<const uint64_t> mask);

    void unreserve(CacheSlot slot);

    /// The oldest request that was not taken yet; false without. The id names it until it is done.
    bool takeRequest(uint32_t& id);
    CacheRequest& request(uint32_t id) { return requests_[id]; }
    const CacheRequest& request(uint32_t id) const { return requests_[id]; }
    uint32_t waitingRequests() const { return active_.size(); }
    uint32_t freeRequests() const { return free_.size(); }
    void spillDone(uint32_t id) { done(id, true, false); }
    void fillDone(uint32_t id) { done(id, false, true); }

    /// A whole line leaves for, or comes from, memory.
    void readLine(CacheSlot) { statistics_.readBytes.add(tags_.geometry().lineBytes); }
    void writeLine(CacheSlot slot);

    /// Bytes of the slot's line that were written since it was allocated, 64 a word.
    std::span<uint64_t> writtenBytes(CacheSlot slot) {
        return {&written_[size_t{tags_.index(slot)} * maskWords_], maskWords_};
    }
    void clearWritten(CacheSlot slot);

    /// Invalidates lines and requests their spill, clean ones too, as far as requests are free. To be called in every
    /// cycle until it says that all requests have been served.
    bool flush();
    /// The same without spills of clean lines.
    bool flushDirty();

    /// Everything invalid and free.
    void reset();

    const CacheTags& tags() const { return tags_; }
    uint64_t addressOf(CacheSlot slot) const { return tags_.addressOf(slot); }

  private:
    bool wholeLineThere(CacheSlot slot) const;
    bool miss(uint64_t address, CacheSlot& slot, bool held, uint32_t reserves);
    uint32_t addRequest(const CacheRequest& request);
    void done(uint32_t id, bool spill, bool fill);

    CacheTags tags_;
    uint32_t maskWords_;
    std::vector<uint64_t> written_;
    std::vector<CacheRequest> requests_;
    sim::BoundedQueue<uint32_t> free_;
    sim::BoundedQueue<uint32_t> active_;
    FetchCacheStatistics statistics_;
};

}  // namespace cyclorama::mem
