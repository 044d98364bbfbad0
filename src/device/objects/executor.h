// SPDX-License-Identifier: MIT
#pragma once
// The execution of jobs: the device's one view of the simulator.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "machine/values/frame_sink.h"

namespace cyclorama::device {

struct Scanout;

/// Commands that the GPU reads one after the other.
struct CommandStream {
    /// Their place in the context's address space, and their length.
    uint64_t address = 0;
    uint64_t bytes = 0;
    /// The driver's own copy, to be stored there before; empty where the commands are in a mapped buffer.
    std::span<const std::byte> copy{};
};

/// The work that a program submits at once. Refers to memory of the caller.
struct GpuJob {
    /// The engine or queue that reads the streams, as the driver numbers them.
    uint32_t engine = 0;
    std::span<const CommandStream> streams{};
    /// Inodes of the buffers that the program says it writes to: no other program does so while the job runs.
    std::span<const uint64_t> written{};
};

enum class JobResult : uint8_t {
    Done,
    /// The GPU made no more progress; the rest of the job was dropped, and the GPU begins anew.
    Hung,
};

/// A GPU address space, and the GPU's state for those who share it. Called by one thread.
class JobContext {
  public:
    virtual ~JobContext() = default;
    /// Maps the first `bytes` (whole pages) of a file.
    virtual void map(uint64_t address, int memory, uint64_t bytes) = 0;
    virtual void unmap(uint64_t address, uint64_t bytes) = 0;
    /// Executes a job to its end, or until the GPU hangs.
    virtual JobResult execute(const GpuJob& job) = 0;
    /// Samples that passed all tests in the jobs so far; zero where nothing is drawn.
    virtual uint64_t samplesPassed() const { return 0; }
};

class Executor {
  public:
    virtual ~Executor() = default;
    virtual std::unique_ptr<JobContext> makeContext() = 0;
    /// The present value of a performance counter, as the driver groups and numbers them. On the queue's thread.
    virtual uint32_t counter(uint32_t group, uint32_t number) = 0;
    /// Frame `index` is on the display, after everything that was executed before: its time, where there is time.
    virtual std::optional<machine::FrameTime> framePresented(uint32_t, const Scanout&) { return std::nullopt; }
};

/// An executor that writes what it is asked for to a file.
class Recorder : public Executor {
  public:
    /// Ends the file. Throws sim::Error where it could not be written.
    virtual void close() = 0;
};

}  // namespace cyclorama::device
