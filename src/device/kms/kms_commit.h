#pragma once
// Making a state of the display the present one, for the legacy ioctls and the atomic one.

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

/// With the device's lock held: takes over a state that was checked, and queues its picture; the fence of that.
Fence commitLocked(DeviceCore& core, DisplayState next, const CommitOptions& options);

}  // namespace cyclorama::device
