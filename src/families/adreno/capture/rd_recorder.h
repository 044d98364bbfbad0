// SPDX-License-Identifier: MIT
#pragma once
// Writes what an executor is asked for to a file of command streams: `cyclorama exec --record FILE.rd`. Each job comes
// with all buffers of its address space, as they are before it.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "device/objects/buffer_object.h"
#include "device/objects/executor.h"
#include "families/adreno/capture/rd_reader.h"
#include "families/adreno/chip/chip.h"
#include "workload/byte_output.h"

namespace cyclorama::adreno {

/// A section of a file (rd_reader.h).
void writeRdSection(workload::ByteOutput& output, RdKind kind, std::span<const std::byte> content);
/// Two sections: the place of a buffer, and its content.
void writeRdBuffer(workload::ByteOutput& output, uint64_t address, std::span<const std::byte> content);

/// The sections of a file, written one by one.
class RdWriter {
  public:
    /// `output` has to outlive the writer.
    RdWriter(workload::ByteOutput& output, const Chip& chip);

    void buffer(uint64_t address, std::span<const std::byte> content) { writeRdBuffer(output_, address, content); }
    void stream(uint64_t address, uint32_t words);

  private:
    workload::ByteOutput& output_;
};

class RdRecorder final : public device::Recorder {
  public:
    /// `executor` has to outlive this one. Throws sim::Error where the file cannot be created.
    RdRecorder(device::Executor& executor, const Chip& chip, const std::string& file)
        : executor_(executor), output_(file), writer_(output_, chip) {}

    std::unique_ptr<device::JobContext> makeContext() override;
    uint32_t counter(uint32_t group, uint32_t number) override { return executor_.counter(group, number); }
    std::optional<machine::FrameTime> framePresented(uint32_t index, const device::Scanout& scanout) override {
        return executor_.framePresented(index, scanout);
    }
    void close() override { output_.close(); }

  private:
    class Context;

    device::Executor& executor_;
    workload::GzipFileOutput output_;
    RdWriter writer_;
};

}  // namespace cyclorama::adreno
