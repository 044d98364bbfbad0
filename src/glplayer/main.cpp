// SPDX-License-Identifier: MIT
// Plays a GLInterceptor trace as the OpenGL program that it is. `cyclorama run` starts it on a simulated machine.
// Exit status 0: played to its end; 2: the trace is refused; 1: anything else failed.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "glplayer/player.h"
#include "glplayer/window.h"
#include "gltrace/buffers.h"
#include "gltrace/trace_reader.h"
#include "sim/error.h"
#include "workload/byte_input.h"

namespace {

using namespace cyclorama;

struct PlayerOptions {
    std::string trace;
    std::string size;
    std::string pictures;
    glplayer::FrameLimits limits;
};

gltrace::FrameSize sizeOf(const PlayerOptions& options) {
    if (options.size.empty()) {
        if (const auto size = gltrace::frameSizeOf(options.trace)) return *size;
        throw sim::Error(options.trace, "", "says nothing of the size of its pictures; --size does");
    }
    if (const auto size = gltrace::resolutionOf(options.size)) return *size;
    throw sim::Error("--size", "", fmt::format("'{}' is not WIDTHxHEIGHT", options.size));
}

void play(const PlayerOptions& options) {
    gltrace::TraceReader reader{workload::ByteInput(options.trace)};
    const gltrace::Buffers buffers = gltrace::Buffers::besideTrace(options.trace);
    const gltrace::FrameSize size = sizeOf(options);
    const std::unique_ptr<glplayer::Window> window = options.pictures.empty()
                                                         ? glplayer::openScreen("/dev/dri/card0", size)
                                                         : glplayer::openPictures(options.pictures, size);
    glplayer::Player(std::move(reader), buffers, *window, options.limits).play();
}

int run(int argc, char** argv) {
    PlayerOptions options;
    CLI::App app{"Plays a trace of GLInterceptor on the screen of /dev/dri/card0."};
    app.add_option("TRACE", options.trace, "The trace, beside its BufferDescriptors.dat and MemoryRegions.dat")
        ->required();
    app.add_option("--size", options.size, "Size of the pictures, WIDTHxHEIGHT; by default the trace's");
    app.add_option("--start-frame", options.limits.first, "First frame to show");
    app.add_option("--frames", options.limits.count, "Frames to show; 0 for all");
    app.add_option("--pictures", options.pictures, "Folder for pictures of the frames, in place of a screen");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    play(options);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const sim::Error& error) {
        fmt::print(stderr, "cyclorama-glplayer: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "cyclorama-glplayer: {}\n", error.what());
        return 1;
    }
}
