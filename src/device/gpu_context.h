#pragma once
// A GPU address space: which buffer is where. A chip with the second kind of MMU has one for each open file of the node
// and lets programs choose the addresses; the others have one for all (Linux: etnaviv_mmu.c).

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "device/submit_executor.h"

namespace cyclorama::device {

class BufferObject;
class GpuQueue;

class GpuContext {
  public:
    /// The execution context is made and used by the queue's thread alone.
    GpuContext(GpuQueue& queue, SubmitExecutor& executor);
    ~GpuContext();
    GpuContext(const GpuContext&) = delete;
    GpuContext& operator=(const GpuContext&) = delete;

    /// Finds room for a buffer and takes it; nothing where the space is full.
    std::optional<uint32_t> allocate(const std::shared_ptr<BufferObject>& buffer);
    /// Takes a range for a buffer; false where any of it is taken or outside.
    bool take(uint32_t address, const std::shared_ptr<BufferObject>& buffer);

    struct Taken {
        uint32_t address = 0;
        std::shared_ptr<BufferObject> buffer;  // null where it is just being destroyed
    };
    /// The first taken range that a range overlaps; nothing where it is free.
    std::optional<Taken> overlapping(uint32_t address, uint64_t bytes) const;
    /// Gives a range back: it is unmapped after all that is queued now.
    void release(uint32_t address, uint64_t bytes);

    /// For jobs of the queue.
    ExecutionContext& execution();

  private:
    struct Target {
        SubmitExecutor* executor = nullptr;
        std::unique_ptr<ExecutionContext> context;
        ExecutionContext& get();
    };

    GpuQueue& queue_;
    mutable std::mutex mutex_;
    struct Entry {
        uint64_t end = 0;
        std::weak_ptr<BufferObject> buffer;
    };
    std::map<uint32_t, Entry> taken_;  // by first address
    std::shared_ptr<Target> target_;
};

}  // namespace cyclorama::device
