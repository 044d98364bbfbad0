// SPDX-License-Identifier: MIT
#include "families/adreno/timing/rb/resolver.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Lines that wait for a way before no more parts are begun or written.
constexpr size_t kMostLinesWaiting = 64;
/// The number of a write's access.
constexpr uint32_t kWrite = ~0u;

}  // namespace

std::string describe(const ResolveMessage& message) { return message.work->operation().describe(); }

Resolver::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : moves(registry, {"MOVES_RESOLVE", "moves", "Loads, stores and clears of bins that were begun."}),
      pixels(registry, {"PIXELS_RESOLVE", "pixels", "Pixels that they moved or cleared."}),
      busy(registry, {"BUSY_CYCLES_RESOLVE", "cycles", "Cycles in which one was under way."}),
      waitForDraws(registry,
                   {"STARVE_CYCLES_RB_RESOLVE", "cycles", "Cycles in which the next one waited for draws before it."}),
      colorReads(registry, CcuTarget::Color, BlockMove::Read, "RESOLVE"),
      colorWrites(registry, CcuTarget::Color, BlockMove::Write, "RESOLVE"),
      depthReads(registry, CcuTarget::Depth, BlockMove::Read, "RESOLVE"),
      depthWrites(registry, CcuTarget::Depth, BlockMove::Write, "RESOLVE") {}

Resolver::Way::Way(Resolver& unit, const GmemSettings& gmem, const std::string& name, uint32_t itsMost)
    : access(unit, name + ".access"),
      answers(unit, {.name = name + ".answers", .width = CcuPort::kWidth, .latency = Gmem::answerLatency(gmem)}),
      most(itsMost) {}

Resolver::Resolver(sim::Simulation& simulation, sim::DomainId domain, const ResolveSettings& settings,
                   const GmemSettings& gmem, const mem::AddressSpace& space)
    : Box(simulation, domain, "Resolve"),
      start(*this, {.name = "start", .width = 1, .latency = 1}),
      ended(*this, "ended"),
      drawsEnded(*this, "drawsEnded", 0),
      done(*this, "done"),
      settings_(settings),
      statistics_(simulation.statistics()),
      sizes_(space),
      queue_(kMoves),
      parts_(settings.parts) {
    for (uint32_t i = 0; i < gmem.parts; ++i) {
        gmem_.push_back(std::make_unique<Way>(*this, gmem, fmt::format("gmem{}", i), CcuPort::kMost));
        memory_.push_back(std::make_unique<Way>(*this, gmem, fmt::format("memory{}", i), CcuBypass::kMost));
    }
}

Resolver::~Resolver() = default;

void Resolver::connect(Gmem& gmem, Ccu& ccu) {
    for (uint32_t i = 0; i < gmem_.size(); ++i) {
        CcuPort& part = gmem.addPort(i, "resolve");
        gmem_[i]->access.bind(part.access);
        part.answers.bind(gmem_[i]->answers);
        CcuPort& bus = ccu.addBypass(i, "resolve");
        memory_[i]->access.bind(bus.access);
        bus.answers.bind(memory_[i]->answers);
    }
}

void Resolver::addCounters(ChipCounters& counters) const {
    for (const BlockCounters* const blocks :
         {&statistics_.colorReads, &statistics_.colorWrites, &statistics_.depthReads, &statistics_.depthWrites})
        blocks->addTo(counters);
}

void Resolver::clock(sim::Cycle cycle) {
    receive(cycle);
    bool active = write();
    active = fetch() || active;
    for (Ways* const ways : {&gmem_, &memory_})
        for (const auto& way : *ways) {
            // An access that is sent makes room for parts.
            active = way->send(cycle) || active;
        }
    active = end(cycle) || active;
    starting_ = mayStart(cycle);
    done.write(cycle, done_);
    accountSleep(cycle, 1);
    if (active || starting_) return;
    sleepUntil(!active_ && !queue_.empty() && startAt_ > cycle ? startAt_ : sim::kNever);
}

void Resolver::receive(sim::Cycle cycle) {
    drawsSeen_ = drawsEnded.read(cycle);
    if (const auto message = start.read(cycle)) {
        if (queue_.empty()) startAt_ = cycle + settings_.startCycles;
        queue_.push(message->work);
    }
    for (Ways* const ways : {&gmem_, &memory_})
        for (const auto& way : *ways)
            for (const CcuAnswer& each : way->answers.take(cycle)) {
                --way->unanswered;
                answer(each);
            }
}

void Resolver::answer(const CcuAnswer& answer) {
    if (answer.id != kWrite) --parts_[answer.id - firstPart_].left;
}

bool Resolver::Way::send(sim::Cycle cycle) {
    const bool any = sends();
    for (uint32_t i = 0; i < CcuPort::kWidth && sends(); ++i) {
        access.write(cycle, waiting.front());
        waiting.pop_front();
        ++unanswered;
    }
    return any;
}

