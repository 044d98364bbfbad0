#include "mem/gddr/system_memory_bus.h"

namespace cyclorama::mem::gddr {

SystemMemoryBus::SystemMemoryBus(const Settings& settings)
    : readLatency_(settings.systemReadLatency),
      writeLatency_(settings.systemWriteLatency),
      transferCycles_(settings.systemTransactionCycles),
      entries_(settings.requestQueueSize),
      free_(settings.requestQueueSize),
      queue_(settings.requestQueueSize),
      reads_(settings.requestQueueSize),
      writes_(settings.systemWriteLatency / settings.systemTransactionCycles + 2) {
    for (uint32_t entry = 0; entry < settings.requestQueueSize; ++entry) free_.push(entry);
}

uint32_t SystemMemoryBus::acquire(const Request& request) {
    const uint32_t entry = free_.pop();
    entries_[entry] = request;
    queue_.push(entry);
    return entry;
}

SystemMemoryBus::Completed SystemMemoryBus::transfer(bool roomForRead) {
    Completed completed;
    if (reads_.busyCycles > 1 || (reads_.busyCycles == 1 && roomForRead)) {
        if (--reads_.busyCycles == 0) {
            completed.read = reads_.current.request;
            free_.push(reads_.current.entry);
        }
    }
    if (writes_.busyCycles > 0 && --writes_.busyCycles == 0) completed.write = writes_.current.request;
    return completed;
}

void SystemMemoryBus::issue(sim::Cycle cycle, uint32_t& freeReadBuffers) {
    if (queue_.empty()) return;
    const uint32_t entry = queue_.front();
    const Request& request = entries_[entry];
    if (request.transaction.access == Access::Read) {
        if (!canIssue(reads_, cycle) || freeReadBuffers == 0) return;
        --freeReadBuffers;
        depart(reads_, cycle, readLatency_, entry);
    } else {
        if (!canIssue(writes_, cycle) || request.state != RequestState::Ready) return;
        depart(writes_, cycle, writeLatency_, entry);
        free_.push(entry);
    }
}

void SystemMemoryBus::depart(Bus& bus, sim::Cycle cycle, uint32_t latency, uint32_t entry) {
    bus.flights.push({.arrival = cycle + latency, .request = entries_[entry], .entry = entry});
    bus.lastIssue = cycle;
    queue_.pop();
}

void SystemMemoryBus::receive(sim::Cycle cycle) {
    for (Bus* bus : {&reads_, &writes_}) {
        // A read that could not leave its bus delays those behind it.
        if (bus->flights.empty() || bus->flights.front().arrival > cycle || bus->busyCycles != 0) continue;
        bus->current = bus->flights.pop();
        bus->busyCycles = transferCycles_;
    }
}

}  // namespace cyclorama::mem::gddr
