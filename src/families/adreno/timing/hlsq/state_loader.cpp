// SPDX-License-Identifier: MIT
#include "families/adreno/timing/hlsq/state_loader.h"

#include <fmt/format.h>

#include "sim/simulation.h"

namespace cyclorama::adreno {

std::string describe(const StateLoad& load) { return fmt::format("{} bytes from {:#x} on", load.bytes, load.address); }

StateLoader::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : stall(registry, {"STALL_CYCLES_UCHE_HLSQ", "cycles", "Cycles in which constants or descriptors came from UCHE."}),
      latency(registry, {"UCHE_LATENCY_CYCLES_HLSQ", "cycles",
                         "Cycles that lines of constants or descriptors took to come from UCHE."}),
      latencySamples(registry,
                     {"UCHE_LATENCY_COUNT_HLSQ", "lines", "Lines of constants or descriptors that came from UCHE."}) {}

StateLoader::StateLoader(sim::Simulation& simulation, sim::DomainId domain, uint32_t answerLatency)
    : Box(simulation, domain, "StateLoader"),
      loads(*this, {.name = "loads", .width = 1, .latency = 1}),
      loaded(*this, "loaded"),
      reads(*this, "reads"),
      come(*this, {.name = "come", .width = LinePort::kAnswers, .latency = answerLatency}),
      statistics_(simulation.statistics()) {}

StateLoader::~StateLoader() = default;

void StateLoader::addCounters(ChipCounters& counters) const {
    counters.add("HLSQ_STALL_CYCLES_UCHE"_counter, statistics_.stall);
    counters.add("HLSQ_UCHE_LATENCY_CYCLES"_counter, statistics_.latency);
    counters.add("HLSQ_UCHE_LATENCY_COUNT"_counter, statistics_.latencySamples);
}

void StateLoader::clock(sim::Cycle cycle) {
    accountSleep(cycle, 1);
    for (const LineAnswer& answer : come.take(cycle)) {
        const auto sent = unanswered_.find(answer.id);
        statistics_.latency.add(cycle - sent->second);
        ++statistics_.latencySamples;
        unanswered_.erase(sent);
    }
    if (const auto load = loads.read(cycle)) {
        ++begun_;
        const uint64_t end = load->address + load->bytes;
        for (uint64_t line = load->address / kLineBytes * kLineBytes; line < end; line += kLineBytes)
            lines_.push_back(line);
    }
    const bool asked = ask(cycle);
    if (lines_.empty() && unanswered_.empty()) done_ = begun_;
    loaded.write(cycle, done_);
    if (!asked) sleep();
}

bool StateLoader::ask(sim::Cycle cycle) {
    if (lines_.empty() || unanswered_.size() == LinePort::kMost) return false;
    reads.write(cycle,
                LineRequest{.line = {.address = lines_.front(), .bytes = ~uint64_t{0}, .lanes = 1}, .id = nextId_});
    lines_.pop_front();
    unanswered_.emplace(nextId_++, cycle);
    return true;
}

void StateLoader::accountSleep(sim::Cycle, uint64_t count) {
    if (waitsForMemory()) statistics_.stall.add(count);
}

std::string StateLoader::describeWait() const {
    return waitsForMemory() ? fmt::format("waits for {} lines of constants", lines_.size() + unanswered_.size())
                            : std::string();
}

sim::Backlog StateLoader::backlog() const { return waitsForMemory() ? sim::Backlog::Some : sim::Backlog::None; }

}  // namespace cyclorama::adreno
