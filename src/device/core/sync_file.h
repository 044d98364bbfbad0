// SPDX-License-Identifier: MIT
#pragma once
// sync_file descriptors: the requests on them, and fences that programs pass in and get as such.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "device/core/device_core.h"

namespace cyclorama::device {

/// A request on a sync_file (Linux: sync_file.c). 0 or a negative errno.
int syncFileIoctl(DeviceCore& core, const SyncFile& file, uint32_t code, std::span<std::byte> argument,
                  UserProcess& user);

/// The fence of one of the program's descriptors; empty for a descriptor of another kind.
std::optional<Fence> fenceOfDescriptor(const DeviceCore& core, UserProcess& user, int number);
/// Gives the program a sync_file; its number there, or a negative errno.
int installSyncFile(DeviceCore& core, UserProcess& user, Fence fence, std::string name);

}  // namespace cyclorama::device
