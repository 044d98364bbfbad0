// Whole frames through trace reader, front end and functional machine, from memory: the scene of examples/attila_scene,
// and where CYCLORAMA_ATTILA_CASES names the folder of the reference cases, some of theirs. A trace in
// CYCLORAMA_BENCHMARK_TRACE is measured, too.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "driver.h"
#include "frontend/attila/front_end.h"
#include "machine/configuration.h"
#include "machine/functional/functional_machine.h"
#include "scene.h"
#include "workload/attila_trace_reader.h"
#include "workload/attila_trace_writer.h"
#include "workload/byte_input.h"

namespace {

using namespace cyclorama;

struct NoFrames final : machine::FrameSink {
    void present(const machine::PresentedFrame& frame) override { benchmark::DoNotOptimize(frame.picture.rgba.data()); }
    void dump(const std::string&, const func::Picture&) override {}
};

struct Workload {
    std::vector<std::byte> trace;
    machine::Configuration configuration;
};

std::vector<std::byte> readTrace(const std::string& path) {
    workload::ByteInput input(path);
    std::vector<std::byte> bytes;
    std::array<std::byte, 65536> step;
    while (const size_t count = input.read(step))
        bytes.insert(bytes.end(), step.begin(), step.begin() + static_cast<std::ptrdiff_t>(count));
    return bytes;
}

std::vector<std::byte> exampleScene(uint32_t frames, uint32_t samples) {
    attila_scene::Display display;
    display.samples = samples;
    workload::MemoryOutput output;
    workload::AttilaTraceWriter writer(output, attila_scene::Driver::traceParameters(frames));
    attila_scene::Driver driver(writer, display);
    attila_scene::Scene scene(driver, display);
    for (uint32_t frame = 0; frame < frames; ++frame) scene.draw(frame * std::numbers::pi / 60);
    return std::move(output.bytes);
}

/// All frames of the trace, on as many threads as the first argument says.
void draw(benchmark::State& state, const Workload& workload) {
    machine::WorkCounters work;
    uint64_t frames = 0;
    for (auto _ : state) {
        workload::AttilaTraceReader reader(workload.trace, "trace");
        frontend::attila::AttilaFrontEnd frontEnd(reader);
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
    add("example", [] { return Workload{exampleScene(1, 1), {}}; });
    add("example-4-samples", [] { return Workload{exampleScene(1, 4), {}}; });
    if (const char* path = std::getenv("CYCLORAMA_BENCHMARK_TRACE"))
        add(path, [path] { return Workload{readTrace(path), {}}; });
    if (const char* folder = std::getenv("CYCLORAMA_ATTILA_CASES")) {
        const std::filesystem::path cases = folder;
        for (const std::string scene : {"torus", "mesh40", "fp-alu24", "floor-aniso8", "batches60"})
            add(scene, [cases, scene] {
                return Workload{readTrace(cases / "traces" / (scene + ".agp.gz")),
                                machine::Configuration::fromFile(cases / "configs/base.ini")};
            });
    }
    return true;
}();

}  // namespace
