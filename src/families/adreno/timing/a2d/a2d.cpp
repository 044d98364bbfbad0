// SPDX-License-Identifier: MIT
#include "families/adreno/timing/a2d/a2d.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {

std::string describe(const BlitMessage& message) { return "blit " + message.work->place; }

A2d::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : blits(registry, {"2D_BLITS_CCU", "blits", "Blits that the 2D engine began."}),
      texels(registry, {"2D_PIXELS_CCU", "texels", "Texels that passed the 2D engine."}),
      reads(registry, {"2D_RD_REQ_CCU", "lines", "Lines of sources that the 2D engine read."}),
      writes(registry, {"2D_WR_REQ_CCU", "lines", "Lines of targets that the 2D engine wrote."}),
      busy(registry, {"2D_BUSY_CYCLES_CCU", "cycles", "Cycles in which the 2D engine had a blit."}),
      starve(registry,
             {"2D_STARVE_CYCLES_UCHE_CCU", "cycles", "Cycles in which the 2D engine waited for lines of a source."}),
      stall(registry,
            {"2D_STALL_CYCLES_CCU_CCU", "cycles", "Cycles in which the 2D engine waited for the caches of colours."}) {}

A2d::CcuLink::CcuLink(A2d& engine, const CcuSettings& ccu, uint32_t number)
    : access(engine, fmt::format("access{}", number)),
      answers(engine, {.name = fmt::format("answers{}", number),
                       .width = CcuPort::kWidth,
                       .latency = CcuPort::answerLatency(ccu)}) {}

A2d::A2d(sim::Simulation& simulation, sim::DomainId domain, const A2dSettings& settings, const CcuSettings& ccu,
         uint32_t answerLatency, const mem::AddressSpace& space)
    : Box(simulation, domain, "Blitter"),
      start(*this, {.name = "start", .width = 1, .latency = 1}),
      ended(*this, "ended"),
      reads(*this, "reads"),
      lines(*this, {.name = "lines", .width = LinePort::kAnswers, .latency = answerLatency}),
      settings_(settings),
      statistics_(simulation.statistics()),
      sizes_(space),
      queue_(kBlits),
      parts_(settings.parts) {
    for (uint32_t i = 0; i < ccu.units; ++i) caches_.push_back(std::make_unique<CcuLink>(*this, ccu, i));
}

A2d::~A2d() = default;

void A2d::addCounters(ChipCounters& counters) const {
    counters.add("PC_2D_DRAWCALLS"_counter, statistics_.blits);
    counters.add("RB_2D_ALIVE_CYCLES"_counter, statistics_.busy);
    counters.add("RB_2D_STARVE_CYCLES_SRC"_counter, statistics_.starve);
    counters.add("RB_2D_STARVE_CYCLES_DST"_counter, statistics_.stall);
    counters.add("RB_2D_VALID_PIXELS"_counter, statistics_.texels);
    counters.add("CCU_2D_WR_REQ"_counter, statistics_.writes);
}

void A2d::clock(sim::Cycle cycle) {
    receive(cycle);
    bool active = begin(cycle);
    active = write(cycle) || active;
    active = convert(cycle) || active;
    active = fetch(cycle) || active;
    active = end(cycle) || active;
    waits_ = wait(cycle);
    count(1);
    if (!active) sleepUntil(nextCycle(cycle));
}

void A2d::receive(sim::Cycle cycle) {
    if (const auto message = start.read(cycle)) {
        if (queue_.empty()) startAt_ = cycle + settings_.startCycles;
        queue_.push(message->work);
    }
    for (const LineAnswer& answer : lines.take(cycle)) {
        ++parts_[answer.id - firstPart_].come;
        --unanswered_;
    }
    for (const auto& link : caches_) link->unanswered -= static_cast<uint32_t>(link->answers.take(cycle).size());
}

bool A2d::begin(sim::Cycle cycle) {
    if (active_ || queue_.empty() || cycle < startAt_) return false;
    active_ = true;
    ++statistics_.blits;
    return true;
}

void A2d::betweenCycles() {
    if (queue_.empty() || planned_ || looked_) return;
    next_ = queue_.front()->plan.next(sizes_);
    looked_ = true;
}

/// True if it was a part or their end.
bool A2d::startPart() {
    const bool last = parts_.empty() || parts_[parts_.size() - 1].asked == parts_[parts_.size() - 1].lines.reads.size();
    if (!last || planned_ || parts_.full() || !std::exchange(looked_, false)) return false;
    planned_ = !next_;
    if (planned_) return true;
    statistics_.texels.add(next_->texels);
    parts_.push({.lines = *std::exchange(next_, std::nullopt)});
    return true;
}

