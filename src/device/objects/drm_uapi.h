// SPDX-License-Identifier: MIT
#pragma once
// The kernel's interfaces to GPUs, as far as drivers share them (Linux uAPI: drm.h, and lines that stand in the headers
// of several drivers): the layouts are an ABI.

#include <cstdint>

namespace cyclorama::device::drm {

/// The type of DRM's ioctls, and the number of a driver's first one (Linux: DRM_IOCTL_BASE, DRM_COMMAND_BASE).
inline constexpr uint32_t kDrmType = 'd';
inline constexpr uint32_t kFirstNumber = 0x40;

inline constexpr uint32_t kBoCached = 0x00010000;
inline constexpr uint32_t kBoWriteCombined = 0x00020000;
inline constexpr uint32_t kBoUncached = 0x00040000;
inline constexpr uint32_t kBoCacheMask = 0x000f0000;

struct GemNew {
    uint64_t size = 0;
    uint32_t flags = 0;
    uint32_t handle = 0;
};

/// Absolute, of the monotonic clock.
struct Timespec {
    int64_t seconds = 0;
    int64_t nanoseconds = 0;
};

inline constexpr uint32_t kPrepRead = 1;
inline constexpr uint32_t kPrepWrite = 2;
inline constexpr uint32_t kPrepNoSync = 4;

struct GemCpuPrep {
    uint32_t handle = 0;
    uint32_t operation = 0;
    Timespec timeout{};
};

inline constexpr uint32_t kSubmitBoRead = 1;
inline constexpr uint32_t kSubmitBoWrite = 2;

struct SubmitBo {
    uint32_t flags = 0;
    uint32_t handle = 0;
    uint64_t presumed = 0;
};

}  // namespace cyclorama::device::drm
