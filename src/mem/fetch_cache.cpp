// SPDX-License-Identifier: MIT
#include "mem/fetch_cache.h"

#include <algorithm>
#include <optional>

namespace cyclorama::mem {

namespace {

/// A column with the cache in its name.
sim::StatisticInfo column(const FetchCacheSettings& settings, const char* name, const char* unit,
                          const char* sentence) {
    return {std::string(name) + "_" + settings.statisticsKind + "_" + settings.statisticsSuffix, unit, sentence};
}

}  // namespace

FetchCacheStatistics::FetchCacheStatistics(sim::StatisticsRegistry& r, const FetchCacheSettings& s)
    : fetchMisses(r, column(s, "MissesFetch", "fetches", "Fetches of lines that were not there.")),
      fetchHits(r, column(s, "HitsFetch", "fetches", "Fetches of lines that were there or on their way.")),
      fetchMissOk(r, column(s, "MissOKFetch", "fetches", "Misses that became requests.")),
      fetchMissFail(r, column(s, "MissFailFetch", "fetches", "Misses that have to be tried again.")),
      fetchMissFailQueue(r, column(s, "MissFailReqQueueFetch", "fetches", "Those for want of a free request.")),
      fetchMissFailReserve(r, column(s, "MissFailReserveFetch", "fetches", "Those for want of an unreserved line.")),
      fetchMissFailMiss(r, column(s, "MissFailMissFetch", "fetches", "Those that came after a miss of the group.")),
      allocMisses(r, column(s, "MissesAlloc", "allocations", "Allocations of lines that were not there.")),
      allocHits(r, column(s, "HitsAlloc", "allocations", "Allocations of lines that were there.")),
      allocMissOk(r, column(s, "MissOKAlloc", "allocations", "Misses that got a line.")),
      allocMissFail(r, column(s, "MissFailAlloc", "allocations", "Misses that have to be tried again.")),
      allocMissFailQueue(r, column(s, "MissFailReqQueueAlloc", "allocations", "Those for want of a free request.")),
      allocMissFailReserve(r, column(s, "MissFailReserveAlloc", "allocations", "Always zero: they count as misses.")),
      allocMissFailMiss(r, column(s, "MissFailMissAlloc", "allocations", "Misses for want of an unreserved line.")),
      readsOk(r, column(s, "ReadsOK", "reads", "Reads of lines that were ready.")),
      readsFail(r, column(s, "ReadsFail", "reads", "Reads that came before their line.")),
      writesOk(r, column(s, "WritesOK", "writes", "Writes to lines that were ready.")),
      writesFail(r, column(s, "WritesFail", "writes", "Writes that came before their line.")),
      readBytes(r, column(s, "ReadBytes", "bytes", "Bytes read, those of lines written back included.")),
      writeBytes(r, column(s, "WriteBytes", "bytes", "Bytes written, those of filled lines included.")),
      unreserves(r, column(s, "Unreserves", "lines", "Reserves given back without a write.")) {}

FetchCache::FetchCache(sim::StatisticsRegistry& registry, const FetchCacheSettings& settings)
    : tags_(settings.geometry),
      maskWords_((settings.geometry.lineBytes + 63) / 64),
      written_(size_t{tags_.slots()} * maskWords_),
      requests_(settings.requestQueueSize),
      free_(settings.requestQueueSize),
      active_(settings.requestQueueSize),
      statistics_(registry, settings) {
    reset();
}

void FetchCache::compareWithLarger(bool compare) {
    larger_.reset();
    if (!compare) return;
    CacheGeometry larger = tags_.geometry();
    larger.lines *= 2;
    larger_ = std::make_unique<LargerCache>(larger);
    for (CacheSlot slot; slot.line < tags_.geometry().lines; ++slot.line)
        for (slot.way = 0; slot.way < tags_.geometry().ways; ++slot.way)
            if (tags_[slot].valid) larger_->miss(tags_.addressOf(slot), std::nullopt);
}

void FetchCache::countUses(CacheBlocks* blocks, CacheUse::ToMemory toMemory) {
    uses_ = blocks != nullptr ? std::make_unique<CacheUse>(*blocks, tags_, toMemory) : nullptr;
}

bool FetchCache::wholeLineWritten(CacheSlot slot) const {
    const uint32_t bytes = tags_.geometry().lineBytes;
    const uint64_t* written = &written_[size_t{tags_.index(slot)} * maskWords_];
    const uint64_t full = bytes >= 64 ? ~uint64_t{0} : (uint64_t{1} << bytes) - 1;
    return std::all_of(written, written + maskWords_, [full](uint64_t word) { return word == full; });
}

bool FetchCache::fetch(uint64_t address, CacheSlot& slot, uint32_t reserves) {
    bool missed = false;
    return fetch(address, slot, missed, reserves);
}

bool FetchCache::fetch(uint64_t address, CacheSlot& slot, bool& missed, uint32_t reserves) {
    const bool held = tags_.find(address, slot);
    if (held && (!tags_[slot].masked || wholeLineWritten(slot))) {
        tags_.reserve(slot, reserves);
        ++statistics_.fetchHits;
        if (uses_) uses_->hit(tags_.index(slot), 1);
        return true;
    }
    if (missed) return fetchFails(statistics_.fetchMissFailMiss);
    missed = true;
    return miss(address, slot, held, reserves);
}

bool FetchCache::fetchFails(sim::Counter& reason) {
    ++statistics_.fetchMisses;
    ++statistics_.fetchMissFail;
    ++reason;
    return false;
}

bool FetchCache::allocateFails(sim::Counter& reason) {
    ++statistics_.allocMisses;
    ++statistics_.allocMissFail;
    ++reason;
    return false;
}

bool FetchCache::miss(uint64_t address, CacheSlot& slot, bool held, uint32_t reserves) {
    if (!held) slot.way = tags_.chooseVictim(slot.line);
    CacheLine& line = tags_[slot];
    if (tags_.reserves(slot) != 0) return fetchFails(statistics_.fetchMissFailReserve);
    if (free_.empty()) return fetchFails(statistics_.fetchMissFailQueue);
    const uint64_t before = tags_.addressOf(slot);
    const bool writeback = line.valid && line.dirty;
    const bool masked = writeback && line.masked;
    const bool inLarger = larger_ && larger_->miss(address, line.valid ? std::optional(before) : std::nullopt);
    line = {.tag = tags_.tagOf(address), .valid = true, .pending = true};
    tags_.reserve(slot, reserves);
    addRequest({.fillAddress = tags_.addressOf(slot),
                .writebackAddress = before,
                .slot = slot,
                .writeback = writeback,
                .fill = true,
                .masked = masked,
                .inLarger = inLarger});
    ++statistics_.fetchMisses;
    ++statistics_.fetchMissOk;
    if (uses_) uses_->miss(tags_.index(slot), tags_.addressOf(slot));
    return true;
}

bool FetchCache::allocate(uint64_t address, CacheSlot& slot, uint32_t reserves) {
    if (tags_.find(address, slot)) {
        tags_.reserve(slot, reserves);
        ++statistics_.allocHits;
        if (uses_) uses_->hit(tags_.index(slot), 1);
        return true;
    }
    slot.way = tags_.chooseVictim(slot.line);
    CacheLine& line = tags_[slot];
    if (tags_.reserves(slot) != 0) return allocateFails(statistics_.allocMissFailMiss);
    const bool writeback = line.valid && line.dirty;
    if (writeback && free_.empty()) return allocateFails(statistics_.allocMissFailQueue);
    const uint64_t before = tags_.addressOf(slot);
    const bool masked = line.masked;
    // A slot whose flush is still under way stays closed.
    const bool pending = line.pending || writeback;
    line = {.tag = tags_.tagOf(address), .valid = true, .pending = pending, .masked = true};
    tags_.reserve(slot, reserves);
    if (writeback)
        addRequest({.writebackAddress = before, .slot = slot, .writeback = true, .masked = masked});
    else
        clearWritten(slot);
    ++statistics_.allocMisses;
    ++statistics_.allocMissOk;
    if (uses_) uses_->miss(tags_.index(slot), tags_.addressOf(slot));
    return true;
}

bool FetchCache::takeRequest(uint32_t& id) {
    if (active_.empty()) return false;
    id = active_.pop();
    return true;
}

void FetchCache::writeLine(CacheSlot slot) {
    clearWritten(slot);
    tags_[slot].dirty = false;
    statistics_.writeBytes.add(tags_.geometry().lineBytes);
}

void FetchCache::clearWritten(CacheSlot slot) {
    const std::span<uint64_t> written = writtenBytes(slot);
    std::fill(written.begin(), written.end(), 0);
}

bool FetchCache::flush() {
    const CacheGeometry& geometry = tags_.geometry();
    for (uint32_t line = 0; line < geometry.lines && !free_.empty(); ++line) {
        for (uint32_t way = 0; way < geometry.ways && !free_.empty(); ++way) {
            const CacheSlot slot{way, line};
            CacheLine& held = tags_[slot];
            if (!held.valid) continue;
            addRequest(
                {.writebackAddress = tags_.addressOf(slot), .slot = slot, .writeback = true, .masked = held.masked});
            held.valid = false;
        }
    }
    return free_.full();
}

bool FetchCache::flushDirty() {
    const CacheGeometry& geometry = tags_.geometry();
    for (CacheSlot slot; slot.line < geometry.lines; ++slot.line) {
        for (slot.way = 0; slot.way < geometry.ways; ++slot.way) {
            CacheLine& held = tags_[slot];
            if (!held.valid) continue;
            if (held.dirty) {
                if (free_.empty()) return false;
                addRequest({.writebackAddress = tags_.addressOf(slot),
                            .slot = slot,
                            .writeback = true,
                            .masked = held.masked});
            }
            held.valid = false;
        }
    }
    return free_.full();
}

void FetchCache::reset() {
    tags_.reset();
    if (larger_) larger_->reset();
    free_.clear();
    active_.clear();
    for (uint32_t id = 0; id < free_.capacity(); ++id) free_.push(id);
}

uint32_t FetchCache::addRequest(const CacheRequest& request) {
    const uint32_t id = free_.pop();
    requests_[id] = request;
    active_.push(id);
    return id;
}

void FetchCache::done(uint32_t id, bool writeback, bool fill) {
    CacheRequest& request = requests_[id];
    request.writeback = request.writeback && !writeback;
    request.fill = request.fill && !fill;
    if (request.writeback || request.fill) return;
    tags_[request.slot].pending = false;
    clearWritten(request.slot);
    free_.push(id);
}

}  // namespace cyclorama::mem
