// SPDX-License-Identifier: MIT
// The ioctls that all DRM drivers have: versions, capabilities, handles, names, dma-bufs, who is master.

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "device/core/ioctl_table.h"

namespace cyclorama::device {
namespace {

/// Writes as much of a text as the program has room for, and sets `length` to the length of the whole.
int copyText(Call& call, std::string_view text, const char* where, __kernel_size_t& length) {
    const size_t room = length;
    length = text.size();
    const std::string_view part = text.substr(0, room);
    if (part.empty() || where == nullptr) return 0;
    return call.user.write(reinterpret_cast<uintptr_t>(where), std::as_bytes(std::span(part)));
}

int version(Call& call, drm_version& argument) {
    const NodeIdentity& driver = identityOf(call);
    argument.version_major = driver.major;
    argument.version_minor = driver.minor;
    argument.version_patchlevel = driver.patch;
    int result = copyText(call, driver.name, argument.name, argument.name_len);
    if (result == 0) result = copyText(call, driver.date, argument.date, argument.date_len);
    if (result == 0) result = copyText(call, driver.description, argument.desc, argument.desc_len);
    return result;
}

/// A device has a name on its bus only once a program has agreed on a version of the interface; drmOpenByName() counts
/// on that (Linux: drm_set_busid).
int getUnique(Call& call, drm_unique& argument) {
    std::string_view name;
    {
        const std::lock_guard lock(call.core.mutex);
        if (call.file->versionAgreed) name = "cyclorama-display";
    }
    const size_t room = argument.unique_len;
    argument.unique_len = name.size();
    if (room < name.size() || name.empty()) return 0;
    return call.user.write(reinterpret_cast<uintptr_t>(argument.unique), std::as_bytes(std::span(name)));
}

int getClient(Call&, drm_client& argument) {
    if (argument.idx != 0) return -EINVAL;
    argument.auth = 1;
    argument.pid = 0;
    argument.uid = 0;
    return 0;
}

int setVersion(Call& call, drm_set_version& argument) {
    const bool bad = (argument.drm_di_major != -1 && argument.drm_di_major != 1) ||
                     (argument.drm_di_major == 1 && (argument.drm_di_minor < 0 || argument.drm_di_minor > 4));
    argument.drm_di_major = 1;
    argument.drm_di_minor = 4;
    argument.drm_dd_major = 1;
    argument.drm_dd_minor = 0;
    const std::lock_guard lock(call.core.mutex);
    if (!bad) call.file->versionAgreed = true;
    return bad ? -EINVAL : 0;
}

int getCap(Call& call, drm_get_cap& argument) {
    const bool display = call.core.driver.traits().isDisplay(call.file->node);
    argument.value = 0;
    switch (argument.capability) {
        case DRM_CAP_TIMESTAMP_MONOTONIC:
            argument.value = 1;
            return 0;
        case DRM_CAP_PRIME:
            argument.value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
            return 0;
        case DRM_CAP_SYNCOBJ:
            argument.value = identityOf(call).syncObjects ? 1 : 0;
            return 0;
        case DRM_CAP_SYNCOBJ_TIMELINE:
            return 0;
    }
    // The rest is asked of displays alone.
    if (!display) return -EOPNOTSUPP;
    switch (argument.capability) {
        case DRM_CAP_DUMB_BUFFER:
        case DRM_CAP_VBLANK_HIGH_CRTC:
        case DRM_CAP_CRTC_IN_VBLANK_EVENT:
            argument.value = 1;
            return 0;
        case DRM_CAP_ADDFB2_MODIFIERS:
            argument.value = call.core.display.traits().modifiers ? 1 : 0;
            return 0;
        case DRM_CAP_CURSOR_WIDTH:
        case DRM_CAP_CURSOR_HEIGHT:
            argument.value = 64;
            return 0;
        case DRM_CAP_DUMB_PREFERRED_DEPTH:
        case DRM_CAP_DUMB_PREFER_SHADOW:
        case DRM_CAP_ASYNC_PAGE_FLIP:
        case DRM_CAP_PAGE_FLIP_TARGET:
            return 0;
        default:
            return -EINVAL;
    }
}

int setClientCap(Call& call, drm_set_client_cap& argument) {
    if (call.file->node != Node::Display) return -EOPNOTSUPP;
    const std::lock_guard lock(call.core.mutex);
    DeviceFile& file = *call.file;
    switch (argument.capability) {
        case DRM_CLIENT_CAP_STEREO_3D:
            return argument.value > 1 ? -EINVAL : 0;
        case DRM_CLIENT_CAP_UNIVERSAL_PLANES:
            if (argument.value > 1) return -EINVAL;
            file.universalPlanes = argument.value != 0;
            return 0;
        case DRM_CLIENT_CAP_ATOMIC:
            // 2 asks for the behaviour that compositors get.
            if (argument.value > 2) return -EINVAL;
            file.atomic = argument.value != 0;
            file.universalPlanes = argument.value != 0;
            return 0;
        case DRM_CLIENT_CAP_ASPECT_RATIO:
            if (argument.value > 1) return -EINVAL;
            file.aspectRatio = argument.value != 0;
            return 0;
        case DRM_CLIENT_CAP_WRITEBACK_CONNECTORS:
            if (!file.atomic || argument.value > 1) return -EINVAL;
            file.writeback = argument.value != 0;
            return 0;
        default:
            return -EINVAL;
    }
}

int getMagic(Call& call, drm_auth& argument) {
    const std::lock_guard lock(call.core.mutex);
    argument.magic = call.core.files.magicOf(call.file);
    return 0;
}

int authMagic(Call& call, drm_auth& argument) {
    const std::lock_guard lock(call.core.mutex);
    return call.core.files.authenticate(argument.magic) ? 0 : -EINVAL;
}

int setMaster(Call& call, std::span<std::byte>) {
    const std::lock_guard lock(call.core.mutex);
    return call.core.display.takeMaster(call.file) ? 0 : -EBUSY;
}

int dropMaster(Call& call, std::span<std::byte>) {
    const std::lock_guard lock(call.core.mutex);
    return call.core.display.dropMaster(*call.file) ? 0 : -EINVAL;
}

int gemClose(Call& call, drm_gem_close& argument) {
    const std::lock_guard lock(call.core.mutex);
    if (!call.file->closeHandle(argument.handle)) return -EINVAL;
    call.core.status->closedHandles.fetch_add(1, std::memory_order_release);
    return 0;
}

int gemFlink(Call& call, drm_gem_flink& argument) {
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.file->buffer(argument.handle);
    if (!buffer) return -ENOENT;
    argument.name = call.core.buffers.nameOf(buffer);
    return 0;
}

int gemOpen(Call& call, drm_gem_open& argument) {
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.core.buffers.byName(argument.name);
    if (!buffer) return -ENOENT;
    argument.handle = call.file->handleOf(buffer);
    argument.size = buffer->bytes();
    return 0;
}

int primeHandleToFd(Call& call, drm_prime_handle& argument) {
    if ((argument.flags & ~static_cast<uint32_t>(DRM_CLOEXEC | DRM_RDWR)) != 0) return -EINVAL;
    std::shared_ptr<BufferObject> buffer;
    {
        const std::lock_guard lock(call.core.mutex);
        buffer = call.file->buffer(argument.handle);
        if (buffer) call.core.buffers.noteExport(*buffer);
    }
    if (!buffer) return -ENOENT;
    const int number = call.user.installDescriptor(buffer->memory(), (argument.flags & DRM_CLOEXEC) != 0);
    if (number < 0) return number;
    argument.fd = number;
    return 0;
}

int primeFdToHandle(Call& call, drm_prime_handle& argument) {
    UniqueFd descriptor;
    if (const int result = call.user.takeDescriptor(argument.fd, descriptor); result < 0) return result;
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.core.buffers.import(descriptor);
    if (!buffer) return -EINVAL;
    argument.handle = call.file->handleOf(buffer);
    return 0;
}

constexpr std::array kCoreIoctls = {
    row<version>(number(DRM_IOCTL_VERSION), "VERSION", Access::Render),
    row<getUnique>(number(DRM_IOCTL_GET_UNIQUE), "GET_UNIQUE", Access::Any),
    row<getMagic>(number(DRM_IOCTL_GET_MAGIC), "GET_MAGIC", Access::Any),
    row<getClient>(number(DRM_IOCTL_GET_CLIENT), "GET_CLIENT", Access::Any),
    row<setVersion>(number(DRM_IOCTL_SET_VERSION), "SET_VERSION", Access::Master),
    row<getCap>(number(DRM_IOCTL_GET_CAP), "GET_CAP", Access::Render),
    row<setClientCap>(number(DRM_IOCTL_SET_CLIENT_CAP), "SET_CLIENT_CAP", Access::Any),
    row<authMagic>(number(DRM_IOCTL_AUTH_MAGIC), "AUTH_MAGIC", Access::Master),
    IoctlEntry{number(DRM_IOCTL_SET_MASTER), "SET_MASTER", Access::Any, setMaster},
    IoctlEntry{number(DRM_IOCTL_DROP_MASTER), "DROP_MASTER", Access::Any, dropMaster},
    row<gemClose>(number(DRM_IOCTL_GEM_CLOSE), "GEM_CLOSE", Access::Render),
    row<gemFlink>(number(DRM_IOCTL_GEM_FLINK), "GEM_FLINK", Access::Authenticated),
    row<gemOpen>(number(DRM_IOCTL_GEM_OPEN), "GEM_OPEN", Access::Authenticated),
    row<primeHandleToFd>(number(DRM_IOCTL_PRIME_HANDLE_TO_FD), "PRIME_HANDLE_TO_FD", Access::Render),
    row<primeFdToHandle>(number(DRM_IOCTL_PRIME_FD_TO_HANDLE), "PRIME_FD_TO_HANDLE", Access::Render),
};

}  // namespace

std::span<const IoctlEntry> coreIoctls() { return kCoreIoctls; }

}  // namespace cyclorama::device
