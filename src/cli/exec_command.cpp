#include "cli/exec_command.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "cli/child_process.h"
#include "cli/configuration_file.h"
#include "cli/frame_writer.h"
#include "cli/mesa_location.h"
#include "cli/program_files.h"
#include "cli/timing_files.h"
#include "device/core/device.h"
#include "device/core/protocol.h"
#include "device/core/server.h"
#include "device/execution/simulated_executor.h"
#include "families/vivante/device/chip_model.h"
#include "families/vivante/device/etnaviv_driver.h"
#include "families/vivante/device/vivante_chip.h"
#include "machine/configuration/configuration.h"
#include "results/output_file.h"
#include "results/summary.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

constexpr int kSimulationFailed = 1;

device::DisplaySettings displaySettings(const std::string& text) {
    device::DisplaySettings settings;
    if (text.empty()) return settings;
    int end = 0;
    const int read = std::sscanf(text.c_str(), "%ux%u%n", &settings.width, &settings.height, &end);
    if (read != 2 || static_cast<size_t>(end) != text.size())
        throw sim::Error("--display", "", fmt::format("'{}' is not WIDTHxHEIGHT", text));
    if (settings.width < 16 || settings.height < 16 || settings.width > device::kMaximumDisplaySize ||
        settings.height > device::kMaximumDisplaySize)
        throw sim::Error("--display", "", fmt::format("a display has 16 to {} pixels", device::kMaximumDisplaySize));
    return settings;
}

std::string preloadVariable() {
    const char* const present = std::getenv("LD_PRELOAD");
    const std::string own = preloadLibrary().string();
    return "LD_PRELOAD=" + own + (present == nullptr || *present == '\0' ? "" : std::string(":") + present);
}

std::string joined(const std::vector<std::string>& command) {
    std::string text;
    for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
    return text;
}

/// One line for the user: what was drawn, and where it is.
std::string outcome(const ExecOptions& options, const results::RunSummary& summary) {
    std::string text = fmt::format("{} frames", summary.frames.size());
    if (summary.cycles) text += fmt::format(", {} cycles", *summary.cycles);
    if (options.outputFolder.empty()) return text + "; --out DIR keeps their pictures and a summary";
    return text + (options.discardFrames ? " discarded; the summary is in " : " in ") + options.outputFolder;
}

/// Runs the command to its end and waits for what it submitted last.
int serveCommand(const ExecOptions& options, device::Device& device) {
    const MesaLocation mesa = findMesa(options.mesa);
    const device::Server server(device);
    std::vector<std::string> variables = server.environment();
    variables.push_back(preloadVariable());
    if (options.frameTime > 0)
        variables.push_back(
            fmt::format("{}={}", device::protocol::kFrameTimeVariable, std::llround(options.frameTime * 1e6)));
    for (std::string& variable : mesa.environment()) variables.push_back(std::move(variable));
    ChildProcess child(options.command, variables);
    const int status = child.wait();
    device.core().queue.drain();
    return status;
}

}  // namespace

int execCommand(const ExecOptions& options) {
    const bool timed = options.mode == RunMode::Timing;
    const machine::Configuration& configuration = options.configuration;
    const vivante::Chip chip = vivante::vivanteChip(configuration);
    const vivante::EtnavivDriver driver(chip);
    const vivante::VivanteChipModel model(chip);
    const device::DisplaySettings display = displaySettings(options.display);
    std::optional<results::OutputFolder> folder;
    if (!options.outputFolder.empty()) folder.emplace(options.outputFolder);
    results::RunSummary summary{.workload = joined(options.command),
                                .mode = timed ? "timing" : "functional",
                                .configHash = configuration.hash()};
    if (folder) writeConfiguration(*folder, configuration);
    using Output = BackgroundFrameWriter::Output;
    BackgroundFrameWriter frames(folder, options.discardFrames ? Output::Nothing : Output::Pictures);
    sim::Findings findings;
    std::optional<TimingFiles> files;
    std::optional<machine::TimingMachine::Options> timing;
    if (timed) {
        timing.emplace().detectStalls = configuration.simulator.detectStalls;
        if (folder) {
            files.emplace(*folder, configuration);
            timing->statistics = files->statistics();
            timing->trace = files->trace();
            timing->memoryTrace = files->memoryTrace();
        }
    }
    device::SimulatedExecutor executor(model, configuration, findings, timing);
    std::unique_ptr<device::Recorder> recorder;
    if (!options.record.empty()) recorder = driver.record(executor, options.record);
    int status = 0;
    {
        device::Device device(driver, display, recorder ? static_cast<device::Executor&>(*recorder) : executor, frames);
        status = serveCommand(options, device);
        summary.error = device.core().queue.failure();
        summary.findings = device.core().findings.all().all();
    }
    if (recorder) recorder->close();
    summary.cycles = executor.finish();
    if (files) files->close();
    summary.findings.insert(summary.findings.end(), findings.all().begin(), findings.all().end());
    summary.frames = frames.finish();
    if (folder) results::writeSummary(folder->path(), summary);
    std::cerr << results::timesText(summary.frames) << results::findingsText(summary.findings);
    fmt::print(stderr, "{}\n", outcome(options, summary));
    if (summary.error) {
        fmt::print(stderr, "cyclorama: {}\n", *summary.error);
        return kSimulationFailed;
    }
    return status;
}

}  // namespace cyclorama::cli
