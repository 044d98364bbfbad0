// SPDX-License-Identifier: MIT
#pragma once
// Reads lines from memory for a texture cache, in transactions of up to 64 bytes, one a cycle. Data may come in any
// order; lines are complete in the order in which they were asked for.

#include <array>
#include <cstdint>
#include <string>

#include "machine/timing/core/memory_tickets.h"
#include "mem/memory_controller.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class LineReader {
  public:
    using Cycle = sim::Cycle;

    /// For up to `lines` lines at a time. The statistics end in `suffix`.
    LineReader(sim::StatisticsRegistry& registry, const std::string& suffix, uint32_t lines);

    bool full() const { return lines_.full(); }
    void push(func::Address address, uint32_t bytes) { lines_.push({.address = address, .bytes = bytes}); }

    // The steps of a cycle, in this order.
    /// Data begin to arrive, and take `cycles` cycles with this one.
    void announce(const mem::MemoryTransaction& data, Cycle cycle, uint32_t cycles);
    void receive(Cycle cycle);
    void request(Cycle cycle, mem::MemoryPort& port);

    /// No line is asked for.
    bool empty() const { return lines_.empty(); }
    bool headComplete() const { return !lines_.empty() && lines_.front().received == lines_.front().bytes; }
    void popHead() {
        lines_.pop();
        ++popped_;
        --nextToRequest_;
    }

    uint32_t transactionsUnderWay() const { return kMemoryTickets - tickets_.size(); }
    /// A line still has bytes that were not asked for.
    bool wantsMemory() const { return nextToRequest_ < lines_.size(); }
    /// The next cycle with something to do: that of the last data of a transaction that arrives, else the cycle after
    /// `cycle`; kNever where it waits for data to come, or for the memory to accept reads.
    Cycle nextEvent(Cycle cycle, mem::AcceptState accepts) const {
        if (receiving_) return lastDataCycle_;
        return wantsMemory() && !tickets_.empty() && accepts.reads ? cycle + 1 : sim::kNever;
    }

  private:
    struct Line {
        func::Address address{};
        uint32_t bytes = 0;
        uint32_t requested = 0;
        uint32_t received = 0;
    };
    struct Transaction {
        uint64_t line = 0;  // lines pushed before it
        Cycle sent = 0;
    };
    struct Statistics {
        Statistics(sim::StatisticsRegistry& registry, const std::string& suffix);
        sim::Counter transactions, bytes, served, latency;
    };

    sim::BoundedQueue<Line> lines_;
    uint32_t nextToRequest_ = 0;  // place in lines_
    uint64_t popped_ = 0;
    sim::BoundedQueue<uint32_t> tickets_;
    std::array<Transaction, kMemoryTickets> transactions_{};
    bool receiving_ = false;
    Cycle lastDataCycle_ = 0;
    uint32_t ticketReceived_ = 0;
    uint32_t bytesReceived_ = 0;
    Statistics statistics_;
};

}  // namespace cyclorama::machine::timing
