// SPDX-License-Identifier: MIT
#include "bench_workloads.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string_view>
#include <utility>

#include "attila_scene/driver.h"
#include "attila_scene/scene.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "families/registry.h"
#include "workload/byte_input.h"

namespace cyclorama::bench {

namespace {

/// Cases of ATTILA's whose names say what bounds them, and their configurations.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kCases = {{{"torus", "suite-msaa4"},
                                                                                  {"mesh40", "base"},
                                                                                  {"fp-alu24", "base"},
                                                                                  {"floor-aniso8", "base"},
                                                                                  {"batches60", "base"}}};

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
    attila::AttilaTraceWriter writer(output, attila_scene::Driver::traceParameters(frames));
    attila_scene::Driver driver(writer, display);
    attila_scene::Scene scene(driver, display);
    for (uint32_t frame = 0; frame < frames; ++frame) scene.draw(frame * std::numbers::pi / 60);
    return std::move(output.bytes);
}

}  // namespace

void NoFrames::present(const machine::PresentedFrame& frame) { benchmark::DoNotOptimize(frame.picture.rgba.data()); }

std::vector<NamedWorkload> workloads() {
    std::vector<NamedWorkload> list = {
        {"example",
         [] {
             return Workload{exampleScene(1, 1), {}};
         }},
        {"example-4-samples",
         [] {
             return Workload{exampleScene(1, 4), {}};
         }},
    };
    if (const char* path = std::getenv("CYCLORAMA_BENCHMARK_TRACE"))
        list.push_back({path, [path] { return Workload{readTrace(path), {}}; }});
    if (const char* folder = std::getenv("CYCLORAMA_ATTILA_CASES"))
        for (const auto& [scene, configuration] : kCases)
            list.push_back({std::string(scene), [root = std::filesystem::path(folder), scene = std::string(scene),
                                                 file = std::string(configuration) + ".ini"] {
                                return Workload{readTrace(root / "traces" / (scene + ".agp.gz")),
                                                machine::Configuration::fromFile(root / "configs" / file,
                                                                                 families::defaultConfiguration())};
                            }});
    return list;
}

}  // namespace cyclorama::bench
