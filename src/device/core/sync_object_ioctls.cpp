// SPDX-License-Identifier: MIT
// Binary synchronization objects, for drivers that have them (Linux: drm_syncobj.c). Timelines no driver here has.

#include <drm.h>
#include <errno.h>

#include <array>
#include <vector>

#include "device/core/ioctl_table.h"
#include "device/core/sync_file.h"
#include "device/objects/sync_object.h"

namespace cyclorama::device {
namespace {

using Objects = std::vector<std::shared_ptr<SyncObject>>;

/// More handles than any driver passes at once.
constexpr uint32_t kMostHandles = 1 << 16;

/// The kernel's answer where the driver lacks a feature.
int notSupported(Call&, std::span<std::byte>) { return -EOPNOTSUPP; }

std::shared_ptr<SyncObject> syncObjectOf(Call& call, uint32_t handle) {
    const std::lock_guard lock(call.core.mutex);
    return call.file->syncObject(handle);
}

int create(Call& call, drm_syncobj_create& argument) {
    if ((argument.flags & ~uint32_t{DRM_SYNCOBJ_CREATE_SIGNALED}) != 0) return -EINVAL;
    auto object = std::make_shared<SyncObject>();
    if ((argument.flags & DRM_SYNCOBJ_CREATE_SIGNALED) != 0) object->put(0);
    const std::lock_guard lock(call.core.mutex);
    argument.handle = call.file->addSyncObject(std::move(object));
    return 0;
}

int destroy(Call& call, drm_syncobj_destroy& argument) {
    if (argument.pad != 0) return -EINVAL;
    const std::lock_guard lock(call.core.mutex);
    return call.file->syncObjects.erase(argument.handle) == 1 ? 0 : -EINVAL;
}

int exportSyncFile(Call& call, drm_syncobj_handle& argument) {
    const auto object = syncObjectOf(call, argument.handle);
    if (!object) return -ENOENT;
    const auto fence = object->fence();
    if (!fence) return -EINVAL;
    const int number = installSyncFile(call.core.timeline, call.user, *fence, "syncobj");
    if (number < 0) return number;
    argument.fd = number;
    return 0;
}

int handleToFd(Call& call, drm_syncobj_handle& argument) {
    if (argument.pad != 0) return -EINVAL;
    if (argument.flags == DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE) return exportSyncFile(call, argument);
    if (argument.flags != 0) return -EINVAL;
    const auto object = syncObjectOf(call, argument.handle);
    if (!object) return -EINVAL;
    UniqueFd program;
    {
        const std::lock_guard lock(call.core.mutex);
        if (!call.core.files.addSyncObject(object, program)) return -EMFILE;
    }
    const int number = call.user.installDescriptor(program.get(), true);
    if (number < 0) return number;
    argument.fd = number;
    return 0;
}

int importSyncFile(Call& call, const drm_syncobj_handle& argument) {
    const auto fence = fenceOfDescriptor(call.core.timeline, call.user, argument.fd);
    if (!fence) return -EINVAL;
    const auto object = syncObjectOf(call, argument.handle);
    if (!object) return -ENOENT;
    object->put(*fence);
    call.core.timeline.wake();
    return 0;
}

int fdToHandle(Call& call, drm_syncobj_handle& argument) {
    if (argument.pad != 0) return -EINVAL;
    if (argument.flags == DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE) return importSyncFile(call, argument);
    if (argument.flags != 0) return -EINVAL;
    UniqueFd descriptor;
    if (call.user.takeDescriptor(argument.fd, descriptor) < 0) return -EINVAL;
    const std::lock_guard lock(call.core.mutex);
    auto object = call.core.files.syncObjectOf(descriptor);
    if (!object) return -EINVAL;
    argument.handle = call.file->addSyncObject(std::move(object));
    return 0;
}

/// 0; -EFAULT or -ENOENT.
int lookUpAll(Call& call, uint64_t address, uint32_t count, Objects& objects) {
    if (count > kMostHandles) return -ENOMEM;
    std::vector<uint32_t> handles(count);
    const UserRead read{address, std::as_writable_bytes(std::span(handles))};
    if (const int result = call.user.read(std::span(&read, 1)); result < 0) return result;
    for (const uint32_t handle : handles) {
        objects.push_back(syncObjectOf(call, handle));
        if (!objects.back()) return -ENOENT;
    }
    return 0;
}

int wait(Call& call, drm_syncobj_wait& argument) {
    // The last, since Linux 6.5: a hint by when the program wants the fences.
    constexpr uint32_t kWaitDeadline = 1 << 3;
    constexpr uint32_t kFlags =
        DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT | kWaitDeadline;
    if ((argument.flags & ~kFlags) != 0) return -EINVAL;
    if (argument.count_handles == 0) return 0;
    Objects objects;
    if (const int result = lookUpAll(call, argument.handles, argument.count_handles, objects); result < 0)
        return result;
    constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
    const auto deadline = hostMoment(argument.timeout_nsec / kNanosecondsPerSecond,
                                     argument.timeout_nsec % kNanosecondsPerSecond, call.user.clockLead());
    const int result = waitForObjects(call.core.timeline, objects,
                                      {.all = (argument.flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL) != 0,
                                       .forSubmit = (argument.flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT) != 0,
                                       .deadline = std::min(deadline, patientDeadline())});
    if (result < 0) return result;
    argument.first_signaled = static_cast<uint32_t>(result);
    return 0;
}

template <auto change>
int changeAll(Call& call, drm_syncobj_array& argument) {
    if (argument.pad != 0 || argument.count_handles == 0) return -EINVAL;
    Objects objects;
    if (const int result = lookUpAll(call, argument.handles, argument.count_handles, objects); result < 0)
        return result;
    for (const auto& object : objects) change(*object);
    call.core.timeline.wake();
    return 0;
}

/// A row for drivers with such objects.
template <auto handler, typename Argument>
int ifSupported(Call& call, Argument& argument) {
    return identityOf(call).syncObjects ? handler(call, argument) : -EOPNOTSUPP;
}

/// Since Linux 6.6, of timelines: DRM_IOCTL_SYNCOBJ_EVENTFD.
constexpr uint32_t kEventDescriptor = 0xcf;

constexpr auto kReset = [](SyncObject& object) { object.clear(); };
/// Fence 0 has always signalled.
constexpr auto kSignal = [](SyncObject& object) { object.put(0); };

constexpr std::array kSyncObjectIoctls = {
    row<ifSupported<create, drm_syncobj_create>>(number(DRM_IOCTL_SYNCOBJ_CREATE), "SYNCOBJ_CREATE", Access::Render),
    row<ifSupported<destroy, drm_syncobj_destroy>>(number(DRM_IOCTL_SYNCOBJ_DESTROY), "SYNCOBJ_DESTROY",
                                                   Access::Render),
    row<ifSupported<handleToFd, drm_syncobj_handle>>(number(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD), "SYNCOBJ_HANDLE_TO_FD",
                                                     Access::Render),
    row<ifSupported<fdToHandle, drm_syncobj_handle>>(number(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE), "SYNCOBJ_FD_TO_HANDLE",
                                                     Access::Render),
    row<ifSupported<wait, drm_syncobj_wait>>(number(DRM_IOCTL_SYNCOBJ_WAIT), "SYNCOBJ_WAIT", Access::Render),
    row<ifSupported<changeAll<kReset>, drm_syncobj_array>>(number(DRM_IOCTL_SYNCOBJ_RESET), "SYNCOBJ_RESET",
                                                           Access::Render),
    row<ifSupported<changeAll<kSignal>, drm_syncobj_array>>(number(DRM_IOCTL_SYNCOBJ_SIGNAL), "SYNCOBJ_SIGNAL",
                                                            Access::Render),
    IoctlEntry{number(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT), "SYNCOBJ_TIMELINE_WAIT", Access::Render, notSupported},
    IoctlEntry{number(DRM_IOCTL_SYNCOBJ_QUERY), "SYNCOBJ_QUERY", Access::Render, notSupported},
    IoctlEntry{number(DRM_IOCTL_SYNCOBJ_TRANSFER), "SYNCOBJ_TRANSFER", Access::Render, notSupported},
    IoctlEntry{number(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL), "SYNCOBJ_TIMELINE_SIGNAL", Access::Render, notSupported},
    IoctlEntry{kEventDescriptor, "SYNCOBJ_EVENTFD", Access::Render, notSupported},
};

}  // namespace

std::span<const IoctlEntry> syncObjectIoctls() { return kSyncObjectIoctls; }

}  // namespace cyclorama::device