bool A2d::fetch(sim::Cycle cycle) {
    if (!active_) return false;
    const bool planned = startPart();
    if (parts_.empty()) return planned;
    const uint32_t index = parts_.size() - 1;
    Part& part = parts_[index];
    if (part.asked == part.lines.reads.size() || unanswered_ == LinePort::kMost) return planned;
    reads.write(cycle, LineRequest{.line = part.lines.reads[part.asked++], .id = firstPart_ + index});
    ++unanswered_;
    ++statistics_.reads;
    return true;
}

bool A2d::convert(sim::Cycle cycle) {
    if (cycle < convertFree_) return false;
    for (uint32_t i = 0; i < parts_.size(); ++i) {
        Part& part = parts_[i];
        if (part.converted != sim::kNever) continue;
        if (part.come < part.lines.reads.size()) return false;
        convertFree_ = cycle + cyclesOf(part.lines);
        part.converted = convertFree_;
        return true;
    }
    return false;
}

uint32_t A2d::cyclesOf(const BlitPart& part) const {
    return std::max(sim::divideUp(part.texels, settings_.texelsPerCycle),
                    sim::divideUp(part.bytes, settings_.bytesPerCycle));
}

bool A2d::write(sim::Cycle cycle) {
    if (parts_.empty() || parts_.front().converted > cycle) return false;
    Part& part = parts_.front();
    bool any = false;
    // One line for each pair of caches.
    for (size_t i = 0; i < caches_.size() && writeLine(part, cycle); ++i) any = true;
    if (part.written < part.lines.writes.size()) return any;
    parts_.pop();
    ++firstPart_;
    return true;
}

bool A2d::writeLine(Part& part, sim::Cycle cycle) {
    if (part.written == part.lines.writes.size()) return false;
    const LineAccess& line = part.lines.writes[part.written];
    CcuLink& link = linkOf(line.address);
    const BlitPlan& plan = queue_.front()->plan;
    if (link.unanswered == CcuPort::kMost || !link.access.wire().hasRoom(cycle)) return false;
    link.access.write(cycle, CcuAccess{.address = line.address,
                                       .bytes = line.bytes,
                                       .write = true,
                                       .halvings = plan.halvings(),
                                       .flags = plan.flagsOf(line.address)});
    ++link.unanswered;
    ++part.written;
    ++statistics_.writes;
    return true;
}

bool A2d::end(sim::Cycle cycle) {
    const auto answered = [](const auto& link) { return link->unanswered == 0; };
    if (!active_ || !planned_ || !parts_.empty() || !std::ranges::all_of(caches_, answered)) return false;
    ended.write(cycle, BlitMessage{.work = queue_.pop()});
    active_ = false;
    planned_ = false;
    startAt_ = cycle + settings_.startCycles;
    return true;
}

A2d::Wait A2d::wait(sim::Cycle cycle) const {
    if (queue_.empty()) return Wait::Nothing;
    if (!active_) return Wait::Start;
    if (parts_.empty() || parts_.front().converted <= cycle) return Wait::Caches;
    const Part& first = parts_.front();
    return first.converted == sim::kNever && first.come < first.lines.reads.size() ? Wait::Lines : Wait::Texels;
}

void A2d::count(uint64_t cycles) {
    if (waits_ != Wait::Nothing) statistics_.busy.add(cycles);
    if (waits_ == Wait::Lines) statistics_.starve.add(cycles);
    if (waits_ == Wait::Caches) statistics_.stall.add(cycles);
}

void A2d::accountSleep(sim::Cycle, uint64_t cycles) { count(cycles); }

sim::Cycle A2d::nextCycle(sim::Cycle cycle) const {
    sim::Cycle next = sim::kNever;
    for (const sim::Cycle each :
         {queue_.empty() || active_ ? sim::kNever : startAt_, parts_.empty() ? sim::kNever : parts_.front().converted,
          parts_.empty() ? sim::kNever : convertFree_})
        if (each > cycle) next = std::min(next, each);
    return next;
}

std::string A2d::describeWait() const {
    switch (waits_) {
        case Wait::Start:
            return "starts " + queue_.front()->place;
        case Wait::Lines:
            return "waits for lines of a source, " + queue_.front()->place;
        case Wait::Caches:
            return "waits for the caches of colours, " + queue_.front()->place;
        default:
            return {};
    }
}

sim::Backlog A2d::backlog() const {
    if (queue_.empty()) return sim::Backlog::None;
    return parts_.full() ? sim::Backlog::Full : sim::Backlog::Some;
}

void A2d::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "parts", .unit = "parts", .used = parts_.size(), .capacity = parts_.capacity()});
}

}  // namespace cyclorama::adreno
