// SPDX-License-Identifier: MIT
#include "device/objects/sync_object.h"

#include <errno.h>

#include <algorithm>

namespace cyclorama::device {
namespace {

struct Progress {
    size_t withFence = 0;
    size_t signalled = 0;
    int firstSignalled = -1;
};

Progress progressOf(std::span<const std::shared_ptr<SyncObject>> objects, Fence completed) {
    Progress progress;
    for (size_t i = 0; i < objects.size(); ++i) {
        const auto fence = objects[i]->fence();
        if (!fence) continue;
        ++progress.withFence;
        if (*fence > completed) continue;
        if (progress.signalled++ == 0) progress.firstSignalled = static_cast<int>(i);
    }
    return progress;
}

}  // namespace

int waitForObjects(const FenceTimeline& timeline, std::span<const std::shared_ptr<SyncObject>> objects,
                   const SyncObjectWait& wait) {
    const size_t needed = wait.all ? objects.size() : 1;
    Progress progress;
    const auto look = [&](Fence completed) { progress = progressOf(objects, completed); };
    const auto unsubmitted = [&] { return !wait.forSubmit && progress.withFence < objects.size(); };
    const auto done = [&](Fence completed) {
        look(completed);
        return progress.signalled >= needed || unsubmitted();
    };
    const bool patient = wait.deadline > timeline.now();
    int result = timeline.waitFor(done, wait.deadline);
    // With the fences there, the end comes: only a simulated GPU is late, not the program that submits.
    if (result == -ETIMEDOUT && patient && progress.withFence >= needed)
        result = timeline.waitFor(done, patientDeadline());
    if (unsubmitted()) return -EINVAL;
    if (result == -ETIMEDOUT) return -ETIME;
    return result < 0 ? result : progress.firstSignalled;
}

}  // namespace cyclorama::device
