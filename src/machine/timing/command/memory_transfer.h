// SPDX-License-Identifier: MIT
#pragma once
// The command processor's transfers through the memory controller, one at a time, in transactions of 64 bytes. Their
// bytes are in memory, or known, already: time is accounted for.

#include <cstdint>
#include <string>

#include "machine/timing/command/command_statistics.h"
#include "mem/memory_controller.h"
#include "sim/box.h"

namespace cyclorama::machine::timing {

class MemoryTransfer {
  public:
    /// `owner` clocks this.
    MemoryTransfer(sim::Box& owner, CommandStatistics& statistics);

    /// Port of client CommandProcessor::kMemoryClient, unit 0.
    mem::MemoryPort port;

    /// Begins a transfer; transactions are aligned to their size.
    void start(func::Address address, uint32_t bytes);
    /// Begins the write of one value, which takes a burst.
    void startValue(func::Address address);
    /// Sends the next transaction if the controller takes it.
    bool send(sim::Cycle cycle, mem::Access access);
    /// Sends the whole transfer as one that takes no time.
    void preload(sim::Cycle cycle);
    /// The data of a read has begun to arrive.
    void receive(const mem::MemoryTransaction& transaction);

    /// One cycle of a transfer under way.
    struct Progress {
        bool moved = false;
        bool ended = false;
    };
    Progress write(sim::Cycle cycle);
    Progress read(sim::Cycle cycle);

    /// The memory bus is busy with a transaction.
    bool busy() const { return busCycles_ != 0; }
    /// Sent and received bytes of all, for people.
    std::string describe(mem::Access access) const;

  private:
    CommandStatistics& statistics_;
    func::Address address_{};
    uint32_t bytes_ = 0;
    uint32_t sent_ = 0;  // or asked for
    uint32_t received_ = 0;
    uint32_t arriving_ = 0;
    uint32_t busCycles_ = 0;
    uint32_t freeTickets_;
    uint32_t nextTicket_ = 0;
};

}  // namespace cyclorama::machine::timing
