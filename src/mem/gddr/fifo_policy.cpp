// One queue, served in the order of arrival (ATTILA: FifoScheduler).

#include <vector>

#include "mem/gddr/scheduling_policy.h"
#include "sim/fault.h"
#include "sim/queue.h"

namespace cyclorama::mem::gddr {

namespace {

class FifoPolicy final : public SchedulingPolicy {
  public:
    explicit FifoPolicy(const Settings& settings)
        : closePages_(settings.pagePolicy == PagePolicy::Close),
          queue_(settings.maxChannelTransactions),
          waiting_(settings.banks) {}

    bool receive(const ChannelTransaction& transaction, Cycle) override {
        if (queue_.full()) throw sim::Fault("the queue of a channel scheduler overflows");
        queue_.push(transaction);
        return waiting_.add(transaction.bank);
    }

    std::optional<ChannelTransaction> select(const DramState&) override {
        if (queue_.empty()) return std::nullopt;
        waiting_.remove(queue_.front().bank);
        return queue_.pop();
    }

    bool useIdleSlot(const Command* blocked, CommandSlot& slot) override {
        return closePages_ && closeUnusedRow(blocked, slot, waiting_.any());
    }
    Candidates idleCandidates(const Command* blocked, const DramState& dram) const override {
        return {.unused = closePages_ ? unusedRows(blocked, dram, waiting_.any()) : 0};
    }

    // One entry stays free for the transaction that is sent before the refusal is seen.
    BankAcceptance acceptance() const override {
        return queue_.size() + 1 < queue_.capacity() ? BankAcceptance{~0u, ~0u} : BankAcceptance{};
    }

    bool empty() const override { return queue_.empty(); }

  private:
    bool closePages_;
    sim::BoundedQueue<ChannelTransaction> queue_;
    WaitingBanks waiting_;
};

}  // namespace

std::unique_ptr<SchedulingPolicy> makeFifoPolicy(const Settings& settings) {
    return std::make_unique<FifoPolicy>(settings);
}

}  // namespace cyclorama::mem::gddr
