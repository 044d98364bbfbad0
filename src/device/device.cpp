#include "device/device.h"

#include <drm.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/dma-buf.h>
#include <linux/ioctl.h>
#include <linux/sync_file.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "device/ioctl_table.h"

namespace cyclorama::device {
namespace {

/// Numbers of a driver's own ioctls (Linux: drm.h).
constexpr uint32_t kFirstDriverIoctl = DRM_COMMAND_BASE;
constexpr uint32_t kEndOfDriverIoctls = DRM_COMMAND_END;

const IoctlEntry* findIn(std::span<const IoctlEntry> table, uint32_t number) {
    const auto found = std::ranges::find(table, number, &IoctlEntry::number);
    return found == table.end() ? nullptr : &*found;
}

const IoctlEntry* findIoctl(Node node, uint32_t number) {
    if (number >= kFirstDriverIoctl && number < kEndOfDriverIoctls)
        return node == Node::Render ? findIn(etnavivIoctls(), number - kFirstDriverIoctl) : nullptr;
    for (const auto table : {coreIoctls(), kmsIoctls(), frameBufferIoctls(), atomicIoctls()})
        if (const IoctlEntry* found = findIn(table, number)) return found;
    return nullptr;
}

bool permitted(DeviceCore& core, const DeviceFile& file, Access access) {
    if (file.node == Node::Render) return access == Access::Render;
    const std::lock_guard lock(core.mutex);
    switch (access) {
        case Access::Any:
        case Access::Render:
            return true;
        case Access::Authenticated:
            return file.authenticated;
        case Access::Master:
            return core.display.isMaster(file);
    }
    return false;
}

template <typename T>
bool loadArgument(std::span<const std::byte> argument, T& value) {
    if (argument.size() < sizeof value) return false;
    std::memcpy(&value, argument.data(), sizeof value);
    return true;
}

}  // namespace

DeviceCore::DeviceCore(DeviceSettings deviceSettings, SubmitExecutor& submitExecutor, machine::FrameSink& frameSink)
    : settings(std::move(deviceSettings)),
      executor(submitExecutor),
      display(settings.display, frameSink, submitExecutor),
      queue(timeline) {}

std::shared_ptr<GpuContext> DeviceCore::contextForFile() {
    if (softpin()) return std::make_shared<GpuContext>(queue, executor);
    if (!sharedContext) sharedContext = std::make_shared<GpuContext>(queue, executor);
    return sharedContext;
}

void DeviceCore::noteUse(BufferObject& buffer, Fence fence, bool write) {
    protocol::BufferUse& use = status->useOf(buffer.id());
    buffer.lastUse = fence;
    use.any.store(fence, std::memory_order_release);
    if (!write) return;
    buffer.lastWrite = fence;
    use.write.store(fence, std::memory_order_release);
}

Device::Device(DeviceSettings settings, SubmitExecutor& executor, machine::FrameSink& frames)
    : core_(std::move(settings), executor, frames) {}

Device::~Device() {
    core_.timeline.stop();
    core_.queue.shutDown();
    for (const Watched& file : watched()) close(file.inode);
    // Contexts and buffers tell the queue when they go: they must not outlive it.
    core_.display.setState({});
    core_.sharedContext.reset();
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
    if (file->node == Node::Render)
        file->context = core_.contextForFile();
    else
        core_.display.takeMaster(file);  // the first one is master
    core_.files[file->inode] = file;
    return 0;
}

Device::Identity Device::identify(uint64_t inode) {
    {
        const std::lock_guard lock(core_.mutex);
        if (const auto found = core_.files.find(inode); found != core_.files.end())
            return {.kind = protocol::FileKind::Node,
                    .minor = found->second->node == Node::Display ? protocol::kDisplayMinor : protocol::kRenderMinor};
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
        if (const auto found = core_.files.find(inode); found != core_.files.end()) file = found->second;
        if (!file) buffer = core_.buffers.byInode(inode);
    }
    if (file) return deviceIoctl(file, code, argument, user);
    if (const auto sync = core_.timeline.findSyncFile(inode)) return syncFileIoctl(sync, code, argument, user);
    // Processor and GPU see the same memory: there is nothing to synchronize.
    if (buffer && code == DMA_BUF_IOCTL_SYNC) {
        dma_buf_sync sync{};
        return loadArgument(argument, sync) && (sync.flags & ~uint64_t{DMA_BUF_SYNC_VALID_FLAGS_MASK}) == 0 ? 0
                                                                                                            : -EINVAL;
    }
    foreign = true;
    return -ENOTTY;
}

uint32_t Device::bufferAt(uint64_t inode, uint32_t handle) {
    const std::lock_guard lock(core_.mutex);
    const auto found = core_.files.find(inode);
    const auto buffer = found == core_.files.end() ? nullptr : found->second->buffer(handle);
    return buffer ? buffer->id() : 0;
}

int Device::deviceIoctl(const std::shared_ptr<DeviceFile>& file, uint32_t code, std::span<std::byte> argument,
                        UserProcess& user) {
    if (_IOC_TYPE(code) != DRM_IOCTL_BASE) return -ENOTTY;
    const uint32_t number = _IOC_NR(code);
    const IoctlEntry* const entry = findIoctl(file->node, number);
    if (entry == nullptr) {
        core_.findings.report(kUnknownIoctl, file->node == Node::Display ? "card0" : "renderD128",
                              fmt::format("ioctl {:#04x}, {} bytes", number, _IOC_SIZE(code)));
        return -EINVAL;
    }
    if (!permitted(core_, *file, entry->access)) return -EACCES;
    Call call{.core = core_, .file = file, .user = user};
    return entry->run(call, argument);
}

int Device::syncFileIoctl(const std::shared_ptr<SyncFile>& file, uint32_t code, std::span<std::byte> argument,
                          UserProcess& user) {
    if (code == SYNC_IOC_MERGE) {
        sync_merge_data data{};
        if (!loadArgument(argument, data) || data.flags != 0 || data.pad != 0) return -EINVAL;
        UniqueFd other;
        if (user.takeDescriptor(data.fd2, other) < 0) return -ENOENT;
        struct stat status {};
        fstat(other.get(), &status);
        const auto second = core_.timeline.findSyncFile(status.st_ino);
        if (!second) return -ENOENT;
        UniqueFd program;
        const std::string name(data.name, strnlen(data.name, sizeof data.name));
        if (!core_.timeline.makeSyncFile(std::max(file->fence, second->fence), name, program)) return -EMFILE;
        data.fence = user.installDescriptor(program.get(), true);
        if (data.fence < 0) return data.fence;
        std::memcpy(argument.data(), &data, sizeof data);
        return 0;
    }
    if (code == SYNC_IOC_FILE_INFO) {
        sync_file_info info{};
        if (!loadArgument(argument, info) || info.flags != 0 || info.pad != 0) return -EINVAL;
        const bool signalled = core_.timeline.signalled(file->fence);
        std::memset(info.name, 0, sizeof info.name);
        std::memcpy(info.name, file->name.data(), std::min(file->name.size(), sizeof info.name - 1));
        info.status = signalled ? 1 : 0;
        const uint32_t room = info.num_fences;
        info.num_fences = 1;
        std::memcpy(argument.data(), &info, sizeof info);
        if (room == 0) return 0;
        sync_fence_info fence{};
        std::memcpy(fence.obj_name, info.name, sizeof fence.obj_name);
        std::strcpy(fence.driver_name, "etnaviv");
        fence.status = info.status;
        return user.write(info.sync_fence_info, std::as_bytes(std::span(&fence, 1)));
    }
    return -ENOTTY;
}

int Device::map(uint64_t inode, uint64_t offset, uint64_t bytes, Mapping& mapping) {
    const std::lock_guard lock(core_.mutex);
    const auto found = core_.files.find(inode);
    if (found == core_.files.end()) return -EBADF;
    const auto buffer = core_.buffers.byId(static_cast<uint32_t>(offset >> 32));
    if (!buffer) return -EINVAL;
    mapping.offset = offset & 0xffffffff;
    if (mapping.offset > buffer->bytes() || bytes > buffer->bytes() - mapping.offset) return -EINVAL;
    // Only a buffer that the file has a handle of.
    if (std::ranges::none_of(found->second->handles, [&](const auto& entry) { return entry.second == buffer; }))
        return -EACCES;
    mapping.keep = buffer;
    return 0;
}

std::vector<Device::Watched> Device::watched() {
    std::vector<Watched> list;
    {
        const std::lock_guard lock(core_.mutex);
        for (const auto& [inode, file] : core_.files) list.push_back({file->server.get(), inode});
    }
    for (const auto& file : core_.timeline.syncFiles()) list.push_back({file->server.get(), file->inode});
    return list;
}

void Device::close(uint64_t inode) {
    std::shared_ptr<DeviceFile> file;
    {
        const std::lock_guard lock(core_.mutex);
        const auto found = core_.files.find(inode);
        if (found != core_.files.end()) {
            file = std::move(found->second);
            core_.files.erase(found);
            core_.display.forget(*file);
            file->handles.clear();
        }
    }
    core_.timeline.dropSyncFile(inode);
}

}  // namespace cyclorama::device
