// SPDX-License-Identifier: MIT
// Whole frames through the timing machine, from memory: simulated cycles a second, and where the host's time goes.
//
// NAME/speed runs as a user's run does. NAME/stages times the boxes, too: its counters are, for every kind of box that
// took a hundredth of the time or more, milliseconds of a run ("ms"), and the percentage of its clocks in which nothing
// moved through an input or output ("idle %"). "ms rest" is what is no box's: reading the trace, the scheduler, the
// pictures.

#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "bench_workloads.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/registry.h"
#include "machine/timing/timing_machine.h"
#include "sim/clock_profile.h"

namespace {

using namespace cyclorama;
using benchmark::Counter;

struct Totals {
    uint64_t runs = 0;
    uint64_t frames = 0;
    uint64_t cycles = 0;
};

void simulate(const bench::Workload& workload, sim::ClockProfile* profile, Totals& totals) {
    attila::AttilaTraceReader reader(workload.trace, "trace");
    attila::AttilaFrontEnd frontEnd(reader);
    bench::NoFrames sink;
    sim::Findings findings;
    machine::TimingMachine machine(family::topologyOf(families::all(), workload.configuration), workload.configuration,
                                   {.limits = {.frames = reader.parameters().frames}, .profile = profile}, sink,
                                   findings);
    machine.run(frontEnd);
    ++totals.runs;
    totals.frames += reader.parameters().frames;
    totals.cycles += machine.cycles();
}

void showTotals(benchmark::State& state, const Totals& totals) {
    state.counters["cycles"] = static_cast<double>(totals.cycles) / static_cast<double>(totals.runs);
    state.counters["cycles/s"] = Counter(static_cast<double>(totals.cycles), Counter::kIsRate);
    state.counters["frames/s"] = Counter(static_cast<double>(totals.frames), Counter::kIsRate);
}

void speed(benchmark::State& state, const bench::Workload& workload) {
    Totals totals;
    for (auto _ : state) simulate(workload, nullptr, totals);
    showTotals(state, totals);
}

/// The kind of a box: "ColorWrite" for "ColorWrite3", "DramModule" for "DramModule.Sched0".
std::string stageOf(const std::string& box) {
    std::string stage = box.substr(0, box.find_last_not_of("0123456789.") + 1);
    if (const size_t part = stage.find(".Sched"); part != std::string::npos) stage.resize(part);
    return stage;
}

void stages(benchmark::State& state, const bench::Workload& workload) {
    struct Stage {
        double seconds = 0;
        uint64_t clocked = 0;
        uint64_t moving = 0;
    };
    std::map<std::string, Stage> stages;
    Totals totals;
    double boxSeconds = 0;
    double wallSeconds = 0;
    for (auto _ : state) {
        sim::ClockProfile profile;
        const auto start = std::chrono::steady_clock::now();
        simulate(workload, &profile, totals);
        wallSeconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        for (const sim::ClockProfile::BoxTime& box : profile.boxes()) {
            Stage& stage = stages[stageOf(box.box)];
            stage.seconds += box.seconds;
            stage.clocked += box.clocked;
            stage.moving += box.moving;
            boxSeconds += box.seconds;
        }
    }
    showTotals(state, totals);
    const double toMilliseconds = 1e3 / static_cast<double>(totals.runs);
    for (const auto& [name, stage] : stages) {
        if (stage.seconds * 100 < boxSeconds) continue;
        state.counters[name + " ms"] = stage.seconds * toMilliseconds;
        state.counters[name + " idle %"] =
            100 * static_cast<double>(stage.clocked - stage.moving) / static_cast<double>(stage.clocked);
    }
    state.counters["ms rest"] = (wallSeconds - boxSeconds) * toMilliseconds;
}

const bool kAdded = [] {
    using Measure = void (*)(benchmark::State&, const bench::Workload&);
    for (const bench::NamedWorkload& named : bench::workloads()) {
        const auto made = std::make_shared<std::optional<bench::Workload>>();
        for (const auto& [suffix, measure] : {std::pair<const char*, Measure>{"/speed", speed}, {"/stages", stages}}) {
            const auto run = [make = named.make, made, measure = measure](benchmark::State& state) {
                if (!*made) made->emplace(make());
                measure(state, **made);
            };
            benchmark::RegisterBenchmark((named.name + suffix).c_str(), run)->Unit(benchmark::kMillisecond);
        }
    }
    return true;
}();

}  // namespace
