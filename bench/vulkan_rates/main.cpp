// SPDX-License-Identifier: MIT
// One microbenchmark of compute, a number of times, for `cyclorama exec` and for real GPUs. It prints the work of a
// repetition: what runs with more and with fewer repetitions differ by in time gives the rate.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>

#include "rates.h"

namespace {

using namespace vulkan_rates;

struct Options {
    std::string name;
    int repetitions = 1;
};

std::string listing() {
    std::string text = "Benchmarks:\n";
    for (const Rate& rate : rates()) text += fmt::format("  {:<16} {}\n", rate.name, rate.sentence);
    return text;
}

/// A GPU with numbers of 16 bits in registers.
vulkan_scene::Gpu openGpu() {
    vk::PhysicalDeviceVulkan12Features halves;
    halves.shaderFloat16 = VK_TRUE;
    vk::PhysicalDeviceFeatures2 features;
    features.features.shaderInt16 = VK_TRUE;
    features.pNext = &halves;
    return vulkan_scene::Gpu({.version = VK_API_VERSION_1_2, .features = &features});
}

void measure(const Options& options) {
    const auto rate = std::ranges::find(rates(), options.name, &Rate::name);
    if (rate == rates().end()) throw std::runtime_error(options.name + " is none of them\n" + listing());
    const vulkan_scene::Gpu gpu = openGpu();
    const Prepared prepared = rate->prepare(gpu);
    gpu.execute([&](const vk::raii::CommandBuffer& commands) {
        for (int i = 0; i < options.repetitions; ++i) prepared.repeat(commands);
    });
    fmt::print("{} {} a repetition\n", prepared.work, rate->unit);
}

int run(int argc, char** argv) {
    Options options;
    CLI::App app("Microbenchmarks of Vulkan's compute.");
    app.footer(listing());
    app.add_option("NAME", options.name, "One of those below")->required();
    app.add_option("REPETITIONS", options.repetitions, "How often its work is done")
        ->required()
        ->check(CLI::Range(1, 1000000));
    CLI11_PARSE(app, argc, argv);
    measure(options);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "vulkan_rates: {}\n", error.what());
        return 1;
    }
}
