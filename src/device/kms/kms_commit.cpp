// SPDX-License-Identifier: MIT
#include "device/kms/kms_commit.h"

#include <functional>
#include <utility>

namespace cyclorama::device {

Fence commitLocked(const CommitParts& parts, DisplayState next, const CommitOptions& options) {
    Display& display = parts.display;
    display.setState(std::move(next));
    display.beginCommit();
    const std::optional<Scanout> scanout = options.present ? display.scanout() : std::nullopt;
    std::function<void()> pictureWork;
    if (scanout) pictureWork = parts.driver.pictureWork(*scanout->source->buffer);
    // The queue is in order: by then, what draws the picture is done.
    const Fence fence = parts.queue.enqueue([&display, scanout, pictureWork = std::move(pictureWork)] {
        if (!scanout) return;
        if (pictureWork) pictureWork();
        display.finishFrame(*scanout);
    });
    display.endCommit(fence);
    if (options.event) display.sendEvent(*options.event);
    if (scanout) scanout->source->buffer->recordUse(fence, false, parts.status);
    return fence;
}

int waitForPicture(std::mutex& mutex, const Display& display, FenceTimeline& timeline) {
    Fence last = 0;
    {
        const std::lock_guard lock(mutex);
        last = display.lastCommit();
    }
    return timeline.wait(last, patientDeadline());
}

}  // namespace cyclorama::device
