#pragma once
// Records what an executor is asked to do on its way there: `cyclorama exec --record`.

#include <map>
#include <memory>
#include <string>

#include "device/buffer_object.h"
#include "device/submit_executor.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "families/vivante/capture/vivante_capture_writer.h"
#include "families/vivante/frontend/chip.h"

namespace cyclorama::cli {

class RecordingExecutor final : public device::SubmitExecutor {
  public:
    /// `executor` has to outlive this one. Throws sim::Error where the file cannot be created.
    RecordingExecutor(device::SubmitExecutor& executor, const vivante::Chip& chip, const std::string& file);
    ~RecordingExecutor() override;

    std::unique_ptr<device::ExecutionContext> makeContext() override;
    uint32_t counter(uint32_t domain, uint32_t signal) override { return executor_.counter(domain, signal); }
    std::optional<machine::FrameTime> framePresented(uint32_t index, const device::Scanout& scanout) override;

    /// Ends the file. Throws sim::Error where it could not be written.
    void close() { output_.close(); }

  private:
    class Context;
    struct Buffer {
        std::unique_ptr<device::MappedView> view;
        uint32_t mappings = 0;
    };

    void map(uint32_t context, uint32_t address, int memory, uint64_t bytes);
    void unmapped(uint64_t buffer);

    device::SubmitExecutor& executor_;
    workload::GzipFileOutput output_;
    vivante::VivanteCaptureWriter writer_;
    std::map<uint64_t, Buffer> buffers_;
    uint32_t contexts_ = 0;
    uint32_t frames_ = 0;
};

}  // namespace cyclorama::cli
