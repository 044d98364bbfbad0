// A queue for each bank. Accesses that hit an open row go first, and rows are opened and closed ahead of time while the
// current transaction waits (ATTILA: BankQueueScheduler).

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
        : closePages_(s.pagePolicy == PagePolicy::Close),
          activateAhead_(s.activateAhead),
          prechargeAhead_(s.prechargeAhead),
          prechargeFirst_(s.prechargeFirst),
          aggressive_(s.aggressiveActivation),
          shareState_(s.banksShareState),
          open_(static_cast<uint32_t>((uint64_t{1} << s.banks) - 1)),
          firstRow_(s.banks),
          selection_(s.bankSelectionPolicy, s.banks),
          mode_(s) {
        // One more than it admits to: for the transaction that is sent before the refusal is seen.
        for (uint32_t i = 0; i < s.banks; ++i) queues_.emplace_back(s.maxChannelTransactions / s.banks + 1);
    }

    bool receive(const ChannelTransaction& transaction, Cycle cycle) override {
        sim::BoundedQueue<Entry>& queue = queues_[transaction.bank];
        const bool first = queue.empty();
        if (queue.full()) throw sim::Fault(fmt::format("the queue of bank {} overflows", transaction.bank));
        queue.push({transaction, cycle});
        ++queued_;
        noteChange(transaction.bank);
        return first || mode_.counts();
    }

    std::optional<ChannelTransaction> select(const DramState& dram) override;
    bool useIdleSlot(const Command* blocked, CommandSlot& slot) override;
    Candidates idleCandidates(const Command* blocked, const DramState& dram) const override;
    void passIdleSlot(const Command* blocked) override;
    BankAcceptance acceptance() const override;
    bool empty() const override { return queued_ == 0; }
    bool repeatsItself() const override { return selection_.repeatable(); }

    // An idle cycle orders the banks to select, and once more to find rows to close.
    void skip(uint64_t cycles) override { selection_.skip(cycles * (prechargeAhead_ ? 2 : 1)); }

  private:
    struct Entry {
        ChannelTransaction transaction;
        Cycle arrival = 0;
    };

    std::span<const BankInfo> order() {
        return selection_.order(std::exchange(changed_, 0), [this](uint32_t bank) { return infoOf(bank); });
    }
    BankInfo infoOf(uint32_t bank) const;
    uint32_t consecutiveHits(uint32_t bank) const;
    void noteChange(uint32_t bank);
    /// Transactions that wait, those of the blocked command's bank excepted.
    uint32_t queuedBeside(const Command* blocked) const {
        return blocked != nullptr ? queued_ - queues_[blocked->bank].size() : queued_;
    }
    /// Banks whose open row is another than the first access in their queue needs, the blocked command's excepted.
    uint32_t otherRows(const Command& blocked, const DramState& dram) const;
    bool activateRow(const Command* blocked, CommandSlot& slot);
    bool activateRowFor(bool reads, const Command* blocked, CommandSlot& slot, std::span<const BankInfo> banks);
    bool prechargeRow(const Command* blocked, CommandSlot& slot);

    bool closePages_;
    bool activateAhead_;
    bool prechargeAhead_;
    bool prechargeFirst_;
    bool aggressive_;
    bool shareState_;
    std::vector<sim::BoundedQueue<Entry>> queues_;  // by bank
    // Of the queues, a bit for each bank: they hold something, a read first; they take more.
    uint32_t waiting_ = 0;
    uint32_t readFirst_ = 0;
    uint32_t open_;
    std::vector<uint32_t> firstRow_;  // of the first in each queue
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

// All waiting accesses to the row of the first, whatever stands between them and of whichever kind they are: that is
// what ATTILA counts (TQueue::getConsecutiveAccesses).
uint32_t BankQueuePolicy::consecutiveHits(uint32_t bank) const {
    const sim::BoundedQueue<Entry>& queue = queues_[bank];
    uint32_t hits = 0;
    for (uint32_t i = 0; i < queue.size(); ++i)
        if (queue[i].transaction.row == queue.front().transaction.row) ++hits;
    return hits;
}

void BankQueuePolicy::noteChange(uint32_t bank) {
    const uint32_t bit = 1u << bank;
    changed_ |= bit;
    const sim::BoundedQueue<Entry>& queue = queues_[bank];
    open_ = queue.size() + 1 < queue.capacity() ? open_ | bit : open_ & ~bit;
    waiting_ = queue.empty() ? waiting_ & ~bit : waiting_ | bit;
    if (queue.empty()) return;
    const ChannelTransaction& first = queue.front().transaction;
    readFirst_ = first.read ? readFirst_ | bit : readFirst_ & ~bit;
    firstRow_[bank] = first.row;
}

