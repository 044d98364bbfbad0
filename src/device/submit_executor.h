#pragma once
// What executes command streams: the device's one view of the simulator.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "device/etnaviv_uapi.h"
#include "machine/values/frame_sink.h"

namespace cyclorama::device {

/// GPU addresses up to here are the server's own, for command streams (Linux: ETNAVIV_SOFTPIN_START_ADDRESS).
inline constexpr uint32_t kFirstUserAddress = 0x00400000;

struct Scanout;

/// A GPU address space, and the chip as those who share it see it. Called by one thread.
class ExecutionContext {
  public:
    virtual ~ExecutionContext() = default;
    /// Maps `bytes` (whole pages) of a file from its start on.
    virtual void map(uint32_t address, int memory, uint64_t bytes) = 0;
    virtual void unmap(uint32_t address, uint64_t bytes) = 0;
    /// Executes a command stream to its end; its relocations are done. `written` are the inodes of the buffers that the
    /// program says it writes to: while it runs, no one else does (Linux: ETNA_SUBMIT_BO_WRITE).
    virtual void execute(std::span<const std::byte> stream, etnaviv::ExecState pipe,
                         std::span<const uint64_t> written) = 0;
};

class SubmitExecutor {
  public:
    virtual ~SubmitExecutor() = default;
    virtual std::unique_ptr<ExecutionContext> makeContext() = 0;
    /// The present value of a performance counter, as domain and signal number it (device/performance_signals.h).
    virtual uint32_t counter(uint32_t domain, uint32_t signal) = 0;
    /// Frame `index` is on the display, after everything that was executed before: what it took, where there is time.
    virtual std::optional<machine::FrameTime> framePresented(uint32_t, const Scanout&) { return std::nullopt; }
};

}  // namespace cyclorama::device
