// SPDX-License-Identifier: MIT
#include "families/adreno/timing/gras/lrz_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/divide_up.h"
#include "sim/simulation.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kWrite = ~0u;
/// Written lines that may wait before no more triangles are tested; an estimate.
constexpr size_t kMostWrites = 32;
/// Draws whose feedback is in the queue with triangles.
constexpr uint32_t kMostFeedbacks = 2;

}  // namespace

std::string describe(const LrzMessage& message) { return fmt::format("{} blocks", message.blocks()); }

std::string describe(const LrzClearMessage& message) { return message.work->operation().describe(); }

LrzUnit::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : busy(registry, {"BUSY_CYCLES_LRZ", "cycles", "Cycles in which blocks or lines were under way."}),
      blocks(registry, {"BLOCKS_LRZ", "blocks", "Blocks of 8x8 samples of triangles that were tested."}),
      fedBack(registry, {"FEEDBACK_BLOCKS_LRZ", "blocks",
                         "Blocks of 8x8 samples whose depths ended draws compared with those of the depth buffer."}),
      reads(registry, {"LRZ_READ_LRZ", "lines", "Lines that the cache did not have."}),
      writes(registry, {"LRZ_WRITE_LRZ", "lines", "Lines with depths that were replaced or cleared."}),
      stall(registry, {"STALL_CYCLES_UCHE_LRZ", "cycles", "Cycles in which the oldest triangle waited for lines."}) {}

LrzUnit::LrzUnit(sim::Simulation& simulation, sim::DomainId domain, const LrzSettings& settings, uint32_t answerLatency)
    : Box(simulation, domain, "LRZ"),
      blocks(*this, {.name = "blocks", .width = 1, .latency = 1}),
      tested(*this, "tested"),
      feedback(*this, {.name = "feedback", .width = 1, .latency = 1}),
      clear(*this, {.name = "clear", .width = 1, .latency = 1}),
      cleared(*this, "cleared"),
      lines(*this, "lines"),
      come(*this, {.name = "come", .width = LinePort::kAnswers, .latency = answerLatency}),
      settings_(settings),
      statistics_(simulation.statistics()),
      tests_(kMostSent + kMostFeedbacks) {}

LrzUnit::~LrzUnit() = default;

void LrzUnit::addCounters(ChipCounters& counters) const {
    counters.add("LRZ_BUSY_CYCLES"_counter, statistics_.busy);
    counters.add("LRZ_STALL_CYCLES_UCHE"_counter, statistics_.stall);
}

void LrzUnit::clock(sim::Cycle cycle) {
    sent_ = false;
    receive(cycle);
    bool active = write(cycle);
    active = find(cycle) || active;
    active = finish(cycle) || active;
    active = endClear(cycle) || active;
    tested.write(cycle, tested_);
    accountSleep(cycle, 1);
    if (active) return;
    sim::Cycle next = sim::kNever;
    if (!tests_.empty() && tests_.front().until > cycle) next = tests_.front().until;
    sleepUntil(next);
}

void LrzUnit::receive(sim::Cycle cycle) {
    if (const auto message = blocks.read(cycle)) {
        statistics_.blocks.add(message->blocks());
        begin(*message, false);
    }
    if (const auto message = feedback.read(cycle)) {
        statistics_.fedBack.add(message->blocks());
        feedbacks_.push_back(*message);
    }
    if (!feedbacks_.empty() && fedBack_ < kMostFeedbacks) {
        begin(feedbacks_.front(), true);
        feedbacks_.pop_front();
        ++fedBack_;
    }
    if (const auto message = clear.read(cycle)) {
        clearing_ = message->work;
        // Cleared lines are read anew.
        cache_.clear();
        const std::vector<LineAccess>& all = clearing_->lines().lines();
        writes_.insert(writes_.end(), all.begin(), all.end());
    }
    for (const LineAnswer& answer : come.take(cycle)) {
        if (answer.id == kWrite) {
            --writesOut_;
            continue;
        }
        --reads_;
        early_.push_back(answer.id);
    }
    // Reads are numbered from 1 on; those that have come early wait for the ones before them.
    for (auto next = std::ranges::find(early_, come_ + 1); next != early_.end();
         next = std::ranges::find(early_, come_ + 1)) {
        early_.erase(next);
        ++come_;
    }
}

