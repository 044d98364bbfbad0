// SPDX-License-Identifier: MIT
#pragma once
// Counts of the work of each bank of DRAM.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/count_sums.h"

namespace cyclorama::mem {

struct BankUse {
    uint64_t read = 0;       // bytes
    uint64_t written = 0;    // bytes
    uint64_t activates = 0;  // rows that were opened
    uint64_t conflicts = 0;  // rows that were closed for another one of the bank
    uint64_t hits = 0;       // bursts in a row that the access before had used
    uint64_t misses = 0;     // bursts that were the first in a row since it was opened

    /// All counts: does not compile when one is missing.
    template <typename Counts>
    static auto all(Counts& counts) {
        auto& [r, w, opened, closed, hit, missed] = counts;
        return std::array{&r, &w, &opened, &closed, &hit, &missed};
    }
    BankUse& operator+=(const BankUse& other) { return sim::addCounts(*this, other); }
    bool operator==(const BankUse&) const = default;
};

/// The banks of all channels; none of a memory without banks.
class BankUses {
  public:
    BankUses() = default;
    BankUses(uint32_t channels, uint32_t banks) : banks_(banks), uses_(size_t{channels} * banks) {}

    /// Number of banks of a channel.
    uint32_t banks() const { return banks_; }
    uint32_t channels() const { return banks_ == 0 ? 0 : static_cast<uint32_t>(uses_.size() / banks_); }

    std::span<BankUse> channel(uint32_t number) { return std::span(uses_).subspan(size_t{number} * banks_, banks_); }
    std::span<const BankUse> channel(uint32_t number) const {
        return std::span(uses_).subspan(size_t{number} * banks_, banks_);
    }
    /// Adds the counts of `other`, bank by bank. Requires the same number of banks, or none here.
    void add(const BankUses& other) {
        if (uses_.empty()) *this = BankUses(other.channels(), other.banks());
        for (size_t i = 0; i < uses_.size(); ++i) uses_[i] += other.uses_[i];
    }
    /// All begin anew.
    void clear() { uses_.assign(uses_.size(), {}); }

  private:
    uint32_t banks_ = 0;
    std::vector<BankUse> uses_;  // channel by channel
};

}  // namespace cyclorama::mem
