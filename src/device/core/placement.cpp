// SPDX-License-Identifier: MIT
#include "device/core/placement.h"

#include <errno.h>

#include <algorithm>

namespace cyclorama::device {
namespace {

BufferObject::Placement* placementIn(BufferObject& buffer, const GpuContext* context) {
    const auto found =
        std::ranges::find(buffer.placements, context, [](const BufferObject::Placement& p) { return p.context.get(); });
    return found == buffer.placements.end() ? nullptr : &*found;
}

/// Moves idle buffers out of a range; busy ones stay.
int makeRoom(const DeviceCore& core, GpuContext& context, uint64_t address, uint64_t bytes) {
    while (const auto taken = context.overlapping(address, bytes)) {
        if (!taken->buffer) return -ENOSPC;
        if (!core.timeline.signalled(taken->buffer->lastUse)) return -ENOSPC;
        std::erase_if(taken->buffer->placements,
                      [&](const BufferObject::Placement& p) { return p.context.get() == &context; });
        context.release(taken->address, taken->buffer->bytes());
    }
    return 0;
}

int placeAt(const DeviceCore& core, GpuContext& context, const std::shared_ptr<BufferObject>& buffer,
            uint64_t address) {
    if (address % kPageBytes != 0 || !context.contains(address, buffer->bytes())) return -EINVAL;
    if (const int result = makeRoom(core, context, address, buffer->bytes()); result < 0) return result;
    return context.take(address, buffer) ? 0 : -ENOSPC;
}

}  // namespace

void NewMappings::apply(ExecutionContext& execution) const {
    for (const Step& step : steps_) execution.map(step.address, step.buffer->memory(), step.buffer->bytes());
}

int placeBuffer(const DeviceCore& core, const std::shared_ptr<GpuContext>& context,
                const std::shared_ptr<BufferObject>& buffer, std::optional<uint64_t> wanted, uint64_t& address,
                NewMappings& added) {
    if (const auto* placed = placementIn(*buffer, context.get())) {
        address = placed->address;
        return wanted && *wanted != address ? -EINVAL : 0;
    }
    if (wanted) {
        if (const int result = placeAt(core, *context, buffer, *wanted); result < 0) return result;
        address = *wanted;
    } else {
        const auto found = context->allocate(buffer);
        if (!found) return -ENOSPC;
        address = *found;
    }
    buffer->placements.push_back({.context = context, .address = address});
    added.add(address, buffer);
    return 0;
}

}  // namespace cyclorama::device
