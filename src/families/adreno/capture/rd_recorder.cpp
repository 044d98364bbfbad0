// SPDX-License-Identifier: MIT
#include "families/adreno/capture/rd_recorder.h"

#include <array>
#include <utility>

namespace cyclorama::adreno {

namespace {

void writePlace(workload::ByteOutput& output, RdKind kind, uint64_t address, uint32_t size) {
    const std::array<uint32_t, 3> words{static_cast<uint32_t>(address), size, static_cast<uint32_t>(address >> 32)};
    writeRdSection(output, kind, std::as_bytes(std::span(words)));
}

}  // namespace

void writeRdSection(workload::ByteOutput& output, RdKind kind, std::span<const std::byte> content) {
    const std::array<uint32_t, 2> header{static_cast<uint32_t>(kind), static_cast<uint32_t>(content.size())};
    output.write(std::as_bytes(std::span(header)));
    output.write(content);
}

void writeRdBuffer(workload::ByteOutput& output, uint64_t address, std::span<const std::byte> content) {
    writePlace(output, RdKind::BufferPlace, address, static_cast<uint32_t>(content.size()));
    writeRdSection(output, RdKind::BufferContent, content);
}

RdWriter::RdWriter(workload::ByteOutput& output, const Chip& chip) : output_(output) {
    constexpr std::string_view kProgram = "cyclorama";
    const std::array<uint32_t, 2> chipId{chip.chipId, 0};
    writeRdSection(output_, RdKind::ChipId, std::as_bytes(std::span(chipId)));
    writeRdSection(output_, RdKind::Command, std::as_bytes(std::span(kProgram)));
}

void RdWriter::stream(uint64_t address, uint32_t words) { writePlace(output_, RdKind::StreamPlace, address, words); }

/// Passes everything on, and has it recorded.
class RdRecorder::Context final : public device::JobContext {
  public:
    Context(RdWriter& writer, std::unique_ptr<device::JobContext> inner) : writer_(writer), inner_(std::move(inner)) {}

    void map(uint64_t address, int memory, uint64_t bytes) override {
        inner_->map(address, memory, bytes);
        buffers_[address] = std::make_unique<device::MappedView>(memory, bytes);
    }
    void unmap(uint64_t address, uint64_t bytes) override {
        inner_->unmap(address, bytes);
        buffers_.erase(address);
    }
    device::JobResult execute(const device::GpuJob& job) override {
        // The buffers of a stream come before it, and count for it alone.
        for (const device::CommandStream& stream : job.streams) {
            for (const auto& [address, view] : buffers_) writer_.buffer(address, view->bytes());
            writer_.stream(stream.address, static_cast<uint32_t>(stream.bytes / sizeof(uint32_t)));
        }
        return inner_->execute(job);
    }

  private:
    RdWriter& writer_;
    std::unique_ptr<device::JobContext> inner_;
    std::map<uint64_t, std::unique_ptr<device::MappedView>> buffers_;
};

std::unique_ptr<device::JobContext> RdRecorder::makeContext() {
    return std::make_unique<Context>(writer_, executor_.makeContext());
}

}  // namespace cyclorama::adreno
