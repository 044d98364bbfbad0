// SPDX-License-Identifier: MIT
// One queue, served in the order of arrival.

#include <vector>

#include "mem/gddr/scheduling_policy.h"
#include "sim/fault.h"
#include "sim/queue.h"

namespace cyclorama::mem::gddr {

namespace {

class FifoPolicy final : public SchedulingPolicy {
  public:
    explicit FifoPolicy(const Settings& settings)
        : queue_(settings.scheduling.maxTransactions), banks_(settings.banks) {}

    bool receive(const ChannelTransaction& transaction, Cycle) override {
        if (queue_.full()) throw sim::Fault("the queue of a channel scheduler overflows");
        queue_.push(transaction);
        const bool first = banks_.add(transaction.bank);
        waiting_ = banks_.any();
        return first;
    }

    std::optional<ChannelTransaction> select(const DramState&) override {
        if (queue_.empty()) return std::nullopt;
        banks_.remove(queue_.front().bank);
        waiting_ = banks_.any();
        return queue_.pop();
    }

    // One entry stays free for the transaction that is sent before the refusal is seen.
    BankAcceptance acceptance() const override {
        return queue_.size() + 1 < queue_.capacity() ? BankAcceptance{~0u, ~0u} : BankAcceptance{};
    }

  private:
    sim::BoundedQueue<ChannelTransaction> queue_;
    WaitingBanks banks_;
};

}  // namespace

std::unique_ptr<SchedulingPolicy> makeFifoPolicy(const Settings& settings) {
    return std::make_unique<FifoPolicy>(settings);
}

}  // namespace cyclorama::mem::gddr
