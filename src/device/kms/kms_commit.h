// SPDX-License-Identifier: MIT
#pragma once
// The commit of a display state, for the legacy ioctls and the atomic one.

#include <memory>
#include <optional>

#include "device/core/ioctl_table.h"
#include "device/kms/display.h"

namespace cyclorama::device {

struct CommitOptions {
    /// The picture is presented as a frame.
    bool present = true;
    /// Sent when the picture is on the screen.
    std::optional<EventRequest> event{};
};

/// Makes a checked state the present one and queues its picture; returns the fence of that. Requires the device's lock.
Fence commitLocked(DeviceCore& core, DisplayState next, const CommitOptions& options);

}  // namespace cyclorama::device
