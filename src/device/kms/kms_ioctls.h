// SPDX-License-Identifier: MIT
#pragma once
// The requests of kernel mode setting.

#include <span>

#include "device/core/ioctl_table.h"

namespace cyclorama::device {

std::span<const IoctlEntry> kmsIoctls();
std::span<const IoctlEntry> atomicIoctls();
std::span<const IoctlEntry> frameBufferIoctls();

}  // namespace cyclorama::device
