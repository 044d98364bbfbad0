// SPDX-License-Identifier: MIT
#pragma once
// The order in which the banks' queues are considered: a list of criteria, each settling the ties of those before it
// (V2BankSelectionPolicy, for example "OLDEST_FIRST RANDOM").

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/time.h"

namespace cyclorama::mem::gddr {

enum class BankCriterion : uint8_t {
    Random,
    RoundRobin,
    OldestFirst,
    YoungestFirst,
    MoreConsecutiveHits,
    LessConsecutiveHits,
    MorePendingRequests,
    LessPendingRequests,
    ZeroPendingFirst
};

/// Values that the criteria compare; all but the bank are zero for one without a queued access.
struct BankInfo {
    uint32_t bank = 0;
    sim::Cycle age = 0;  ///< cycle in which its first access arrived
    uint32_t queued = 0;
    uint32_t consecutiveHits = 0;
};

class BankSelection {
  public:
    /// Throws sim::Error for an unknown criterion, naming the known ones, and for an empty list.
    BankSelection(const std::string& policy, uint32_t banks);

    /// The banks, the first to be considered first, from what `info(bank)` says of each. `changed`, a bit for each
    /// bank: since the last call.
    template <typename Info>
    std::span<const BankInfo> order(uint32_t changed, Info&& info) {
        // Banks that tie keep the order of the call before, so sorting the same again changes nothing.
        if (changed == 0 && repeatable_) return banks_;
        for (BankInfo& bank : banks_)
            if ((changed >> bank.bank & 1) != 0) bank = info(bank.bank);
        advance(1);
        if (repeatable_ && std::has_single_bit(changed))
            move(info(static_cast<uint32_t>(std::countr_zero(changed))));
        else
            sort();
        return banks_;
    }

    /// First of the banks in a mask, one at least, as they were last ordered.
    uint32_t first(uint32_t banks) const;

    /// Stands for `calls` calls with all queues empty.
    void skip(uint64_t calls);

    /// Ordering the same once more changes nothing.
    bool repeatable() const { return repeatable_; }
    /// The first criterion is the age. Banks with queued accesses never tie then, a channel taking one in a cycle: they
    /// need not be kept in order.
    bool byAge() const { return byAge_; }
    /// The same as first(), from the ages of all banks, where byAge().
    uint32_t firstByAge(uint32_t banks, std::span<const sim::Cycle> ages) const;
    bool usesConsecutiveHits() const { return usesConsecutiveHits_; }

  private:
    void advance(uint64_t calls);
    void sort();
    /// Sorts where this is new of its bank, and all others are in their places.
    void move(const BankInfo& moved);
    bool before(const BankInfo& a, const BankInfo& b) const;
    int compare(BankCriterion criterion, const BankInfo& a, const BankInfo& b) const;

    std::vector<BankCriterion> criteria_;
    std::vector<BankInfo> banks_;
    std::vector<uint32_t> weights_;  // for Random
    uint64_t calls_ = 0;
    bool repeatable_ = true;
    bool byAge_ = false;
    bool usesConsecutiveHits_ = false;
};

}  // namespace cyclorama::mem::gddr
