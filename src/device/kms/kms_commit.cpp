// SPDX-License-Identifier: MIT
#include "device/kms/kms_commit.h"

namespace cyclorama::device {

Fence commitLocked(DeviceCore& core, DisplayState next, const CommitOptions& options) {
    core.display.setState(std::move(next));
    core.display.beginFlip();
    const std::optional<Scanout> scanout = options.present ? core.display.scanout() : std::nullopt;
    // The queue is in order: by then, what draws the picture is done.
    const Fence fence = core.queue.enqueue([&core, scanout, event = options.event] {
        if (scanout) core.display.finishFrame(*scanout);
        const std::lock_guard lock(core.mutex);
        core.display.endFlip();
        if (event) core.display.sendEvent(*event);
    });
    if (scanout) core.recordUse(*scanout->source->buffer, fence, false);
    return fence;
}

}  // namespace cyclorama::device
