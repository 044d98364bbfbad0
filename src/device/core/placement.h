// SPDX-License-Identifier: MIT
#pragma once
// Places for the buffers of a job in its address space.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "device/objects/buffer_object.h"
#include "device/objects/executor.h"
#include "device/objects/fence_timeline.h"
#include "device/objects/gpu_context.h"

namespace cyclorama::device {

/// Buffers that are new in an address space; the job maps them before anything else.
class NewMappings {
  public:
    bool empty() const { return steps_.empty(); }
    void add(uint64_t address, std::shared_ptr<BufferObject> buffer) { steps_.push_back({address, std::move(buffer)}); }
    void apply(JobContext& execution) const;

  private:
    struct Step {
        uint64_t address = 0;
        std::shared_ptr<BufferObject> buffer;
    };
    std::vector<Step> steps_;
};

// All with the device's lock.

/// The address of a buffer in a context; empty if it has none.
std::optional<uint64_t> addressOf(const BufferObject& buffer, const GpuContext& context);

/// The address of a buffer in a context, where it is already or now gets its place, at `wanted` or, without that, where
/// there is room. An idle buffer in the way of `wanted` gives way where the driver has it so. Results: 0; -EINVAL where
/// the buffer has another place, or `wanted` is no page for programs; -ENOSPC where there is no room.
int reservePlace(const FenceTimeline& timeline, const std::shared_ptr<GpuContext>& context,
                 const std::shared_ptr<BufferObject>& buffer, std::optional<uint64_t> wanted, uint64_t& address);

/// The same for a job that uses the buffer: where it is not mapped yet, that is added to what the job does first.
int placeBuffer(const FenceTimeline& timeline, const std::shared_ptr<GpuContext>& context,
                const std::shared_ptr<BufferObject>& buffer, std::optional<uint64_t> wanted, uint64_t& address,
                NewMappings& added);

/// Takes a buffer's place away, after all jobs that are queued.
void unplaceBuffer(BufferObject& buffer, const GpuContext& context);

}  // namespace cyclorama::device
