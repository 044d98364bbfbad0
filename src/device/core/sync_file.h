// SPDX-License-Identifier: MIT
#pragma once
// sync_file descriptors: the requests on them, and fences that programs pass in and get as such.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "device/objects/fence_timeline.h"
#include "device/objects/user_process.h"

namespace cyclorama::device {

/// A request on a sync_file (Linux: sync_file.c). 0 or a negative errno. `driver` is the name that the file's
/// information has for the fence's driver.
int syncFileIoctl(FenceTimeline& timeline, std::string_view driver, const SyncFile& file, uint32_t code,
                  std::span<std::byte> argument, UserProcess& user);

/// The fence of one of the program's descriptors; empty for a descriptor of another kind.
std::optional<Fence> fenceOfDescriptor(const FenceTimeline& timeline, UserProcess& user, int number);
/// Gives the program a sync_file; its number there, or a negative errno.
int installSyncFile(FenceTimeline& timeline, UserProcess& user, Fence fence, std::string name);

}  // namespace cyclorama::device