void LrzUnit::begin(const LrzMessage& message, bool fedBack) {
    std::vector<LineAccess> all = message.bits.lines();
    all.insert(all.end(), message.reads.lines().begin(), message.reads.lines().end());
    tests_.push({.message = message, .fedBack = fedBack, .lines = std::move(all)});
}

bool LrzUnit::write(sim::Cycle cycle) {
    if (writes_.empty() || unanswered() == LinePort::kMost) return false;
    lines.write(cycle, LineRequest{.line = writes_.front(), .id = kWrite, .write = true});
    writes_.pop_front();
    ++writesOut_;
    ++statistics_.writes;
    sent_ = true;
    return true;
}

bool LrzUnit::find(sim::Cycle cycle) {
    for (uint32_t i = 0; i < tests_.size(); ++i) {
        Test& test = tests_[i];
        const std::vector<LineAccess>& all = test.lines;
        if (test.until != 0) continue;
        if (test.found < all.size() && !read(all[test.found], test, cycle)) return false;
        if (test.found < all.size()) return true;
        free_ = std::max(free_, cycle) + std::max(sim::divideUp(test.message.blocks(), settings_.blocksPerCycle), 1u);
        test.until = free_;
        return true;
    }
    return false;
}

/// False if the line cannot be asked for in this cycle.
bool LrzUnit::read(const LineAccess& line, Test& test, sim::Cycle cycle) {
    const auto known = std::ranges::find(cache_, line.address, &Line::address);
    if (known != cache_.end()) {
        const Line used = *known;
        cache_.erase(known);
        cache_.push_back(used);
        test.lastLine = std::max(test.lastLine, used.number);
        ++test.found;
        return true;
    }
    if (sent_ || unanswered() == LinePort::kMost) return false;
    lines.write(cycle, LineRequest{.line = {.address = line.address, .bytes = ~uint64_t{0}},
                                   .id = static_cast<uint32_t>(asked_ + 1)});
    sent_ = true;
    ++reads_;
    ++statistics_.reads;
    test.lastLine = ++asked_;
    cache_.push_back({.address = line.address, .number = asked_});
    if (cache_.size() > settings_.cacheLines) cache_.pop_front();
    ++test.found;
    return true;
}

bool LrzUnit::finish(sim::Cycle cycle) {
    if (tests_.empty()) return false;
    const Test& first = tests_.front();
    if (first.until == 0 || cycle < first.until || first.lastLine > come_ || writes_.size() >= kMostWrites)
        return false;
    const auto& written = first.message.writes.lines();
    writes_.insert(writes_.end(), written.begin(), written.end());
    if (tests_.pop().fedBack)
        --fedBack_;
    else
        ++tested_;
    return true;
}

bool LrzUnit::endClear(sim::Cycle cycle) {
    if (clearing_ == nullptr || !writes_.empty() || writesOut_ != 0) return false;
    cleared.write(cycle, LrzClearMessage{.work = std::exchange(clearing_, nullptr)});
    return true;
}

void LrzUnit::accountSleep(sim::Cycle, uint64_t count) {
    if (isBusy()) statistics_.busy.add(count);
    if (!tests_.empty() && tests_.front().until != 0 && tests_.front().lastLine > come_) statistics_.stall.add(count);
}

std::string LrzUnit::describeWait() const {
    return waitsForMemory() ? fmt::format("waits for {} lines", reads_) : std::string();
}

sim::Backlog LrzUnit::backlog() const {
    if (!isBusy()) return sim::Backlog::None;
    return tests_.full() ? sim::Backlog::Full : sim::Backlog::Some;
}

void LrzUnit::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "triangles", .unit = "triangles", .used = tests_.size(), .capacity = tests_.capacity()});
}

}  // namespace cyclorama::adreno
