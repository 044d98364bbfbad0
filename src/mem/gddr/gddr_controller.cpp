// SPDX-License-Identifier: MIT
#include "mem/gddr/gddr_controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mem/address_space.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::mem::gddr {

/// Clocks the half that faces the channels where the memory has a clock of its own. The halves share the request
/// buffer: what one does is seen by the other at its next tick, the memory's after the units' where both coincide.
class GddrController::MemorySide final : public sim::Box {
  public:
    MemorySide(GddrController& controller, sim::DomainId domain)
        : Box(controller.simulation(), domain, "MemoryController.memorySide"), controller_(&controller) {}

    void clock(Cycle cycle) override {
        if (controller_->channels_->receive(cycle)) controller_->wake();
        controller_->channels_->send(cycle);
        if (controller_->channels_->quiet()) sleep();
    }
    std::string describeWait() const override { return {}; }

  private:
    GddrController* controller_;
};

namespace {

/// At least 1.
uint32_t renderOutputPipes(const Clients& clients) {
    uint32_t pipes = 1;
    for (const ClientInfo& client : clients)
        if (client.ofRenderOutput) pipes = std::max(pipes, client.units);
    return pipes;
}

}  // namespace

GddrController::GddrController(sim::Simulation& simulation, sim::DomainId domain, sim::DomainId memoryDomain,
                               Settings settings)
    : MemoryController(simulation, domain, "MemoryController", settings.clients),
      settings_((check(settings), std::move(settings))),
      statistics_(simulation.statistics(), settings_.clients.clients, settings_.channels),
      requests_(settings_.requestQueueSize, settings_.readBuffers, settings_.writeBuffers),
      system_(*this, {.readLatency = settings_.system.readLatency,
                      .writeLatency = settings_.system.writeLatency,
                      .transferCycles = settings_.system.transactionCycles,
                      .entries = settings_.requestQueueSize}),
      services_(settings_.serviceQueueSize),
      splitter_(settings_, settings_.interleaving),
      ropRequests_(renderOutputPipes(clients())),
      requiredEntries_(2 * static_cast<uint32_t>(buses().size())),
      requiredWriteBuffers_(requiredWriteBuffers()) {
    for (const auto& bus : buses())
        acceptance_.push_back({.statistics = &statistics_.unit(bus->client, bus->unit), .state = {}});
    if (settings_.secondInterleavingEnabled)
        secondSplitter_ = std::make_unique<RequestSplitter>(settings_, settings_.secondInterleaving);
    if (memoryDomain != domain) memorySide_ = std::make_unique<MemorySide>(*this, memoryDomain);
    sim::Box& reader = memorySide_ ? static_cast<sim::Box&>(*memorySide_) : *this;
    channels_ = std::make_unique<ChannelDispatcher>(reader, settings_, requests_, statistics_);
}

GddrController::~GddrController() = default;

void GddrController::clock(Cycle cycle) {
    if (memorySide_) {
        advanceBuses();
        takeRequests(cycle);
        serve(cycle);
        takeCommand(cycle);
    } else {
        takeCommand(cycle);
        takeRequests(cycle);
        advanceBuses();
        serve(cycle);
    }
    reserveBus();
    retireRequests(cycle);
    if (!memorySide_) {
        channels_->receive(cycle);
        channels_->send(cycle);
    }
    advanceSystemMemory(cycle);
    announceState(cycle);
    if (const Cycle next = nextEvent(cycle); next > cycle + 1) sleepUntil(next);
}

void GddrController::accountSleep(Cycle, uint64_t count) {
    for (Bus* const bus : transferring_) bus->busyCycles -= static_cast<uint32_t>(count);
}

void GddrController::accountAcceptance(Acceptance& acceptance, Cycle end) {
    if (acceptance.state.reads) acceptance.statistics->acceptReadCycles.add(end - acceptance.since);
    if (acceptance.state.writes) acceptance.statistics->acceptWriteCycles.add(end - acceptance.since);
    acceptance.since = end;
}

