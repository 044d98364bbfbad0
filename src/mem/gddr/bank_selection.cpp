// SPDX-License-Identifier: MIT
#include "mem/gddr/bank_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>

#include "sim/error.h"

namespace cyclorama::mem::gddr {

namespace {

constexpr std::array<std::pair<std::string_view, BankCriterion>, 9> kCriteria = {{
    {"RANDOM", BankCriterion::Random},
    {"ROUND_ROBIN", BankCriterion::RoundRobin},
    {"OLDEST_FIRST", BankCriterion::OldestFirst},
    {"YOUNGEST_FIRST", BankCriterion::YoungestFirst},
    {"MORE_CONSECUTIVE_HITS", BankCriterion::MoreConsecutiveHits},
    {"LESS_CONSECUTIVE_HITS", BankCriterion::LessConsecutiveHits},
    {"MORE_PENDING_REQUESTS", BankCriterion::MorePendingRequests},
    {"LESS_PENDING_REQUESTS", BankCriterion::LessPendingRequests},
    {"ZERO_PENDING_FIRST", BankCriterion::ZeroPendingFirst},
}};

BankCriterion criterionOf(std::string word) {
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    for (const auto& [name, criterion] : kCriteria)
        if (name == word) return criterion;
    std::string known;
    for (const auto& [name, criterion] : kCriteria) known += fmt::format(" {}", name);
    throw sim::Error("", "V2BankSelectionPolicy", fmt::format("'{}' is none of{}", word, known));
}

// splitmix64: the same weights on every host, for a bank and the number of the call.
uint32_t randomWeight(uint64_t call, uint64_t bank) {
    uint64_t z = (call * 64 + bank + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return static_cast<uint32_t>((z ^ z >> 31) >> 32);
}

template <typename T>
int smallerFirst(const T& a, const T& b) {
    if (a == b) return 0;
    return a < b ? -1 : 1;
}

}  // namespace

BankSelection::BankSelection(const std::string& policy, uint32_t banks) : banks_(banks), weights_(banks) {
    std::istringstream words(policy);
    for (std::string word; words >> word;) criteria_.push_back(criterionOf(word));
    if (criteria_.empty()) throw sim::Error("", "V2BankSelectionPolicy", "needs a criterion");
    for (uint32_t i = 0; i < banks; ++i) banks_[i].bank = i;
    byAge_ = criteria_.front() == BankCriterion::OldestFirst || criteria_.front() == BankCriterion::YoungestFirst;
    for (const BankCriterion criterion : criteria_) {
        usesConsecutiveHits_ |=
            criterion == BankCriterion::MoreConsecutiveHits || criterion == BankCriterion::LessConsecutiveHits;
        repeatable_ &= criterion != BankCriterion::Random && criterion != BankCriterion::RoundRobin &&
                       criterion != BankCriterion::ZeroPendingFirst;
    }
}

void BankSelection::advance(uint64_t calls) {
    calls_ += calls;
    if (std::find(criteria_.begin(), criteria_.end(), BankCriterion::Random) == criteria_.end()) return;
    for (uint32_t bank = 0; bank < weights_.size(); ++bank) weights_[bank] = randomWeight(calls_, bank);
}

void BankSelection::skip(uint64_t calls) {
    if (repeatable_ || calls == 0) return;
    for (BankInfo& bank : banks_) bank = {.bank = bank.bank};
    advance(calls);
    sort();
}

uint32_t BankSelection::first(uint32_t banks) const {
    const auto place = std::find_if(banks_.begin(), banks_.end(),
                                    [banks](const BankInfo& info) { return (banks >> info.bank & 1) != 0; });
    return place->bank;
}

uint32_t BankSelection::firstByAge(uint32_t banks, std::span<const sim::Cycle> ages) const {
    const bool oldest = criteria_.front() == BankCriterion::OldestFirst;
    auto best = static_cast<uint32_t>(std::countr_zero(banks));
    for (banks &= banks - 1; banks != 0; banks &= banks - 1) {
        const auto bank = static_cast<uint32_t>(std::countr_zero(banks));
        if (oldest ? ages[bank] < ages[best] : ages[bank] > ages[best]) best = bank;
    }
    return best;
}

// Insertion, which keeps the order of ties. An element goes to the front where it precedes the first, and else as far
// as its neighbours follow it: the two differ for ZeroPendingFirst, whose comparison is no order.
void BankSelection::sort() {
    for (size_t i = 1; i < banks_.size(); ++i) {
        const BankInfo moved = banks_[i];
        size_t place = i;
        if (before(moved, banks_[0])) {
            std::move_backward(banks_.begin(), banks_.begin() + static_cast<std::ptrdiff_t>(i),
                               banks_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            place = 0;
        } else {
            for (; before(moved, banks_[place - 1]); --place) banks_[place] = banks_[place - 1];
        }
        banks_[place] = moved;
    }
}

void BankSelection::move(const BankInfo& moved) {
    size_t place = 0;
    while (banks_[place].bank != moved.bank) ++place;
    for (; place > 0 && before(moved, banks_[place - 1]); --place) banks_[place] = banks_[place - 1];
    for (; place + 1 < banks_.size() && before(banks_[place + 1], moved); ++place) banks_[place] = banks_[place + 1];
    banks_[place] = moved;
}

bool BankSelection::before(const BankInfo& a, const BankInfo& b) const {
    for (const BankCriterion criterion : criteria_) {
        const int result = compare(criterion, a, b);
        if (result != 0) return result < 0;
    }
    return false;
}

int BankSelection::compare(BankCriterion criterion, const BankInfo& a, const BankInfo& b) const {
    switch (criterion) {
        case BankCriterion::Random:
            return weights_[a.bank] < weights_[b.bank] ? -1 : 1;
        case BankCriterion::RoundRobin: {
            const auto banks = static_cast<uint32_t>(banks_.size());
            const auto turn = static_cast<uint32_t>(calls_ % banks);
            return smallerFirst((a.bank + banks - turn) % banks, (b.bank + banks - turn) % banks);
        }
        case BankCriterion::OldestFirst:
            return smallerFirst(a.age, b.age);
        case BankCriterion::YoungestFirst:
            return smallerFirst(b.age, a.age);
        case BankCriterion::MoreConsecutiveHits:
            return smallerFirst(b.consecutiveHits, a.consecutiveHits);
        case BankCriterion::LessConsecutiveHits:
            return smallerFirst(a.consecutiveHits, b.consecutiveHits);
        case BankCriterion::MorePendingRequests:
            return smallerFirst(b.queued, a.queued);
        case BankCriterion::LessPendingRequests:
            return smallerFirst(a.queued, b.queued);
        case BankCriterion::ZeroPendingFirst:
            // An empty bank ties with any, and only one after it counts.
            return a.queued != 0 && b.queued == 0 ? 1 : 0;
    }
    return 0;
}

}  // namespace cyclorama::mem::gddr
