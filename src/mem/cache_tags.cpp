// SPDX-License-Identifier: MIT
#include "mem/cache_tags.h"

#include <algorithm>
#include <bit>

#include "sim/fault.h"

namespace cyclorama::mem {

namespace {

/// Ways of each line whose order of use is kept.
constexpr uint32_t kRememberedUses = 4;

}  // namespace

CacheTags::CacheTags(const CacheGeometry& geometry)
    : geometry_(geometry),
      lineShift_(static_cast<uint32_t>(std::countr_zero(geometry.lineBytes))),
      tagShift_(lineShift_ + static_cast<uint32_t>(std::countr_zero(geometry.lines))),
      lineMask_(geometry.lines - 1),
      remembered_(std::min(kRememberedUses, geometry.ways)),
      lines_(static_cast<size_t>(geometry.ways) * geometry.lines),
      reserves_(lines_.size()),
      unreserved_(geometry.lines),
      recent_(static_cast<size_t>(remembered_) * geometry.lines) {
    if (geometry.ways == 0 || !std::has_single_bit(geometry.lines) || !std::has_single_bit(geometry.lineBytes))
        throw sim::Fault("a cache needs a way, and lines and bytes that are powers of two");
    reset();
}

void CacheTags::moveToEnd(CacheSlot slot) {
    const auto first = recent_.begin() + ptrdiff_t{slot.line} * remembered_;
    const auto last = first + static_cast<ptrdiff_t>(remembered_);
    auto place = std::find(first, last, slot.way);
    if (place == last) place = first;
    std::copy(place + 1, last, place);
    *(last - 1) = slot.way;
}

uint32_t CacheTags::chooseVictim(uint32_t line) {
    pointer_ = pointer_ + 1 >= geometry_.ways ? 0 : pointer_ + 1;
    if (allReserved(line)) return 0;
    const auto first = recent_.begin() + ptrdiff_t{line} * remembered_;
    const auto last = first + static_cast<ptrdiff_t>(remembered_);
    const uint32_t* reserves = &reserves_[index({.way = 0, .line = line})];
    if (!remembersAll())
        for (uint32_t way = pointer_; way < geometry_.ways; ++way)
            if (reserves[way] == 0 && std::find(first, last, way) == last) return way;
    for (auto way = first; way != last; ++way)
        if (reserves[*way] == 0) return *way;
    return 0;
}

uint64_t CacheTags::countVictims(uint32_t line, uint64_t times) {
    const uint64_t first = uint64_t{pointer_} + 1;
    pointer_ = static_cast<uint32_t>((pointer_ + times) % geometry_.ways);
    if (allReserved(line)) return 0;
    const uint32_t* reserves = &reserves_[index({.way = 0, .line = line})];
    const uint32_t* recent = &recent_[static_cast<size_t>(line) * remembered_];
    const auto unreserved = [reserves](uint32_t way) { return reserves[way] == 0; };
    if (unreserved(0) || std::any_of(recent, recent + remembered_, unreserved)) return times;
    // All others are found where the pointer has not passed the last of them.
    uint32_t found = geometry_.ways;
    while (found > 0 && !unreserved(found - 1)) --found;
    const auto foundBefore = [&](uint64_t pointer) {
        return pointer / geometry_.ways * found + std::min<uint64_t>(pointer % geometry_.ways, found);
    };
    return foundBefore(first + times) - foundBefore(first);
}

void CacheTags::reset() {
    std::fill(lines_.begin(), lines_.end(), CacheLine{});
    std::fill(reserves_.begin(), reserves_.end(), 0);
    std::fill(unreserved_.begin(), unreserved_.end(), geometry_.ways);
    for (size_t i = 0; i < recent_.size(); ++i) recent_[i] = static_cast<uint32_t>(i % remembered_);
    pointer_ = 0;
    ++changes_;
}

}  // namespace cyclorama::mem
