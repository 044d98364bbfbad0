// SPDX-License-Identifier: MIT
#pragma once
// The GDDR memory controller: requests of all units enter one buffer, are cut into parts that single banks serve, go to
// the channels, and come back through the service queue to the units' buses.
//
// It accounts for time alone: the units read and write the address space themselves. In a chip, bytes reach memory when
// a write's command does, and a read takes its bytes then too. The two differ only where a read overtakes an earlier
// write of another unit to the same place, which drivers prevent by flushing caches.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mem/gddr/channel_dispatcher.h"
#include "mem/gddr/controller_statistics.h"
#include "mem/gddr/request_buffer.h"
#include "mem/gddr/request_splitter.h"
#include "mem/gddr/settings.h"
#include "mem/memory_controller.h"
#include "mem/system_memory_bus.h"
#include "sim/queue.h"

namespace cyclorama::mem::gddr {

class GddrController final : public MemoryController {
  public:
    /// The controller faces the units in `domain` and the channels in `memoryDomain`, which may be the same.
    /// Throws sim::Error where the settings contradict each other.
    GddrController(sim::Simulation& simulation, sim::DomainId domain, sim::DomainId memoryDomain, Settings settings);
    ~GddrController() override;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    void settleStatistics(sim::Cycle end) override;
    void watchBanks(BankUses* uses) override;
    std::string describeWait() const override;
    bool idle() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    const sim::Box& holderOf(const Bus& bus) const override;

    class MemorySide;
    struct Service {
        MemoryTransaction transaction;
        Cycle arrival = 0;
    };

    /// State that a unit was last shown, and its first cycle.
    struct Acceptance {
        UnitStatistics* statistics = nullptr;
        AcceptState state;
        Cycle since = 0;
    };
    /// Common inputs of all units' states.
    struct Room {
        bool entries = false;
        bool writeBuffers = false;
        bool operator==(const Room&) const = default;
    };
    Room room() const;

    // The steps of a cycle. Their order differs with a separate memory clock.
    void takeCommand(Cycle cycle);
    void takeRequests(Cycle cycle);
    void advanceBuses();
    void serve(Cycle cycle);
    void reserveBus();
    /// A bus is reserved from the last cycle of a transfer on.
    static bool mayReserve(const Bus& bus) { return bus.busyCycles <= 1 && !bus.reserved; }
    /// True if the bus of the oldest answer is to be reserved in the next cycle.
    bool mayReserveNext() const;
    void retireRequests(Cycle cycle);
    void advanceSystemMemory(Cycle cycle);
    void announceState(Cycle cycle);
    void showState(Cycle cycle, Bus& bus);
    static void accountAcceptance(Acceptance& acceptance, Cycle end);
    /// A transfer of `bytes` bytes begins.
    void occupy(Bus& bus, uint32_t bytes);
    void addService(Cycle cycle, const Service& service);

    void accept(Cycle cycle, const MemoryTransaction& transaction);
    uint32_t addRequest(Cycle cycle, const MemoryTransaction& transaction);
    void startWrite(const MemoryTransaction& transaction, uint32_t entry);
    const RequestSplitter& splitterFor(func::Address address, uint32_t bytes) const;
    AcceptState acceptState(const Bus& bus) const;
    /// Nothing will change before an input does.
    bool quiet() const;
    /// The next cycle with something to do without an input, such as the last two of a transfer; kNever without.
    Cycle nextEvent(Cycle cycle) const;

    Settings settings_;
    ControllerStatistics statistics_;
    RequestBuffer requests_;
    SystemMemoryBus system_;
    sim::BoundedQueue<Service> services_;
    Occupancy requestEntries_{statistics_.requestEntries, statistics_.meanRequestEntries};
    Occupancy serviceEntries_{statistics_.serviceEntries, statistics_.meanServiceEntries};
    RequestSplitter splitter_;
    std::unique_ptr<RequestSplitter> secondSplitter_;
    func::Address secondInterleavingStart_{};
    std::vector<uint32_t> ropRequests_;  // by render output pipe, of both its clients
    uint32_t nextSerial_ = 0;
    std::vector<Acceptance> acceptance_;  // by bus
    std::optional<Room> shownRoom_;
    std::vector<Bus*> transferring_;  // buses in use
    std::vector<Bus*> changed_;       // buses whose units have to be shown another state in this cycle
    uint32_t reservedBuses_ = 0;
    uint32_t requiredEntries_;
    uint32_t requiredWriteBuffers_;
    std::unique_ptr<MemorySide> memorySide_;  // with a memory clock of its own
    std::unique_ptr<ChannelDispatcher> channels_;
};

}  // namespace cyclorama::mem::gddr
