// SPDX-License-Identifier: MIT
#pragma once
// The way to system memory: transactions go one after another in the order of arrival, reads over one bus and writes
// over another; each takes a latency and then occupies its bus. Both controllers have one; they order its steps
// differently.

#include <cstdint>
#include <optional>
#include <vector>

#include "mem/transaction.h"
#include "sim/queue.h"
#include "sim/time.h"
#include "sim/trace.h"

namespace cyclorama::mem {

struct SystemMemorySettings {
    uint32_t readLatency = 500;
    uint32_t writeLatency = 500;
    /// How long a transaction occupies the bus, and the least distance between two.
    uint32_t transferCycles = 16;
    /// Transactions that can wait or, for reads, be under way.
    uint32_t entries = 512;
    /// A read keeps its entry until its data is here; otherwise until it is issued, as a write does.
    bool readsKeepEntries = true;
};

class SystemMemoryBus {
  public:
    /// The controller must outlive it.
    SystemMemoryBus(const sim::Box& controller, const SystemMemorySettings& settings);

    uint32_t freeEntries() const { return free_.size(); }
    bool idle() const { return free_.full() && reads_.idle() && writes_.idle(); }

    struct Entry {
        MemoryTransaction transaction;
        sim::Cycle arrival = 0;
        /// A write is ready to go when its data has left the unit's bus.
        bool ready = true;
    };
    /// Queues a transaction and returns its number. Throws sim::Fault without room.
    uint32_t acquire(const Entry& entry);
    void markReady(uint32_t entry) { entries_[entry].ready = true; }

    struct Transfer {
        std::optional<Entry> read;  ///< ended in this cycle
        std::optional<Entry> write;
        bool readMoved = false;  ///< the bus was in use
        bool writeMoved = false;
    };
    /// A cycle on the buses. A read that ends stays on its bus while `roomForRead` is false.
    Transfer transfer(bool roomForRead);

    enum class Issued : uint8_t { Nothing, Read, Write };
    /// Starts the oldest transaction if it can go; a read only where `readAllowed`.
    Issued issue(sim::Cycle cycle, bool readAllowed);

    /// Takes what arrives in the cycle onto the buses.
    void receive(sim::Cycle cycle);

  private:
    struct Flight {
        sim::Cycle arrival = 0;
        Entry content;
        uint32_t entry = 0;
    };
    struct Bus {
        explicit Bus(uint32_t capacity) : flights(capacity) {}
        bool idle() const { return busyCycles == 0 && flights.empty(); }
        sim::BoundedQueue<Flight> flights;
        Flight current;
        uint32_t busyCycles = 0;
        sim::Cycle lastIssue = 0;
    };
    bool canIssue(const Bus& bus, sim::Cycle cycle) const { return cycle - bus.lastIssue >= settings_.transferCycles; }
    void depart(Bus& bus, sim::Cycle cycle, uint32_t latency, uint32_t entry);

    SystemMemorySettings settings_;
    std::vector<Entry> entries_;
    sim::BoundedQueue<uint32_t> free_;
    sim::BoundedQueue<uint32_t> queue_;
    Bus reads_;
    Bus writes_;
    sim::TracePoint trace_;  // of transactions on their way
};

}  // namespace cyclorama::mem