bool Resolver::mayStart(sim::Cycle cycle) const {
    return !active_ && !queue_.empty() && cycle >= startAt_ && !waitsForDraws();
}

void Resolver::betweenCycles() {
    if (std::exchange(starting_, false)) {
        active_ = true;
        ResolveWork& work = *queue_.front();
        planned_ = work.dropped();
        ++statistics_.moves;
        if (!work.dropped()) work.move();
    }
    if (!active_ || planned_ || looked_) return;
    next_ = queue_.front()->plan().next(sizes_);
    looked_ = true;
}

void Resolver::count(const ResolvePart& part, const ResolvePlan& plan) {
    statistics_.pixels.add(part.pixels);
    const bool reads = !plan.readsGmem();
    BlockCounters& blocks = plan.isDepth() ? (reads ? statistics_.depthReads : statistics_.depthWrites)
                                           : (reads ? statistics_.colorReads : statistics_.colorWrites);
    for (const uint32_t sectors : part.sectors) blocks.count(sectors);
}

bool Resolver::hasRoom() const {
    const auto room = [](const auto& way) { return way->waiting.size() < kMostLinesWaiting; };
    return std::ranges::all_of(gmem_, room) && std::ranges::all_of(memory_, room);
}

void Resolver::send(const std::vector<LineAccess>& lines, Ways& ways, const CcuAccess& access) {
    const auto count = static_cast<uint32_t>(ways.size());
    for (const LineAccess& line : lines) {
        CcuAccess one = access;
        one.address = line.address;
        one.bytes = line.bytes;
        // Pairs of caches have blocks of memory in turns.
        const uint32_t number = &ways == &gmem_ ? Gmem::partOf(line.address, count)
                                                : static_cast<uint32_t>(line.address / kCcuBlockBytes % count);
        ways[number]->waiting.push_back(one);
    }
}

bool Resolver::fetch() {
    if (!active_ || planned_ || parts_.full() || !hasRoom() || !std::exchange(looked_, false)) return false;
    const ResolvePlan& plan = queue_.front()->plan();
    std::optional<ResolvePart> next = std::exchange(next_, std::nullopt);
    planned_ = !next;
    if (planned_) return true;
    count(*next, plan);
    send(next->reads, plan.readsGmem() ? gmem_ : memory_, CcuAccess{.id = firstPart_ + parts_.size()});
    const size_t reads = next->reads.size();
    parts_.push({.lines = std::move(*next), .left = reads});
    return true;
}

bool Resolver::write() {
    if (parts_.empty() || parts_.front().left != 0 || !hasRoom()) return false;
    const Part part = parts_.pop();
    ++firstPart_;
    send(part.lines.imageWrites, memory_, CcuAccess{.write = true, .id = kWrite});
    send(part.lines.gmemWrites, gmem_, CcuAccess{.write = true, .id = kWrite});
    return true;
}

bool Resolver::end(sim::Cycle cycle) {
    const auto idle = [](const auto& way) { return way->idle(); };
    if (!active_ || !planned_ || !parts_.empty() || !std::ranges::all_of(gmem_, idle) ||
        !std::ranges::all_of(memory_, idle))
        return false;
    ended.write(cycle, ResolveMessage{.work = queue_.pop()});
    active_ = false;
    ++done_;
    startAt_ = cycle + settings_.startCycles;
    return true;
}

void Resolver::accountSleep(sim::Cycle, uint64_t count) {
    if (active_) statistics_.busy.add(count);
    if (!active_ && waitsForDraws()) statistics_.waitForDraws.add(count);
}

bool Resolver::waitsForMemory() const {
    return std::ranges::any_of(memory_, [](const auto& way) { return !way->idle(); });
}

bool Resolver::waitsForGmem() const {
    return std::ranges::any_of(gmem_, [](const auto& way) { return !way->idle(); });
}

std::string Resolver::describeWait() const {
    if (queue_.empty()) return {};
    if (!active_) return "waits for the draws before " + queue_.front()->operation().describe();
    return fmt::format("moves a bin, {}: {} parts", queue_.front()->operation().describe(), parts_.size());
}

sim::Backlog Resolver::backlog() const {
    if (queue_.empty() || (!active_ && waitsForDraws())) return sim::Backlog::None;
    return parts_.full() || !hasRoom() ? sim::Backlog::Full : sim::Backlog::Some;
}

void Resolver::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "moves", .unit = "moves", .used = queue_.size(), .capacity = queue_.capacity()});
    queues.push_back({.name = "parts", .unit = "parts", .used = parts_.size(), .capacity = parts_.capacity()});
}

}  // namespace cyclorama::adreno
