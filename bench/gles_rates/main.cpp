// SPDX-License-Identifier: MIT
// One microbenchmark, a number of times, for `cyclorama exec` and for real GPUs. It prints the work of a repetition:
// what runs with more and with fewer repetitions differ by in time gives the rate.

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>

#include "gles_scene/egl_context.h"
#include "rates.h"

namespace {

using namespace gles_rates;

struct Options {
    std::string name;
    int repetitions = 1;
    GLsizei width = 0;
    GLsizei height = 0;
};

std::string listing() {
    std::string text = "Benchmarks:\n";
    for (const Rate& rate : rates())
        text += fmt::format("  {:<14} {}, {}x{}\n", rate.name, rate.sentence, rate.size.width, rate.size.height);
    return text;
}

void measure(const Options& options) {
    const auto rate = std::ranges::find(rates(), options.name, &Rate::name);
    if (rate == rates().end()) throw std::runtime_error(options.name + " is none of them\n" + listing());
    const gles_scene::EglContext context(EGL_PLATFORM_SURFACELESS_MESA, nullptr, std::nullopt, 0);
    context.makeCurrent(EGL_NO_SURFACE);
    const Size size = options.width > 0 ? Size{options.width, options.height} : rate->size;
    const Prepared prepared = rate->prepare(size);
    for (int i = 0; i < options.repetitions; ++i) prepared.repeat();
    glFinish();
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw std::runtime_error(fmt::format("OpenGL error {:#x}", error));
    fmt::print("{} {} a repetition\n", prepared.work, rate->unit);
}

int run(int argc, char** argv) {
    Options options;
    CLI::App app("Microbenchmarks of OpenGL ES 2.");
    app.footer(listing());
    app.add_option("NAME", options.name, "One of those below")->required();
    app.add_option("REPETITIONS", options.repetitions, "How often its work is done")
        ->required()
        ->check(CLI::Range(1, 1000000));
    CLI::Option* const width = app.add_option("--width", options.width, "Pixels")->check(CLI::Range(1, 4096));
    CLI::Option* const height = app.add_option("--height", options.height, "Pixels")->check(CLI::Range(1, 4096));
    width->needs(height);
    height->needs(width);
    CLI11_PARSE(app, argc, argv);
    measure(options);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "gles_rates: {}\n", error.what());
        return 1;
    }
}
