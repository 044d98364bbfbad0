// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/instruction_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kLinesOfUche = kInstructionLineBytes / kLineBytes;
constexpr uint32_t kNoFill = ~0u;

/// The cache has as many units as a driver may load ahead, or, of chips of which Mesa spares one, one more.
mem::CacheGeometry geometryOf(const InstructionCacheSettings& settings) {
    const uint32_t lines = std::bit_ceil(settings.lines);
    const uint32_t ways = std::min(settings.ways, lines);
    return {.ways = ways, .lines = std::bit_floor(lines / ways), .lineBytes = kInstructionLineBytes};
}

uint64_t addressOf(uint64_t line) { return line * kInstructionLineBytes; }

}  // namespace

std::string describe(const InstructionRequest& request) {
    return fmt::format("{:#x}{}", addressOf(request.line), request.ahead ? " ahead" : "");
}
std::string describe(const InstructionLine& line) { return fmt::format("{:#x}", addressOf(line.line)); }
std::string describe(const InstructionPreload& preload) {
    return fmt::format("{} lines from {:#x} on", preload.lines, addressOf(preload.line));
}

InstructionCache::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : requests(registry, {"ICL1_REQUESTS_SP", "lines", "Lines of 16 instructions that units asked for."}),
      misses(registry,
             {"ICL1_MISSES_SP", "lines", "Lines of 16 instructions that waves waited for and that came from UCHE."}),
      prefetched(registry, {"ICL1_PREFETCHED_LINES_SP", "lines",
                            "Lines of 16 instructions that came from UCHE before a wave waited for them."}),
      preloaded(registry, {"ICL1_PRELOADED_LINES_SP", "lines",
                           "Lines of 16 instructions that came from UCHE as a driver had a program loaded ahead."}) {}

InstructionCache::UnitPort::UnitPort(InstructionCache& cache, uint32_t number)
    : requests(cache, {.name = fmt::format("requests{}", number), .width = 1, .latency = 1}),
      lines(cache, fmt::format("lines{}", number)) {}

InstructionCache::InstructionCache(sim::Simulation& simulation, sim::DomainId domain,
                                   const InstructionCacheSettings& settings, uint32_t units, uint32_t number)
    : Box(simulation, domain, fmt::format("InstructionCache{}", number)),
      preload(*this, {.name = "preload", .width = 1, .latency = 1}),
      reads(*this, "reads"),
      come(*this, {.name = "come", .width = LinePort::kAnswers, .latency = settings.lineLatency}),
      settings_(settings),
      statistics_(simulation.statistics()),
      tags_(geometryOf(settings)),
      preloading_(kNoFill) {
    for (uint32_t i = 0; i < units; ++i) units_.push_back(std::make_unique<UnitPort>(*this, i));
}

InstructionCache::~InstructionCache() = default;

void InstructionCache::addCounters(ChipCounters& counters) const {
    counters.add("SP_ICL1_REQUESTS"_counter, statistics_.requests);
    counters.add("SP_ICL1_MISSES"_counter, statistics_.misses);
}

void InstructionCache::clock(sim::Cycle cycle) {
    for (const LineAnswer& answer : come.take(cycle)) {
        --unanswered_;
        if (++fills_[answer.id].come == kLinesOfUche) arrive(fills_[answer.id], cycle);
    }
    if (const auto loaded = preload.read(cycle)) preloads_.push_back(*loaded);
    for (uint32_t unit = 0; unit < units_.size(); ++unit)
        if (const auto request = units_[unit]->requests.read(cycle)) look(unit, *request, cycle);
    if (!ask(cycle)) sleep();
}

void InstructionCache::look(uint32_t unit, const InstructionRequest& request, sim::Cycle cycle) {
    ++statistics_.requests;
    mem::CacheSlot slot;
    if (tags_.find(addressOf(request.line), slot)) {
        tags_.touch(slot);
        units_[unit]->lines.write(cycle, InstructionLine{.line = request.line}, settings_.fetchCycles - 1);
        return prefetch(request);
    }
    if (!request.ahead) {
        ++statistics_.misses;
        Fill* const fill = fillOf(request.line);
        demand(fill != nullptr ? *fill : begin(request.line));
    }
    prefetch(request);
    if (Fill* const fill = fillOf(request.line)) fill->waiting |= uint64_t{1} << unit;
}

