// SPDX-License-Identifier: MIT
#pragma once
// The ioctls of the driver, which both nodes have (Linux: msm_drv.c).

#include <memory>
#include <span>

#include "device/core/ioctl_table.h"
#include "families/adreno/device/msm_driver.h"
#include "families/adreno/device/msm_file.h"
#include "families/adreno/device/msm_uapi.h"

namespace cyclorama::adreno {

/// The levels of priority of a chip with one ring buffer (Linux: NR_SCHED_PRIORITIES).
inline constexpr uint32_t kPriorities = 3;

std::span<const device::IoctlEntry> msmIoctls();

/// The driver whose table a request was found in, and its state of the file.
inline const MsmDriver& driverOf(const device::Call& call) { return static_cast<const MsmDriver&>(call.core.driver); }
inline MsmFile& fileOf(const device::DeviceFile& file) { return static_cast<MsmFile&>(*file.driver); }

/// With the device's lock: what the driver knows of a buffer, made where it knows nothing yet.
MsmBuffer& describe(device::BufferObject& buffer);

/// Null if the file has no such queue.
std::shared_ptr<SubmitQueue> lookUpQueue(device::Call& call, uint32_t id);

// Buffers (Linux: msm_gem.c).
int gemNew(device::Call& call, msm::GemNew& argument);
int gemInfo(device::Call& call, msm::GemInfo& argument);
int gemCpuPrep(device::Call& call, msm::GemCpuPrep& argument);
int gemCpuFini(device::Call& call, msm::GemCpuFini& argument);
int gemMadvise(device::Call& call, msm::GemMadvise& argument);

/// DRM_IOCTL_MSM_GEM_SUBMIT: takes what the program submitted, checks it as the kernel does, and queues it (Linux:
/// msm_gem_submit.c).
int submit(device::Call& call, msm::GemSubmit& argument);

}  // namespace cyclorama::adreno