void GddrController::watchBanks(BankUses* uses) {
    if (uses != nullptr) *uses = BankUses(settings_.channels, settings_.banks);
    channels_->watchBanks(uses);
}

void GddrController::settleStatistics(Cycle end) {
    for (Acceptance& acceptance : acceptance_) accountAcceptance(acceptance, end);
    requestEntries_.settle(end);
    serviceEntries_.settle(end);
}

bool GddrController::quiet() const {
    return transferring_.empty() && reservedBuses_ == 0 && services_.empty() && !requests_.anyDone() &&
           system_.idle() && (memorySide_ || channels_->quiet());
}

bool GddrController::mayReserveNext() const {
    if (services_.empty()) return false;
    const MemoryTransaction& transaction = services_.front().transaction;
    return mayReserve(bus(transaction.client, transaction.unit));
}

sim::Cycle GddrController::nextEvent(Cycle cycle) const {
    if (reservedBuses_ > 0 || mayReserveNext() || requests_.anyDone() || !system_.idle() ||
        (!memorySide_ && !channels_->quiet()))
        return cycle + 1;
    Cycle event = sim::kNever;
    for (const Bus* const bus : transferring_) event = std::min(event, cycle + std::max(bus->busyCycles - 1, 1u));
    return event;
}

bool GddrController::idle() const { return quiet() && requests_.usedEntries() == 0; }

void GddrController::takeCommand(Cycle cycle) {
    for (const MemoryControllerCommand& command : commands.take(cycle))
        secondInterleavingStart_ = command.secondInterleavingStart;
}

void GddrController::takeRequests(Cycle cycle) {
    for (const auto& own : buses())
        for (const MemoryTransaction& transaction : own->request.take(cycle)) accept(cycle, transaction);
}

void GddrController::accept(Cycle cycle, const MemoryTransaction& transaction) {
    recordReceived(cycle, transaction);
    ++statistics_.transactions;
    const auto count = [&](sim::Counter UnitStatistics::*counter) {
        statistics_.forUnit(transaction.client, transaction.unit, [&](UnitStatistics& unit) { ++(unit.*counter); });
    };
    count(&UnitStatistics::transactions);
    if (transaction.access == Access::Preload) {
        ++statistics_.preloads;
        return;
    }
    if (transaction.bytes == 0 || transaction.bytes > kTransactionBytes)
        throw sim::Fault("a transaction of an impossible size: " + describe(transaction, clients()));
    const bool read = transaction.access == Access::Read;
    ++(read ? statistics_.readTransactions : statistics_.writeTransactions);
    count(read ? &UnitStatistics::readTransactions : &UnitStatistics::writeTransactions);

    uint32_t entry = 0;
    if (toSystem(transaction))
        entry = system_.acquire({.transaction = transaction, .arrival = cycle, .ready = read});
    else
        entry = addRequest(cycle, transaction);
    if (!read) startWrite(transaction, entry);
    if (memorySide_) memorySide_->wake();
}

uint32_t GddrController::addRequest(Cycle cycle, const MemoryTransaction& transaction) {
    if (requests_.freeEntries() == 0)
        throw sim::Fault("the request buffer overflows: " + describe(transaction, clients()));
    if (clients()[transaction.client].ofRenderOutput) ++ropRequests_[transaction.unit];
    const bool read = transaction.access == Access::Read;
    const Pieces pieces =
        splitterFor(transaction.address, transaction.bytes).split(transaction.address, transaction.bytes);
    const uint32_t entry = requests_.acquire({.transaction = transaction,
                                              .arrival = cycle,
                                              .piecesLeft = pieces.count,
                                              .state = read ? RequestState::Ready : RequestState::Transmitting});
    requestEntries_.enter(cycle);
    for (const Piece& piece : pieces)
        channels_->enqueue({.request = entry,
                            .serial = nextSerial_++,
                            .row = piece.location.row,
                            .column = piece.location.column,
                            .bytes = piece.bytes,
                            .channel = static_cast<uint8_t>(piece.location.channel),
                            .bank = static_cast<uint8_t>(piece.location.bank),
                            .client = transaction.client,
                            .read = read},
                           cycle);
    return entry;
}

