// SPDX-License-Identifier: MIT
#pragma once
// The commit of a display state, for the legacy ioctls and the atomic one.

#include <mutex>
#include <optional>

#include "device/core/driver_backend.h"
#include "device/display/display.h"
#include "device/objects/fence_timeline.h"
#include "device/objects/gpu_queue.h"
#include "device/protocol/protocol.h"

namespace cyclorama::device {

/// The parts of a device that a commit of a display state uses. It changes the display and, in `status`, the fences of
/// the buffer that is shown; it asks the driver for the work that brings the picture, and queues it.
struct CommitParts {
    Display& display;
    const DriverBackend& driver;
    GpuQueue& queue;
    protocol::SharedStatus& status;
};

struct CommitOptions {
    /// The picture is presented as a frame.
    bool present = true;
    /// Sent at once: for the program, the vblank comes before its request returns.
    std::optional<EventRequest> event{};
};

/// Makes a checked state the present one and queues its picture; returns the fence of that. With the device's lock.
/// Jobs that it queues refer to the display alone, which must outlive them.
///
/// A commit takes effect when it is made, however long its picture takes: a program that looks whether a flip has
/// happened sees the same in each run. Flips call waitForPicture() before.
Fence commitLocked(const CommitParts& parts, DisplayState next, const CommitOptions& options);

/// Waits until the picture of the last commit is taken, so that a program is no more than one picture ahead of the GPU,
/// and may write to the buffers that it has flipped away from. 0, or -EINTR at the end of the simulation. `mutex` is
/// the device's lock, which is not held.
int waitForPicture(std::mutex& mutex, const Display& display, FenceTimeline& timeline);

}  // namespace cyclorama::device
