// SPDX-License-Identifier: MIT
#include "machine/timing/observation/run_sampler.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "sim/without_numbers.h"

namespace cyclorama::machine::timing {

namespace {

/// Cycles between looks at what the boxes wait for: prime, and no divisor of periods that hardware has.
constexpr uint64_t kCyclesBetweenLooks = 2039;
/// The same, for what sets the pace: operations are short.
constexpr uint64_t kCyclesBetweenPaces = 61;
/// The same, at what threads wait for: there are many.
constexpr uint64_t kCyclesBetweenThreads = 509;

}  // namespace

RunSampler::RunSampler(sim::Simulation& simulation, RunObserver& observer, std::function<Pace()> pace,
                       const Changes& changes, uint64_t cycles)
    : simulation_(&simulation), observer_(&observer), watchesUnits_(observer.watchesUnits()), pace_(std::move(pace)) {
    simulation.countActivity(true);
    ObservedMachine machine = describe(changes);
    machine.cycle = cycles;
    observer.machine(machine);
    unitAmounts_.resize(units_.size());
    begin(cycles);
}

RunSampler::~RunSampler() {
    if (memory_ != nullptr) {
        memory_->watch(nullptr);
        memory_->watchBanks(nullptr);
    }
    if (caches_ != nullptr) caches_->count(false);
    simulation_->countActivity(false);
}

void RunSampler::watch(mem::MemoryController& memory) {
    if (!watchesUnits_) return;
    memory_ = &memory;
    memory.watch(&footprint_);
    memory.watchBanks(&banks_);
}

void RunSampler::watch(CacheKinds& caches) {
    if (!watchesUnits_) return;
    caches_ = &caches;
    caches.count(true);
}

void RunSampler::begin(uint64_t cycles) {
    if (cycles == 0) return;
    simulation_->settle();
    for (Count& count : counts_) count.reported = *count.place;
    for (Unit& unit : units_) {
        unit.reported = simulation_->activity(*unit.box);
        unit.cycles = unit.looked = cyclesOf(*unit.box);
    }
    pacesUntil_ = threadsUntil_ = cycles;
}

ObservedMachine RunSampler::describe(const Changes& changes) {
    ObservedMachine machine;
    for (sim::DomainId id = 0; id < simulation_->domains(); ++id) {
        const sim::ClockDomainInfo& clock = simulation_->domain(id);
        machine.clocks.push_back({.name = clock.name, .periodPicoseconds = clock.periodPicoseconds});
        for (const sim::Box* box : simulation_->boxes(id)) {
            machine.units.push_back({.name = box->name(), .clock = id});
            numbers_[box] = static_cast<uint32_t>(units_.size());
            units_.push_back({.box = box, .reported = {}});
            if (const auto* const reporter = dynamic_cast<const StallReporter*>(box)) stalling_.push_back(reporter);
        }
    }
    machine.queues = describeQueues();
    machine.changes = changes(machine.units);
    std::map<std::string_view, ObservedCounter*> byName;
    machine.counters.reserve(simulation_->statistics().columns().size());
    for (const auto& [name, column] : simulation_->statistics().columns()) {
        if (!column.front()->total()) continue;
        const sim::StatisticInfo& info = column.front()->info();
        machine.counters.push_back(
            {.name = info.name, .unit = info.unit, .sentence = info.sentence, .average = column.front()->isAverage()});
        byName[name] = &machine.counters.back();
    }
    describeCounts();
    const auto find = [&](std::string_view name) {
        const auto found = byName.find(name);
        return found == byName.end() ? nullptr : found->second;
    };
    for (const sim::StatisticInfo* part : simulation_->statistics().parts()) {
        ObservedCounter* const counter = find(part->name);
        if (counter == nullptr) continue;
        (part->role == sim::StatisticRole::Activity ? counter->activity : counter->client) = part->part;
        counter->written = part->role == sim::StatisticRole::BytesWritten;
    }
    return machine;
}

void RunSampler::describeCounts() {
    std::vector<std::pair<const uint64_t*, PartOfCounter>> places;
    uint32_t counter = 0;
    for (const auto& [name, column] : simulation_->statistics().columns()) {
        if (!column.front()->total()) continue;
        for (const auto& statistic : column) {
            const auto total = statistic->total();
            if (!total) continue;
            places.push_back({total->sum, {.counter = counter, .part = &RunSample::Counter::sum}});
            if (total->samples == nullptr) continue;
            places.push_back({total->samples, {.counter = counter, .part = &RunSample::Counter::samples}});
        }
        ++counter;
    }
    std::ranges::sort(places, std::less{}, [](const auto& each) { return each.first; });
    for (const auto& [place, part] : places) {
        counts_.push_back({.place = place});
        parts_.push_back(part);
    }
    placeOfCounter_.resize(counter);
}

void RunSampler::takeCounts() {
    counterAmounts_.clear();
    for (size_t i = 0; i < counts_.size(); ++i) {
        const uint64_t total = *counts_[i].place;
        if (total == counts_[i].reported) continue;
        const auto& [counter, part] = parts_[i];
        size_t& place = placeOfCounter_[counter];
        if (place >= counterAmounts_.size() || counterAmounts_[place].number != counter) {
            place = counterAmounts_.size();
            counterAmounts_.push_back({.number = counter});
        }
        counterAmounts_[place].*part += total - std::exchange(counts_[i].reported, total);
    }
}

std::vector<ObservedQueue> RunSampler::describeQueues() {
    std::vector<ObservedQueue> queues;
    for (uint32_t i = 0; i < units_.size(); ++i) {
        levels_.clear();
        units_[i].box->appendQueues(levels_);
        if (levels_.empty()) continue;
        queueing_.push_back(units_[i].box);
        for (const sim::QueueLevel& level : levels_)
            queues.push_back({.unit = i, .name = level.name, .holds = level.unit, .capacity = level.capacity});
    }
    queueAmounts_.resize(queues.size());
    return queues;
}

void RunSampler::lookNow(uint64_t cycles) {
    if (cycles >= nextPace_) lookAtPace(cycles);
    if (cycles >= nextWaits_) lookAtWaits(cycles);
    if (cycles >= nextThreads_) lookAtThreads(cycles);
    if (cycles >= observer_->nextSample()) sample(cycles);
    next_ = std::min({nextPace_, nextWaits_, nextThreads_, observer_->nextSample()});
}

void RunSampler::lookAtPace(uint64_t cycles) {
    nextPace_ = cycles + kCyclesBetweenPaces;
    const uint64_t passed = cycles - std::exchange(pacesUntil_, cycles);
    if (passed == 0) return;
    const Pace pace = pace_();
    const LimitCause cause{.unit = numbers_.at(pace.unit),
                           .through = numbers_.at(pace.through),
                           .full = pace.full,
                           .atFullRate = pace.atFullRate,
                           .inLarger = pace.inLarger};
    limits_[cause] += passed;
    lookAtQueues(passed);
}

void RunSampler::lookAtQueues(uint64_t passed) {
    levels_.clear();
    for (const sim::Box* const box : queueing_) box->appendQueues(levels_);
    for (size_t i = 0; i < levels_.size(); ++i) {
        RunSample::Queue& amount = queueAmounts_[i];
        amount.sum += levels_[i].used * passed;
        amount.most = std::max(amount.most, levels_[i].used);
        if (levels_[i].full()) amount.full += passed;
    }
}

void RunSampler::lookAtThreads(uint64_t cycles) {
    nextThreads_ = cycles + kCyclesBetweenThreads;
    const uint64_t passed = cycles - std::exchange(threadsUntil_, cycles);
    if (!watchesUnits_) return;
    for (const StallReporter* const box : stalling_) box->reportStalls(passed, *observer_);
}

void RunSampler::lookAtWaits(uint64_t cycles) {
    nextWaits_ = cycles + kCyclesBetweenLooks;
    for (uint32_t i = 0; i < units_.size(); ++i) {
        Unit& unit = units_[i];
        const uint64_t now = cyclesOf(*unit.box);
        const uint64_t passed = now - std::exchange(unit.looked, now);
        if (unit.box->lastActivity() + 1 >= now) continue;
        const std::string wait = unit.box->describeWait();
        // Leave out the text in brackets: a place in the workload, or an amount.
        if (!wait.empty()) waits_[{i, sim::withoutNumbers(wait.substr(0, wait.find(" (")))}] += passed;
    }
}

void RunSampler::reportMemory() {
    observer_->traffic(footprint_.take(memory_->clients()));
    observer_->banks(banks_);
    banks_.clear();
    if (caches_ == nullptr) return;
    caches_->take([this](std::string_view kind, const auto& uses) { observer_->caches(kind, uses); });
}

void RunSampler::sample(uint64_t cycles) {
    simulation_->settle();
    lookAtPace(cycles);
    if (memory_ != nullptr) reportMemory();
    takeCounts();
    for (size_t i = 0; i < units_.size(); ++i) {
        Unit& unit = units_[i];
        const sim::Simulation::Activity total = simulation_->activity(*unit.box);
        const sim::Simulation::Activity before = std::exchange(unit.reported, total);
        const uint64_t now = cyclesOf(*unit.box);
        unitAmounts_[i] = {.cycles = now - std::exchange(unit.cycles, now),
                           .awake = total.clocked - before.clocked,
                           .busy = total.moving - before.moving};
    }
    std::vector<RunSample::Wait> waits;
    for (const auto& [reason, amount] : waits_)
        waits.push_back({.unit = reason.first, .reason = reason.second, .cycles = amount});
    std::vector<RunSample::Limit> limits;
    for (const auto& [cause, amount] : limits_) limits.push_back({.cause = cause, .cycles = amount});
    observer_->sample({.cycle = cycles,
                       .counters = counterAmounts_,
                       .units = unitAmounts_,
                       .waits = waits,
                       .limits = limits,
                       .queues = queueAmounts_});
    waits_.clear();
    limits_.clear();
    std::ranges::fill(queueAmounts_, RunSample::Queue{});
}

}  // namespace cyclorama::machine::timing
