// SPDX-License-Identifier: MIT
#include "cli/gl_trace.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "cli/exec_command.h"
#include "cli/program_files.h"
#include "families/registry.h"
#include "family/family.h"
#include "gltrace/file_kind.h"
#include "gltrace/trace_reader.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

void refuseOptionsOfWorkloads(const RunOptions& options) {
    const auto refuse = [&options](const char* name, const char* reason) {
        throw sim::Error(name, "",
                         fmt::format("does not go with {}, a trace of OpenGL calls: {}", options.workload, reason));
    };
    if (options.serve) refuse("--serve", "its programs have no page");
    if (!options.waveform.empty()) refuse("--waveform", "signals are those of a recorded workload");
    if (!options.sleeping) refuse("--no-sleep", "it is one for recorded workloads");
}

}  // namespace

bool isGlTrace(const std::string& path) {
    switch (gltrace::fileKindOf(path)) {
        case gltrace::FileKind::GlTrace:
            return true;
        case gltrace::FileKind::PixRunTrace:
            throw sim::Error(path, "", "a PIXRun trace: Direct3D 9 is not played, only OpenGL (GLInterceptor)");
        case gltrace::FileKind::Other:
            break;
    }
    return false;
}

std::unique_ptr<family::Workload> openWorkload(const std::string& path) {
    if (isGlTrace(path))
        throw sim::Error(path, "",
                         "a trace of OpenGL calls, which `run` plays; it is text already, and `run --record` makes a "
                         "workload of it");
    return family::openWorkload(families::all(), path);
}

int playGlTrace(const RunOptions& options, machine::Configuration configuration) {
    refuseOptionsOfWorkloads(options);
    const std::string trace = workloadOf(options, configuration);
    const std::optional<gltrace::FrameSize> size = gltrace::frameSizeOf(trace);
    if (!size) throw sim::Error(trace, "", "says nothing of the size of its pictures: neither '#! RES' nor glViewport");
    const machine::SimulatorParameters& limits = configuration.simulator;
    ExecOptions played;
    played.workload = trace;
    played.firstFrame = limits.startFrame;
    played.command = {playerProgram().string(),
                      trace,
                      "--size",
                      fmt::format("{}x{}", size->width, size->height),
                      "--start-frame",
                      fmt::format("{}", limits.startFrame.get()),
                      "--frames",
                      fmt::format("{}", limits.frames.get())};
    played.display = fmt::format("{}x{}", size->width, size->height);
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
    return execCommand(played);
}

void refuseOptionsOfGlTraces(const RunOptions& options) {
    for (const auto& [name, value] : {std::pair("--mesa", &options.mesa), std::pair("--record", &options.record)})
        if (!value->empty())
            throw sim::Error(name, "", fmt::format("is for traces of OpenGL calls, which {} is not", options.workload));
}

}  // namespace cyclorama::cli
