// SPDX-License-Identifier: MIT
#include "device/server/device.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "device/core/dma_buf.h"
#include "device/core/ioctl_table.h"
#include "device/core/sync_file.h"
#include "device/kms/kms_ioctls.h"

namespace cyclorama::device {
namespace {

/// Numbers of a driver's own ioctls (Linux: drm.h).
constexpr uint32_t kFirstDriverIoctl = DRM_COMMAND_BASE;
constexpr uint32_t kEndOfDriverIoctls = DRM_COMMAND_END;

const IoctlEntry* findIn(std::span<const IoctlEntry> table, uint32_t number) {
    const auto found = std::ranges::find(table, number, &IoctlEntry::number);
    return found == table.end() ? nullptr : &*found;
}

const IoctlEntry* findIoctl(const DriverBackend& driver, Node node, uint32_t number) {
    if (number >= kFirstDriverIoctl && number < kEndOfDriverIoctls)
        return driver.traits().isGpu(node) ? findIn(driver.ioctls(), number - kFirstDriverIoctl) : nullptr;
    for (const auto table : {coreIoctls(), syncObjectIoctls(), kmsIoctls(), frameBufferIoctls(), atomicIoctls()})
        if (const IoctlEntry* found = findIn(table, number)) return found;
    return nullptr;
}

/// With the device's lock.
bool permitted(const Display& display, const DeviceFile& file, Access access) {
    if (file.node == Node::Render) return access == Access::Render;
    switch (access) {
        case Access::Any:
        case Access::Render:
            return true;
        case Access::Authenticated:
            return file.authenticated;
        case Access::Master:
            return display.isMaster(file);
    }
    return false;
}

}  // namespace

Device::Device(const DriverBackend& driver, const DisplaySettings& display, Executor& executor,
               machine::FrameSink& frames)
    : core_(driver, display, executor, frames) {}

Device::~Device() {
    core_.timeline.stop();
    core_.queue.shutDown();
    for (const OpenFiles::ServerEnd& file : watched()) close(file.inode);
    // Buffers use the queue when they are destroyed: they must not outlive it.
    core_.display.setState({});
}

int Device::open(uint32_t minor, uint32_t flags, UniqueFd& program) {
    if (minor != protocol::kDisplayMinor && minor != protocol::kRenderMinor) return -ENXIO;
    const int nonBlocking = (flags & O_NONBLOCK) != 0 ? SOCK_NONBLOCK : 0;
    int ends[2];
    // Messages keep their bounds: a read gives one event.
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
    program = UniqueFd(ends[0]);
    if (nonBlocking != 0) fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK);
    auto file = std::make_shared<DeviceFile>();
    file->server = UniqueFd(ends[1]);
    file->node = minor == protocol::kDisplayMinor ? Node::Display : Node::Render;
    struct stat status {};
    if (fstat(ends[0], &status) != 0) return -errno;
    file->inode = status.st_ino;
    const std::lock_guard lock(core_.mutex);
    if (core_.driver.traits().isGpu(file->node)) {
        file->context = core_.addresses.forNewFile();
        file->driver = core_.driver.openFile();
    }
    if (file->node == Node::Display) core_.display.takeMaster(file);  // the first one is master
    core_.files.add(file);
    return 0;
}

Device::Identity Device::identify(uint64_t inode) {
    {
        const std::lock_guard lock(core_.mutex);
        if (const auto file = core_.files.node(inode))
            return {.kind = protocol::FileKind::Node,
                    .minor = file->node == Node::Display ? protocol::kDisplayMinor : protocol::kRenderMinor};
        if (core_.files.isSyncObject(inode)) return {.kind = protocol::FileKind::SyncObject};
    }
    if (core_.timeline.findSyncFile(inode)) return {.kind = protocol::FileKind::SyncFile};
    return {};
}

int Device::ioctl(uint64_t inode, uint32_t code, std::span<std::byte> argument, UserProcess& user, bool& foreign) {
    foreign = false;
    std::shared_ptr<DeviceFile> file;
    std::shared_ptr<BufferObject> buffer;
    {
        const std::lock_guard lock(core_.mutex);
        file = core_.files.node(inode);
        if (!file) buffer = core_.buffers.byInode(inode);
    }
    if (file) return deviceIoctl(file, code, argument, user);
    if (const auto sync = core_.timeline.findSyncFile(inode))
        return syncFileIoctl(core_.timeline, core_.driver.traits().render.name, *sync, code, argument, user);
    const DmaBufParts parts{.mutex = core_.mutex, .timeline = core_.timeline, .status = *core_.status};
    const int result = buffer ? dmaBufIoctl(parts, *buffer, code, argument, user) : -ENOTTY;
    // The rest is the host's: its file knows no such request.
    foreign = result == -ENOTTY;
    return result;
}

uint32_t Device::bufferAt(uint64_t inode, uint32_t handle) {
    const std::lock_guard lock(core_.mutex);
    const auto file = core_.files.node(inode);
    const auto buffer = file ? file->buffer(handle) : nullptr;
    return buffer ? buffer->id() : 0;
}

int Device::deviceIoctl(const std::shared_ptr<DeviceFile>& file, uint32_t code, std::span<std::byte> argument,
                        UserProcess& user) {
    if (_IOC_TYPE(code) != DRM_IOCTL_BASE) return -ENOTTY;
    const uint32_t number = _IOC_NR(code);
    const IoctlEntry* const entry = findIoctl(core_.driver, file->node, number);
    if (entry == nullptr) {
        core_.findings.report(kUnknownIoctl, file->node == Node::Display ? "card0" : "renderD128",
                              fmt::format("ioctl {:#04x}, {} bytes", number, _IOC_SIZE(code)));
        return -EINVAL;
    }
    {
        const std::lock_guard lock(core_.mutex);
        if (!permitted(core_.display, *file, entry->access)) return -EACCES;
    }
    Call call{.core = core_, .file = file, .user = user};
    return entry->run(call, argument);
}

int Device::map(uint64_t inode, uint64_t offset, uint64_t bytes, Mapping& mapping) {
    const std::lock_guard lock(core_.mutex);
    const auto file = core_.files.node(inode);
    if (!file) return -EBADF;
    const auto buffer = core_.buffers.byId(static_cast<uint32_t>(offset >> 32));
    if (!buffer) return -EINVAL;
    mapping.offset = offset & 0xffffffff;
    if (mapping.offset > buffer->bytes() || bytes > buffer->bytes() - mapping.offset) return -EINVAL;
    // Only a buffer that the file has a handle of.
    if (std::ranges::none_of(file->handles, [&](const auto& entry) { return entry.second == buffer; })) return -EACCES;
    mapping.keep = buffer;
    return 0;
}

std::vector<OpenFiles::ServerEnd> Device::watched() {
    std::vector<OpenFiles::ServerEnd> list;
    {
        const std::lock_guard lock(core_.mutex);
        list = core_.files.serverEnds();
    }
    for (const auto& file : core_.timeline.syncFiles()) list.push_back({file->server.get(), file->inode});
    return list;
}

void Device::close(uint64_t inode) {
    std::shared_ptr<DeviceFile> file;
    {
        const std::lock_guard lock(core_.mutex);
        file = core_.files.remove(inode);
        if (file) {
            core_.display.forget(*file);
            file->closeHandles();
            file->syncObjects.clear();
        }
    }
    core_.timeline.dropSyncFile(inode);
}

}  // namespace cyclorama::device
