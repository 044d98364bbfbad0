// SPDX-License-Identifier: MIT
#pragma once
// The commit of a display state, for the legacy ioctls and the atomic one.

#include <memory>
#include <optional>

#include "device/core/ioctl_table.h"
#include "device/display/display.h"

namespace cyclorama::device {

struct CommitOptions {
    /// The picture is presented as a frame.
    bool present = true;
    /// Sent at once: for the program, the vblank comes before its request returns.
    std::optional<EventRequest> event{};
};

/// Makes a checked state the present one and queues its picture; returns the fence of that. Requires the device's lock.
///
/// A commit takes effect when it is made, however long its picture takes: a program that looks whether a flip has
/// happened sees the same in each run. Flips call waitForPicture() before.
Fence commitLocked(DeviceCore& core, DisplayState next, const CommitOptions& options);

/// Waits until the picture of the last commit is taken, so that a program is no more than one picture ahead of the GPU,
/// and may write to the buffers that it has flipped away from. 0, or -EINTR at the end of the simulation. Without the
/// device's lock.
int waitForPicture(DeviceCore& core);

}  // namespace cyclorama::device
