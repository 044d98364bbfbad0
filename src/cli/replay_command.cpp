#include "cli/replay_command.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <system_error>
#include <variant>

#include "cli/configuration_file.h"
#include "cli/frame_writer.h"
#include "cli/timing_files.h"
#include "device/core/buffer_object.h"
#include "device/execution/simulated_executor.h"
#include "device/kms/frame_buffer.h"
#include "families/vivante/capture/vivante_capture_reader.h"
#include "families/vivante/device/chip_model.h"
#include "families/vivante/device/etnaviv_uapi.h"
#include "results/output_file.h"
#include "results/progress.h"
#include "results/summary.h"
#include "sim/error.h"

namespace cyclorama::cli {
namespace {

using namespace vivante::capture;

std::filesystem::path newFolder(const std::string& capture) {
    std::string stem = std::filesystem::path(capture).filename().string();
    if (const size_t dot = stem.find('.', 1); dot != std::string::npos) stem.resize(dot);
    std::filesystem::path folder = stem;
    for (int number = 2; std::filesystem::exists(folder); ++number) folder = fmt::format("{}-{}", stem, number);
    return folder;
}

/// The buffers, address spaces and frames of a capture, brought back record by record.
class Replay {
  public:
    Replay(device::SimulatedExecutor& executor, machine::FrameSink& frames, results::Progress* progress,
           sim::Findings& findings, const RunOptions& options)
        : executor_(executor), frames_(frames), progress_(progress), findings_(findings), options_(options) {}

    void apply(const NewBuffer& record);
    void apply(const BufferContent& record);
    void apply(const MapBuffer& record) {
        context(record.context).map(record.address, buffer(record.buffer)->memory(), record.bytes);
    }
    void apply(const UnmapBuffer& record) { context(record.context).unmap(record.address, record.bytes); }
    void apply(const Submit& record) {
        ++submits_;
        const auto engine = record.pipe2d ? vivante::etnaviv::ExecState::Pipe2D : vivante::etnaviv::ExecState::Pipe3D;
        const device::CommandStream stream{
            .address = record.address, .bytes = record.stream.size(), .copy = record.stream};
        context(record.context).execute({.engine = static_cast<uint32_t>(engine), .streams = std::span(&stream, 1)});
    }
    void apply(const WrittenBuffer& record);
    void apply(const Present& record);

    bool done() const { return options_.frames.value_or(0) != 0 && shown_ >= *options_.frames; }

  private:
    struct Buffer {
        std::shared_ptr<device::BufferObject> object;
        std::unique_ptr<device::MappedView> view;
    };

    const std::shared_ptr<device::BufferObject>& buffer(uint64_t number) const { return buffers_.at(number).object; }
    device::ExecutionContext& context(uint32_t number) {
        std::unique_ptr<device::ExecutionContext>& context = contexts_[number];
        if (!context) context = executor_.makeContext();
        return *context;
    }

