// SPDX-License-Identifier: MIT
#pragma once
// Records the jobs and frames of an executor in a capture, on their way there: `cyclorama exec --record`.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/objects/buffer_object.h"
#include "device/objects/executor.h"
#include "family/capture/capture_writer.h"

namespace cyclorama::family {

/// The part of a capture that is the family's own.
struct CaptureFamily {
    /// Begins the file.
    std::function<std::unique_ptr<CaptureWriter>(workload::ByteOutput& output)> makeWriter;
    /// The records of a job that was just executed.
    std::function<std::vector<capture::Submit>(uint32_t context, const device::GpuJob& job)> describe;
};

class RecordingExecutor final : public device::Recorder {
  public:
    /// `executor` has to outlive this one. Throws sim::Error where the file cannot be created.
    RecordingExecutor(device::Executor& executor, CaptureFamily family, const std::string& file);
    ~RecordingExecutor() override;

    std::unique_ptr<device::JobContext> makeContext() override;
    uint32_t counter(uint32_t group, uint32_t number) override { return executor_.counter(group, number); }
    std::optional<machine::FrameTime> framePresented(uint32_t index, const device::Scanout& scanout) override;

    void close() override { output_.close(); }

  private:
    class Context;
    struct Buffer {
        std::unique_ptr<device::MappedView> view;
        uint32_t mappings = 0;
    };

    void map(uint32_t context, uint64_t address, int memory, uint64_t bytes);
    void unmapped(uint64_t buffer);

    device::Executor& executor_;
    workload::GzipFileOutput output_;
    CaptureFamily family_;
    std::unique_ptr<CaptureWriter> writer_;
    std::map<uint64_t, Buffer> buffers_;
    uint32_t contexts_ = 0;
    uint32_t frames_ = 0;
};

}  // namespace cyclorama::family
