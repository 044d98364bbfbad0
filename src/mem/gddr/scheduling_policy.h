// SPDX-License-Identifier: MIT
#pragma once
// Which transaction of a channel goes next, and what an idle command bus is used for: the part of a channel's scheduler
// that can be replaced. One file a policy.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mem/gddr/dram_state.h"
#include "mem/transaction.h"

namespace cyclorama::mem::gddr {

/// Part of a transaction that one bank of a channel serves.
struct ChannelTransaction {
    uint32_t request = 0;  ///< entry of the controller's request buffer
    uint32_t serial = 0;   ///< different from that of any other under way
    uint32_t row = 0;
    uint32_t column = 0;
    uint32_t bytes = 0;
    uint8_t channel = 0;
    uint8_t bank = 0;
    Client client{};
    bool read = true;
};
std::string describe(const ChannelTransaction& transaction, const Clients& clients);
/// Without the name of the client.
std::string describe(const ChannelTransaction& transaction);

/// For each bank, a bit: what the scheduler takes in the next cycle.
struct BankAcceptance {
    uint32_t reads = 0;
    uint32_t writes = 0;
    bool accepts(const ChannelTransaction& transaction) const {
        return ((transaction.read ? reads : writes) >> transaction.bank & 1) != 0;
    }
    bool operator==(const BankAcceptance&) const = default;
};
std::string describe(const BankAcceptance& acceptance);

/// Counts the transactions that wait for each bank.
class WaitingBanks {
  public:
    explicit WaitingBanks(uint32_t banks) : count_(banks) {}

    /// True if nothing waited for the bank.
    bool add(uint32_t bank) {
        any_ |= 1u << bank;
        return count_[bank]++ == 0;
    }
    void remove(uint32_t bank) {
        if (--count_[bank] == 0) any_ &= ~(1u << bank);
    }
    /// A bit for each bank.
    uint32_t any() const { return any_; }

  private:
    std::vector<uint32_t> count_;
    uint32_t any_ = 0;
};

class SchedulingPolicy {
  public:
    virtual ~SchedulingPolicy() = default;

    /// A transaction arrives; it was announced as acceptable. Whether it may change what an idle slot is used for.
    /// Throws sim::Fault without room.
    virtual bool receive(const ChannelTransaction& transaction, Cycle cycle) = 0;
    /// A command opened this row of the bank, or closed it where it is kNoRow.
    virtual void recordRow(uint32_t bank, uint32_t row) { (void)bank, (void)row; }
    /// Takes the next transaction out; called once in every cycle in which the scheduler has no commands left.
    virtual std::optional<ChannelTransaction> select(const DramState& dram) = 0;
    /// No command of the current transaction can be sent: `blocked` is the one that waits, or null.
    /// Command to open or close another bank instead, for transactions that wait; of kind None without one.
    virtual DramCommand useIdleSlot(Cycle cycle, const DramCommand* blocked, const DramState& dram) {
        (void)cycle, (void)blocked, (void)dram;
        return {};
    }
    /// At the end of each cycle.
    virtual BankAcceptance acceptance() const = 0;
    /// Banks for which something waits, a bit for each.
    uint32_t waiting() const { return waiting_; }
    /// Banks that useIdleSlot() may open or close, a bit for each, were it not for the timings: rows to open, and rows
    /// to close once their banks are at rest.
    struct Candidates {
        uint32_t activates = 0;
        uint32_t precharges = 0;
    };
    virtual Candidates idleCandidates(const DramCommand* blocked, const DramState& dram) const {
        (void)blocked, (void)dram;
        return {};
    }
    /// True if a select() that found nothing, or a useIdleSlot() without work, can be left out until a transaction
    /// arrives or the timings allow a command for another candidate: they would do the same again.
    virtual bool repeatsItself() const { return true; }
    /// passIdleSlot() has to be called in place of the first useIdleSlot() that is left out, and of select() while
    /// nothing waits.
    virtual bool countsIdleSlots() const { return false; }
    virtual void passIdleSlot(const DramCommand* blocked) { (void)blocked; }
    /// `cycles` cycles passed with nothing waiting and nothing to do.
    virtual void skip(uint64_t cycles) { (void)cycles; }

  protected:
    uint32_t waiting_ = 0;
};

std::unique_ptr<SchedulingPolicy> makeFifoPolicy(const Settings& settings);
std::unique_ptr<SchedulingPolicy> makeReadWriteFifoPolicy(const Settings& settings);
std::unique_ptr<SchedulingPolicy> makeBankQueuePolicy(const Settings& settings);

}  // namespace cyclorama::mem::gddr