void InstructionCache::demand(Fill& fill) {
    if (fill.demanded) return;
    fill.demanded = true;
    const uint32_t number = numberOf(fill);
    if (fill.asked == kLinesOfUche || number == preloading_) return;
    std::erase(prefetched_, number);
    demanded_.push_back(number);
}

void InstructionCache::prefetch(const InstructionRequest& request) {
    const uint64_t first = request.line + (request.ahead ? 0 : 1);
    const uint64_t end = std::min(first + settings_.prefetchLines, request.last + 1);
    // A processor whose waves jump from line to line does not bring more than it could use.
    const size_t most = settings_.prefetchLines * units_.size();
    for (uint64_t line = first; line < end && prefetched_.size() < most; ++line) {
        if (!lacks(line)) continue;
        prefetched_.push_back(numberOf(begin(line)));
        ++statistics_.prefetched;
    }
}

bool InstructionCache::lacks(uint64_t line) {
    mem::CacheSlot slot;
    return !tags_.find(addressOf(line), slot) && fillOf(line) == nullptr;
}

InstructionCache::Fill* InstructionCache::fillOf(uint64_t line) {
    const auto found =
        std::ranges::find_if(fills_, [line](const Fill& fill) { return fill.used && fill.line == line; });
    return found == fills_.end() ? nullptr : &*found;
}

InstructionCache::Fill& InstructionCache::begin(uint64_t line) {
    auto place = std::ranges::find(fills_, false, &Fill::used);
    if (place == fills_.end()) place = fills_.insert(place, Fill{});
    *place = {.line = line, .used = true};
    return *place;
}

void InstructionCache::arrive(Fill& fill, sim::Cycle cycle) {
    const uint64_t address = addressOf(fill.line);
    mem::CacheSlot slot{.way = 0, .line = tags_.lineOf(address)};
    slot.way = tags_.chooseVictim(slot.line);
    tags_[slot] = {.tag = tags_.tagOf(address), .valid = true};
    tags_.touch(slot);
    for (uint32_t unit = 0; unit < units_.size(); ++unit)
        if ((fill.waiting >> unit & 1) != 0) units_[unit]->lines.write(cycle, InstructionLine{.line = fill.line}, 1u);
    fill.used = false;
}

bool InstructionCache::ask(sim::Cycle cycle) {
    if (unanswered_ == LinePort::kMost) return false;
    if (!demanded_.empty()) {
        if (askFor(fills_[demanded_.front()], cycle)) demanded_.pop_front();
        return true;
    }
    if (!prefetched_.empty()) {
        if (askFor(fills_[prefetched_.front()], cycle)) prefetched_.pop_front();
        return true;
    }
    if (preloading_ == kNoFill) {
        const Fill* const next = nextPreloaded();
        if (next == nullptr) return false;
        preloading_ = numberOf(*next);
        ++statistics_.preloaded;
    }
    if (askFor(fills_[preloading_], cycle)) preloading_ = kNoFill;
    return true;
}

bool InstructionCache::askFor(Fill& fill, sim::Cycle cycle) {
    const uint64_t address = addressOf(fill.line) + uint64_t{fill.asked} * kLineBytes;
    reads.write(cycle,
                LineRequest{.line = {.address = address, .bytes = ~uint64_t{0}, .lanes = 1}, .id = numberOf(fill)});
    ++unanswered_;
    return ++fill.asked == kLinesOfUche;
}

InstructionCache::Fill* InstructionCache::nextPreloaded() {
    while (!preloads_.empty()) {
        InstructionPreload& first = preloads_.front();
        const uint64_t line = first.line++;
        if (--first.lines == 0) preloads_.pop_front();
        if (lacks(line)) return &begin(line);
    }
    return nullptr;
}

bool InstructionCache::waitsForMemory() const {
    return std::ranges::any_of(fills_, [](const Fill& fill) { return fill.used && fill.demanded; });
}

std::string InstructionCache::describeWait() const {
    const auto lines = std::ranges::count(fills_, true, &Fill::used);
    return lines == 0 ? std::string() : fmt::format("waits for {} lines of instructions", lines);
}

sim::Backlog InstructionCache::backlog() const { return waitsForMemory() ? sim::Backlog::Some : sim::Backlog::None; }

void InstructionCache::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "lines",
                      .unit = "lines",
                      .used = static_cast<uint64_t>(std::ranges::count(fills_, true, &Fill::used)),
                      .capacity = tags_.slots()});
}

}  // namespace cyclorama::adreno
