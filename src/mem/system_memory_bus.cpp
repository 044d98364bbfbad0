// SPDX-License-Identifier: MIT
#include "mem/system_memory_bus.h"

#include "sim/fault.h"

namespace cyclorama::mem {

SystemMemoryBus::SystemMemoryBus(const sim::Box& controller, const SystemMemorySettings& settings)
    : settings_(settings),
      entries_(settings.entries),
      free_(settings.entries),
      queue_(settings.entries),
      // A read may wait on its bus for room, and all later ones with it.
      reads_(settings.entries + settings.readLatency / settings.transferCycles + 2),
      writes_(settings.writeLatency / settings.transferCycles + 2),
      trace_(controller, "systemMemory") {
    for (uint32_t entry = 0; entry < settings.entries; ++entry) free_.push(entry);
}

uint32_t SystemMemoryBus::acquire(const Entry& entry) {
    if (free_.empty()) throw sim::Fault("the queue to system memory overflows: " + describe(entry.transaction));
    const uint32_t number = free_.pop();
    entries_[number] = entry;
    queue_.push(number);
    return number;
}

SystemMemoryBus::Transfer SystemMemoryBus::transfer(bool roomForRead) {
    Transfer result;
    result.readMoved = reads_.busyCycles > 1 || (reads_.busyCycles == 1 && roomForRead);
    if (result.readMoved && --reads_.busyCycles == 0) {
        result.read = reads_.current.content;
        if (settings_.readsKeepEntries) free_.push(reads_.current.entry);
    }
    result.writeMoved = writes_.busyCycles > 0;
    if (result.writeMoved && --writes_.busyCycles == 0) result.write = writes_.current.content;
    return result;
}

SystemMemoryBus::Issued SystemMemoryBus::issue(sim::Cycle cycle, bool readAllowed) {
    if (queue_.empty()) return Issued::Nothing;
    const uint32_t entry = queue_.front();
    if (entries_[entry].transaction.access == Access::Read) {
        if (!canIssue(reads_, cycle) || !readAllowed) return Issued::Nothing;
        depart(reads_, cycle, settings_.readLatency, entry);
        if (!settings_.readsKeepEntries) free_.push(entry);
        return Issued::Read;
    }
    if (!canIssue(writes_, cycle) || !entries_[entry].ready) return Issued::Nothing;
    depart(writes_, cycle, settings_.writeLatency, entry);
    free_.push(entry);
    return Issued::Write;
}

void SystemMemoryBus::depart(Bus& bus, sim::Cycle cycle, uint32_t latency, uint32_t entry) {
    bus.flights.push({.arrival = cycle + latency, .content = entries_[entry], .entry = entry});
    bus.lastIssue = cycle;
    trace_.passed(cycle, cycle + latency, [&] { return describe(entries_[entry].transaction); });
    queue_.pop();
}

void SystemMemoryBus::receive(sim::Cycle cycle) {
    for (Bus* bus : {&reads_, &writes_}) {
        // A read that could not leave its bus delays those after it.
        if (bus->flights.empty() || bus->flights.front().arrival > cycle || bus->busyCycles != 0) continue;
        bus->current = bus->flights.pop();
        bus->busyCycles = settings_.transferCycles;
    }
}

}  // namespace cyclorama::mem
