// SPDX-License-Identifier: MIT
#include "family/capture/capture_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <variant>

#include "device/objects/frame_buffer.h"
#include "family/capture/buffer_hash.h"
#include "family/capture/executor_run.h"
#include "family/capture/replay_memory.h"
#include "sim/error.h"

namespace cyclorama::family {
namespace {

using namespace capture;

/// The buffers, address spaces and frames of a capture, brought back record by record.
class Replay final : public ExecutorRun {
  public:
    Replay(CaptureReader& reader, std::unique_ptr<device::ChipModel> chip, ExecuteRecord execute,
           const RunRequest& request, RecordWatcher* watcher)
        : ExecutorRun(std::move(chip), request, limited(request),
                      [&frames = request.frames](uint64_t cycles) { frames.advance(cycles); }),
          reader_(reader),
          watcher_(watcher),
          execute_(std::move(execute)),
          frames_(request.frames),
          findings_(request.findings),
          limits_(request.configuration.simulator),
          pause_(request.pause),
          hashesBuffers_(request.hashesBuffers),
          buffers_(request.hashesBuffers) {}

    bool advance() override;
    std::vector<BufferHash> buffers() const override {
        return hashesBuffers_ ? buffers_.hashes() : std::vector<BufferHash>{};
    }

  private:
    static std::optional<machine::TimingMachine::Options> limited(const RunRequest& request) {
        std::optional<machine::TimingMachine::Options> timing = request.timing;
        if (timing) timing->cycles = request.cycleLimit();
        return timing;
    }

    void apply(const NewBuffer& record) { buffers_.apply(record); }
    void apply(const BufferContent& record) { buffers_.apply(record); }
    void apply(const MapBuffer& record) {
        context(record.context).map(record.address, buffers_.object(record.buffer)->memory(), record.bytes);
    }
    void apply(const UnmapBuffer& record) { context(record.context).unmap(record.address, record.bytes); }
    void apply(const Submit& record) {
        ++submits_;
        execute_(context(record.context), record);
    }
    void apply(const WrittenBuffer& record);
    void apply(const Present& record);

    /// A limit of the run is reached.
    bool done() const {
        if (limits_.frames != 0) return shown_ >= limits_.frames;
        return limits_.cycles != 0 && executor().cycles() >= limits_.cycles;
    }

    device::JobContext& context(uint32_t number) {
        std::unique_ptr<device::JobContext>& context = contexts_[number];
        if (!context) context = executor().makeContext();
        return *context;
    }

    CaptureReader& reader_;
    RecordWatcher* watcher_;
    ExecuteRecord execute_;
    machine::FrameSink& frames_;
    sim::Findings& findings_;
    const machine::SimulatorParameters& limits_;
    machine::RunPause* pause_;
    bool hashesBuffers_;
    ReplayBuffers buffers_;
    std::map<uint32_t, std::unique_ptr<device::JobContext>> contexts_;
    uint64_t submits_ = 0;
    uint32_t shown_ = 0;
};

bool Replay::advance() {
    while (executor().paused() || !done()) {
        if (pause_ != nullptr && pause_->due()) return false;
        if (executor().paused()) {
            executor().advance();
            continue;
        }
        const std::optional<Record> record = reader_.next();
        if (!record) break;
        if (watcher_ != nullptr) watcher_->next(*record, buffers_);
        std::visit([this](const auto& each) { apply(each); }, *record);
    }
    return true;
}

void Replay::apply(const WrittenBuffer& record) {
    if (bufferHash(buffers_.object(record.buffer)->memory(), buffers_.bytes(record.buffer)) != record.hash)
        findings_.report(kReplayDiffers, fmt::format("submission {}", submits_ - 1),
                         fmt::format("buffer {}", record.buffer));
}

void Replay::apply(const Present& record) {
    const device::ScanoutFormat* format = device::findScanoutFormat(record.fourcc);
    if (format == nullptr)
        throw sim::Error("the capture", "", fmt::format("shows a frame of the unknown format {:#010x}", record.fourcc));
    const std::optional<machine::FrameTime> time = executor().endFrame(record.frame);
    const std::optional<uint64_t> cycles = time ? std::optional(time->cycles) : std::nullopt;
    if (record.frame < limits_.startFrame) {
        if (pause_ != nullptr) pause_->passFrame();
        return;
    }
    auto source = std::make_shared<device::FrameBuffer>();
    source->pitch = record.pitch;
    source->offset = static_cast<uint32_t>(record.offset);
    source->format = format;
    source->buffer = buffers_.object(record.buffer);
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
    ++shown_;
    if (pause_ != nullptr) pause_->endFrame();
}

}  // namespace

void ReplayBuffers::apply(const NewBuffer& record) {
    ReplayPages pages = ReplayPages::make(record.bytes);
    Buffer& buffer = buffers_[record.buffer];
    if (buffer.view && hashesWrites_) buffer.overwrite(buffer.contentHash());
    buffer.object = std::make_shared<device::BufferObject>(std::move(pages.memory), record.bytes, record.buffer, 0);
    buffer.view = std::move(pages.view);
}

void ReplayBuffers::apply(const BufferContent& record) {
    Buffer& buffer = buffers_.at(record.buffer);
    const std::span<std::byte> written = buffer.view->bytes().subspan(record.offset, record.data.size());
    if (hashesWrites_) buffer.overwrite(contentHash(written));
    std::ranges::copy(record.data, written.begin());
}

void ReplayBuffers::Buffer::overwrite(uint64_t hash) {
    const std::array<uint64_t, 2> chained{overwritten, hash};
    overwritten = capture::contentHash(std::as_bytes(std::span(chained)));
}

uint64_t ReplayBuffers::Buffer::contentHash() const { return bufferHash(object->memory(), view->bytes()); }

std::vector<BufferHash> ReplayBuffers::hashes() const {
    std::vector<BufferHash> all;
    for (const auto& [number, buffer] : buffers_)
        all.push_back({.buffer = number,
                       .bytes = buffer.view->bytes().size(),
                       .content = buffer.contentHash(),
                       .overwritten = buffer.overwritten});
    return all;
}

std::vector<uint64_t> ReplayBuffers::numbers() const {
    std::vector<uint64_t> all;
    for (const auto& [number, buffer] : buffers_) all.push_back(number);
    return all;
}

std::unique_ptr<WorkloadRun> replayCapture(CaptureReader& reader, std::unique_ptr<device::ChipModel> chip,
                                           ExecuteRecord execute, const RunRequest& request, RecordWatcher* watcher) {
    return std::make_unique<Replay>(reader, std::move(chip), std::move(execute), request, watcher);
}

}  // namespace cyclorama::family
