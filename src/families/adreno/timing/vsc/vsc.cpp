// SPDX-License-Identifier: MIT
#include "families/adreno/timing/vsc/vsc.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

/// Lines that may wait before no more bins are taken; an estimate.
constexpr size_t kMostLines = 32;

}  // namespace

std::string describe(const BinMessage& message) {
    return message.streams == nullptr ? fmt::format("a primitive in {} bins", message.bins) : "the end of a draw";
}

std::string describe(const BinningEndMessage& message) { return message.work->operation().describe(); }

Vsc::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_VSC", "cycles", "Cycles in which bins or lines of streams were under way."}),
      working(registry, {"WORKING_CYCLES_VSC", "cycles", "Cycles of the bins of primitives."}),
      tiles(registry, {"INPUT_TILES_VSC", "bins", "Bins that primitives reached, once for each primitive."}),
      lines(registry, {"WRITE_LINES_VSC", "lines", "Lines of visibility streams that were written."}),
      stall(registry,
            {"STALL_CYCLES_UCHE_VSC", "cycles", "Cycles in which no bins were taken as lines waited to be written."}) {}

Vsc::Vsc(sim::Simulation& simulation, sim::DomainId domain, const VscSettings& settings, uint32_t answerLatency)
    : Box(simulation, domain, "VSC"),
      bins(*this, {.name = "bins", .width = 1, .latency = 1}),
      taken(*this, "taken"),
      end(*this, {.name = "end", .width = 1, .latency = 1}),
      ended(*this, "ended"),
      writes(*this, "writes"),
      written(*this, {.name = "written", .width = LinePort::kAnswers, .latency = answerLatency}),
      settings_(settings),
      statistics_(simulation.statistics()),
      queue_(kMostSent) {}

Vsc::~Vsc() = default;

void Vsc::addCounters(ChipCounters& counters) const {
    counters.add("VSC_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("RBBM_VSC_BUSY"_counter, statistics_.busy);
    counters.add("VSC_WORKING_CYCLES"_counter, statistics_.working);
    counters.add("VSC_STALL_CYCLES_UCHE"_counter, statistics_.stall);
    counters.add("VSC_INPUT_TILES"_counter, statistics_.tiles);
}

void Vsc::clock(sim::Cycle cycle) {
    if (const auto message = bins.read(cycle)) queue_.push(*message);
    if (const auto message = end.read(cycle)) {
        ending_ = message->work;
        LineAccesses lines;
        streams_.addLast(ending_->streams(), lines);
        lines_.insert(lines_.end(), lines.lines().begin(), lines.lines().end());
    }
    unanswered_ -= static_cast<uint32_t>(written.take(cycle).size());
    working_ = take(cycle);
    bool active = send(cycle) || working_;
    active = finish(cycle) || active;
    taken.write(cycle, taken_);
    accountSleep(cycle, 1);
    if (active) return;
    sleepUntil(!queue_.empty() && free_ > cycle ? free_ : sim::kNever);
}

bool Vsc::take(sim::Cycle cycle) {
    if (queue_.empty() || cycle < free_ || lines_.size() >= kMostLines) return false;
    const BinMessage message = queue_.pop();
    ++taken_;
    if (message.streams != nullptr) {
        LineAccesses lines;
        streams_.addWhole(*message.streams, lines);
        lines_.insert(lines_.end(), lines.lines().begin(), lines.lines().end());
        return true;
    }
    const uint32_t cycles = sim::divideUp(message.bins, settings_.binsPerCycle);
    free_ = cycle + cycles;
    statistics_.tiles.add(message.bins);
    statistics_.working.add(cycles);
    return true;
}

bool Vsc::send(sim::Cycle cycle) {
    if (lines_.empty() || unanswered_ == LinePort::kMost) return false;
    writes.write(cycle, LineRequest{.line = lines_.front(), .write = true});
    lines_.pop_front();
    ++unanswered_;
    ++statistics_.lines;
    return true;
}

bool Vsc::finish(sim::Cycle cycle) {
    if (ending_ == nullptr || waitsForMemory()) return false;
    ended.write(cycle, BinningEndMessage{.work = std::exchange(ending_, nullptr)});
    return true;
}

void Vsc::accountSleep(sim::Cycle first, uint64_t count) {
    if (isBusy()) statistics_.busy.add(count);
    if (!queue_.empty() && free_ <= first && lines_.size() >= kMostLines) statistics_.stall.add(count);
}

std::string Vsc::describeWait() const {
    return waitsForMemory() ? fmt::format("writes {} lines of streams", lines_.size() + unanswered_) : std::string();
}

sim::Backlog Vsc::backlog() const {
    if (!isBusy()) return sim::Backlog::None;
    return queue_.full() ? sim::Backlog::Full : sim::Backlog::Some;
}

void Vsc::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "bins", .unit = "primitives", .used = queue_.size(), .capacity = queue_.capacity()});
}

}  // namespace cyclorama::adreno
