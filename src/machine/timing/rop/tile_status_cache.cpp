// SPDX-License-Identifier: MIT
#include "machine/timing/rop/tile_status_cache.h"

#include <algorithm>

namespace cyclorama::machine::timing {

SurfaceStatus::SurfaceStatus(const Surface& surface, func::Address address, const gpu::TileStatus& status,
                             uint32_t lineBytes)
    : map_(surface.status), address_(address), bytes_(surface.bytes.size()), status_(status), lineBytes_(lineBytes) {}

LineStatus SurfaceStatus::of(func::Address line) const {
    LineStatus result{.line = line};
    if (!map_.enabled()) return result;
    // A surface need not start with a line.
    const uint64_t offset = line - address_ < bytes_ ? line - address_ : 0;
    const uint64_t end = std::min<uint64_t>(bytes_, offset + lineBytes_);
    const uint64_t tile = offset / status_.tileBytes;
    result.tracked = true;
    result.address = status_.address + tile * status_.bitsPerTile / 8;
    result.cleared = true;
    for (uint64_t at = tile * status_.tileBytes; at < end && result.cleared; at += status_.tileBytes)
        result.cleared = map_.cleared(static_cast<uint32_t>(at));
    return result;
}

TileStatusStatistics::TileStatusStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : lookups(r, sim::statisticOf("TileStatusLookups", s, "lookups",
                                  "Lines of which the tile status was found in its cache.")),
      misses(r, sim::statisticOf("TileStatusMisses", s, "lines", "Lines of tile status that had to be read.")),
      readBytes(r, sim::statisticOf("TileStatusReadBytes", s, "bytes", "Bytes of tile status asked for from memory.")),
      writeBytes(r, sim::statisticOf("TileStatusWriteBytes", s, "bytes", "Bytes of tile status sent to memory.")),
      clearedLines(r, sim::statisticOf("TileStatusClearedLines", s, "lines",
                                       "Lines filled with the clear value instead of being read.")) {}

TileStatusCache::TileStatusCache(sim::StatisticsRegistry& registry, const std::string& suffix,
                                 const TileStatusCacheSettings& settings)
    : tags_(settings.geometry), statistics_(registry, suffix) {}

bool TileStatusCache::lookUp(func::Address address) {
    mem::CacheSlot slot;
    const bool held = tags_.find(address.bits(), slot);
    if (held && !tags_[slot].pending) {
        tags_.touch(slot);
        ++statistics_.lookups;
        return true;
    }
    if (held || step_ != Step::None) return false;
    slot.way = tags_.chooseVictim(slot.line);
    mem::CacheLine& line = tags_[slot];
    const bool dirty = line.valid && line.dirty;
    writeBack_ = func::Address::fromBits(tags_.addressOf(slot));
    line = {.tag = tags_.tagOf(address.bits()), .valid = true, .pending = true};
    missing_ = slot;
    step_ = dirty ? Step::WriteBackAndRead : Step::Read;
    ++statistics_.misses;
    return false;
}

void TileStatusCache::write(func::Address address) {
    mem::CacheSlot slot;
    if (tags_.find(address.bits(), slot)) tags_[slot].dirty = true;
}

std::optional<MetadataAccess> TileStatusCache::next() const {
    const uint32_t bytes = tags_.geometry().lineBytes;
    switch (step_) {
        case Step::WriteBack:
        case Step::WriteBackAndRead:
            return MetadataAccess{.address = writeBack_, .bytes = bytes, .access = mem::Access::Write};
        case Step::Read:
            return MetadataAccess{.address = func::Address::fromBits(tags_.addressOf(missing_)), .bytes = bytes};
        case Step::None:
        case Step::Reading:
            break;
    }
    return std::nullopt;
}

void TileStatusCache::sent() {
    (step_ == Step::Read ? statistics_.readBytes : statistics_.writeBytes).add(tags_.geometry().lineBytes);
    switch (step_) {
        case Step::WriteBackAndRead:
            step_ = Step::Read;
            break;
        case Step::Read:
            step_ = Step::Reading;
            break;
        default:
            step_ = Step::None;
            break;
    }
}

void TileStatusCache::arrived() {
    tags_[missing_].pending = false;
    tags_.touch(missing_);
    step_ = Step::None;
}

bool TileStatusCache::flush() {
    if (step_ != Step::None) return false;
    const mem::CacheGeometry& geometry = tags_.geometry();
    for (mem::CacheSlot slot; slot.line < geometry.lines; ++slot.line) {
        for (slot.way = 0; slot.way < geometry.ways; ++slot.way) {
            mem::CacheLine& line = tags_[slot];
            if (!line.valid || !line.dirty) continue;
            writeBack_ = func::Address::fromBits(tags_.addressOf(slot));
            line.dirty = false;
            step_ = Step::WriteBack;
            return false;
        }
    }
    tags_.reset();
    return true;
}

void TileStatusCache::reset() {
    tags_.reset();
    step_ = Step::None;
}

}  // namespace cyclorama::machine::timing
