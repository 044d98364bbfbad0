// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/ccu.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/simulation.h"

namespace cyclorama::adreno {

std::string describe(const CcuFlush& flush) {
    return fmt::format("{} {}", flush.invalidate ? "invalidate" : "flush",
                       flush.target == CcuTarget::Color ? "colours" : "depth");
}

Ccu::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_CCU", "cycles", "Cycles in which blocks were accessed or moved."}),
      stalls(registry, {"STALL_CYCLES_CCU", "cycles", "Cycles in which an access found no room for its block."}),
      flagWaits(registry, {"STARVE_CYCLES_FLAG_RETURN_CCU", "cycles",
                           "Cycles in which a compressed block (UBWC) that is read waited for its flags."}) {}

Ccu::Unit::Unit(Ccu& ccu, const CcuSettings& settings, const GmemRange& gmem, uint32_t number)
    : memory(ccu, 1, 2 * CcuCache::mostReads(settings) + CcuBypass::kMost, number),
      color(ccu, settings, gmem, CcuTarget::Color, memory, 0),
      depth(ccu, settings, gmem, CcuTarget::Depth, memory, CcuCache::kIds) {}

Ccu::Ccu(sim::Simulation& simulation, sim::DomainId domain, const CcuSettings& settings, const GmemRange& gmem,
         const mem::AddressSpace& space)
    : Box(simulation, domain, "CCU"),
      flush(*this, {.name = "flush", .width = 1, .latency = 1}),
      flushed(*this, "flushed"),
      statistics_(simulation.statistics()),
      sizes_(space) {
    for (uint32_t i = 0; i < settings.units; ++i) units_.push_back(std::make_unique<Unit>(*this, settings, gmem, i));
}

Ccu::~Ccu() = default;

CcuPort& Ccu::addPort(uint32_t unit, CcuTarget target, const std::string& client) {
    return units_[unit]->cache(target).addPort(*this, fmt::format("{}{}", client, unit));
}

CcuPort& Ccu::addBypass(uint32_t unit, const std::string& client) {
    Unit& pair = *units_[unit];
    pair.bypass =
        std::make_unique<CcuBypass>(*this, pair.memory, 2 * CcuCache::kIds, fmt::format("{}{}", client, unit));
    return pair.bypass->port;
}

void Ccu::addCounters(ChipCounters& counters) const {
    counters.add("CCU_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("CCU_STARVE_CYCLES_FLAG_RETURN"_counter, statistics_.flagWaits);
    for (const auto& unit : units_) {
        unit->color.addCounters(counters, CcuTarget::Color);
        unit->depth.addCounters(counters, CcuTarget::Depth);
    }
}

void Ccu::clock(sim::Cycle cycle) {
    clocked_ = cycle;
    if (const auto commanded = flush.read(cycle)) {
        flushing_ = true;
        for (const auto& unit : units_) unit->cache(commanded->target).clean(commanded->invalidate);
    }
    bool active = false;
    for (const auto& unit : units_) active = clockUnit(*unit, cycle) || active;
    if (flushing_ && !flushes()) {
        flushing_ = false;
        ++flushes_;
    }
    flushed.write(cycle, flushes_);
    accountSleep(cycle, 1);
    if (active) {
        ++statistics_.busy;
        return;
    }
    sim::Cycle next = sim::kNever;
    for (const auto& unit : units_)
        next = std::min({next, unit->color.nextService(cycle), unit->depth.nextService(cycle)});
    sleepUntil(next);
}

bool Ccu::clockUnit(Unit& unit, sim::Cycle cycle) {
    bool active = unit.memory.clock(cycle, [&](uint32_t id) {
        if (id >= 2 * CcuCache::kIds) return unit.bypass->fill(id, cycle);
        (id < CcuCache::kIds ? unit.color : unit.depth).fill(id, cycle);
    });
    active = unit.color.clock(cycle) || active;
    if (unit.bypass) active = unit.bypass->clock(cycle) || active;
    return unit.depth.clock(cycle) || active;
}

bool Ccu::flushes() const {
    return std::ranges::any_of(units_, [](const auto& unit) { return unit->color.cleans() || unit->depth.cleans(); });
}

bool Ccu::stalls() const {
    return std::ranges::any_of(units_, [](const auto& unit) { return unit->color.stalls() || unit->depth.stalls(); });
}

bool Ccu::waitsForFlags() const {
    return std::ranges::any_of(
        units_, [](const auto& unit) { return unit->color.waitsForFlags() || unit->depth.waitsForFlags(); });
}

void Ccu::betweenCycles(sim::Cycle cycle) {
    // Only a cycle in which it was clocked leaves it blocks without a size.
    if (clocked_ != cycle) return;
    for (const auto& unit : units_) {
        unit->color.betweenCycles(sizes_);
        unit->depth.betweenCycles(sizes_);
    }
}

void Ccu::accountSleep(sim::Cycle, uint64_t count) {
    if (stalls()) statistics_.stalls.add(count);
    if (waitsForFlags()) statistics_.flagWaits.add(count);
}

std::string Ccu::describeWait() const {
    if (flushing_) return "flushes";
    return backlog() != sim::Backlog::None ? "waits for memory" : std::string();
}

sim::Backlog Ccu::backlog() const {
    sim::Backlog most = sim::Backlog::None;
    for (const auto& unit : units_) {
        most = std::max({most, unit->color.backlog(), unit->depth.backlog()});
        if (unit->bypass && unit->bypass->waits()) most = std::max(most, sim::Backlog::Some);
    }
    return most;
}

void Ccu::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    for (const auto& unit : units_) {
        unit->color.appendQueues(queues);
        unit->depth.appendQueues(queues);
    }
}

bool Ccu::atFullRate() const {
    const auto waitsForRate = [this](const auto& unit) {
        return std::min(unit->color.nextService(clocked_), unit->depth.nextService(clocked_)) != sim::kNever;
    };
    return 2 * static_cast<size_t>(std::ranges::count_if(units_, waitsForRate)) >= units_.size();
}

const sim::Box* Ccu::holdup() const {
    if (atFullRate()) return nullptr;
    for (const auto& unit : units_)
        if (const Box* const box = unit->memory.holdup()) return box;
    return nullptr;
}

}  // namespace cyclorama::adreno
