// SPDX-License-Identifier: MIT
// A queue for each bank. Accesses that hit an open row go first, and rows are opened and closed ahead of time while the
// current transaction waits.

#include <fmt/format.h>

#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "mem/gddr/bank_selection.h"
#include "mem/gddr/mode_switch.h"
#include "mem/gddr/scheduling_policy.h"
#include "sim/fault.h"
#include "sim/queue.h"

namespace cyclorama::mem::gddr {

namespace {

class BankQueuePolicy final : public SchedulingPolicy {
  public:
    explicit BankQueuePolicy(const Settings& s)
        : activateAhead_(s.scheduling.managers.activateAhead),
          prechargeAhead_(s.scheduling.managers.prechargeAhead),
          prechargeFirst_(s.scheduling.managers.prechargeFirst),
          aggressive_(s.scheduling.managers.aggressiveActivation),
          shareState_(s.scheduling.managers.banksShareState),
          open_(static_cast<uint32_t>((uint64_t{1} << s.banks) - 1)),
          firstRow_(s.banks),
          firstArrival_(s.banks),
          openRow_(s.banks, kNoRow),
          selection_(s.scheduling.bankSelectionPolicy, s.banks),
          mode_(s) {
        // One more than it admits to: for the transaction that is sent before the refusal is seen.
        for (uint32_t i = 0; i < s.banks; ++i) queues_.emplace_back(s.scheduling.maxTransactions / s.banks + 1);
    }

    bool receive(const ChannelTransaction& transaction, Cycle cycle) override {
        sim::BoundedQueue<Entry>& queue = queues_[transaction.bank];
        const bool first = queue.empty();
        if (queue.full()) throw sim::Fault(fmt::format("the queue of bank {} overflows", transaction.bank));
        queue.push({transaction, cycle});
        ++queued_;
        recordChange(transaction.bank);
        return first || mode_.counts();
    }

    void recordRow(uint32_t bank, uint32_t row) override {
        openRow_[bank] = row;
        recordHit(bank);
    }
    std::optional<ChannelTransaction> select(const DramState& dram) override;
    DramCommand useIdleSlot(Cycle cycle, const DramCommand* blocked, const DramState& dram) override;
    Candidates idleCandidates(const DramCommand* blocked, const DramState& dram) const override;
    // The banks are ordered in each, and those that tie keep the order from before.
    bool countsIdleSlots() const override { return !selection_.byAge(); }
    void passIdleSlot(const DramCommand* blocked) override;
    BankAcceptance acceptance() const override;
    bool repeatsItself() const override { return selection_.repeatable(); }

    // An idle cycle orders the banks to select, and once more to find rows to close.
    void skip(uint64_t cycles) override { selection_.skip(cycles * (prechargeAhead_ ? 2 : 1)); }

  private:
    struct Entry {
        ChannelTransaction transaction;
        Cycle arrival = 0;
    };

    void order() {
        if (!selection_.byAge())
            selection_.order(std::exchange(changed_, 0), [this](uint32_t bank) { return infoOf(bank); });
    }
    /// First in order of the banks in a mask for which something waits.
    uint32_t first(uint32_t banks) const {
        return selection_.byAge() ? selection_.firstByAge(banks, firstArrival_) : selection_.first(banks);
    }
    BankInfo infoOf(uint32_t bank) const;
    uint32_t consecutiveHits(uint32_t bank) const;
    void recordChange(uint32_t bank);
    void recordHit(uint32_t bank) {
        const uint32_t bit = 1u << bank;
        hits_ = (waiting_ & bit) != 0 && openRow_[bank] == firstRow_[bank] ? hits_ | bit : hits_ & ~bit;
    }
    /// Transactions that wait, those of the blocked command's bank excepted.
    uint32_t queuedBeside(const DramCommand* blocked) const {
        return blocked != nullptr ? queued_ - queues_[blocked->bank].size() : queued_;
    }
    /// Banks whose open row the first access in their queue does not need, the blocked command's excepted.
    uint32_t otherRows(const DramCommand& blocked, const DramState& dram) const {
        return waiting_ & dram.openBanks() & ~hits_ & ~(1u << blocked.bank);
    }
    DramCommand activateRow(Cycle cycle, const DramCommand* blocked, const DramState& dram);
    DramCommand activateRowFor(Cycle cycle, bool reads, const DramState& dram) const;
    DramCommand prechargeRow(Cycle cycle, const DramCommand* blocked, const DramState& dram);

