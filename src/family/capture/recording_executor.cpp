// SPDX-License-Identifier: MIT
#include "family/capture/recording_executor.h"

#include <sys/stat.h>

#include <system_error>

#include "device/objects/frame_buffer.h"

namespace cyclorama::family {
namespace {

uint64_t inodeOf(int memory) {
    struct stat status {};
    if (fstat(memory, &status) != 0) throw std::system_error(errno, std::generic_category(), "a buffer to record");
    return status.st_ino;
}

}  // namespace

/// Passes everything on, and has it recorded.
class RecordingExecutor::Context final : public device::JobContext {
  public:
    Context(RecordingExecutor& owner, std::unique_ptr<device::JobContext> inner, uint32_t number)
        : owner_(owner), inner_(std::move(inner)), number_(number) {}
    ~Context() override {
        for (const auto& [address, mapping] : mappings_) owner_.unmapped(mapping.buffer);
    }

    void map(uint64_t address, int memory, uint64_t bytes) override {
        inner_->map(address, memory, bytes);
        const uint64_t buffer = inodeOf(memory);
        owner_.map(number_, address, memory, bytes);
        const auto [place, isNew] = mappings_.try_emplace(address, Mapping{buffer, bytes});
        if (!isNew) {
            owner_.unmapped(place->second.buffer);
            place->second = {buffer, bytes};
        }
    }

    void unmap(uint64_t address, uint64_t bytes) override {
        inner_->unmap(address, bytes);
        owner_.writer_->unmap(number_, address, bytes);
        const auto found = mappings_.find(address);
        if (found == mappings_.end()) return;
        owner_.unmapped(found->second.buffer);
        mappings_.erase(found);
    }

    device::JobResult execute(const device::GpuJob& job) override {
        owner_.writer_->writeChanges();
        const device::JobResult result = inner_->execute(job);
        for (capture::Submit& record : owner_.family_.describe(number_, job)) owner_.writer_->write(std::move(record));
        owner_.writer_->executed(job.written);
        return result;
    }

  private:
    struct Mapping {
        uint64_t buffer = 0;
        uint64_t bytes = 0;
    };

    RecordingExecutor& owner_;
    std::unique_ptr<device::JobContext> inner_;
    uint32_t number_;
    std::map<uint64_t, Mapping> mappings_;
};

RecordingExecutor::RecordingExecutor(device::Executor& executor, CaptureFamily family, const std::string& file)
    : executor_(executor), output_(file), family_(std::move(family)), writer_(family_.makeWriter(output_)) {}

RecordingExecutor::~RecordingExecutor() = default;

std::unique_ptr<device::JobContext> RecordingExecutor::makeContext() {
    return std::make_unique<Context>(*this, executor_.makeContext(), contexts_++);
}

void RecordingExecutor::map(uint32_t context, uint64_t address, int memory, uint64_t bytes) {
    const uint64_t number = inodeOf(memory);
    Buffer& buffer = buffers_[number];
    if (!buffer.view) buffer.view = std::make_unique<device::MappedView>(memory, bytes);
    ++buffer.mappings;
    writer_->map(context, address, number, buffer.view->bytes());
}

void RecordingExecutor::unmapped(uint64_t number) {
    const auto found = buffers_.find(number);
    if (found == buffers_.end() || --found->second.mappings > 0) return;
    writer_->forget(number);
    buffers_.erase(found);
}

std::optional<machine::FrameTime> RecordingExecutor::framePresented(uint32_t index, const device::Scanout& scanout) {
    std::optional<machine::FrameTime> time = executor_.framePresented(index, scanout);
    const device::FrameBuffer& source = *scanout.source;
    const uint64_t number = source.buffer->inode();
    const bool mapped = buffers_.contains(number);
    const device::MappedView view(source.buffer->memory(), source.buffer->bytes());
    writer_->present({.frame = frames_++,
                      .buffer = number,
                      .offset = source.offset,
                      .pitch = source.pitch,
                      .fourcc = source.format->fourcc,
                      .sourceX = scanout.sourceX,
                      .sourceY = scanout.sourceY,
                      .x = static_cast<uint32_t>(scanout.x),
                      .y = static_cast<uint32_t>(scanout.y),
                      .width = scanout.width,
                      .height = scanout.height,
                      .screenWidth = scanout.screenWidth,
                      .screenHeight = scanout.screenHeight},
                     mapped ? buffers_.at(number).view->bytes() : view.bytes());
    if (!mapped) writer_->forget(number);
    return time;
}

}  // namespace cyclorama::family
