// SPDX-License-Identifier: MIT
#include "families/attila/driver/gpu_driver.h"

#include "families/attila/driver/draw/renderer.h"
#include "families/attila/trace/attila_trace.h"
#include "workload/byte_output.h"

namespace cyclorama::attila {
namespace {

/// Writes the jobs of all contexts, one after the other, to a trace: each is one, of which the first keeps its header.
class TraceRecorder final : public device::Recorder {
  public:
    TraceRecorder(device::Executor& executor, const std::string& file) : executor_(executor), output_(file) {}

    std::unique_ptr<device::JobContext> makeContext() override {
        return std::make_unique<Context>(*this, executor_.makeContext());
    }
    uint32_t counter(uint32_t group, uint32_t number) override { return executor_.counter(group, number); }
    std::optional<machine::FrameTime> framePresented(uint32_t index, const device::Scanout& scanout) override {
        return executor_.framePresented(index, scanout);
    }
    void close() override { output_.close(); }

  private:
    class Context final : public device::JobContext {
      public:
        Context(TraceRecorder& owner, std::unique_ptr<device::JobContext> inner)
            : owner_(owner), inner_(std::move(inner)) {}
        void map(uint64_t address, int memory, uint64_t bytes) override { inner_->map(address, memory, bytes); }
        void unmap(uint64_t address, uint64_t bytes) override { inner_->unmap(address, bytes); }
        device::JobResult execute(const device::GpuJob& job) override {
            for (const device::CommandStream& stream : job.streams) owner_.append(stream.copy);
            return inner_->execute(job);
        }
        uint64_t samplesPassed() const override { return inner_->samplesPassed(); }

      private:
        TraceRecorder& owner_;
        std::unique_ptr<device::JobContext> inner_;
    };

    void append(std::span<const std::byte> trace) {
        output_.write(begun_ ? trace.subspan(attila_trace::kHeaderBytes) : trace);
        begun_ = true;
    }

    device::Executor& executor_;
    workload::GzipFileOutput output_;
    bool begun_ = false;
};

}  // namespace

GpuDriver::GpuDriver(const machine::Configuration& configuration)
    : VirtioDriver(std::make_unique<Renderer>(configuration)) {}

std::unique_ptr<device::Recorder> GpuDriver::record(device::Executor& executor, const std::string& file) const {
    return std::make_unique<TraceRecorder>(executor, file);
}

}  // namespace cyclorama::attila
