// SPDX-License-Identifier: MIT
#include "cli/run_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "session/session.h"
#include "sim/error.h"

namespace cyclorama::cli {

namespace {

std::optional<session::WaveformSettings> waveformOf(const RunOptions& options,
                                                    const machine::Configuration& configuration) {
    if (options.waveform.empty()) return std::nullopt;
    if (options.mode != session::RunMode::Timing)
        throw sim::Error("--waveform", "", "needs --mode timing: signals are the timing machine's");
    return session::WaveformSettings{.file = options.waveform,
                                     .patterns = options.signals,
                                     .firstCycle = configuration.simulator.startSignalDump,
                                     .cycles = configuration.simulator.signalDumpCycles};
}

}  // namespace

std::filesystem::path newFolderOf(const std::string& workload) {
    std::string stem = std::filesystem::path(workload).filename().string();
    if (const size_t dot = stem.find('.', 1); dot != std::string::npos) stem.resize(dot);
    if (stem.empty()) stem = "run";
    std::filesystem::path folder = stem;
    for (int number = 2; std::filesystem::exists(folder); ++number) folder = fmt::format("{}-{}", stem, number);
    return folder;
}

std::string workloadOf(const RunOptions& options, const machine::Configuration& configuration) {
    if (!options.workload.empty()) return options.workload;
    if (configuration.origin(configuration.item("SIMULATOR.InputFile")) == "default")
        throw sim::Error("run", "", "no workload is named, neither here nor by SIMULATOR.InputFile");
    return configuration.simulator.inputFile;
}

void runWorkload(const RunOptions& options, family::Workload& workload, machine::Configuration configuration) {
    configuration.simulator.inputFile = workloadOf(options, configuration);
    const std::string name = configuration.simulator.inputFile;
    const std::string folder = options.outputFolder.empty() ? newFolderOf(name).string() : options.outputFolder;
    std::optional<session::WaveformSettings> waveform = waveformOf(options, configuration);
    session::Session session({.workload = name,
                              .mode = options.mode,
                              .configuration = std::move(configuration),
                              .folder = folder,
                              .sleeping = options.sleeping,
                              .showProgress = true,
                              .serve = options.serve,
                              .expectedFrames = options.frames,
                              .report = options.report,
                              .hashesBuffers = options.buffers,
                              .waveform = std::move(waveform),
                              .trace = session::traceOf(options.tracePixel, options.traceVertex),
                              .stop = session::stopPlaceOf(options.stopAt, options.mode == session::RunMode::Timing)});
    session.run(workload);
    fmt::print(stderr, "results in {}\n", folder);
}

}  // namespace cyclorama::cli
