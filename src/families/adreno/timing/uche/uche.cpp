// SPDX-License-Identifier: MIT
#include "families/adreno/timing/uche/uche.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "families/adreno/timing/chip/turns.h"
#include "families/adreno/timing/sp/access_queue.h"
#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Cycles from an access's issue to its arrival here: its addresses, and the signal.
constexpr uint32_t kCyclesOfWay = 2;
/// The most cycles that a bank takes for a line, and room for answers that would arrive together.
constexpr uint32_t kLateAnswers = 256;
constexpr uint64_t kWholeLine = ~uint64_t{0};
/// Slots that a flush looks at in a cycle; an estimate.
constexpr uint32_t kCleanedPerCycle = 16;

mem::CacheGeometry geometryOf(const UcheSettings& settings) {
    return {.ways = settings.ways, .lines = settings.bytes / kLineBytes / settings.ways, .lineBytes = kLineBytes};
}

}  // namespace

Uche::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_UCHE", "cycles", "Cycles in which an access was served or waited to be."}),
      reads(registry, {"READ_REQUESTS_SP_UCHE", "lines", "Lines that loads of programs access."}),
      writes(registry, {"WRITE_REQUESTS_SP_UCHE", "lines", "Lines that stores of programs access."}),
      atomics(registry, {"ATOMIC_REQUESTS_SP_UCHE", "lines", "Lines that atomic operations of programs access."}),
      hits(registry, {"HITS_UCHE", "lines", "Accesses of lines that the cache has."}),
      misses(registry, {"MISSES_UCHE", "lines", "Accesses of lines that come from memory."}),
      evicts(registry, {"EVICTS_UCHE", "lines", "Lines with written bytes that left the cache."}),
      latency(registry, {"VBIF_LATENCY_CYCLES_UCHE", "cycles", "Cycles that lines took to come from memory."}),
      latencySamples(registry, {"VBIF_LATENCY_SAMPLES_UCHE", "lines", "Lines that those cycles are of."}),
      bankBusy(registry, {"BANK_CYCLES_UCHE", "cycles", "Cycles of all banks at work."}) {}

Uche::UnitPort::UnitPort(Uche& uche, uint32_t number)
    : access(uche, {.name = fmt::format("access{}", number), .width = 1, .latency = 1}),
      answers(uche, fmt::format("answers{}", number)) {}

Uche::Uche(sim::Simulation& simulation, sim::DomainId domain, const UcheSettings& settings, const GmemRange& gmem)
    : Box(simulation, domain, "UCHE"),
      flush(*this, {.name = "flush", .width = 1, .latency = 1}),
      flushed(*this, "flushed"),
      settings_(settings),
      gmem_(gmem),
      hash_(settings),
      statistics_(simulation.statistics()),
      tags_(geometryOf(settings)),
      written_(tags_.slots()),
      present_(tags_.slots()),
      missOf_(tags_.slots()),
      memory_(*this, settings.channels, settings.misses),
      units_(settings.units),
      banks_(settings.banks),
      misses_(settings.misses),
      freeMisses_(settings.misses) {
    for (uint32_t i = 0; i < settings.units; ++i) {
        units_[i].port = std::make_unique<UnitPort>(*this, i);
        units_[i].queue = sim::BoundedQueue<MemoryAccess*>(AccessQueue::kMostSent);
        units_[i].splitting.unit = i;
    }
    memory_.translate(settings.translation, simulation.statistics());
    for (Bank& bank : banks_) bank.queue = sim::BoundedQueue<Request>(settings.bankQueue);
    std::iota(freeMisses_.rbegin(), freeMisses_.rend(), 0u);
}

Uche::~Uche() = default;

LinePort& Uche::addClient(const LineClientInfo& info) {
    auto client = std::make_unique<LineClient>(*this, info);
    if (info.yields) return clients_.emplace_back(std::move(client))->port;
    return (*clients_.insert(clients_.begin() + static_cast<std::ptrdiff_t>(inTurn_++), std::move(client)))->port;
}

