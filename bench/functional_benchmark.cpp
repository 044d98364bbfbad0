// SPDX-License-Identifier: MIT
// Whole frames through trace reader, front end and functional machine, from memory.

#include <benchmark/benchmark.h>

#include <memory>
#include <optional>
#include <string>

#include "bench_workloads.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "machine/functional/functional_machine.h"

namespace {

using namespace cyclorama;

using bench::NoFrames;
using bench::Workload;

/// All frames of the trace, on as many threads as the first argument says.
void draw(benchmark::State& state, const Workload& workload) {
    machine::WorkCounters work;
    uint64_t frames = 0;
    for (auto _ : state) {
        attila::AttilaTraceReader reader(workload.trace, "trace");
        attila::AttilaFrontEnd frontEnd(reader);
        NoFrames sink;
        sim::Findings findings;
        machine::FunctionalMachine machine(workload.configuration, {.threads = static_cast<uint32_t>(state.range(0))},
                                           sink, findings);
        machine.run(frontEnd);
        work += machine.counters();
        frames += reader.parameters().frames;
    }
    using benchmark::Counter;
    const auto rate = [&](uint64_t count) { return Counter(static_cast<double>(count), Counter::kIsRate); };
    state.counters["frames/s"] = rate(frames);
    state.counters["pixels/s"] = rate(work.fragmentsShaded);
    state.counters["instructions/s"] = rate(work.shaderInstructions);
    state.counters["vertices/s"] = rate(work.vertices);
}

/// Adds a benchmark whose workload is made when it is first run.
template <typename Make>
void add(const std::string& name, Make make) {
    const auto run = [make, made = std::make_shared<std::optional<Workload>>()](benchmark::State& state) {
        if (!*made) made->emplace(make());
        draw(state, **made);
    };
    benchmark::RegisterBenchmark(name.c_str(), run)
        ->ArgName("threads")
        ->Arg(1)
        ->Arg(2)
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(benchmark::kMillisecond);
}

const bool kAdded = [] {
    for (const bench::NamedWorkload& workload : bench::workloads()) add(workload.name, workload.make);
    return true;
}();

}  // namespace
