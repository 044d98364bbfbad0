// SPDX-License-Identifier: MIT
#include "mem/memory_controller.h"

#include <fmt/format.h>

#include <ostream>
#include <string_view>

#include "sim/fault.h"

namespace cyclorama::mem {

namespace {

/// An address as traces have it: system memory after 2 GiB of DRAM.
uint64_t traced(func::Address address) {
    constexpr uint64_t kSystemMemory = uint64_t{1} << 31;
    return address.memory() == func::MemoryKind::System ? address.offset() | kSystemMemory : address.bits();
}

std::string accessOf(const MemoryTransaction& transaction) {
    constexpr std::string_view kAccess[] = {"read", "write", "preload"};
    return fmt::format("{} {:#010x}+{}", kAccess[static_cast<size_t>(transaction.access)], traced(transaction.address),
                       transaction.bytes);
}

}  // namespace

std::string describe(const MemoryTransaction& transaction, const Clients& clients) {
    return fmt::format("{} {}[{}] #{}", accessOf(transaction), clients[transaction.client].name, transaction.unit,
                       transaction.id);
}

std::string describe(const MemoryTransaction& transaction) {
    return fmt::format("{} #{}", accessOf(transaction), transaction.id);
}

std::string describe(const AcceptState& accepts) {
    return fmt::format("reads {}, writes {}", accepts.reads, accepts.writes);
}

std::string describe(const MemoryControllerCommand& command) {
    return fmt::format("second interleaving from {:#010x}", traced(command.secondInterleavingStart));
}

MemoryController::MemoryController(sim::Simulation& simulation, sim::DomainId domain, std::string name,
                                   const ClientSettings& settings)
    : Box(simulation, domain, std::move(name)),
      commands(*this, {.name = "commands", .width = 1, .latency = 1}),
      clients_(settings.clients),
      first_(clients_.size()) {
    for (size_t i = 0; i < clients_.size(); ++i) {
        const auto client = static_cast<Client>(i);
        const ClientInfo& info = clients_[client];
        first_[client] = static_cast<uint32_t>(buses_.size());
        for (uint32_t unit = 0; unit < info.units; ++unit)
            buses_.push_back(std::make_unique<Bus>(*this, fmt::format("{}{}", info.name, unit),
                                                   static_cast<uint32_t>(buses_.size()), client, unit, info.busWidth));
    }
    for (const auto& bus : buses_)
        bus->request.describeBy([this](const MemoryTransaction& each) { return describe(each, clients_); });
}

void MemoryController::connect(std::string_view name, uint32_t unit, MemoryPort& port) {
    const Client client = clients_.find(name);
    if (unit >= units(client)) throw sim::Fault(fmt::format("there is no bus for {}[{}]", name, unit));
    Bus& own = bus(client, unit);
    port.request.bind(own.request);
    own.data.bind(port.data);
    own.accepts.bind(port.accepts);
    port.data.describeBy([this](const MemoryTransaction& each) { return describe(each, clients_); });
    port.controller_ = this;
    port.bus_ = own.index;
    port.busWidth_ = own.width;
    port.client_ = client;
    port.unit_ = static_cast<uint8_t>(unit);
}

uint32_t MemoryController::requiredEntries() const {
    uint32_t units = 0;
    for (const ClientInfo& client : clients_) units += client.unitsWithEntries;
    return 2 * units;
}

uint32_t MemoryController::requiredWriteBuffers() const {
    uint32_t units = 0;
    for (const ClientInfo& client : clients_)
        if (client.writes) units += client.units;
    return 2 * units;
}

const sim::Box* MemoryPort::holdup() const { return &controller_->holderOf(*controller_->buses()[bus_]); }

void MemoryController::writeTrace(sim::Cycle cycle, const MemoryTransaction& transaction) {
    constexpr std::string_view kCommands[] = {"MT_READ_REQ", "MT_WRITE_DATA", "MT_PRELOAD_DATA"};
    *trace_ << fmt::format("{};{}[{}];{};{:x};{}\n", cycle, clients_[transaction.client].name, transaction.unit,
                           kCommands[static_cast<size_t>(transaction.access)], traced(transaction.address),
                           transaction.bytes);
}

}  // namespace cyclorama::mem
