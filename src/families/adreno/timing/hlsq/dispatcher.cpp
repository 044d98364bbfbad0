// SPDX-License-Identifier: MIT
#include "families/adreno/timing/hlsq/dispatcher.h"

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
    : busy(registry, {"BUSY_CYCLES_HLSQ", "cycles", "Cycles in which waves were given to shader units."}),
      dispatches(registry, {"COMPUTE_DRAWCALLS_HLSQ", "dispatches", "Dispatches that were begun."}),
      groups(registry, {"CS_WORKGROUPS_HLSQ", "workgroups", "Workgroups that were given to shader units."}),
      fibers(registry, {"CS_INVOCATIONS_HLSQ", "fibers", "Fibers of these workgroups."}),
      vertexWaves(registry, {"VS_WAVES_HLSQ", "waves",
                             "Waves of the stages before the rasterizer that were given to shader units."}),
      fragmentWaves(registry, {"FS_STAGE_1X_WAVES_HLSQ", "waves",
                               "Waves of up to 64 fragments that were given to shader units."}),
      wideFragmentWaves(registry, {"FS_STAGE_2X_WAVES_HLSQ", "waves",
                                   "Waves of up to 128 fragments that were given to shader units."}),
      unitsFull(registry, {"STALL_CYCLES_SP_STATE_HLSQ", "cycles",
                           "Cycles in which no shader unit had room for a workgroup or wave."}) {}

Dispatcher::UnitPort::UnitPort(Dispatcher& dispatcher, uint32_t number)
    : launch(dispatcher, fmt::format("launch{}", number)),
      ended(dispatcher, {.name = fmt::format("ended{}", number), .width = kMostEnds, .latency = 1}) {}

Dispatcher::WavePort::WavePort(Dispatcher& dispatcher, const std::string& name)
    : launch(dispatcher, {.name = name + ".launch", .width = 1, .latency = 1}),
      started(dispatcher, name + ".started"),
      ended(dispatcher, name + ".ended") {}

Dispatcher::Dispatcher(sim::Simulation& simulation, sim::DomainId domain, const OccupancySettings& settings,
                       uint32_t dispatches)
    : Box(simulation, domain, "HLSQ"),
      start(*this, {.name = "start", .width = 1, .latency = 1}),
      ended(*this, "ended"),
      vertices(*this, "vertices"),
      fragments(*this, "fragments"),
      taken(*this, {.name = "taken", .width = 1, .latency = 1}),
      settings_(settings),
      statistics_(simulation.statistics()),
      units_(settings.units),
      waiting_{Waiting{.port = &fragments}, Waiting{.port = &vertices}},
      entries_(dispatches) {
    for (uint32_t i = 0; i < settings.units; ++i) units_[i].port = std::make_unique<UnitPort>(*this, i);
}

Dispatcher::~Dispatcher() = default;

void Dispatcher::addCounters(ChipCounters& counters) const {
    counters.add("HLSQ_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("RBBM_HLSQ_BUSY"_counter, statistics_.busy);
    counters.add("HLSQ_FS_STAGE_1X_WAVES"_counter, statistics_.fragmentWaves);
    counters.add("HLSQ_FS_STAGE_2X_WAVES"_counter, statistics_.wideFragmentWaves);
    counters.add("HLSQ_STALL_CYCLES_SP_STATE"_counter, statistics_.unitsFull);
    counters.add("HLSQ_CS_INVOCATIONS"_counter, statistics_.fibers);
    counters.add("HLSQ_COMPUTE_DRAWCALLS"_counter, statistics_.dispatches);
}

void Dispatcher::clock(sim::Cycle cycle) {
    receive(cycle);
    launchNext(cycle);
    endDispatches(cycle);
    // One that had ended before the first is over in the next cycle.
    if (firstHasEnded()) return;
    // A unit that has no room now says when that changes.
    if (const sim::Cycle next = nextCycle(cycle); next > cycle + 1) sleepUntil(next);
}

sim::Cycle Dispatcher::nextCycle(sim::Cycle cycle) {
    if (Waiting* const first = waves()) {
        const WaveGroup& group = *first->queue.front();
        return group.work().dropped() || hasRoom(group.program(), group.waves) ? nextLaunch_ : sim::kNever;
    }
    const Entry* const entry = entryToLaunch();
    if (entry == nullptr) return sim::kNever;
    const sim::Cycle next = std::max(entry->startAt, nextLaunch_);
    const bool goes = entry->work->dropped() || hasRoom(entry->work->program(), entry->work->waves().count());
    return goes || next > cycle + 1 ? next : sim::kNever;
}

void Dispatcher::accountSleep(sim::Cycle first, uint64_t count) {
    sim::Cycle begins = std::max(first, nextLaunch_);
    if (Waiting* const waiting = waves()) {
        const WaveGroup& group = *waiting->queue.front();
        if (hasRoom(group.program(), group.waves)) return;
    } else {
        const Entry* const entry = entryToLaunch();
        if (entry == nullptr || hasRoom(entry->work->program(), entry->work->waves().count())) return;
        begins = std::max(begins, entry->startAt);
    }
    if (begins < first + count) statistics_.unitsFull.add(first + count - begins);
}

void Dispatcher::receive(sim::Cycle cycle) {
    if (const auto message = start.read(cycle)) {
        const uint64_t preamble = message->work->binding().preambleSteps * settings_.preambleStepCycles;
        entries_.push({.work = message->work, .startAt = cycle + settings_.dispatchStartCycles + preamble});
        ++statistics_.dispatches;
    }
    for (Waiting& waiting : waiting_)
        if (const auto launched = waiting.port->launch.read(cycle)) waiting.queue.push_back(launched->group);
    while (const auto message = taken.read(cycle)) free(*message);
    for (Unit& unit : units_)
        while (const auto end = unit.port->ended.read(cycle)) receiveEnd(*end->group, cycle);
}

void Dispatcher::receiveEnd(WaveGroup& group, sim::Cycle cycle) {
    switch (group.kind) {
        case WaveGroup::Kind::Fragments:
            return fragments.ended.write(cycle, GroupEnd{.group = &group});
        case WaveGroup::Kind::Vertices:
            free({.unit = group.unit, .share = group.share});
            return vertices.ended.write(cycle, GroupEnd{.group = &group});
        case WaveGroup::Kind::Workgroup:
            break;
    }
    free({.unit = group.unit, .share = group.share});
    for (uint32_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].work != &group.work()) continue;
        ++entries_[i].ended;
        entries_[i].work->forgetGroup(group);
        return;
    }
}

