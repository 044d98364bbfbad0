// SPDX-License-Identifier: MIT
#include "device/core/placement.h"

#include <errno.h>

#include <algorithm>

namespace cyclorama::device {
namespace {

/// The place of a buffer in a context, in its list; the end of that where it has none.
auto placeIn(auto& placements, const GpuContext& context) {
    return std::ranges::find(placements, &context,
                             [](const BufferObject::Placement& p) -> const GpuContext* { return p.context.get(); });
}

/// Moves idle buffers out of a range, where the driver does; busy ones stay.
int makeRoom(const FenceTimeline& timeline, const GpuContext& context, uint64_t address, uint64_t bytes) {
    while (const auto taken = context.overlapping(address, bytes)) {
        if (!context.idleGivesWay() || !taken->buffer) return -ENOSPC;
        if (!timeline.signalled(taken->buffer->lastUse)) return -ENOSPC;
        unplaceBuffer(*taken->buffer, context);
    }
    return 0;
}

int placeAt(const FenceTimeline& timeline, GpuContext& context, const std::shared_ptr<BufferObject>& buffer,
            uint64_t address) {
    if (address % kPageBytes != 0 || !context.contains(address, buffer->bytes())) return -EINVAL;
    if (const int result = makeRoom(timeline, context, address, buffer->bytes()); result < 0) return result;
    return context.take(address, buffer) ? 0 : -ENOSPC;
}

}  // namespace

void NewMappings::apply(JobContext& execution) const {
    for (const Step& step : steps_) execution.map(step.address, step.buffer->memory(), step.buffer->bytes());
}

std::optional<uint64_t> addressOf(const BufferObject& buffer, const GpuContext& context) {
    const auto place = placeIn(buffer.placements, context);
    return place == buffer.placements.end() ? std::nullopt : std::optional(place->address);
}

int reservePlace(const FenceTimeline& timeline, const std::shared_ptr<GpuContext>& context,
                 const std::shared_ptr<BufferObject>& buffer, std::optional<uint64_t> wanted, uint64_t& address) {
    if (const auto placed = addressOf(*buffer, *context)) {
        address = *placed;
        return wanted && *wanted != address ? -EINVAL : 0;
    }
    if (wanted) {
        if (const int result = placeAt(timeline, *context, buffer, *wanted); result < 0) return result;
        address = *wanted;
    } else {
        const auto found = context->allocate(buffer);
        if (!found) return -ENOSPC;
        address = *found;
    }
    buffer->placements.push_back({.context = context, .address = address});
    return 0;
}

int placeBuffer(const FenceTimeline& timeline, const std::shared_ptr<GpuContext>& context,
                const std::shared_ptr<BufferObject>& buffer, std::optional<uint64_t> wanted, uint64_t& address,
                NewMappings& added) {
    if (const int result = reservePlace(timeline, context, buffer, wanted, address); result < 0) return result;
    BufferObject::Placement& place = *placeIn(buffer->placements, *context);
    if (!place.mapped) added.add(address, buffer);
    place.mapped = true;
    return 0;
}

void unplaceBuffer(BufferObject& buffer, const GpuContext& context) {
    const auto place = placeIn(buffer.placements, context);
    if (place == buffer.placements.end()) return;
    // Possibly the last reference to the context.
    const BufferObject::Placement held = std::move(*place);
    buffer.placements.erase(place);
    held.context->release(held.address, buffer.bytes(), held.mapped);
}

}  // namespace cyclorama::device
