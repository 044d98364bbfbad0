// SPDX-License-Identifier: MIT
// A queue for reads and one for writes, each in the order of arrival; an access waits for an earlier one of the other
// kind to the same place.

#include <algorithm>
#include <vector>

#include "mem/gddr/mode_switch.h"
#include "mem/gddr/scheduling_policy.h"
#include "sim/fault.h"
#include "sim/queue.h"

namespace cyclorama::mem::gddr {

namespace {

/// True where two accesses meet. Ones that merely touch count as meeting.
bool overlap(const ChannelTransaction& a, const ChannelTransaction& b) {
    if (a.bank != b.bank || a.row != b.row) return false;
    const ChannelTransaction& lower = a.column > b.column ? b : a;
    return lower.column * 4 + lower.bytes >= std::max(a.column, b.column) * 4;
}

class DependencyQueue {
  public:
    explicit DependencyQueue(uint32_t capacity) : entries_(capacity) {}

    bool empty() const { return entries_.empty(); }
    bool full() const { return entries_.full(); }
    uint32_t size() const { return entries_.size(); }
    const ChannelTransaction& front() const { return entries_.front().transaction; }
    bool ready() const { return !empty() && !entries_.front().waits; }

    /// The youngest entry that the access meets.
    const ChannelTransaction* findOverlap(const ChannelTransaction& access) const {
        for (uint32_t i = entries_.size(); i > 0; --i)
            if (overlap(access, entries_[i - 1].transaction)) return &entries_[i - 1].transaction;
        return nullptr;
    }
    void push(const ChannelTransaction& transaction, const ChannelTransaction* dependency) {
        if (full()) throw sim::Fault("a queue of a channel scheduler overflows");
        entries_.push({.transaction = transaction,
                       .dependency = dependency != nullptr ? dependency->serial : 0,
                       .waits = dependency != nullptr});
    }
    ChannelTransaction pop() { return entries_.pop().transaction; }
    /// The access that they waited for has gone.
    void release(const ChannelTransaction& transaction) {
        for (uint32_t i = 0; i < entries_.size(); ++i)
            if (entries_[i].waits && entries_[i].dependency == transaction.serial) entries_[i].waits = false;
    }

  private:
    struct Entry {
        ChannelTransaction transaction;
        uint32_t dependency = 0;
        bool waits = false;
    };
    sim::BoundedQueue<Entry> entries_;
};

class ReadWriteFifoPolicy final : public SchedulingPolicy {
  public:
    explicit ReadWriteFifoPolicy(const Settings& s)
        : reads_(1 + (s.scheduling.dedicatedReadTransactions == 0 ? s.scheduling.maxTransactions / 2
                                                                  : s.scheduling.dedicatedReadTransactions)),
          writes_(1 + (s.scheduling.dedicatedReadTransactions == 0
                           ? s.scheduling.maxTransactions / 2
                           : s.scheduling.maxTransactions - s.scheduling.dedicatedReadTransactions)),
          readRoom_(s.scheduling.dedicatedReadTransactions == 0 ? s.scheduling.maxTransactions / 2
                                                                : s.scheduling.dedicatedReadTransactions),
          writeRoom_(s.scheduling.dedicatedReadTransactions == 0
                         ? s.scheduling.maxTransactions / 2
                         : s.scheduling.maxTransactions - s.scheduling.dedicatedReadTransactions),
          banks_(s.banks),
          mode_(s) {}

    bool receive(const ChannelTransaction& transaction, Cycle) override {
        DependencyQueue& own = transaction.read ? reads_ : writes_;
        const DependencyQueue& other = transaction.read ? writes_ : reads_;
        own.push(transaction, other.findOverlap(transaction));
        const bool first = banks_.add(transaction.bank);
        waiting_ = banks_.any();
        return first;
    }

    std::optional<ChannelTransaction> select(const DramState& dram) override {
        if (waiting_ == 0) return std::nullopt;
        const bool readReady = reads_.ready();
        const bool writeReady = writes_.ready();
        if (!readReady && !writeReady) throw sim::Fault("reads and writes of a channel wait for each other");
        const bool writeIsHit = writeReady && dram.openRow(writes_.front().bank) == writes_.front().row;
        mode_.update(readReady, writeReady, writeIsHit);
        DependencyQueue& chosen = mode_.reading() ? reads_ : writes_;
        const ChannelTransaction transaction = chosen.pop();
        (mode_.reading() ? writes_ : reads_).release(transaction);
        banks_.remove(transaction.bank);
        waiting_ = banks_.any();
        return transaction;
    }

    BankAcceptance acceptance() const override {
        return {.reads = reads_.size() < readRoom_ ? ~0u : 0u, .writes = writes_.size() < writeRoom_ ? ~0u : 0u};
    }

  private:
    DependencyQueue reads_;
    DependencyQueue writes_;
    uint32_t readRoom_;
    uint32_t writeRoom_;
    WaitingBanks banks_;
    ModeSwitch mode_;
};

}  // namespace

std::unique_ptr<SchedulingPolicy> makeReadWriteFifoPolicy(const Settings& settings) {
    return std::make_unique<ReadWriteFifoPolicy>(settings);
}

}  // namespace cyclorama::mem::gddr
