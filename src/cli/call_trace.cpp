// SPDX-License-Identifier: MIT
#include "cli/call_trace.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/exec_command.h"
#include "cli/program_files.h"
#include "families/registry.h"
#include "family/family.h"
#include "gltrace/file_kind.h"
#include "gltrace/trace_reader.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

using gltrace::FileKind;

void refuseOptionsOfWorkloads(const RunOptions& options) {
    const auto refuse = [&options](const char* name, const char* reason) {
        throw sim::Error(name, "",
                         fmt::format("does not go with {}, a trace of OpenGL calls: {}", options.workload, reason));
    };
    if (options.serve) refuse("--serve", "its programs have no page");
    if (!options.waveform.empty()) refuse("--waveform", "signals are those of a recorded workload");
    if (options.buffers) refuse("--buffers", "buffers are those of a capture");
    if (!options.sleeping) refuse("--no-sleep", "it is one for recorded workloads");
}

/// A program of another package, by the variable PATH. Throws sim::Error where it is not installed.
std::string installedProgram(const std::string& trace, const std::string& name, const char* package) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::string program = fmt::format("{}/{}", folder, name);
        if (access(program.c_str(), X_OK) == 0) return program;
    }
    throw sim::Error(trace, "",
                     fmt::format("is played by {}, which is not installed (Debian's package {})", name, package));
}

/// Options of `exec` for the program that plays a trace of any kind: the machine and the results.
ExecOptions playing(const RunOptions& options, const std::string& trace, machine::Configuration configuration) {
    ExecOptions played;
    played.workload = trace;
    played.firstFrame = configuration.simulator.startFrame;
    played.configuration = std::move(configuration);
    played.mode = options.mode;
    played.outputFolder = options.outputFolder.empty() ? newFolderOf(trace).string() : options.outputFolder;
    played.report = options.report;
    played.record = options.record;
    played.tracePixel = options.tracePixel;
    played.traceVertex = options.traceVertex;
    played.stopAt = options.stopAt;
    played.mesa = options.mesa;
    // As for `exec`; an option with this variable would be there for other workloads, too.
    if (const char* const mesa = std::getenv("CYCLORAMA_MESA"); mesa != nullptr && played.mesa.empty())
        played.mesa = mesa;
    return played;
}

/// GLInterceptor's: by the player of this project.
int playGlTrace(ExecOptions played) {
    const std::string& trace = played.workload;
    const std::optional<gltrace::FrameSize> size = gltrace::frameSizeOf(trace);
    if (!size) throw sim::Error(trace, "", "says nothing of the size of its pictures: neither '#! RES' nor glViewport");
    const machine::SimulatorParameters& limits = played.configuration.simulator;
    played.display = fmt::format("{}x{}", size->width, size->height);
    played.command = {playerProgram().string(),
                      trace,
                      "--size",
                      played.display,
                      "--start-frame",
                      fmt::format("{}", limits.startFrame.get()),
                      "--frames",
                      fmt::format("{}", limits.frames.get())};
    return execCommand(played);
}

/// apitrace's: by its own player of OpenGL, with windows that are shown (glplayer/waffle/windows.cpp).
int playApiTrace(ExecOptions played) {
    const machine::SimulatorParameters& limits = played.configuration.simulator;
    played.command = {installedProgram(played.workload, "eglretrace", "apitrace"), played.workload};
    played.preload = {waffleLibrary().string()};
    // The first node is the display's, whose buffers can be shown.
    const ExecOutcome outcome =
        runProgram(played, {"WAFFLE_PLATFORM=gbm", "WAFFLE_GBM_DEVICE=/dev/dri/card0",
                            fmt::format("CYCLORAMA_SHOWN_FRAMES={},{}", limits.startFrame.get(), limits.frames.get())});
    // The player's own status says nothing of a trace that ends too early.
    if (outcome.status == 0 && outcome.summary.frames.empty())
        throw sim::Error(played.workload, "", "shows no frame: eglretrace has played it, and said why above");
    return outcome.status;
}

}  // namespace

bool isCallTrace(const std::string& path) {
    switch (gltrace::fileKindOf(path)) {
        case FileKind::GlTrace:
        case FileKind::ApiTrace:
            return true;
        case FileKind::PixRunTrace:
            throw sim::Error(path, "", "a PIXRun trace: Direct3D 9 is not played, only OpenGL (GLInterceptor)");
        case FileKind::GfxrCapture:
            throw sim::Error(path, "",
                             "a capture of GFXReconstruct, which `run` does not play; `exec` runs its own player: exec "
                             "--gpu CHIP -- gfxrecon-replay --wsi headless FILE");
        case FileKind::RenderDocCapture:
            throw sim::Error(path, "", "a capture of RenderDoc, which is not played");
        case FileKind::Other:
            break;
    }
    return false;
}

std::unique_ptr<family::Workload> openWorkload(const std::string& path) {
    if (isCallTrace(path))
        throw sim::Error(path, "", "a trace of OpenGL calls, which `run` plays; `run --record` makes a workload of it");
    return family::openWorkload(families::all(), path);
}

int playCallTrace(const RunOptions& options, machine::Configuration configuration) {
    refuseOptionsOfWorkloads(options);
    const std::string trace = workloadOf(options, configuration);
    ExecOptions played = playing(options, trace, std::move(configuration));
    return gltrace::fileKindOf(trace) == FileKind::ApiTrace ? playApiTrace(std::move(played))
                                                            : playGlTrace(std::move(played));
}

void refuseOptionsOfCallTraces(const RunOptions& options) {
    for (const auto& [name, value] : {std::pair("--mesa", &options.mesa), std::pair("--record", &options.record)})
        if (!value->empty())
            throw sim::Error(name, "", fmt::format("is for traces of OpenGL calls, which {} is not", options.workload));
}

}  // namespace cyclorama::cli