const RequestSplitter& GddrController::splitterFor(func::Address address, uint32_t bytes) const {
    if (!secondSplitter_ || secondInterleavingStart_ == func::Address()) return splitter_;
    if (address >= secondInterleavingStart_) return *secondSplitter_;
    if (address + bytes >= secondInterleavingStart_)
        throw sim::Fault(fmt::format("a transaction at {:#010x} crosses into the second interleaving", address.bits()));
    return splitter_;
}

void GddrController::startWrite(const MemoryTransaction& transaction, uint32_t entry) {
    Bus& bus = busOf(transaction);
    if (bus.busyCycles != 0)
        throw sim::Fault("a write while the unit's bus is busy: " + describe(transaction, clients()));
    if (requests_.freeWriteBuffers == 0)
        throw sim::Fault("a write without a free buffer: " + describe(transaction, clients()));
    --requests_.freeWriteBuffers;
    occupy(bus, transaction.bytes);
    bus.serving = false;
    bus.toSystem = toSystem(transaction);
    bus.entry = entry;
}

void GddrController::occupy(Bus& bus, uint32_t bytes) {
    bus.busyCycles = busCycles(bytes, bus.width);
    transferring_.push_back(&bus);
    if (bus.busyCycles >= 2) changed_.push_back(&bus);
}

void GddrController::advanceBuses() {
    if (transferring_.empty()) return;
    // In the order in which transfers began: what their ends do does not depend on it.
    std::erase_if(transferring_, [this](Bus* bus) {
        if (--bus->busyCycles == 1) changed_.push_back(bus);
        if (bus->busyCycles != 0) return false;
        if (bus->serving) {
            bus->serving = false;
            ++requests_.freeReadBuffers;
        } else if (bus->toSystem) {
            system_.markReady(bus->entry);
        } else {
            requests_[bus->entry].state = RequestState::Ready;
            if (memorySide_) memorySide_->wake();
        }
        return true;
    });
}

void GddrController::serve(Cycle cycle) {
    if (services_.empty()) return;
    const MemoryTransaction& transaction = services_.front().transaction;
    Bus& bus = busOf(transaction);
    if (bus.busyCycles != 0 || !bus.reserved) return;
    bus.data.write(cycle, transaction);
    occupy(bus, transaction.bytes);
    bus.serving = true;
    bus.reserved = false;
    changed_.push_back(&bus);
    --reservedBuses_;
    const uint64_t time = cycle - services_.front().arrival;
    statistics_.forUnit(transaction.client, transaction.unit, [time](UnitStatistics& unit) {
        unit.serviceCycles.add(time);
        ++unit.completedReads;
        unit.serviceTime.sample(time);
    });
    services_.pop();
    serviceEntries_.leave(cycle);
}

void GddrController::reserveBus() {
    if (services_.empty()) return;
    Bus& bus = busOf(services_.front().transaction);
    if (!mayReserve(bus)) return;
    bus.reserved = true;
    ++reservedBuses_;
    changed_.push_back(&bus);
}

// A retired entry still counts in its cycle, and one that enters the service queue from the next cycle on.
void GddrController::addService(Cycle cycle, const Service& service) {
    services_.push(service);
    serviceEntries_.enter(cycle + 1);
}

void GddrController::retireRequests(Cycle cycle) {
    if (!requests_.anyDone()) return;
    requests_.forEachDone([this, cycle](uint32_t entry) {
        const Request& request = requests_[entry];
        if (request.transaction.access == Access::Read) {
            if (services_.full()) return;
            addService(cycle, {.transaction = request.transaction, .arrival = request.arrival});
        } else {
            ++requests_.freeWriteBuffers;
        }
        if (clients()[request.transaction.client].ofRenderOutput) --ropRequests_[request.transaction.unit];
        requests_.release(entry);
        requestEntries_.leave(cycle + 1);
    });
}

