// SPDX-License-Identifier: MIT
#pragma once
// Which vertices of a draw are there already, by their index.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace cyclorama::machine {

/// Gives equal indices one slot: an array where they lie close together, else a hash table of open addressing. Both
/// keep their memory and are emptied in no time.
class IndexTable {
  public:
    /// Appends the slot of each index to `slots`, and each different index, in the order of slots, to `unique`.
    void assign(std::span<const uint32_t> indices, std::vector<uint32_t>& slots, std::vector<uint32_t>& unique) {
        if (indices.empty()) return;
        const auto [least, largest] = std::ranges::minmax(indices);
        const bool close = largest - least < kMostSpread * indices.size();
        start(close ? largest - least + 1 : 2 * indices.size());
        for (const uint32_t index : indices) {
            Entry& entry = close ? entries_[index - least] : find(index);
            if (entry.round != round_) {
                entry = {index, static_cast<uint32_t>(unique.size()), round_};
                unique.push_back(index);
            }
            slots.push_back(entry.slot);
        }
    }

  private:
    struct Entry {
        uint32_t index = 0;
        uint32_t slot = 0;
        /// Round in which it was added; others are empty.
        uint32_t round = 0;
    };
    /// Entries for each index up to which the array is worth its memory.
    static constexpr size_t kMostSpread = 8;

    void start(size_t entries) {
        const size_t size = std::bit_ceil(std::max<size_t>(entries, 64));
        if (entries_.size() < size) entries_.assign(size, {});
        if (++round_ == 0) {
            std::ranges::fill(entries_, Entry{});
            round_ = 1;
        }
    }

    Entry& find(uint32_t index) {
        // Knuth's multiplicative hashing.
        constexpr uint32_t kGolden = 0x9e3779b1;
        const size_t mask = entries_.size() - 1;
        const int shift = 32 - std::countr_zero(entries_.size());
        size_t at = (index * kGolden) >> shift;
        while (entries_[at].round == round_ && entries_[at].index != index) at = (at + 1) & mask;
        return entries_[at];
    }

    std::vector<Entry> entries_;
    uint32_t round_ = 0;
};

}  // namespace cyclorama::machine
