// SPDX-License-Identifier: MIT
#pragma once
// The tags of a set associative cache and its choice of victims. Caches hold no bytes: those are in the address space.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace cyclorama::mem {

/// Powers of two, the ways excepted.
struct CacheGeometry {
    uint32_t ways = 1;
    /// Lines of each way.
    uint32_t lines = 1;
    uint32_t lineBytes = 64;

    uint32_t bytes() const { return ways * lines * lineBytes; }
};

/// A place of a line.
struct CacheSlot {
    uint32_t way = 0;
    uint32_t line = 0;
    bool operator==(const CacheSlot&) const = default;
};

struct CacheLine {
    uint64_t tag = 0;
    bool valid = false;
    /// A request for the slot is under way: the line can be neither read nor written.
    bool pending = false;
    bool dirty = false;
    /// Allocated without a fill: only the bytes that were written since are there.
    bool masked = false;
};

/// A line that was not used lately is replaced first: the four that were, last, the longest ago before the others; and
/// among all the rest a pointer that moves on with each choice decides.
class CacheTags {
  public:
    explicit CacheTags(const CacheGeometry& geometry);

    const CacheGeometry& geometry() const { return geometry_; }

    /// The line of its way that an address belongs to.
    uint32_t lineOf(uint64_t address) const { return static_cast<uint32_t>(address >> lineShift_) & lineMask_; }
    uint32_t offsetOf(uint64_t address) const { return static_cast<uint32_t>(address) & (geometry_.lineBytes - 1); }
    uint64_t tagOf(uint64_t address) const { return address >> tagShift_; }
    /// Address of the first byte of what the slot holds.
    uint64_t addressOf(CacheSlot slot) const {
        return (*this)[slot].tag << tagShift_ | static_cast<uint64_t>(slot.line) << lineShift_;
    }

    /// True if a valid line holds the address. `slot` is then its place, or else has the line and no meaningful way.
    bool find(uint64_t address, CacheSlot& slot) const {
        slot.line = lineOf(address);
        const uint64_t tag = tagOf(address);
        const CacheLine* lines = &lines_[index({.way = 0, .line = slot.line})];
        const auto holds = [lines, tag](uint32_t way) { return lines[way].tag == tag && lines[way].valid; };
        if (!remembersAll()) {
            // The way used last is the likeliest.
            slot.way = recent_[slot.line * remembered_ + remembered_ - 1];
            if (holds(slot.way)) return true;
        }
        uint32_t way = 0;
        while (way < geometry_.ways && !holds(way)) ++way;
        slot.way = way;
        return way < geometry_.ways;
    }

    /// Uses of a slot's line that are to come, for which it has to stay.
    uint32_t reserves(CacheSlot slot) const { return reserves_[index(slot)]; }
    void reserve(CacheSlot slot, uint32_t times) {
        uint32_t& held = reserves_[index(slot)];
        if (held == 0 && times != 0) {
            --unreserved_[slot.line];
            ++changes_;
        }
        held += times;
    }
    /// Gives back `times` reserves; all if there are fewer.
    void release(CacheSlot slot, uint32_t times) {
        uint32_t& held = reserves_[index(slot)];
        if (held == 0) return;
        held -= std::min(held, times);
        if (held != 0) return;
        ++unreserved_[slot.line];
        ++changes_;
    }
    /// Changes when a slot gets its first reserve or loses its last.
    uint64_t changes() const { return changes_; }

    /// A use of the line.
    void touch(CacheSlot slot) {
        if (recent_[(slot.line + 1) * remembered_ - 1] != slot.way) moveToEnd(slot);
    }

    /// The way to replace: one without reserves where there is one, or else way 0. Moves the pointer.
    uint32_t chooseVictim(uint32_t line);
    /// `times` choices with nothing in between: how many of them find a way without reserves.
    uint64_t countVictims(uint32_t line, uint64_t times);
    /// All ways of a line are reserved: none can be replaced.
    bool allReserved(uint32_t line) const { return unreserved_[line] == 0; }
    /// The uses of all ways of a line are remembered: the pointer decides nothing.
    bool remembersAll() const { return remembered_ == geometry_.ways; }

    /// Everything invalid and free, and no use remembered.
    void reset();

    CacheLine& operator[](CacheSlot slot) { return lines_[index(slot)]; }
    const CacheLine& operator[](CacheSlot slot) const { return lines_[index(slot)]; }
    /// Counts slots from 0 on, those of a line together.
    uint32_t index(CacheSlot slot) const { return slot.line * geometry_.ways + slot.way; }
    uint32_t slots() const { return static_cast<uint32_t>(lines_.size()); }

  private:
    void moveToEnd(CacheSlot slot);

    CacheGeometry geometry_;
    uint32_t lineShift_;
    uint32_t tagShift_;
    uint32_t lineMask_;
    uint32_t remembered_;  // uses that are remembered for each line
    uint32_t pointer_ = 0;
    uint64_t changes_ = 0;
    std::vector<CacheLine> lines_;
    std::vector<uint32_t> reserves_;    // of each slot
    std::vector<uint32_t> unreserved_;  // ways of each line without reserves
    std::vector<uint32_t> recent_;      // ways of each line, the one used last at the end
};

}  // namespace cyclorama::mem
