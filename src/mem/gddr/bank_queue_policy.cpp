// A queue for each bank. Accesses that hit an open row go first, and rows are opened and closed ahead of time while the
// current transaction waits (ATTILA: BankQueueScheduler).

#include <fmt/format.h>

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
          selection_(s.bankSelectionPolicy, s.banks),
          mode_(s) {
        // One more than it admits to: for the transaction that is sent before the refusal is seen.
        for (uint32_t i = 0; i < s.banks; ++i) queues_.emplace_back(s.maxChannelTransactions / s.banks + 1);
    }

    void receive(const ChannelTransaction& transaction, Cycle cycle) override {
        sim::BoundedQueue<Entry>& queue = queues_[transaction.bank];
        if (queue.full()) throw sim::Fault(fmt::format("the queue of bank {} overflows", transaction.bank));
        queue.push({transaction, cycle});
        ++queued_;
        changed_ = true;
    }

    std::optional<ChannelTransaction> select(const DramState& dram) override;
    void useIdleSlot(const Command* blocked, CommandSlot& slot) override;
    BankAcceptance acceptance() const override;
    bool empty() const override { return queued_ == 0; }

    // An idle cycle orders the banks to select, and once more to find rows to close.
    void skip(uint64_t cycles) override { selection_.skip(cycles * (prechargeAhead_ ? 2 : 1)); }

  private:
    struct Entry {
        ChannelTransaction transaction;
        Cycle arrival = 0;
    };

    std::span<const BankInfo> order() {
        return selection_.order(std::exchange(changed_, false), [this](uint32_t bank) { return infoOf(bank); });
    }
    BankInfo infoOf(uint32_t bank) const;
    uint32_t consecutiveHits(uint32_t bank) const;
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
    uint32_t queued_ = 0;
    bool changed_ = true;  // a queue, since the banks were last ordered
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

std::optional<ChannelTransaction> BankQueuePolicy::select(const DramState& dram) {
    // Of either kind the first bank in order whose access hits its open row, or else the first bank.
    struct Candidate {
        int bank = -1;
        bool hit = false;
    };
    Candidate candidates[2];  // write, read
    for (const BankInfo& info : order()) {
        if (queues_[info.bank].empty()) continue;
        const ChannelTransaction& first = queues_[info.bank].front().transaction;
        Candidate& candidate = candidates[first.read];
        if (candidate.hit) continue;
        candidate.hit = first.row == dram.openRow(info.bank);
        if (candidate.bank < 0 || candidate.hit) candidate.bank = static_cast<int>(info.bank);
    }
    const Candidate& write = candidates[0];
    const Candidate& read = candidates[1];
    if (read.bank < 0 && write.bank < 0) return std::nullopt;
    mode_.update(read.bank >= 0, write.bank >= 0, write.hit);
    --queued_;
    changed_ = true;
    return queues_[static_cast<size_t>(mode_.reading() ? read.bank : write.bank)].pop().transaction;
}

void BankQueuePolicy::useIdleSlot(const Command* blocked, CommandSlot& slot) {
    if (closePages_ && closeUnusedRow(blocked, slot, [this](uint32_t bank) { return !queues_[bank].empty(); })) return;
    if (prechargeFirst_) {
        if (!prechargeRow(blocked, slot)) activateRow(blocked, slot);
    } else {
        if (!activateRow(blocked, slot)) prechargeRow(blocked, slot);
    }
}

bool BankQueuePolicy::prechargeRow(const Command* blocked, CommandSlot& slot) {
    if (!prechargeAhead_) return false;
    const std::span<const BankInfo> banks = order();
    if (blocked == nullptr) return false;
    const DramState& dram = slot.dram();
    for (const BankInfo& info : banks) {
        if (queues_[info.bank].empty() || blocked->bank == info.bank || dram.state(info.bank) != BankState::Active ||
            dram.openRow(info.bank) == queues_[info.bank].front().transaction.row)
            continue;
        if (slot.tryIssue({.kind = CommandKind::Precharge,
                           .bank = static_cast<uint8_t>(info.bank),
                           .constraint = blocked->constraint}))
            return true;
    }
    return false;
}

bool BankQueuePolicy::activateRow(const Command* blocked, CommandSlot& slot) {
    if (!activateAhead_) return false;
    const uint32_t besideBlocked = blocked != nullptr ? queued_ - queues_[blocked->bank].size() : queued_;
    if (besideBlocked == 0) return false;
    const std::span<const BankInfo> banks = order();
    const DramState& dram = slot.dram();
    if (!dram.mayActivate()) return false;
    const bool reading = mode_.reading();
    if (!mode_.counts()) return activateRowFor(reading, blocked, slot, banks);

    // A row is worth opening while the accesses to open ones do not yet fill the turn.
    uint32_t hits[2] = {0, 0};  // writes, reads
    for (uint32_t bank = 0; bank < queues_.size(); ++bank) {
        if (queues_[bank].empty() || (blocked != nullptr && blocked->bank == bank)) continue;
        const ChannelTransaction& first = queues_[bank].front().transaction;
        if (dram.openRow(bank) == first.row) hits[first.read] += consecutiveHits(bank);
    }
    const bool turnFilled = hits[reading] >= mode_.accessesLeft();
    if (!turnFilled && activateRowFor(reading, blocked, slot, banks)) return true;
    return aggressive_ && turnFilled && hits[!reading] < mode_.mostAccesses(!reading) &&
           activateRowFor(!reading, blocked, slot, banks);
}

bool BankQueuePolicy::activateRowFor(bool reads, const Command* blocked, CommandSlot& slot,
                                     std::span<const BankInfo> banks) {
    const DramState& dram = slot.dram();
    for (const BankInfo& info : banks) {
        if (dram.openRow(info.bank) != kNoRow || queues_[info.bank].empty()) continue;
        const ChannelTransaction& first = queues_[info.bank].front().transaction;
        if (first.read != reads) continue;
        if (slot.tryIssue({.kind = CommandKind::Activate,
                           .bank = static_cast<uint8_t>(info.bank),
                           .constraint = blocked != nullptr ? blocked->constraint : Constraint::None,
                           .row = first.row}))
            return true;
    }
    return false;
}

BankAcceptance BankQueuePolicy::acceptance() const {
    uint32_t open = 0;
    for (size_t bank = 0; bank < queues_.size(); ++bank)
        if (queues_[bank].size() + 1 < queues_[bank].capacity()) open |= uint32_t{1} << bank;
    if (shareState_ && open != (uint32_t{1} << queues_.size()) - 1) open = 0;
    return {.reads = open, .writes = open};
}

}  // namespace

std::unique_ptr<SchedulingPolicy> makeBankQueuePolicy(const Settings& settings) {
    return std::make_unique<BankQueuePolicy>(settings);
}

}  // namespace cyclorama::mem::gddr