    bool activateAhead_;
    bool prechargeAhead_;
    bool prechargeFirst_;
    bool aggressive_;
    bool shareState_;
    std::vector<sim::BoundedQueue<Entry>> queues_;  // by bank
    // Masks of queues, a bit for each bank: with a read first; whose first needs the open row; with room.
    uint32_t readFirst_ = 0;
    uint32_t hits_ = 0;
    uint32_t open_;
    // Row and arrival of the first in each queue.
    std::vector<uint32_t> firstRow_;
    std::vector<Cycle> firstArrival_;
    std::vector<uint32_t> openRow_;  // by bank
    uint32_t queued_ = 0;
    uint32_t changed_ = ~0u;  // queues since the banks were last ordered, a bit for each
    BankSelection selection_;
    ModeSwitch mode_;
};

BankInfo BankQueuePolicy::infoOf(uint32_t bank) const {
    const sim::BoundedQueue<Entry>& queue = queues_[bank];
    BankInfo info{.bank = bank};
    if (queue.empty()) return info;
    info.age = queue.front().arrival;
    info.queued = queue.size();
    if (selection_.usesConsecutiveHits()) info.consecutiveHits = consecutiveHits(bank);
    return info;
}

// All waiting accesses to the row of the first, whatever stands between them and of whichever kind they are.
uint32_t BankQueuePolicy::consecutiveHits(uint32_t bank) const {
    const sim::BoundedQueue<Entry>& queue = queues_[bank];
    uint32_t hits = 0;
    for (uint32_t i = 0; i < queue.size(); ++i)
        if (queue[i].transaction.row == queue.front().transaction.row) ++hits;
    return hits;
}

void BankQueuePolicy::recordChange(uint32_t bank) {
    const uint32_t bit = 1u << bank;
    changed_ |= bit;
    const sim::BoundedQueue<Entry>& queue = queues_[bank];
    open_ = queue.size() + 1 < queue.capacity() ? open_ | bit : open_ & ~bit;
    waiting_ = queue.empty() ? waiting_ & ~bit : waiting_ | bit;
    if (queue.empty()) {
        hits_ &= ~bit;
        return;
    }
    const Entry& entry = queue.front();
    readFirst_ = entry.transaction.read ? readFirst_ | bit : readFirst_ & ~bit;
    firstRow_[bank] = entry.transaction.row;
    firstArrival_[bank] = entry.arrival;
    recordHit(bank);
}

// The first bank in order whose access hits its open row, or else the first bank, of the kind whose turn it is.
std::optional<ChannelTransaction> BankQueuePolicy::select(const DramState&) {
    order();
    if (waiting_ == 0) return std::nullopt;
    const uint32_t reads = waiting_ & readFirst_;
    const uint32_t writes = waiting_ & ~readFirst_;
    mode_.update(reads != 0, writes != 0, (writes & hits_) != 0);
    const uint32_t turn = mode_.reading() ? reads : writes;
    const uint32_t bank = first((turn & hits_) != 0 ? turn & hits_ : turn);
    --queued_;
    const ChannelTransaction chosen = queues_[bank].pop().transaction;
    recordChange(bank);
    return chosen;
}

DramCommand BankQueuePolicy::useIdleSlot(Cycle cycle, const DramCommand* blocked, const DramState& dram) {
    const DramCommand command =
        prechargeFirst_ ? prechargeRow(cycle, blocked, dram) : activateRow(cycle, blocked, dram);
    if (command.kind != CommandKind::None) return command;
    return prechargeFirst_ ? activateRow(cycle, blocked, dram) : prechargeRow(cycle, blocked, dram);
}

SchedulingPolicy::Candidates BankQueuePolicy::idleCandidates(const DramCommand* blocked, const DramState& dram) const {
    Candidates candidates;
    if (activateAhead_) {
        candidates.activates = waiting_ & ~dram.openBanks();
        if (!mode_.counts()) candidates.activates &= mode_.reading() ? readFirst_ : ~readFirst_;
    }
    if (prechargeAhead_ && blocked != nullptr) candidates.precharges = otherRows(*blocked, dram);
    return candidates;
}

void BankQueuePolicy::passIdleSlot(const DramCommand* blocked) {
    if (blocked == nullptr || prechargeAhead_ || (activateAhead_ && queuedBeside(blocked) != 0)) order();
}

DramCommand BankQueuePolicy::prechargeRow(Cycle cycle, const DramCommand* blocked, const DramState& dram) {
    if (!prechargeAhead_) return {};
    order();
    if (blocked == nullptr) return {};
    uint32_t candidates = dram.allowedBanks(cycle, CommandKind::Precharge, otherRows(*blocked, dram));
    for (uint32_t rest = candidates; rest != 0; rest &= rest - 1)
        if (dram.restFrom(static_cast<uint32_t>(std::countr_zero(rest))) > cycle) candidates &= ~(rest & (0 - rest));
    if (candidates == 0) return {};
    return {.kind = CommandKind::Precharge, .bank = static_cast<uint8_t>(first(candidates))};
}

DramCommand BankQueuePolicy::activateRow(Cycle cycle, const DramCommand* blocked, const DramState& dram) {
    if (!activateAhead_ || queuedBeside(blocked) == 0) return {};
    order();
    if (!dram.mayActivate(cycle)) return {};
    const bool reading = mode_.reading();
    if (!mode_.counts()) return activateRowFor(cycle, reading, dram);

    // A row is worth opening while the accesses to open ones do not yet fill the turn.
    uint32_t accesses[2] = {0, 0};  // writes, reads
    uint32_t hitting = hits_;
    if (blocked != nullptr) hitting &= ~(1u << blocked->bank);
    for (; hitting != 0; hitting &= hitting - 1) {
        const auto bank = static_cast<uint32_t>(std::countr_zero(hitting));
        accesses[readFirst_ >> bank & 1] += consecutiveHits(bank);
    }
    const bool turnFilled = accesses[reading] >= mode_.accessesLeft();
    DramCommand command;
    if (!turnFilled) command = activateRowFor(cycle, reading, dram);
    if (aggressive_ && turnFilled && accesses[!reading] < mode_.mostAccesses(!reading))
        command = activateRowFor(cycle, !reading, dram);
    return command;
}

DramCommand BankQueuePolicy::activateRowFor(Cycle cycle, bool reads, const DramState& dram) const {
    const uint32_t closed = waiting_ & ~dram.openBanks() & (reads ? readFirst_ : ~readFirst_);
    const uint32_t candidates = dram.allowedBanks(cycle, CommandKind::Activate, closed);
    if (candidates == 0) return {};
    const uint32_t bank = first(candidates);
    return {.kind = CommandKind::Activate, .bank = static_cast<uint8_t>(bank), .row = firstRow_[bank]};
}

BankAcceptance BankQueuePolicy::acceptance() const {
    const bool allOpen = open_ == static_cast<uint32_t>((uint64_t{1} << queues_.size()) - 1);
    return shareState_ && !allOpen ? BankAcceptance{} : BankAcceptance{.reads = open_, .writes = open_};
}

}  // namespace

std::unique_ptr<SchedulingPolicy> makeBankQueuePolicy(const Settings& settings) {
    return std::make_unique<BankQueuePolicy>(settings);
}

}  // namespace cyclorama::mem::gddr
