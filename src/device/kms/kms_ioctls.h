// SPDX-License-Identifier: MIT
#pragma once
// The requests of kernel mode setting.

#include <span>

#include "device/core/ioctl_table.h"
#include "device/kms/kms_commit.h"

namespace cyclorama::device {

/// The parts of a request's device that a commit works with.
inline CommitParts commitParts(const Call& call) {
    return {.display = call.core.display,
            .driver = call.core.driver,
            .queue = call.core.queue,
            .status = *call.core.status};
}

std::span<const IoctlEntry> kmsIoctls();
std::span<const IoctlEntry> atomicIoctls();
std::span<const IoctlEntry> frameBufferIoctls();

}  // namespace cyclorama::device
