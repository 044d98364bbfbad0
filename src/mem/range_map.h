// SPDX-License-Identifier: MIT
#pragma once
// Ranges of addresses that do not overlap, each with a value.

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace cyclorama::mem {

/// From `begin` on, below `end`.
struct AddressRange {
    uint64_t begin = 0;
    uint64_t end = 0;

    bool overlaps(const AddressRange& other) const { return begin < other.end && other.begin < end; }
    bool operator==(const AddressRange&) const = default;
};

template <typename Value>
class RangeMap {
  public:
    struct Entry {
        AddressRange range;
        Value value;
    };

    /// Adds a range. Requires one that is not empty and overlaps no other.
    void insert(const AddressRange& range, Value value) { entries_[range.begin] = {range, std::move(value)}; }
    /// Removes the range that begins at an address, if there is one.
    void erase(uint64_t begin) { entries_.erase(begin); }

    /// The first of the ranges that have an address in common with a range; null if none has.
    const Entry* overlapping(const AddressRange& range) const {
        const auto next = entries_.upper_bound(range.begin);
        if (next != entries_.begin() && std::prev(next)->second.range.end > range.begin)
            return &std::prev(next)->second;
        return next != entries_.end() && next->first < range.end ? &next->second : nullptr;
    }
    /// The range that contains an address; null if none does.
    const Entry* at(uint64_t address) const { return overlapping({address, address + 1}); }

    /// The lowest address in `within` from which `bytes`, and `gap` more up to the next range, are free. The end of
    /// `within` needs no gap.
    std::optional<uint64_t> findRoom(uint64_t bytes, uint64_t gap, const AddressRange& within) const {
        uint64_t address = within.begin;
        auto next = entries_.upper_bound(address);
        if (next != entries_.begin() && std::prev(next)->second.range.end > address) --next;
        for (; next != entries_.end() && address + bytes + gap > next->first; ++next)
            address = next->second.range.end + gap;
        if (address > within.end || bytes > within.end - address) return std::nullopt;
        return address;
    }

  private:
    std::map<uint64_t, Entry> entries_;  // by the begin
};

}  // namespace cyclorama::mem
