// SPDX-License-Identifier: MIT
#include "mem/simple/simple_controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "mem/address_space.h"
#include "sim/error.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::mem::simple {

namespace {

// A count of one still takes one bit.
uint32_t bitsFor(uint32_t count) { return std::max<uint32_t>(1, static_cast<uint32_t>(std::bit_width(count - 1))); }

bool overlap(const MemoryTransaction& a, const MemoryTransaction& b) {
    return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

void require(bool condition, const char* parameter, const std::string& reason) {
    if (!condition) throw sim::Error("", parameter, reason);
}

/// Units that request entries are kept free for, those of clients with the same turn once.
uint32_t unitsInTurns(const Clients& clients) {
    std::map<uint8_t, uint32_t> units;
    for (const ClientInfo& client : clients) {
        uint32_t& ofTurn = units[client.turn];
        ofTurn = std::max(ofTurn, client.unitsWithEntries);
    }
    uint32_t sum = 0;
    for (const auto& [turn, ofTurn] : units) sum += ofTurn;
    return sum;
}

}  // namespace

void check(const Settings& s) {
    require(s.buses > 0, "MemoryBuses", "has to be at least 1");
    require(s.bankBytes > 0 && s.bankBytes <= s.pageBytes, "BankGranurality", "has to be at most MemoryPageSize");
    require(s.readLatency > 0, "ReadLatency", "has to be at least 1");
    require(s.writeLatency > 0 && s.writeLatency <= s.readLatency, "WriteLatency", "has to be at most ReadLatency");
    require(s.pageBytes >= kTransactionBytes, "MemoryPageSize",
            fmt::format("has to hold a transaction of {} bytes", kTransactionBytes));
    require(s.openPages > 0, "OpenPages", "has to be at least 1");
    require(s.pageOpenLatency > 0, "PageOpenLatency", "has to be at least 1");
    require(s.readBuffers > 0, "ReadBufferLines", "has to be at least 1");
    require(s.writeBuffers > 0, "WriteBufferLines", "has to be at least 1");
    require(s.serviceQueueSize > 0, "ServiceQueueSize", "has to be at least 1");
    const uint32_t entries = 2 * unitsInTurns(s.clients.clients);
    require(s.requestQueueSize >= entries, "RequestQueueSize", fmt::format("has to be at least {}", entries));
}

SimpleController::SimpleController(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings)
    : MemoryController(simulation, domain, "MemoryController", settings.clients),
      settings_((check(settings), settings)),
      statistics_(simulation.statistics(), settings.clients.clients, settings.buses),
      requests_(settings.requestQueueSize),
      system_(*this, {.readLatency = settings.systemLatency,
                      .writeLatency = settings.systemLatency,
                      .transferCycles = settings.systemTransactionCycles,
                      .entries = settings.requestQueueSize,
                      .readsKeepEntries = false}),
      services_(settings.serviceQueueSize),
      freeServices_(settings.serviceQueueSize),
      freeReadBuffers_(settings.readBuffers),
      freeWriteBuffers_(settings.writeBuffers),
      requiredEntries_(requiredEntries()),
      requiredWriteBuffers_(requiredWriteBuffers()),
      bankShift_(bitsFor(settings.bankBytes)),
      pageShift_(bitsFor(settings.openPages * settings.buses * settings.pageBytes)),
      pageSlotShift_(bitsFor(settings.buses * settings.pageBytes)),
      pageSlotMask_((uint32_t{1} << bitsFor(settings.openPages)) - 1) {
    for (const auto& bus : buses()) inTurn_.push_back(bus.get());
    std::ranges::stable_sort(inTurn_, {}, [this](const Bus* bus) {
        return std::tuple(clients()[bus->client].turn, bus->unit, bus->client);
    });
    freeRequests_.reserve(settings.requestQueueSize);
    for (uint32_t entry = 0; entry < settings.requestQueueSize; ++entry) freeRequests_.push_back(entry);
    for (uint32_t bank = 0; bank < (settings.sharedBanks ? 1 : settings.buses); ++bank)
        banks_.emplace_back(settings.requestQueueSize, pageSlotMask_ + 1);
    for (uint32_t bus = 0; bus < settings.buses; ++bus)
        memoryBuses_.emplace_back(settings.readLatency / settings.transactionCycles + 2);
}

void SimpleController::clock(sim::Cycle cycle) {
    // The register that can be written belongs to the other controller.
    commands.take(cycle);
    takeRequests(cycle);
    advanceClientBuses();
    serve(cycle);
    reserveBus();
    advanceMemory(cycle);
    issueAll(cycle);
    advanceSystemMemory(cycle);
    announceState(cycle);
    if (quiet()) sleep();
}

bool SimpleController::quiet() const {
    const bool clientsIdle = std::none_of(buses().begin(), buses().end(),
                                          [](const auto& bus) { return bus->busyCycles != 0 || bus->reserved; });
    const bool memoryIdle = std::all_of(memoryBuses_.begin(), memoryBuses_.end(), [](const MemoryBus& bus) {
        return bus.busyCycles == 0 && bus.flights.empty();
    });
    return clientsIdle && memoryIdle && waiting_ == 0 && services_.empty() && system_.idle();
}

bool SimpleController::idle() const { return quiet(); }

void SimpleController::takeRequests(sim::Cycle cycle) {
    for (Bus* const bus : inTurn_) takeFrom(*bus, cycle);
}

void SimpleController::takeFrom(Bus& own, sim::Cycle cycle) {
    const auto transaction = own.request.read(cycle);
    if (!transaction) return;
    recordReceived(cycle, *transaction);
    ClientStatistics& statistics = statisticsOf(*transaction);
    ++statistics.transactions;
    if (transaction->access == Access::Preload) {
        ++statistics_.preloads;
        return;
    }
    if (transaction->bytes == 0 || transaction->bytes > kTransactionBytes)
        throw sim::Fault("a transaction of an impossible size: " + describe(*transaction, clients()));
    const bool read = transaction->access == Access::Read;
    ++(read ? statistics.readTransactions : statistics.writeTransactions);
    const bool toSystem = MemoryController::toSystem(*transaction);
    const uint32_t entry = toSystem ? system_.acquire({.transaction = *transaction, .arrival = cycle, .ready = read})
                                    : addRequest(*transaction);
    if (read) return;
    if (own.busyCycles != 0)
        throw sim::Fault("a write while the unit's bus is busy: " + describe(*transaction, clients()));
    if (freeWriteBuffers_ == 0) throw sim::Fault("a write without a free buffer: " + describe(*transaction, clients()));
    --freeWriteBuffers_;
    own.busyCycles = busCycles(transaction->bytes, own.width);
    own.serving = false;
    own.toSystem = toSystem;
    own.entry = entry;
}

uint32_t SimpleController::busOf(func::Address address) const {
    return static_cast<uint32_t>((address.offset() >> bankShift_) % settings_.buses);
}

uint32_t SimpleController::addRequest(const MemoryTransaction& transaction) {
    if (freeRequests_.empty()) throw sim::Fault("the request buffer overflows: " + describe(transaction, clients()));
    const uint32_t entry = freeRequests_.back();
    freeRequests_.pop_back();
    const bool read = transaction.access == Access::Read;
    const uint32_t offset = transaction.address.misalignment(uint32_t{1} << bankShift_);
    if (!settings_.sharedBanks && offset + transaction.bytes > settings_.bankBytes)
        throw sim::Fault("a transaction crosses from one memory bus to the next: " + describe(transaction, clients()));
    requests_[entry] = {.transaction = transaction, .ready = read};
    Bank& bank = banks_[settings_.sharedBanks ? 0 : busOf(transaction.address)];
    (read ? bank.reads : bank.writes).push(entry);
    blockOnOverlaps(entry, read ? bank.writes : bank.reads);
    ++waiting_;
    return entry;
}

// The oldest overlapping access of the other kind that waits for the same bus has to be served first; those that were
// issued already are not looked at.
void SimpleController::blockOnOverlaps(uint32_t request, const sim::BoundedQueue<uint32_t>& others) {
    Request& own = requests_[request];
    for (uint32_t i = others.size(); i > 0; --i) {
        Request& other = requests_[others[i - 1]];
        if (!overlap(own.transaction, other.transaction)) continue;
        own.blocked = true;
        own.waitsFor = others[i - 1];
        other.hasDependents = true;
    }
}

void SimpleController::wake(const sim::BoundedQueue<uint32_t>& waiting, uint32_t served) {
    for (uint32_t i = 0; i < waiting.size(); ++i) {
        Request& request = requests_[waiting[i]];
        if (request.blocked && request.waitsFor == served) request.blocked = false;
    }
}

void SimpleController::advanceClientBuses() {
    for (const auto& own : buses()) {
        if (own->busyCycles == 0 || --own->busyCycles != 0) continue;
        if (own->serving) {
            own->serving = false;
            ++freeServices_;
            ++freeReadBuffers_;
        } else if (own->toSystem) {
            system_.markReady(own->entry);
        } else {
            requests_[own->entry].ready = true;
        }
    }
}

void SimpleController::serve(sim::Cycle cycle) {
    if (services_.empty()) return;
    const MemoryTransaction& transaction = services_.front();
    Bus& own = MemoryController::busOf(transaction);
    if (own.busyCycles != 0 || !own.reserved) return;
    own.data.write(cycle, transaction);
    own.busyCycles = busCycles(transaction.bytes, own.width);
    own.serving = true;
    own.reserved = false;
    services_.pop();
}

void SimpleController::reserveBus() {
    if (services_.empty()) return;
    Bus& own = MemoryController::busOf(services_.front());
    if (own.busyCycles <= 1) own.reserved = true;
}

void SimpleController::advanceMemory(sim::Cycle cycle) {
    for (MemoryBus& bus : memoryBuses_) {
        if (bus.flights.empty() || bus.flights.front().arrival != cycle) continue;
        bus.current = bus.flights.pop().request;
        bus.busyCycles = settings_.transactionCycles;
        busyBusCycles_ += settings_.transactionCycles;
    }
    for (uint32_t i = 0; i < memoryBuses_.size() && busyBusCycles_ > 0; ++i) {
        MemoryBus& bus = memoryBuses_[i];
        if (bus.busyCycles == 0) continue;
        --busyBusCycles_;
        ++statistics_.buses[busOf(requests_[bus.current].transaction.address)]->dataCycles;
        if (--bus.busyCycles == 0) finish(bus, settings_.sharedBanks ? 0 : i);
    }
}

void SimpleController::finish(MemoryBus& memoryBus, uint32_t bankNumber) {
    const Request& request = requests_[memoryBus.current];
    const MemoryTransaction& transaction = request.transaction;
    const bool read = transaction.access == Access::Read;
    Bank& bank = banks_[bankNumber];
    BusStatistics& statistics = *statistics_.buses[busOf(transaction.address)];
    (read ? statistics.readBytes : statistics.writeBytes).add(transaction.bytes);
    ClientStatistics& client = statisticsOf(transaction);
    (read ? client.readBytes : client.writeBytes).add(transaction.bytes);
    if (read)
        services_.push(transaction);
    else
        ++freeWriteBuffers_;
    if (request.hasDependents) wake(read ? bank.writes : bank.reads, memoryBus.current);
    freeRequests_.push_back(memoryBus.current);
}

void SimpleController::issueAll(sim::Cycle cycle) {
    for (uint32_t bus = 0; bus < settings_.buses && waiting_ > 0; ++bus) {
        if (settings_.sharedBanks || !banks_[bus].empty())
            issue(cycle, bus);
        else if (busyBusCycles_ == 0)
            ++statistics_.unusedCycles;
    }
}

// A turn of writes, once it has more than one, continues to its maximum; a turn of reads ends at its own.
bool SimpleController::select(const Bank& bank, uint32_t& request) const {
    const bool readReady = !bank.reads.empty() && !requests_[bank.reads.front()].blocked;
    const bool writeReady = !bank.writes.empty() && !requests_[bank.writes.front()].blocked;
    const bool writesTurn = (bank.consecutiveWrites > 1 && bank.consecutiveWrites < settings_.maxConsecutiveWrites) ||
                            bank.consecutiveReads == settings_.maxConsecutiveReads;
    if (!readReady && !writeReady) return false;
    request = writeReady && (!readReady || writesTurn) ? bank.writes.front() : bank.reads.front();
    return true;
}

void SimpleController::issue(sim::Cycle cycle, uint32_t busNumber) {
    Bank& bank = banks_[settings_.sharedBanks ? 0 : busNumber];
    MemoryBus& bus = memoryBuses_[busNumber];
    uint32_t entry = 0;
    if (!select(bank, entry)) return;
    const Request& request = requests_[entry];
    const MemoryTransaction& transaction = request.transaction;
    const bool read = transaction.access == Access::Read;
    if (!read && !request.ready) return;

    uint32_t turnaround = 0;
    if (read && bus.lastWasWrite) turnaround = settings_.writeLatency + settings_.writeToReadLatency;
    if (!read && !bus.lastWasWrite) turnaround = settings_.readLatency;
    const uint64_t elapsed = cycle - bus.lastIssue;
    const bool turned = elapsed >= settings_.transactionCycles + turnaround;
    const bool pageHit = bank.openPages[pageSlot(transaction.address)] == pageOf(transaction.address);
    if (!turned || (!pageHit && elapsed < settings_.pageOpenLatency)) {
        if (elapsed < settings_.transactionCycles) return;
        BusStatistics& statistics = *statistics_.buses[busOf(transaction.address)];
        if (turned)
            ++statistics.openPageCycles;
        else
            ++(read ? statistics.writeToReadCycles : statistics.readToWriteCycles);
        return;
    }
    if (read && (freeReadBuffers_ == 0 || freeServices_ == 0)) return;

    bus.flights.push({.arrival = cycle + (read ? settings_.readLatency : settings_.writeLatency), .request = entry});
    bus.lastIssue = cycle;
    bus.lastWasWrite = !read;
    if (!pageHit) {
        bank.openPages[pageSlot(transaction.address)] = pageOf(transaction.address);
        ++statistics_.buses[busNumber]->openPages;
    }
    if (read) {
        --freeReadBuffers_;
        --freeServices_;
        bank.reads.pop();
        bank.consecutiveWrites = 0;
        ++bank.consecutiveReads;
    } else {
        bank.writes.pop();
        bank.consecutiveReads = 0;
        ++bank.consecutiveWrites;
    }
    --waiting_;
}

void SimpleController::advanceSystemMemory(sim::Cycle cycle) {
    if (system_.idle()) return;
    system_.receive(cycle);
    const SystemMemoryBus::Transfer transfer = system_.transfer(true);
    if (transfer.readMoved) ++statistics_.systemReadCycles;
    if (transfer.writeMoved) ++statistics_.systemWriteCycles;
    if (transfer.read) {
        services_.push(transfer.read->transaction);
        statisticsOf(transfer.read->transaction).readBytes.add(transfer.read->transaction.bytes);
        statistics_.systemReadBytes.add(transfer.read->transaction.bytes);
    }
    if (transfer.write) {
        ++freeWriteBuffers_;
        statisticsOf(transfer.write->transaction).writeBytes.add(transfer.write->transaction.bytes);
        statistics_.systemWriteBytes.add(transfer.write->transaction.bytes);
    }
    // One attempt for each bus: a read and a write may start together.
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (system_.issue(cycle, freeReadBuffers_ > 0 && freeServices_ > 0) != SystemMemoryBus::Issued::Read) continue;
        --freeReadBuffers_;
        --freeServices_;
    }
}

void SimpleController::announceState(sim::Cycle cycle) {
    const bool room = freeRequests_.size() >= requiredEntries_ && system_.freeEntries() >= requiredEntries_;
    const bool writeRoom = freeWriteBuffers_ >= requiredWriteBuffers_;
    for (const auto& own : buses())
        own->accepts.write(
            cycle, AcceptState{.reads = room, .writes = room && writeRoom && own->busyCycles < 2 && !own->reserved});
}

std::string SimpleController::describeWait() const {
    if (waiting_ != 0) return fmt::format("{} requests wait for a memory bus", waiting_);
    if (!services_.empty()) return "answers wait for their buses";
    return quiet() ? "" : "transactions are under way";
}

}  // namespace cyclorama::mem::simple
