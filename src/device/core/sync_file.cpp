// SPDX-License-Identifier: MIT
#include "device/core/sync_file.h"

#include <errno.h>
#include <linux/sync_file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>

#include "device/core/ioctl_table.h"

namespace cyclorama::device {
namespace {

int merge(FenceTimeline& timeline, const SyncFile& file, std::span<std::byte> argument, UserProcess& user) {
    sync_merge_data data{};
    if (!loadArgument(argument, data) || data.flags != 0 || data.pad != 0) return -EINVAL;
    const auto other = fenceOfDescriptor(timeline, user, data.fd2);
    if (!other) return -ENOENT;
    const std::string name(data.name, strnlen(data.name, sizeof data.name));
    data.fence = installSyncFile(timeline, user, std::max(file.fence, *other), name);
    if (data.fence < 0) return data.fence;
    std::memcpy(argument.data(), &data, sizeof data);
    return 0;
}

int giveInformation(const FenceTimeline& timeline, std::string_view driver, const SyncFile& file,
                    std::span<std::byte> argument, UserProcess& user) {
    sync_file_info info{};
    if (!loadArgument(argument, info) || info.flags != 0 || info.pad != 0) return -EINVAL;
    std::memset(info.name, 0, sizeof info.name);
    std::memcpy(info.name, file.name.data(), std::min(file.name.size(), sizeof info.name - 1));
    info.status = timeline.signalled(file.fence) ? 1 : 0;
    const uint32_t room = info.num_fences;
    info.num_fences = 1;
    std::memcpy(argument.data(), &info, sizeof info);
    if (room == 0) return 0;
    sync_fence_info fence{};
    std::memcpy(fence.obj_name, info.name, sizeof fence.obj_name);
    std::memcpy(fence.driver_name, driver.data(), std::min(driver.size(), sizeof fence.driver_name - 1));
    fence.status = info.status;
    return user.write(info.sync_fence_info, std::as_bytes(std::span(&fence, 1)));
}

}  // namespace

int syncFileIoctl(FenceTimeline& timeline, std::string_view driver, const SyncFile& file, uint32_t code,
                  std::span<std::byte> argument, UserProcess& user) {
    switch (code) {
        case SYNC_IOC_MERGE:
            return merge(timeline, file, argument, user);
        case SYNC_IOC_FILE_INFO:
            return giveInformation(timeline, driver, file, argument, user);
        default:
            return -ENOTTY;
    }
}

std::optional<Fence> fenceOfDescriptor(const FenceTimeline& timeline, UserProcess& user, int number) {
    UniqueFd descriptor;
    if (user.takeDescriptor(number, descriptor) < 0) return std::nullopt;
    struct stat status {};
    fstat(descriptor.get(), &status);
    const auto file = timeline.findSyncFile(status.st_ino);
    return file ? std::optional(file->fence) : std::nullopt;
}

int installSyncFile(FenceTimeline& timeline, UserProcess& user, Fence fence, std::string name) {
    UniqueFd program;
    if (!timeline.makeSyncFile(fence, std::move(name), program)) return -EMFILE;
    return user.installDescriptor(program.get(), true);
}

}  // namespace cyclorama::device