    device::SimulatedExecutor& executor_;
    machine::FrameSink& frames_;
    results::Progress* progress_;  // null where none is shown
    sim::Findings& findings_;
    const RunOptions& options_;
    std::map<uint64_t, Buffer> buffers_;
    std::map<uint32_t, std::unique_ptr<device::ExecutionContext>> contexts_;
    uint64_t submits_ = 0;
    uint32_t shown_ = 0;
};

void Replay::apply(const NewBuffer& record) {
    device::UniqueFd memory(memfd_create("capture", MFD_CLOEXEC));
    if (memory.get() < 0 || ftruncate(memory.get(), static_cast<off_t>(record.bytes)) != 0)
        throw std::system_error(errno, std::generic_category(), "a buffer of the capture");
    Buffer& buffer = buffers_[record.buffer];
    buffer.object = std::make_shared<device::BufferObject>(std::move(memory), record.bytes, record.buffer, 0);
    buffer.view = std::make_unique<device::MappedView>(buffer.object->memory(), record.bytes);
    if (buffer.view->bytes().empty())
        throw std::system_error(errno, std::generic_category(), "mapping a buffer of the capture");
}

void Replay::apply(const BufferContent& record) {
    std::memcpy(buffers_.at(record.buffer).view->bytes().data() + record.offset, record.data.data(),
                record.data.size());
}

void Replay::apply(const WrittenBuffer& record) {
    if (contentHash(buffers_.at(record.buffer).view->bytes()) != record.hash)
        findings_.report(kReplayDiffers, fmt::format("submission {}", submits_ - 1),
                         fmt::format("buffer {}", record.buffer));
}

void Replay::apply(const Present& record) {
    const device::ScanoutFormat* format = device::findScanoutFormat(record.fourcc);
    if (format == nullptr)
        throw sim::Error("the capture", "", fmt::format("shows a frame of the unknown format {:#010x}", record.fourcc));
    const std::optional<machine::FrameTime> time = executor_.endFrame(record.frame);
    const std::optional<uint64_t> cycles = time ? std::optional(time->cycles) : std::nullopt;
    if (record.frame < options_.startFrame.value_or(0)) return;
    auto source = std::make_shared<device::FrameBuffer>();
    source->pitch = record.pitch;
    source->offset = static_cast<uint32_t>(record.offset);
    source->format = format;
    source->buffer = buffer(record.buffer);
    frames_.present({.index = record.frame,
                     .picture = device::capture({.source = source,
                                                 .sourceX = record.sourceX,
                                                 .sourceY = record.sourceY,
                                                 .x = static_cast<int32_t>(record.x),
                                                 .y = static_cast<int32_t>(record.y),
                                                 .width = record.width,
                                                 .height = record.height,
                                                 .screenWidth = record.screenWidth,
                                                 .screenHeight = record.screenHeight}),
                     .cycles = cycles,
                     .use = time ? time->use : machine::FrameUse{}});
    if (progress_ != nullptr) progress_->frameDone(record.frame, cycles);
    ++shown_;
}

}  // namespace

void replayVivanteCapture(const RunOptions& options, const std::string& path, machine::Configuration configuration) {
    vivante::VivanteCaptureReader reader(path);
    const bool timed = options.mode == RunMode::Timing;
    if (timed && configuration.vivante.model != reader.chip().model)
        throw sim::Error(
            path, "",
            fmt::format("is of a {}; the configuration has to be one of that chip: --gpu NAME", reader.chip().name));
    const results::OutputFolder folder(options.outputFolder.empty() ? newFolder(path)
                                                                    : std::filesystem::path(options.outputFolder));
    writeConfiguration(folder, configuration);
    sim::Findings findings;
    results::RunSummary summary{
        .workload = path, .mode = timed ? "timing" : "functional", .configHash = configuration.hash()};
    BackgroundFrameWriter frames(folder);
    std::optional<results::Progress> progress;
    std::optional<TimingFiles> files;
    std::optional<machine::TimingMachine::Options> timing;
    if (timed) {
        progress.emplace(std::cerr, results::ProgressSettings{.terminal = results::standardErrorIsTerminal(),
                                                              .columns = results::standardErrorColumns(),
                                                              .frames = options.frames});
        files.emplace(folder, configuration);
        timing = {.statistics = files->statistics(),
                  .trace = files->trace(),
                  .memoryTrace = files->memoryTrace(),
                  .detectStalls = configuration.simulator.detectStalls};
    }
    const auto finish = [&] {
        if (progress) progress->finish();
        summary.frames = frames.finish();
        summary.findings = findings.all();
        results::writeSummary(folder.path(), summary);
        std::cerr << results::timesText(summary.frames) << results::findingsText(summary.findings);
    };
    try {
        const vivante::VivanteChipModel model(reader.chip());
        device::SimulatedExecutor executor(model, configuration, findings, timing,
                                           [&](uint64_t cycles) { progress->advance(cycles); });
        Replay replay(executor, frames, progress ? &*progress : nullptr, findings, options);
        while (!replay.done()) {
            const std::optional<Record> record = reader.next();
            if (!record) break;
            std::visit([&](const auto& each) { replay.apply(each); }, *record);
        }
        summary.cycles = executor.finish();
        if (files) files->close();
    } catch (const std::exception& error) {
        summary.error = error.what();
        finish();
        throw;
    }
    finish();
    fmt::print(stderr, "results in {}\n", folder.path().string());
}

}  // namespace cyclorama::cli
