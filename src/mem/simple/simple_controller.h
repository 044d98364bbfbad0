// SPDX-License-Identifier: MIT
#pragma once
// The simple memory controller (the configurations with MemoryControllerV2 = FALSE): a few buses to memory, each with a
// queue of reads and one of writes, a page directory, and fixed latencies in place of DRAM commands. Like the GDDR
// controller it accounts for time alone.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mem/memory_controller.h"
#include "mem/system_memory_bus.h"
#include "sim/queue.h"
#include "sim/statistics.h"

namespace cyclorama::mem::simple {

/// The comments name the parameters of configuration files.
struct Settings {
    ClientSettings clients{};
    uint32_t buses = 4;                  ///< MemoryBuses
    bool sharedBanks = false;            ///< SharedBanks
    uint32_t bankBytes = 1024;           ///< BankGranurality
    uint32_t readLatency = 10;           ///< ReadLatency
    uint32_t writeLatency = 5;           ///< WriteLatency
    uint32_t writeToReadLatency = 5;     ///< WriteToReadLatency
    uint32_t pageBytes = 4096;           ///< MemoryPageSize
    uint32_t openPages = 8;              ///< OpenPages
    uint32_t pageOpenLatency = 13;       ///< PageOpenLatency
    uint32_t maxConsecutiveReads = 16;   ///< MaxConsecutiveReads
    uint32_t maxConsecutiveWrites = 16;  ///< MaxConsecutiveWrites
    uint32_t readBuffers = 256;          ///< ReadBufferLines
    uint32_t writeBuffers = 256;         ///< WriteBufferLines
    uint32_t requestQueueSize = 512;     ///< RequestQueueSize
    uint32_t serviceQueueSize = 64;      ///< ServiceQueueSize
    /// Constants, which no parameter sets: a transaction on a memory bus, and the way to system memory.
    uint32_t transactionCycles = 4;
    uint32_t systemLatency = 500;
    uint32_t systemTransactionCycles = 16;
};

/// Throws sim::Error, with the parameter's name, where the settings contradict each other.
void check(const Settings& settings);

struct ClientStatistics {
    /// `client`: the client whose traffic this is; empty for a bus.
    ClientStatistics(sim::StatisticsRegistry& registry, const std::string& name, std::string_view client);
    sim::Counter transactions, readTransactions, writeTransactions, readBytes, writeBytes;
};
struct BusStatistics {
    BusStatistics(sim::StatisticsRegistry& registry, uint32_t bus);
    sim::Counter dataCycles, readToWriteCycles, writeToReadCycles, openPageCycles, openPages, readBytes, writeBytes;
};
struct ControllerStatistics {
    ControllerStatistics(sim::StatisticsRegistry& registry, const Clients& clients, uint32_t buses);
    sim::Counter preloads, unusedCycles, systemReadBytes, systemWriteBytes, systemReadCycles, systemWriteCycles;
    std::vector<std::unique_ptr<ClientStatistics>> clients;  // then the memory buses and the system bus
    std::vector<std::unique_ptr<BusStatistics>> buses;
};

class SimpleController final : public MemoryController {
  public:
    /// Throws sim::Error where the settings contradict each other.
    SimpleController(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings);

    void clock(sim::Cycle cycle) override;
    std::string describeWait() const override;
    bool idle() const override;

  private:
    struct Request {
        MemoryTransaction transaction;
        uint32_t waitsFor = 0;  // the request that has to be served before, where `blocked`
        bool blocked = false;
        bool hasDependents = false;
        bool ready = true;  // a write's data has left the unit's bus
    };
    /// Requests that wait for a memory bus, and the pages that it has open.
    struct Bank {
        explicit Bank(uint32_t capacity, uint32_t pages) : reads(capacity), writes(capacity), openPages(pages) {}
        sim::BoundedQueue<uint32_t> reads;
        sim::BoundedQueue<uint32_t> writes;
        uint32_t consecutiveReads = 0;
        uint32_t consecutiveWrites = 0;
        std::vector<uint64_t> openPages;
        bool empty() const { return reads.empty() && writes.empty(); }
    };
    /// A bus to memory: what was last issued, what is on its way, and what occupies the bus.
    struct MemoryBus {
        struct Flight {
            sim::Cycle arrival = 0;
            uint32_t request = 0;
        };
        explicit MemoryBus(uint32_t capacity) : flights(capacity) {}
        sim::BoundedQueue<Flight> flights;
        uint32_t current = 0;
        uint32_t busyCycles = 0;
        sim::Cycle lastIssue = 0;
        bool lastWasWrite = false;
    };

    // The steps of a cycle, in order.
    void takeRequests(sim::Cycle cycle);
    void advanceClientBuses();
    void serve(sim::Cycle cycle);
    void reserveBus();
    void advanceMemory(sim::Cycle cycle);
    void issueAll(sim::Cycle cycle);
    void advanceSystemMemory(sim::Cycle cycle);
    void announceState(sim::Cycle cycle);

    void takeFrom(Bus& own, sim::Cycle cycle);
    uint32_t addRequest(const MemoryTransaction& transaction);
    void blockOnOverlaps(uint32_t request, const sim::BoundedQueue<uint32_t>& others);
    void wake(const sim::BoundedQueue<uint32_t>& waiting, uint32_t served);
    bool select(const Bank& bank, uint32_t& request) const;
    void issue(sim::Cycle cycle, uint32_t bus);
    void finish(MemoryBus& bus, uint32_t bank);
    bool quiet() const;
    uint32_t busOf(func::Address address) const;
    uint32_t pageSlot(func::Address address) const {
        return static_cast<uint32_t>(address.offset() >> pageSlotShift_) & pageSlotMask_;
    }
    uint64_t pageOf(func::Address address) const { return pageShift_ < 64 ? address.offset() >> pageShift_ : 0; }
    ClientStatistics& statisticsOf(const MemoryTransaction& transaction) {
        return *statistics_.clients[static_cast<size_t>(transaction.client)];
    }

    Settings settings_;
    ControllerStatistics statistics_;
    std::vector<Bus*> inTurn_;  // every bus, in the order in which its requests are read
    std::vector<Request> requests_;
    std::vector<uint32_t> freeRequests_;  // the last released first
    std::vector<Bank> banks_;
    std::vector<MemoryBus> memoryBuses_;
    SystemMemoryBus system_;
    sim::BoundedQueue<MemoryTransaction> services_;
    uint32_t waiting_ = 0;        // requests in all banks
    uint32_t busyBusCycles_ = 0;  // that the memory buses have to go, summed
    uint32_t freeServices_;
    uint32_t freeReadBuffers_;
    uint32_t freeWriteBuffers_;
    uint32_t requiredEntries_;
    uint32_t requiredWriteBuffers_;
    uint32_t bankShift_;
    uint32_t pageShift_;
    uint32_t pageSlotShift_;
    uint32_t pageSlotMask_;
};

}  // namespace cyclorama::mem::simple