std::optional<ChannelTransaction> BankQueuePolicy::select(const DramState& dram) {
    // Of either kind the first bank in order whose access hits its open row, or else the first bank.
    struct Candidate {
        int bank = -1;
        bool hit = false;
    };
    Candidate candidates[2];  // write, read
    const std::span<const BankInfo> banks = order();
    if (waiting_ == 0) return std::nullopt;
    for (const BankInfo& info : banks) {
        if ((waiting_ >> info.bank & 1) == 0) continue;
        Candidate& candidate = candidates[readFirst_ >> info.bank & 1];
        if (candidate.hit) continue;
        candidate.hit = firstRow_[info.bank] == dram.openRow(info.bank);
        if (candidate.bank < 0 || candidate.hit) candidate.bank = static_cast<int>(info.bank);
    }
    const Candidate& write = candidates[0];
    const Candidate& read = candidates[1];
    mode_.update(read.bank >= 0, write.bank >= 0, write.hit);
    --queued_;
    const auto bank = static_cast<uint32_t>(mode_.reading() ? read.bank : write.bank);
    const ChannelTransaction chosen = queues_[bank].pop().transaction;
    noteChange(bank);
    return chosen;
}

bool BankQueuePolicy::useIdleSlot(const Command* blocked, CommandSlot& slot) {
    if (closePages_ && closeUnusedRow(blocked, slot, waiting_)) return true;
    if (prechargeFirst_) return prechargeRow(blocked, slot) || activateRow(blocked, slot);
    return activateRow(blocked, slot) || prechargeRow(blocked, slot);
}

SchedulingPolicy::Candidates BankQueuePolicy::idleCandidates(const Command* blocked, const DramState& dram) const {
    Candidates candidates;
    if (closePages_) candidates.unused = unusedRows(blocked, dram, waiting_);
    if (activateAhead_) {
        candidates.activates = waiting_ & ~dram.openBanks();
        if (!mode_.counts()) candidates.activates &= mode_.reading() ? readFirst_ : ~readFirst_;
    }
    if (prechargeAhead_ && blocked != nullptr) candidates.precharges = otherRows(*blocked, dram);
    return candidates;
}

void BankQueuePolicy::passIdleSlot(const Command* blocked) {
    if (selection_.strict()) return;
    if (blocked == nullptr || prechargeAhead_ || (activateAhead_ && queuedBeside(blocked) != 0)) order();
}

uint32_t BankQueuePolicy::otherRows(const Command& blocked, const DramState& dram) const {
    uint32_t banks = 0;
    for (uint32_t open = dram.openBanks() & waiting_ & ~(1u << blocked.bank); open != 0; open &= open - 1) {
        const auto bank = static_cast<uint32_t>(std::countr_zero(open));
        if (dram.openRow(bank) != firstRow_[bank]) banks |= 1u << bank;
    }
    return banks;
}

bool BankQueuePolicy::prechargeRow(const Command* blocked, CommandSlot& slot) {
    if (!prechargeAhead_) return false;
    const std::span<const BankInfo> banks = order();
    if (blocked == nullptr) return false;
    const DramState& dram = slot.dram();
    const uint32_t candidates = otherRows(*blocked, dram);
    if (candidates == 0) return false;
    for (const BankInfo& info : banks) {
        if ((candidates >> info.bank & 1) == 0 || dram.state(info.bank) != BankState::Active) continue;
        if (slot.tryIssue({.kind = CommandKind::Precharge,
                           .bank = static_cast<uint8_t>(info.bank),
                           .constraint = blocked->constraint}))
            return true;
    }
    return false;
}

bool BankQueuePolicy::activateRow(const Command* blocked, CommandSlot& slot) {
    if (!activateAhead_) return false;
    if (queuedBeside(blocked) == 0) return false;
    const std::span<const BankInfo> banks = order();
    const DramState& dram = slot.dram();
    if (!dram.mayActivate()) return false;
    const bool reading = mode_.reading();
    if (!mode_.counts()) return activateRowFor(reading, blocked, slot, banks);

    // A row is worth opening while the accesses to open ones do not yet fill the turn.
    uint32_t hits[2] = {0, 0};  // writes, reads
    for (uint32_t bank = 0; bank < queues_.size(); ++bank) {
        if ((waiting_ >> bank & 1) == 0 || (blocked != nullptr && blocked->bank == bank)) continue;
        if (dram.openRow(bank) == firstRow_[bank]) hits[readFirst_ >> bank & 1] += consecutiveHits(bank);
    }
    const bool turnFilled = hits[reading] >= mode_.accessesLeft();
    if (!turnFilled && activateRowFor(reading, blocked, slot, banks)) return true;
    return aggressive_ && turnFilled && hits[!reading] < mode_.mostAccesses(!reading) &&
           activateRowFor(!reading, blocked, slot, banks);
}

bool BankQueuePolicy::activateRowFor(bool reads, const Command* blocked, CommandSlot& slot,
                                     std::span<const BankInfo> banks) {
    const uint32_t candidates = waiting_ & ~slot.dram().openBanks() & (reads ? readFirst_ : ~readFirst_);
    if (candidates == 0) return false;
    for (const BankInfo& info : banks) {
        if ((candidates >> info.bank & 1) == 0) continue;
        if (slot.tryIssue({.kind = CommandKind::Activate,
                           .bank = static_cast<uint8_t>(info.bank),
                           .constraint = blocked != nullptr ? blocked->constraint : Constraint::None,
                           .row = firstRow_[info.bank]}))
            return true;
    }
    return false;
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
