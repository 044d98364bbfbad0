// SPDX-License-Identifier: MIT
#include "device/kms/kms_commit.h"

namespace cyclorama::device {

Fence commitLocked(DeviceCore& core, DisplayState next, const CommitOptions& options) {
    core.display.setState(std::move(next));
    core.display.beginCommit();
    const std::optional<Scanout> scanout = options.present ? core.display.scanout() : std::nullopt;
    // The queue is in order: by then, what draws the picture is done.
    const Fence fence = core.queue.enqueue([&core, scanout] {
        if (!scanout) return;
        core.driver.beforeScanout(core, *scanout->source->buffer);
        core.display.finishFrame(*scanout);
    });
    core.display.endCommit(fence);
    if (options.event) core.display.sendEvent(*options.event);
    if (scanout) core.recordUse(*scanout->source->buffer, fence, false);
    return fence;
}

int waitForPicture(DeviceCore& core) {
    Fence last = 0;
    {
        const std::lock_guard lock(core.mutex);
        last = core.display.lastCommit();
    }
    return core.timeline.wait(last, patientDeadline());
}

}  // namespace cyclorama::device
