// SPDX-License-Identifier: MIT
#pragma once
// The ioctls of the GPU's node (Linux: etnaviv_drv.c).

#include <span>

#include "device/core/ioctl_table.h"
#include "families/vivante/device/etnaviv_driver.h"
#include "families/vivante/uapi/etnaviv_uapi.h"

namespace cyclorama::vivante {

std::span<const device::IoctlEntry> etnavivIoctls();

/// The driver whose table a request was found in.
inline const EtnavivDriver& driverOf(const device::Call& call) {
    return static_cast<const EtnavivDriver&>(call.core.driver);
}

/// DRM_IOCTL_ETNAVIV_GEM_SUBMIT: takes what the program submitted, checks it as the kernel does, and queues it (Linux:
/// etnaviv_gem_submit.c).
int submit(device::Call& call, etnaviv::GemSubmit& argument);

}  // namespace cyclorama::vivante