void GddrController::advanceSystemMemory(Cycle cycle) {
    if (system_.idle()) return;
    const SystemMemoryBus::Transfer completed = system_.transfer(!services_.full());
    if (completed.read) {
        const MemoryTransaction& transaction = completed.read->transaction;
        addService(cycle, {.transaction = transaction, .arrival = completed.read->arrival});
        statistics_.forUnit(transaction.client, transaction.unit,
                            [&](UnitStatistics& unit) { unit.readBytes.add(transaction.bytes); });
        statistics_.systemReadBytes.add(transaction.bytes);
    }
    if (completed.write) {
        const MemoryTransaction& transaction = completed.write->transaction;
        ++requests_.freeWriteBuffers;
        statistics_.forUnit(transaction.client, transaction.unit,
                            [&](UnitStatistics& unit) { unit.writeBytes.add(transaction.bytes); });
        statistics_.systemWriteBytes.add(transaction.bytes);
    }
    if (system_.issue(cycle, requests_.freeReadBuffers != 0) == SystemMemoryBus::Issued::Read)
        --requests_.freeReadBuffers;
    system_.receive(cycle);
}

GddrController::Room GddrController::room() const {
    // For what each unit may send before it sees a refusal. Only the command processor and the render output pipes
    // write, but all see it.
    return {.entries = requests_.freeEntries() >= requiredEntries_ && system_.freeEntries() >= requiredEntries_,
            .writeBuffers = requests_.freeWriteBuffers >= requiredWriteBuffers_};
}

AcceptState GddrController::acceptState(const Bus& bus) const {
    const bool isRop = clients()[bus.client].ofRenderOutput;
    if (!shownRoom_->entries || (settings_.splitRequestBufferPerRop && isRop &&
                                 ropRequests_[bus.unit] >= settings_.requestQueueSize / ropRequests_.size()))
        return {.reads = false, .writes = false};
    return {.reads = true, .writes = shownRoom_->writeBuffers && bus.busyCycles < 2 && !bus.reserved};
}

void GddrController::announceState(Cycle cycle) {
    const Room now = room();
    if (shownRoom_ != now || settings_.splitRequestBufferPerRop) {
        shownRoom_ = now;
        for (const auto& bus : buses()) showState(cycle, *bus);
    } else {
        for (Bus* bus : changed_) showState(cycle, *bus);
    }
    changed_.clear();
}

void GddrController::showState(Cycle cycle, Bus& bus) {
    const AcceptState state = acceptState(bus);
    Acceptance& acceptance = acceptance_[bus.index];
    if (state == acceptance.state) return;
    accountAcceptance(acceptance, cycle);
    acceptance.state = state;
    bus.accepts.write(cycle, state);
}

void GddrController::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "requests",
                      .unit = "requests",
                      .used = requests_.usedEntries(),
                      .capacity = requests_.size(),
                      .needed = requiredEntries_});
    queues.push_back(
        {.name = "answers", .unit = "answers", .used = services_.size(), .capacity = services_.capacity()});
}

const sim::Box& GddrController::holderOf(const Bus& bus) const {
    const Request* oldest = nullptr;
    requests_.forEachUnserved([&](const Request& request) {
        const MemoryTransaction& transaction = request.transaction;
        if (transaction.access != Access::Read || transaction.client != bus.client || transaction.unit != bus.unit)
            return;
        if (oldest == nullptr || request.arrival < oldest->arrival) oldest = &request;
    });
    // Data on its way to the unit left the channels earlier.
    if (oldest == nullptr || bus.serving || bus.reserved) return *this;
    const MemoryTransaction& transaction = oldest->transaction;
    const Pieces pieces =
        splitterFor(transaction.address, transaction.bytes).split(transaction.address, transaction.bytes);
    return channels_->scheduler(pieces.begin()->location.channel);
}

std::string GddrController::describeWait() const {
    if (requests_.usedEntries() != 0)
        return fmt::format("{} requests to GPU memory are under way", requests_.usedEntries());
    if (!system_.idle()) return "requests to system memory are under way";
    return services_.empty() ? "" : "answers wait for their buses";
}

}  // namespace cyclorama::mem::gddr
