// SPDX-License-Identifier: MIT
#include "mem/memory_controller.h"

#include <fmt/format.h>

#include <ostream>

#include "sim/error.h"
#include "sim/fault.h"

namespace cyclorama::mem {

namespace {

/// An address as traces have it: system memory behind 2 GiB of DRAM.
uint64_t traced(func::Address address) {
    constexpr uint64_t kSystemMemory = uint64_t{1} << 31;
    return address.memory() == func::MemoryKind::System ? address.offset() | kSystemMemory : address.bits();
}

}  // namespace

std::string describe(const MemoryTransaction& transaction) {
    constexpr std::string_view kAccess[] = {"read", "write", "preload"};
    return fmt::format("{} {:#010x}+{} {}[{}] #{}", kAccess[static_cast<size_t>(transaction.access)],
                       traced(transaction.address), transaction.bytes, nameOf(transaction.client), transaction.unit,
                       transaction.id);
}

std::string describe(const AcceptState& accepts) {
    return fmt::format("reads {}, writes {}", accepts.reads, accepts.writes);
}

std::string describe(const MemoryControllerCommand& command) {
    return fmt::format("second interleaving from {:#010x}", traced(command.secondInterleavingStart));
}

MemoryController::MemoryController(sim::Simulation& simulation, sim::DomainId domain, std::string name,
                                   const ClientSettings& clients)
    : Box(simulation, domain, std::move(name)),
      commands(*this, {.name = "commands", .width = 1, .latency = 1}),
      units_(clients.units) {
    for (size_t i = 0; i < kClients; ++i) {
        const auto client = static_cast<Client>(i);
        const uint32_t fewest = client == Client::ResolveEngine ? 0 : 1;
        if (units_[client] < fewest || units_[client] > 256)
            throw sim::Error("", "", fmt::format("the memory controller needs 1 to 256 units of {}", nameOf(client)));
        if (clients.busWidth[client] == 0)
            throw sim::Error("", "", fmt::format("the bus of {} needs a width", nameOf(client)));
        first_[client] = static_cast<uint32_t>(buses_.size());
        for (uint32_t unit = 0; unit < units_[client]; ++unit)
            buses_.push_back(std::make_unique<Bus>(*this, fmt::format("{}{}", nameOf(client), unit),
                                                   static_cast<uint32_t>(buses_.size()), client, unit,
                                                   clients.busWidth[client]));
    }
}

void MemoryController::connect(Client client, uint32_t unit, MemoryPort& port) {
    if (unit >= units(client)) throw sim::Fault(fmt::format("there is no bus for {}[{}]", nameOf(client), unit));
    Bus& own = bus(client, unit);
    port.request.bind(own.request);
    own.data.bind(port.data);
    own.accepts.bind(port.accepts);
    port.controller_ = this;
    port.bus_ = own.index;
    port.busWidth_ = own.width;
}

const sim::Box* MemoryPort::holdup() const { return &controller_->holderOf(*controller_->buses()[bus_]); }

void MemoryController::writeTrace(sim::Cycle cycle, const MemoryTransaction& transaction) {
    constexpr std::string_view kCommands[] = {"MT_READ_REQ", "MT_WRITE_DATA", "MT_PRELOAD_DATA"};
    *trace_ << fmt::format("{};{}[{}];{};{:x};{}\n", cycle, nameOf(transaction.client), transaction.unit,
                           kCommands[static_cast<size_t>(transaction.access)], traced(transaction.address),
                           transaction.bytes);
}

}  // namespace cyclorama::mem
