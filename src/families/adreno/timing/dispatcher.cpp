// SPDX-License-Identifier: MIT
#include "families/adreno/timing/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// A unit, in parts that any number of waves up to 16 divides.
constexpr uint64_t kWholeUnit = 720720;
/// Workgroups of a unit that may end in one cycle.
constexpr uint32_t kMostEnds = 64;

}  // namespace

std::string describe(const DispatchMessage& message) { return fmt::format("dispatch {}", message.work->number); }

Dispatcher::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_HLSQ", "cycles", "Cycles in which workgroups were given to shader units."}),
      dispatches(registry, {"COMPUTE_DRAWCALLS_HLSQ", "dispatches", "Dispatches that were begun."}),
      groups(registry, {"CS_WORKGROUPS_HLSQ", "workgroups", "Workgroups that were given to shader units."}),
      fibers(registry, {"CS_INVOCATIONS_HLSQ", "fibers", "Fibers of these workgroups."}),
      unitsFull(registry,
                {"STALL_CYCLES_SP_STATE_HLSQ", "cycles", "Cycles in which no shader unit had room for a workgroup."}) {}

Dispatcher::UnitPort::UnitPort(Dispatcher& dispatcher, uint32_t number)
    : launch(dispatcher, fmt::format("launch{}", number)),
      ended(dispatcher, {.name = fmt::format("ended{}", number), .width = kMostEnds, .latency = 1}) {}

Dispatcher::Dispatcher(sim::Simulation& simulation, sim::DomainId domain, const OccupancySettings& settings,
                       uint32_t dispatches)
    : Box(simulation, domain, "HLSQ"),
      start(*this, {.name = "start", .width = 1, .latency = 1}),
      ended(*this, "ended"),
      settings_(settings),
      statistics_(simulation.statistics()),
      units_(settings.units),
      entries_(dispatches) {
    for (uint32_t i = 0; i < settings.units; ++i) units_[i].port = std::make_unique<UnitPort>(*this, i);
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::clock(sim::Cycle cycle) {
    receive(cycle);
    launchNext(cycle);
    endDispatches(cycle);
    // One that had ended before the first is over in the next cycle.
    if (firstHasEnded()) return;
    const Entry* const entry = entryToLaunch();
    if (entry == nullptr) return sleep();
    // A unit that has no room now says when that changes.
    const sim::Cycle next = std::max(entry->startAt, nextLaunch_);
    if (next > cycle + 1)
        sleepUntil(next);
    else if (findUnit(*entry->work) == nullptr && !entry->work->dropped())
        sleep();
}

void Dispatcher::accountSleep(sim::Cycle first, uint64_t count) {
    const Entry* const entry = entryToLaunch();
    if (entry == nullptr || findUnit(*entry->work) != nullptr) return;
    const sim::Cycle begins = std::max({first, entry->startAt, nextLaunch_});
    if (begins < first + count) statistics_.unitsFull.add(first + count - begins);
}

void Dispatcher::receive(sim::Cycle cycle) {
    if (const auto message = start.read(cycle)) {
        const uint64_t preamble = message->work->binding().preambleSteps * settings_.preambleStepCycles;
        entries_.push({.work = message->work, .startAt = cycle + settings_.dispatchStartCycles + preamble});
        ++statistics_.dispatches;
    }
    for (Unit& unit : units_) {
        while (const auto end = unit.port->ended.read(cycle)) {
            unit.used -= std::min(unit.used, shareOf(*end->work));
            for (uint32_t i = 0; i < entries_.size(); ++i)
                if (entries_[i].work == end->work) ++entries_[i].ended;
        }
    }
}

uint64_t Dispatcher::shareOf(const ComputeWork& work) const {
    return std::min(kWholeUnit, work.waves().count() * (kWholeUnit / work.wavesPerUnit()));
}

bool Dispatcher::launchedAll(const Entry& entry) { return entry.launched == entry.work->grid().count(); }

Dispatcher::Entry* Dispatcher::entryToLaunch() {
    for (uint32_t i = 0; i < entries_.size(); ++i)
        if (!launchedAll(entries_[i])) return &entries_[i];
    return nullptr;
}

Dispatcher::Unit* Dispatcher::findUnit(const ComputeWork& work) {
    const uint64_t share = shareOf(work);
    const auto count = static_cast<uint32_t>(units_.size());
    for (uint32_t i = 0; i < count; ++i) {
        Unit& unit = units_[(turn_ + i) % count];
        if (unit.used + share <= kWholeUnit) return &unit;
    }
    return nullptr;
}

void Dispatcher::launchNext(sim::Cycle cycle) {
    Entry* const entry = entryToLaunch();
    if (entry == nullptr || cycle < entry->startAt || cycle < nextLaunch_) return;
    ComputeWork& work = *entry->work;
    if (work.dropped()) {
        // The rest of its workgroups is left out.
        entry->ended += work.grid().count() - entry->launched;
        entry->launched = work.grid().count();
        return;
    }
    Unit* const unit = findUnit(work);
    if (unit == nullptr) {
        ++statistics_.unitsFull;
        return;
    }
    unit->port->launch.write(cycle, GroupLaunch{.work = &work, .group = entry->launched++});
    unit->used += shareOf(work);
    turn_ = static_cast<uint32_t>(unit - units_.data() + 1) % static_cast<uint32_t>(units_.size());
    nextLaunch_ = cycle + work.waves().count();
    statistics_.busy.add(work.waves().count());
    ++statistics_.groups;
    statistics_.fibers.add(work.grid().fibers());
}

bool Dispatcher::firstHasEnded() const {
    if (entries_.empty()) return false;
    const Entry& first = entries_.front();
    return launchedAll(first) && first.ended == first.work->grid().count();
}

void Dispatcher::endDispatches(sim::Cycle cycle) {
    if (!firstHasEnded()) return;
    ended.write(cycle, DispatchMessage{.work = entries_.front().work});
    entries_.pop();
}

std::string Dispatcher::describeWait() const {
    if (entries_.empty()) return {};
    const Entry& first = entries_.front();
    return fmt::format("has given out {} of {} workgroups, {} have ended", first.launched, first.work->grid().count(),
                       first.ended);
}

sim::Backlog Dispatcher::backlog() const {
    if (entries_.empty()) return sim::Backlog::None;
    return launchedAll(entries_[entries_.size() - 1]) ? sim::Backlog::Some : sim::Backlog::Full;
}

}  // namespace cyclorama::adreno
