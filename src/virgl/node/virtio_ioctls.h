// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "device/core/ioctl_table.h"

namespace cyclorama::virgl {

/// The ioctls of the driver, which both nodes have (Linux: virtgpu_ioctl.c). Blobs, rings and contexts of another kind
/// than virgl's are not offered; guests then do without.
std::span<const device::IoctlEntry> virtioIoctls();

}  // namespace cyclorama::virgl
