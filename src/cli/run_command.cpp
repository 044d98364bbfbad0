#include "cli/run_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <span>

#include "cli/configuration_file.h"
#include "cli/frame_writer.h"
#include "cli/replay_command.h"
#include "cli/timing_files.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/vivante/capture/vivante_capture_reader.h"
#include "machine/functional/functional_machine.h"
#include "machine/timing/timing_machine.h"
#include "results/output_file.h"
#include "results/png_writer.h"
#include "results/progress.h"
#include "results/summary.h"
#include "sim/error.h"

namespace cyclorama::cli {

namespace {

constexpr sim::FindingKind kOtherLayout{
    .identifier = "trace-for-other-layout",
    .severity = sim::Severity::Corruption,
    .sentence =
        "the trace was written for other tile or texture block sizes: textures and buffers are not where the "
        "machine looks for them",
    .hint = "set the RASTERIZER tile sizes and FRAGMENTSHADER texture block sizes of the trace's header"};

/// Writes frames into the folder of results and keeps what the summary says of them.
class FrameWriter final : public machine::FrameSink {
  public:
    FrameWriter(const results::OutputFolder& folder, results::Progress& progress)
        : folder_(&folder), progress_(&progress) {}

    void present(const machine::PresentedFrame& frame) override {
        const std::string image = frame.picture.rgba.empty() ? "" : results::frameFileName(frame.index);
        if (!image.empty()) write(image, frame.picture);
        frames_.push_back(summaryOf(frame, image));
        progress_->frameDone(frame.index, frame.cycles);
    }

    void advance(uint64_t cycles) override { progress_->advance(cycles); }

    void dump(const std::string& name, const func::Picture& picture) override { write(name + ".png", picture); }

    void program(const std::string& name, std::span<const std::byte> code) override {
        results::writeFile(folder_->file(name), {reinterpret_cast<const char*>(code.data()), code.size()});
    }

    const std::vector<results::FrameSummary>& frames() const { return frames_; }

  private:
    void write(const std::string& name, const func::Picture& picture) {
        results::writePng(folder_->file(name),
                          {.width = picture.width, .height = picture.height, .rgba = picture.rgba});
    }

    const results::OutputFolder* folder_;
    results::Progress* progress_;
    std::vector<results::FrameSummary> frames_;
};

/// The workload's file name without its endings, made new by a number where such a folder exists.
std::filesystem::path newFolder(const std::string& workload) {
    std::string stem = std::filesystem::path(workload).filename().string();
    if (const size_t dot = stem.find('.', 1); dot != std::string::npos) stem.resize(dot);
    if (stem.empty()) stem = "run";
    std::filesystem::path folder = stem;
    for (int number = 2; std::filesystem::exists(folder); ++number) folder = fmt::format("{}-{}", stem, number);
    return folder;
}

bool sameLayout(const attila::AttilaTraceParameters& trace, const machine::Configuration& configuration) {
    const machine::RasterizationParameters& raster = configuration.rasterization;
    const machine::TextureUnitParameters& texture = configuration.textureUnit;
    return trace.textureBlockDimension == texture.blockDimension &&
           trace.textureSuperBlockDimension == texture.superBlockDimension && trace.scanWidth == raster.scanWidth &&
           trace.scanHeight == raster.scanHeight && trace.overScanWidth == raster.overScanWidth &&
           trace.overScanHeight == raster.overScanHeight;
}

/// Cycles of the whole run.
uint64_t runTimed(gpu::CommandSource& source, const machine::Configuration& configuration, bool sleeping,
                  const machine::RunLimits& limits, const results::OutputFolder& folder, FrameWriter& writer,
                  sim::Findings& findings) {
    TimingFiles files(folder, configuration);
    machine::TimingMachine machine(configuration,
                                   {.limits = limits,
                                    // SimFrames takes precedence.
                                    .cycles = limits.frames != 0 ? 0 : configuration.simulator.cycles.get(),
                                    .statistics = files.statistics(),
                                    .trace = files.trace(),
                                    .memoryTrace = files.memoryTrace(),
                                    .sleeping = sleeping,
                                    .detectStalls = configuration.simulator.detectStalls},
                                   writer, findings);
    machine.run(source);
    files.close();
    return machine.cycles();
}

}  // namespace

void runWorkload(const RunOptions& options, machine::Configuration configuration) {
    if (options.frames) configuration.simulator.frames = *options.frames;
    if (options.startFrame) configuration.simulator.startFrame = *options.startFrame;
    if (!options.workload.empty())
        configuration.simulator.inputFile = options.workload;
    else if (configuration.origin(configuration.item("SIMULATOR.InputFile")) == "default")
        throw sim::Error("run", "", "no workload is named, neither here nor by SIMULATOR.InputFile");
    const std::string workload = configuration.simulator.inputFile;
    if (vivante::isVivanteCapture(workload)) return replayVivanteCapture(options, workload, std::move(configuration));

    attila::AttilaTraceReader reader(workload);
    const results::OutputFolder folder(options.outputFolder.empty() ? newFolder(workload)
                                                                    : std::filesystem::path(options.outputFolder));
    writeConfiguration(folder, configuration);

    sim::Findings findings;
    if (!sameLayout(reader.parameters(), configuration)) findings.report(kOtherLayout, "the trace's header");
    results::RunSummary summary{.workload = workload,
                                .mode = options.mode == RunMode::Timing ? "timing" : "functional",
                                .configHash = configuration.hash(),
                                .cycles = std::nullopt,
                                .frames = {},
                                .findings = {},
                                .error = std::nullopt};
    const uint32_t frames = configuration.simulator.frames;
    results::Progress progress(std::cerr, {.terminal = results::standardErrorIsTerminal(),
                                           .columns = results::standardErrorColumns(),
                                           .frames = options.frames});
    FrameWriter writer(folder, progress);
    const auto finish = [&] {
        progress.finish();
        summary.frames = writer.frames();
        summary.findings = findings.all();
        results::writeSummary(folder.path(), summary);
        std::cerr << results::timesText(summary.frames) << results::findingsText(summary.findings);
    };
    try {
        const uint32_t startFrame = configuration.simulator.startFrame;
        attila::AttilaFrontEnd frontEnd(reader, {.skipFrames = startFrame});
        const machine::RunLimits limits{.firstFrame = reader.parameters().startFrame + startFrame, .frames = frames};
        if (options.mode == RunMode::Timing) {
            summary.cycles = runTimed(frontEnd, configuration, options.sleeping, limits, folder, writer, findings);
        } else {
            machine::FunctionalMachine machine(configuration, {.threads = 0, .limits = limits}, writer, findings);
            machine.run(frontEnd);
        }
    } catch (const std::exception& error) {
        summary.error = error.what();
        finish();
        throw;
    }
    finish();
    fmt::print(stderr, "results in {}\n", folder.path().string());
}

}  // namespace cyclorama::cli
