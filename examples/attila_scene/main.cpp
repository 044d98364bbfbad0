// SPDX-License-Identifier: MIT
// Writes an ATTILA trace of a scene, for `cyclorama run`.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <numbers>
#include <string>

#include "driver.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "scene.h"
#include "sim/error.h"

int main(int argc, char** argv) {
    using namespace attila_scene;
    CLI::App app("Writes an ATTILA trace of a scene.");
    std::string path;
    uint32_t frames = 1;
    Display display;
    app.add_option("TRACE", path, "File to write")->required();
    app.add_option("--frames", frames, "Frames; the camera moves by three degrees from one to the next")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    app.add_option("--width", display.width, "Pixels")->check(CLI::Range(16, 4096))->capture_default_str();
    app.add_option("--height", display.height, "Pixels")->check(CLI::Range(16, 4096))->capture_default_str();
    app.add_option("--samples", display.samples, "Samples a pixel")
        ->check(CLI::IsMember({1, 2, 4, 8}))
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);

    try {
        cyclorama::workload::GzipFileOutput output(path);
        cyclorama::attila::AttilaTraceWriter writer(output, Driver::traceParameters(frames));
        Driver driver(writer, display);
        Scene scene(driver, display);
        for (uint32_t frame = 0; frame < frames; ++frame) scene.draw(frame * std::numbers::pi / 60);
        output.close();
    } catch (const cyclorama::sim::Error& error) {
        fmt::print(stderr, "attila_scene: {}\n", error.what());
        return 2;
    }
    return 0;
}
