// SPDX-License-Identifier: MIT
#pragma once
// A cache whose users fetch a line first and read or write it later: a fetch keeps the line from being replaced until
// it was used, and misses become requests that the owner of the cache takes to memory. It serves the ROPs, the texture
// units and the streamer. An address may be any number of 64 bits: one of memory (Address::bits()), or of texels.
//
// Long because: uses of lines are inline, for the cycles of many units.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mem/cache_blocks.h"
#include "mem/cache_tags.h"
#include "mem/larger_cache.h"
#include "sim/queue.h"
#include "sim/repeated_cycle.h"
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

    /// Notes in `cycle` what each failed fetch, allocation, read and write counts: its owner tries them again in every
    /// cycle, and may sleep meanwhile.
    void recordFailures(sim::RepeatedCycle& cycle) { repeated_ = &cycle; }

    /// Reserves the line of an address `reserves` times, after a request to fill it if it is not there. False without a
    /// line that has no reserves, or without room for the request: to be tried again. `slot` has a meaning only if
    /// true.
    bool fetch(uint64_t address, CacheSlot& slot, uint32_t reserves = 1);

    /// A fetch of the address was refused and would be refused again.
    bool refuses(uint64_t address) const { return address == refused_; }

    /// The same for users of which only one may miss: `missed` true refuses a second miss, and a miss, accepted or not,
    /// sets it.
    bool fetch(uint64_t address, CacheSlot& slot, bool& missed, uint32_t reserves = 1);

    /// `times` more fetches of a line that is there or on its way, as its user knows.
    void fetchAgain(CacheSlot slot, uint32_t times = 1) {
        tags_.reserve(slot, times);
        refused_ = kNothing;
        statistics_.fetchHits.add(times);
        if (uses_) uses_->hit(tags_.index(slot), times);
    }

    /// Another fetch of a line that was just refused, and is not there: one that may miss, and `times` that may not.
    bool missAgain(uint64_t address, CacheSlot& slot) { return miss(address, slot, false, 1); }
    void refuseMisses(uint64_t times) {
        statistics_.fetchMisses.add(times);
        statistics_.fetchMissFail.add(times);
        statistics_.fetchMissFailMiss.add(times);
    }

    /// There is no room for another request: until one is done, any fetch of a line that is not there fails.
    bool refusesMisses() const { return free_.empty(); }
    /// All places of the address's line are reserved: until a reserve is given back, any fetch of a line that belongs
    /// there and is not there fails.
    bool full(uint64_t address) const { return tags_.allReserved(tags_.lineOf(address)); }
    /// Changes when such a reserve is given back.
    uint64_t freed() const { return tags_.freed(); }
    /// Counts fetches of such a line that were not tried because they would have failed so.
    void countRefusedFetches(uint64_t address, uint64_t times);

    /// Reserves a line that is to be written, without a fill.
    bool allocate(uint64_t address, CacheSlot& slot, uint32_t reserves = 1);

    /// True if the line of a slot can be read and written.
    bool ready(CacheSlot slot) const { return !tags_[slot].pending; }

    /// Counts a read of a reserved line. False while it is not ready.
    bool read(CacheSlot slot, uint32_t bytes) {
        if (!ready(slot)) {
            countFailure(statistics_.readsFail);
            return false;
        }
        tags_.touch(slot);
        ++statistics_.readsOk;
        statistics_.readBytes.add(bytes);
        return true;
    }
    /// `times` reads of `bytes` bytes each of a line that is ready; each gives back one reserve.
    void readReserved(CacheSlot slot, uint32_t bytes, uint32_t times) {
        tags_.touch(slot);
        if (tags_.release(slot, times)) refused_ = kNothing;
        statistics_.readsOk.add(times);
        statistics_.readBytes.add(uint64_t{bytes} * times);
        statistics_.unreserves.add(times);
    }
    /// Counts reads that were not tried because they would have failed.
    void countFailedReads(uint64_t times) { statistics_.readsFail.add(times); }
    /// The same for a write of whole words; gives back one reserve.
    bool write(CacheSlot slot, uint32_t bytes) {
        if (!countWrite(slot, bytes)) return false;
        tags_[slot].dirty = true;
        return true;
    }
    /// A write of up to 64 bytes under a mask: bit b stands for the byte b from `address` on.
    bool write(uint64_t address, CacheSlot slot, uint32_t bytes, uint64_t mask) {
        if (!countWrite(slot, bytes)) return false;
        const uint64_t bits = mask & (~uint64_t{0} >> (64 - bytes));
        if (bits == 0) return true;
        const uint32_t start = tags_.offsetOf(address) & ~3u;
        const uint32_t shift = start % 64;
        uint64_t* const written = &written_[size_t{tags_.index(slot)} * maskWords_ + start / 64];
        written[0] |= bits << shift;
        if (shift != 0 && start / 64 + 1 < maskWords_) written[1] |= bits >> (64 - shift);
        tags_[slot].dirty = true;
        return true;
    }

    /// A use of a line, which is counted another time.
    void touch(CacheSlot slot) { tags_.touch(slot); }

    /// `times` more reads of a line that is ready and stays reserved until the last of them.
    void continueRead(CacheSlot slot, uint32_t bytes, uint32_t times) {
        tags_.touch(slot);
        statistics_.readsOk.add(times);
        statistics_.readBytes.add(uint64_t{bytes} * times);
    }

    /// Writes of the same size, one after another, to the same 64 bytes of a line that is ready and has a reserve for
    /// each of them.
    struct WriteRun {
        CacheSlot slot;
        CacheLine* line = nullptr;
        uint64_t* written = nullptr;
        uint32_t bytes = 0;
    };
    WriteRun startRun(uint64_t address, CacheSlot slot, uint32_t bytes) {
        return {.slot = slot,
                .line = &tags_[slot],
                .written = &written_[size_t{tags_.index(slot)} * maskWords_ + tags_.offsetOf(address) / 64],
                .bytes = bytes};
    }
    /// The next `times` of them, which change these of the 64 bytes.
    void continueWrite(const WriteRun& run, uint64_t bits, uint32_t times) {
        if (tags_.release(run.slot, times)) refused_ = kNothing;
        tags_.touch(run.slot);
        statistics_.writesOk.add(times);
        statistics_.writeBytes.add(uint64_t{run.bytes} * times);
        if (bits == 0) return;
        *run.written |= bits;
        run.line->dirty = true;
    }

    void unreserve(CacheSlot slot);

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

  private:
    static constexpr uint64_t kNothing = ~uint64_t{0};

    bool wholeLineWritten(CacheSlot slot) const;
    /// False while the line is not ready.
    bool countWrite(CacheSlot slot, uint32_t bytes) {
        if (!ready(slot)) {
            countFailure(statistics_.writesFail);
            return false;
        }
        if (tags_.release(slot, 1)) refused_ = kNothing;
        tags_.touch(slot);
        ++statistics_.writesOk;
        statistics_.writeBytes.add(bytes);
        return true;
    }
    bool miss(uint64_t address, CacheSlot& slot, bool held, uint32_t reserves);
    bool fetchFails(sim::Counter& reason);
    bool refuse(uint64_t address, sim::Counter& reason);
    bool allocateFails(sim::Counter& reason);
    uint32_t addRequest(const CacheRequest& request);
    void done(uint32_t id, bool writeback, bool fill);
    void countFailure(sim::Counter& counter) {
        if (repeated_ == nullptr)
            ++counter;
        else
            repeated_->count(counter);
    }
    /// A miss finds no victim, or no free request: another try may go differently although nothing else moves.
    void recordChoice() {
        if (repeated_ != nullptr && !tags_.remembersAll()) repeated_->move();
    }

    CacheTags tags_;
    uint32_t maskWords_;
    std::vector<uint64_t> written_;
    std::unique_ptr<LargerCache> larger_;  // null unless compared
    std::unique_ptr<CacheUse> uses_;       // null unless counted
    std::vector<CacheRequest> requests_;
    sim::BoundedQueue<uint32_t> free_;
    sim::BoundedQueue<uint32_t> active_;
    sim::RepeatedCycle* repeated_ = nullptr;
    /// The address that the last fetch was refused for, and why: until a line gets reserves or loses its last, or a
    /// request is done, it is refused again.
    uint64_t refused_ = kNothing;
    sim::Counter* refusal_ = nullptr;
    FetchCacheStatistics statistics_;
};

}  // namespace cyclorama::mem