void Uche::addCounters(ChipCounters& counters) const {
    counters.add("UCHE_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("RBBM_UCHE_BUSY"_counter, statistics_.busy);
    counters.add("UCHE_VBIF_LATENCY_CYCLES"_counter, statistics_.latency);
    counters.add("UCHE_VBIF_LATENCY_SAMPLES"_counter, statistics_.latencySamples);
    counters.add("UCHE_READ_REQUESTS_SP"_counter, statistics_.reads);
    counters.add("UCHE_WRITE_REQUESTS_SP"_counter, statistics_.writes);
    counters.add("UCHE_EVICTS"_counter, statistics_.evicts);
    for (const auto& client : clients_) client->addCounters(counters);
}

uint32_t Uche::answerLatency(const UcheSettings& settings) {
    return std::max({settings.latency, settings.textureLatency, settings.uniformLatency}) + kLateAnswers;
}

void Uche::clock(sim::Cycle cycle) {
    bool active = memory_.clock(cycle, [&](uint32_t id) { fill(id, cycle); });
    if (const auto commanded = flush.read(cycle)) {
        flushing_ = true;
        invalidates_ = commanded->invalidate;
        cleaned_ = 0;
    }
    active = take(cycle) || active;
    active = split(cycle) || active;
    for (Bank& bank : banks_) active = serve(bank, cycle) || active;
    active = clean() || active;
    flushed.write(cycle, flushes_);
    if (active) ++statistics_.busy;
    sleepUntilNext(cycle, active);
}

bool Uche::take(sim::Cycle cycle) {
    bool any = false;
    for (Unit& unit : units_)
        for (const AccessMessage& message : unit.port->access.take(cycle)) unit.queue.push(message.access);
    for (const auto& client : clients_) client->receive(cycle);
    takeTurns(static_cast<uint32_t>(units_.size()), turn_, [&](uint32_t number) {
        Unit& unit = units_[number];
        if (unit.queue.empty() || unit.splitting.given < unit.splitting.lines.size()) return false;
        takeOne(unit, cycle);
        any = true;
        return true;
    });
    return any;
}

void Uche::takeOne(Unit& unit, sim::Cycle cycle) {
    MemoryAccess& access = *unit.queue.pop();
    Splitting& splitting = unit.splitting;
    LineAccesses lines;
    if (!access.wave->group().work().dropped()) access.wave->finish(access.step, access.address1, lines);
    splitting.lines = lines.lines();
    splitting.given = 0;
    splitting.kind = access.plan->access;
    splitting.access = access.hasResult() ? &access : nullptr;
    access.linesLeft = static_cast<uint32_t>(splitting.lines.size());
    access.linesEnd = cycle;
    unit.port->answers.write(cycle, AccessAnswer{.access = &access, .done = false}, 1u);
    if (splitting.access != nullptr && splitting.lines.empty())
        answer({.kind = splitting.kind, .access = &access, .number = splitting.unit}, cycle, cycle);
}

bool Uche::split(sim::Cycle cycle) {
    bool any = false;
    for (Unit& unit : units_) {
        Splitting& splitting = unit.splitting;
        if (splitting.given == splitting.lines.size()) continue;
        const LineAccess& line = splitting.lines[splitting.given];
        Bank& bank = banks_[line.address / kLineBytes % banks_.size()];
        if (bank.queue.full()) continue;
        bank.queue.push({.line = line, .kind = splitting.kind, .access = splitting.access, .number = splitting.unit});
        ++splitting.given;
        ++(splitting.kind == AccessKind::Load    ? statistics_.reads
           : splitting.kind == AccessKind::Store ? statistics_.writes
                                                 : statistics_.atomics);
        any = true;
    }
    // Another one is the first in each cycle. Then come those that yield.
    if (inTurn_ != 0) {
        auto first = static_cast<uint32_t>(cycle % inTurn_);
        takeTurns(static_cast<uint32_t>(inTurn_), first, [&](uint32_t number) {
            any = takeRequest(*clients_[number]) || any;
            return false;
        });
    }
    for (size_t i = inTurn_; i < clients_.size(); ++i) any = takeRequest(*clients_[i]) || any;
    return any;
}

bool Uche::takeRequest(LineClient& client) {
    const LineRequest* const first = client.first();
    if (first == nullptr) return false;
    Bank& bank = banks_[first->line.address / kLineBytes % banks_.size()];
    if (bank.queue.full()) return false;
    bank.queue.push({.line = first->line,
                     .kind = first->write ? AccessKind::Store : AccessKind::Load,
                     .client = &client,
                     .number = first->id});
    client.pop();
    return true;
}

uint32_t Uche::cyclesOf(const Request& request) const {
    if (request.kind == AccessKind::Atomic) return request.line.lanes;
    return sim::divideUp(static_cast<uint32_t>(std::popcount(request.line.bytes)), settings_.bankBytes);
}

bool Uche::serve(Bank& bank, sim::Cycle cycle) {
    if (bank.queue.empty() || cycle < bank.free) return false;
    const Request& request = bank.queue.front();
    if (!serveLine(request, cycle)) return false;
    const uint32_t cycles = cyclesOf(request);
    bank.free = cycle + cycles;
    statistics_.bankBusy.add(cycles);
    bank.queue.pop();
    return true;
}

bool Uche::hits(const Request& request, mem::CacheSlot slot) const {
    return !tags_[slot].pending &&
           (request.kind == AccessKind::Store || (request.line.bytes & ~present_[tags_.index(slot)]) == 0);
}

bool Uche::serveLine(const Request& request, sim::Cycle cycle) {
    const uint64_t address = request.line.address;
    if (inGmem(address)) {
        answer(request, cycle, cycle + cyclesOf(request) - 1);
        return true;
    }
    mem::CacheSlot slot;
    const bool present = tags_.find(hash_(address), slot);
    if (present && hits(request, slot)) {
        ++statistics_.hits;
        finishLine(request, slot, cycle);
        return true;
    }
    if (request.kind == AccessKind::Store && !present) {
        if (!replace(slot, address)) return false;
        ++statistics_.hits;
        finishLine(request, slot, cycle);
        return true;
    }
    return miss(request, slot, present, cycle);
}

bool Uche::miss(const Request& request, mem::CacheSlot slot, bool present, sim::Cycle cycle) {
    const uint64_t address = request.line.address;
    if (present && tags_[slot].pending) {
        misses_[missOf_[tags_.index(slot)]].waiting.push_back(request);
        ++statistics_.misses;
        return true;
    }
    if (freeMisses_.empty()) return false;
    if (!present && !replace(slot, address)) return false;
    const uint32_t number = freeMisses_.back();
    freeMisses_.pop_back();
    tags_[slot].pending = true;
    tags_.reserve(slot, 1);
    missOf_[tags_.index(slot)] = number;
    Miss& begun = misses_[number];
    begun.slot = slot;
    begun.used = true;
    begun.since = cycle;
    begun.waiting.assign(1, request);
    memory_.read(address, number);
    ++statistics_.misses;
    return true;
}

bool Uche::replace(mem::CacheSlot& slot, uint64_t address) {
    const uint32_t line = tags_.lineOf(hash_(address));
    if (tags_.allReserved(line) || !memory_.hasRoomForWrites()) return false;
    slot = {.way = tags_.chooseVictim(line), .line = line};
    cleanSlot(slot);
    tags_[slot] = {.tag = tags_.tagOf(hash_(address)), .valid = true};
    present_[tags_.index(slot)] = 0;
    tags_.touch(slot);
    return true;
}

bool Uche::cleanSlot(mem::CacheSlot slot) {
    const uint32_t index = tags_.index(slot);
    if (!tags_[slot].valid || written_[index] == 0) return true;
    const uint64_t address = hash_(tags_.addressOf(slot));
    if (!memory_.hasRoomForWrite(address)) return false;
    memory_.write(address, written_[index]);
    written_[index] = 0;
    ++statistics_.evicts;
    return true;
}

void Uche::finishLine(const Request& request, mem::CacheSlot slot, sim::Cycle cycle) {
    tags_.touch(slot);
    if (request.kind != AccessKind::Load) {
        written_[tags_.index(slot)] |= request.line.bytes;
        present_[tags_.index(slot)] |= request.line.bytes;
    }
    answer(request, cycle, cycle + cyclesOf(request) - 1);
}

void Uche::answer(const Request& request, sim::Cycle cycle, sim::Cycle end) {
    if (request.client != nullptr) return request.client->answer(request.number, cycle, end);
    if (request.access == nullptr) return;
    MemoryAccess& access = *request.access;
    access.linesEnd = std::max(access.linesEnd, end);
    if (access.linesLeft > 1) {
        --access.linesLeft;
        return;
    }
    sim::Output<AccessAnswer>& answers = units_[request.number].port->answers;
    uint32_t latency = latencyOf(*access.plan);
    latency += static_cast<uint32_t>(access.linesEnd - std::min(access.linesEnd, cycle));
    while (!answers.wire().hasRoom(cycle, latency)) ++latency;
    answers.write(cycle, AccessAnswer{.access = &access, .done = true}, latency);
}

uint32_t Uche::latencyOf(const InstructionPlan& plan) const {
    if (plan.uniforms != 0) return settings_.uniformLatency - 1;
    return settings_.latency - kCyclesOfWay;
}

void Uche::fill(uint32_t number, sim::Cycle cycle) {
    Miss& filled = misses_[number];
    tags_[filled.slot].pending = false;
    tags_.release(filled.slot, 1);
    present_[tags_.index(filled.slot)] = kWholeLine;
    statistics_.latency.add(cycle - filled.since);
    ++statistics_.latencySamples;
    for (const Request& request : filled.waiting) finishLine(request, filled.slot, cycle);
    filled.used = false;
    filled.waiting.clear();
    freeMisses_.push_back(number);
}

bool Uche::clean() {
    if (!flushing_) return false;
    for (uint32_t i = 0; i < kCleanedPerCycle && cleaned_ < tags_.slots(); ++i) {
        const mem::CacheSlot slot{.way = cleaned_ % settings_.ways, .line = cleaned_ / settings_.ways};
        if (!cleanSlot(slot)) return true;
        if (invalidates_ && !tags_[slot].pending) tags_[slot].valid = false;
        ++cleaned_;
    }
    if (cleaned_ < tags_.slots() || !memory_.idle()) return true;
    flushing_ = false;
    ++flushes_;
    return true;
}

void Uche::sleepUntilNext(sim::Cycle cycle, bool active) {
    if (active) return;
    sim::Cycle next = sim::kNever;
    for (const Bank& bank : banks_)
        if (!bank.queue.empty() && bank.free > cycle) next = std::min(next, bank.free);
    sleepUntil(next);
}

std::string Uche::describeWait() const {
    const auto waiting = std::ranges::count_if(misses_, &Miss::used);
    if (waiting != 0) return fmt::format("waits for memory ({} lines)", waiting);
    return flushing_ ? "flushes" : std::string();
}

sim::Backlog Uche::backlog() const {
    if (freeMisses_.empty()) return sim::Backlog::Full;
    const bool any = freeMisses_.size() != misses_.size() ||
                     std::ranges::any_of(banks_, [](const Bank& bank) { return !bank.queue.empty(); });
    return any ? sim::Backlog::Some : sim::Backlog::None;
}

void Uche::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back(
        {.name = "misses", .unit = "lines", .used = misses_.size() - freeMisses_.size(), .capacity = misses_.size()});
}

}  // namespace cyclorama::adreno