void Dispatcher::free(const UnitRoom& room) {
    if (room.unit == UnitRoom::kNoUnit) return;
    Unit& unit = units_[room.unit];
    unit.used -= std::min(unit.used, room.share);
}

uint64_t Dispatcher::shareOf(const ShaderProgram& program, uint32_t waves) {
    return std::min(kWholeUnit, waves * (kWholeUnit / program.wavesPerUnit()));
}

bool Dispatcher::launchedAll(const Entry& entry) { return entry.launched == entry.work->grid().count(); }

Dispatcher::Entry* Dispatcher::entryToLaunch() {
    for (uint32_t i = 0; i < entries_.size(); ++i)
        if (!launchedAll(entries_[i])) return &entries_[i];
    return nullptr;
}

Dispatcher::Waiting* Dispatcher::waves() {
    const auto first = std::ranges::find_if(waiting_, [](const Waiting& each) { return !each.queue.empty(); });
    return first == waiting_.end() ? nullptr : &*first;
}

bool Dispatcher::hasRoom(const ShaderProgram& program, uint32_t waves) const {
    const uint64_t share = shareOf(program, waves);
    return std::ranges::any_of(units_, [share](const Unit& unit) { return unit.used + share <= kWholeUnit; });
}

void Dispatcher::launchNext(sim::Cycle cycle) {
    if (cycle < nextLaunch_) return;
    if (Waiting* const first = waves()) return launchWave(*first, cycle);
    Entry* const entry = entryToLaunch();
    if (entry != nullptr && cycle >= entry->startAt) launchWorkgroup(*entry, cycle);
}

void Dispatcher::launchWave(Waiting& waiting, sim::Cycle cycle) {
    WaveGroup& group = *waiting.queue.front();
    const bool dropped = group.work().dropped();
    if (!dropped && !hasRoom(group.program(), group.waves)) {
        ++statistics_.unitsFull;
        return;
    }
    waiting.queue.pop_front();
    waiting.port->started.write(cycle, GroupLaunch{.group = &group});
    if (dropped) return waiting.port->ended.write(cycle, GroupEnd{.group = &group});
    countWave(group);
    launch(group, cycle);
}

void Dispatcher::countWave(const WaveGroup& group) {
    if (group.kind == WaveGroup::Kind::Vertices) {
        ++statistics_.vertexWaves;
    } else {
        const bool wide = group.program().binding().shape.width == PrivateMemory::kWaveFibers;
        ++(wide ? statistics_.wideFragmentWaves : statistics_.fragmentWaves);
    }
}

void Dispatcher::launchWorkgroup(Entry& entry, sim::Cycle cycle) {
    ComputeWork& work = *entry.work;
    if (work.dropped()) {
        // The rest of its workgroups is left out.
        entry.ended += work.grid().count() - entry.launched;
        entry.launched = work.grid().count();
        return;
    }
    if (!hasRoom(work.program(), work.waves().count())) {
        ++statistics_.unitsFull;
        return;
    }
    launch(work.makeGroup(entry.launched++), cycle);
    ++statistics_.groups;
    statistics_.fibers.add(work.grid().fibers());
}

/// Requires room for it.
void Dispatcher::launch(WaveGroup& group, sim::Cycle cycle) {
    const auto count = static_cast<uint32_t>(units_.size());
    group.share = shareOf(group.program(), group.waves);
    while (units_[turn_].used + group.share > kWholeUnit) turn_ = (turn_ + 1) % count;
    Unit& unit = units_[turn_];
    unit.port->launch.write(cycle, GroupLaunch{.group = &group});
    unit.used += group.share;
    group.unit = turn_;
    turn_ = (turn_ + 1) % count;
    nextLaunch_ = cycle + group.waves;
    statistics_.busy.add(group.waves);
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
