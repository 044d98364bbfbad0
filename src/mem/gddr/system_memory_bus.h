#pragma once
// The way to system memory: transactions go one after another in the order of arrival, reads over one bus and writes
// over another; each takes a latency and then occupies its bus (ATTILA: MemoryControllerV2, issueSystemTransaction).

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "mem/gddr/request_buffer.h"
#include "mem/gddr/settings.h"
#include "sim/queue.h"

namespace cyclorama::mem::gddr {

class SystemMemoryBus {
  public:
    explicit SystemMemoryBus(const Settings& settings);

    uint32_t freeEntries() const { return free_.size(); }
    bool idle() const { return free_.full() && reads_.idle() && writes_.idle(); }

    /// Queues a transaction; a write is ready to go when its data has left the unit's bus.
    uint32_t acquire(const Request& request);
    void markReady(uint32_t entry) { entries_[entry].state = RequestState::Ready; }

    struct Completed {
        std::optional<Request> read;
        std::optional<Request> write;
    };
    /// The three steps of a cycle, in this order. A read that ends stays on its bus while `roomForRead` is false.
    Completed transfer(bool roomForRead);
    /// Starts the oldest transaction, a read only with a free read buffer, which it takes.
    void issue(sim::Cycle cycle, uint32_t& freeReadBuffers);
    void receive(sim::Cycle cycle);

  private:
    struct Flight {
        sim::Cycle arrival = 0;
        Request request;
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
    bool canIssue(const Bus& bus, sim::Cycle cycle) const { return cycle - bus.lastIssue >= transferCycles_; }
    void depart(Bus& bus, sim::Cycle cycle, uint32_t latency, uint32_t entry);

    uint32_t readLatency_;
    uint32_t writeLatency_;
    uint32_t transferCycles_;
    std::vector<Request> entries_;
    sim::BoundedQueue<uint32_t> free_;
    sim::BoundedQueue<uint32_t> queue_;
    Bus reads_;
    Bus writes_;
};

}  // namespace cyclorama::mem::gddr
