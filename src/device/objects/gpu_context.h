// SPDX-License-Identifier: MIT
#pragma once
// A GPU address space: the places of buffers. Programs choose the addresses of their buffers, or the driver does.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "device/objects/driver_traits.h"
#include "device/objects/executor.h"
#include "mem/range_map.h"

namespace cyclorama::device {

class BufferObject;
class GpuQueue;

class GpuContext {
  public:
    /// The execution context is made and used by the queue's thread alone.
    GpuContext(const AddressSpaceTraits& traits, GpuQueue& queue, Executor& executor);
    ~GpuContext();
    GpuContext(const GpuContext&) = delete;
    GpuContext& operator=(const GpuContext&) = delete;

    /// Finds room for a buffer and takes it; empty if the space is full.
    std::optional<uint64_t> allocate(const std::shared_ptr<BufferObject>& buffer);
    /// Takes a range for a buffer; false where any of it is taken or outside.
    bool take(uint64_t address, const std::shared_ptr<BufferObject>& buffer);
    /// True for a range of programs' addresses.
    bool contains(uint64_t address, uint64_t bytes) const {
        return address >= traits_.first && address <= traits_.end && bytes <= traits_.end - address;
    }

    struct Taken {
        uint64_t address = 0;
        std::shared_ptr<BufferObject> buffer;  // null where it is just being destroyed
    };
    /// The first taken range that a range overlaps; empty if it is free.
    std::optional<Taken> overlapping(uint64_t address, uint64_t bytes) const;
    bool idleGivesWay() const { return traits_.idleGivesWay; }
    /// Gives a range back. One that was mapped is unmapped after all that is queued now.
    void release(uint64_t address, uint64_t bytes, bool mapped);

    /// For jobs of the queue.
    JobContext& execution();

  private:
    struct Target {
        Executor* executor = nullptr;
        std::unique_ptr<JobContext> context;
        JobContext& get();
    };

    const AddressSpaceTraits traits_;
    GpuQueue& queue_;
    mutable std::mutex mutex_;
    mem::RangeMap<std::weak_ptr<BufferObject>> taken_;
    std::shared_ptr<Target> target_;
};

}  // namespace cyclorama::device
