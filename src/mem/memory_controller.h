// SPDX-License-Identifier: MIT
#pragma once
// Interface of the memory controllers: a bus to each unit of each client. A unit may send a request when its
// AcceptState allows that kind of access; the bus is then occupied for the cycles that the bytes of a write take, or
// those of a read's data from the cycle in which they are announced.

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mem/bank_use.h"
#include "mem/client.h"
#include "mem/memory_footprint.h"
#include "mem/memory_port.h"
#include "mem/transaction.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::mem {

/// Register writes to the controller.
struct MemoryControllerCommand {
    /// The second interleaving holds from this address in DRAM on; 0 for none.
    func::Address secondInterleavingStart{};
};
std::string describe(const MemoryControllerCommand& command);

struct ClientSettings {
    Clients clients{};
    /// DRAM repeats beyond its size: the addresses are those of pages, whose places in it are not known.
    bool flatAddresses = false;
};

class MemoryController : public sim::Box {
  public:
    /// From the command processor.
    sim::Signal<MemoryControllerCommand> commands;

    /// Wires the port of a unit of the client with that name. Every bus must be connected before the first cycle.
    void connect(std::string_view client, uint32_t unit, MemoryPort& port);
    const Clients& clients() const { return clients_; }

    /// Writes a line for every transaction from now on, in the cycle in which it is received (V2MemoryTrace):
    /// `cycle;Unit[number];command;address;bytes`, the address in hexadecimal digits with bit 31 set for system memory.
    /// `out` must outlive the simulation.
    void traceTransactions(std::ostream& out) { trace_ = &out; }

    /// Adds every transaction that is received from now on; null for none, else it must outlive the simulation or be
    /// replaced.
    void watch(MemoryFootprint* footprint) { footprint_ = footprint; }

    /// Makes the uses as many as there are banks, and adds what these do from now on; null for none, else they must
    /// outlive the simulation or be replaced. A model without banks leaves them empty.
    virtual void watchBanks(BankUses* /*uses*/) {}

    /// Nothing is under way, neither to memory nor to a unit.
    virtual bool idle() const = 0;

  protected:
    /// A unit's bus, as the controller sees it.
    struct Bus {
        Bus(MemoryController& controller, const std::string& name, uint32_t number, Client busClient, uint32_t busUnit,
            uint32_t busWidth)
            : request(controller, {.name = name + ".request", .width = 1, .latency = 1}),
              data(controller, name + ".data"),
              accepts(controller, name + ".accepts"),
              index(number),
              client(busClient),
              unit(busUnit),
              width(busWidth) {}

        sim::Signal<MemoryTransaction> request;
        sim::Output<MemoryTransaction> data;
        sim::LevelOutput<AcceptState> accepts;
        uint32_t index;  ///< in buses()
        Client client;
        uint32_t unit;
        uint32_t width;
        /// Cycles until the transfer under way is over.
        uint32_t busyCycles = 0;
        /// The next transfer belongs to an answer.
        bool reserved = false;
        /// The transfer under way is an answer, or else a write.
        bool serving = false;
        /// The write goes to system memory.
        bool toSystem = false;
        /// Index of the write in the controller.
        uint32_t entry = 0;
    };

    MemoryController(sim::Simulation& simulation, sim::DomainId domain, std::string name,
                     const ClientSettings& clients);

    Bus& bus(Client client, uint32_t unit) { return *buses_[first_[client] + unit]; }
    const Bus& bus(Client client, uint32_t unit) const { return *buses_[first_[client] + unit]; }
    static bool toSystem(const MemoryTransaction& transaction) {
        return transaction.address.memory() == func::MemoryKind::System;
    }
    Bus& busOf(const MemoryTransaction& transaction) { return bus(transaction.client, transaction.unit); }
    uint32_t units(Client client) const { return clients_[client].units; }
    /// Entries of the request buffer that are kept free for what each unit may send before it sees a refusal.
    uint32_t requiredEntries() const;
    /// The same of write buffers.
    uint32_t requiredWriteBuffers() const;

    /// To be called for every transaction that is received.
    void recordReceived(sim::Cycle cycle, const MemoryTransaction& transaction) {
        if (trace_ != nullptr) [[unlikely]]
            writeTrace(cycle, transaction);
        if (footprint_ != nullptr) footprint_->add(transaction);
    }

    /// The part of the memory where a unit's oldest read is.
    virtual const sim::Box& holderOf(const Bus& /*bus*/) const { return *this; }

    /// Every bus, in the order of clients and units.
    const std::vector<std::unique_ptr<Bus>>& buses() const { return buses_; }

  private:
    friend class MemoryPort;

    void writeTrace(sim::Cycle cycle, const MemoryTransaction& transaction);

    std::ostream* trace_ = nullptr;
    MemoryFootprint* footprint_ = nullptr;
    Clients clients_;
    PerClient<uint32_t> first_;  // bus
    std::vector<std::unique_ptr<Bus>> buses_;
};

}  // namespace cyclorama::mem
