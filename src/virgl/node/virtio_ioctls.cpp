// SPDX-License-Identifier: MIT
#include "virgl/node/virtio_ioctls.h"

#include <errno.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "device/core/sync_file.h"
#include "virgl/node/virtio_driver.h"
#include "virgl/node/virtio_uapi.h"

namespace cyclorama::virgl {
namespace {

using namespace virtio;
using device::Access;
using device::BufferObject;
using device::Call;
using device::Fence;
using device::UserRead;

/// More than a guest puts into one submission; they bound what a hostile one can make the server hold.
constexpr uint32_t kMostStreamBytes = 16u << 20;
constexpr uint32_t kMostHandles = 1 << 16;
constexpr uint64_t kMostResourceBytes = uint64_t{1} << 30;

DeviceHost& hostOf(const Call& call) { return static_cast<const VirtioDriver&>(call.core.driver).host(); }

/// Queues work of the host: a function of that. With the device's lock.
template <typename Work>
Fence enqueue(const Call& call, Work work) {
    return call.core.queue.enqueue([&host = hostOf(call), space = call.file->context, &findings = call.core.findings,
                                    work = std::move(work)] { work(host.attached(*space, findings)); });
}

std::shared_ptr<BufferObject> lookUp(const Call& call, uint32_t handle) {
    const std::lock_guard lock(call.core.mutex);
    return call.file->buffer(handle);
}

/// The resource of a buffer; 0 for a buffer that is none. With the device's lock.
uint32_t resourceOf(const BufferObject& buffer) {
    const auto* const known = static_cast<const VirtioBuffer*>(buffer.driver.get());
    return known == nullptr ? 0 : known->resource;
}

int getParam(Call& call, GetParamArgument& argument) {
    uint32_t value = 0;
    switch (argument.param) {
        case Param::Features3d:
        case Param::CapabilitySetFix:
            value = 1;
            break;
        case Param::ResourceBlob:
        case Param::HostVisible:
        case Param::CrossDevice:
        case Param::ContextInit:
            break;
        case Param::CapabilitySets:
            value = 1u << kOldCapabilitySet | 1u << kCapabilitySet;
            break;
        default:
            return -EINVAL;
    }
    // The kernel writes four bytes.
    return call.user.writeArray(argument.value, std::span<const uint32_t>(&value, 1));
}

int getCapabilities(Call& call, GetCapabilitiesArgument& argument) {
    if (argument.set != kCapabilitySet && argument.set != kOldCapabilitySet) return -EINVAL;
    if (argument.size == 0) return -EINVAL;
    const std::vector<std::byte> bytes = encode(hostOf(call).shared()->capabilities(), argument.set);
    return call.user.write(argument.address, std::span(bytes).first(std::min<size_t>(argument.size, bytes.size())));
}

int resourceCreate(Call& call, ResourceCreateArgument& argument) {
    if (argument.size > kMostResourceBytes) return -EINVAL;
    ResourceDescription description{.target = static_cast<Target>(std::min(argument.target, 255u)),
                                    .format = static_cast<Format>(argument.format),
                                    .bind = argument.bind,
                                    .width = argument.width,
                                    .height = argument.height,
                                    .depth = argument.depth,
                                    .layers = std::max(argument.arraySize, 1u),
                                    .lastLevel = argument.lastLevel,
                                    .samples = argument.samples};
    DeviceHost& deviceHost = hostOf(call);
    const std::lock_guard lock(call.core.mutex);
    // A resource whose texels programs never see, as one of several samples, has no size and gets a page.
    const auto buffer = call.core.buffers.create(argument.size != 0 ? argument.size : device::kPageBytes);
    if (!buffer) return -ENOMEM;
    const uint32_t number = deviceHost.newResource();
    buffer->driver = std::make_shared<VirtioBuffer>(deviceHost.shared(), number);
    const auto view = std::make_shared<device::MappedView>(buffer->memory(), buffer->bytes());
    if (view->bytes().empty()) return -ENOMEM;
    argument.bufferHandle = call.file->handleOf(buffer);
    argument.resourceHandle = number;
    const Fence fence = enqueue(call, [number, description, view](Host& host) {
        host.createResource({.number = number}, description, {.keep = view, .bytes = view->bytes()});
    });
    buffer->recordUse(fence, true, *call.core.status);
    return 0;
}

int resourceInfo(Call& call, ResourceInfoArgument& argument) {
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.file->buffer(argument.bufferHandle);
    if (!buffer) return -ENOENT;
    argument.resourceHandle = resourceOf(*buffer);
    if (argument.resourceHandle == 0) return -ENOENT;
    argument.size = static_cast<uint32_t>(buffer->bytes());
    argument.blobMemory = 0;
    return 0;
}

int map(Call& call, MapArgument& argument) {
    const auto buffer = lookUp(call, argument.handle);
    if (!buffer) return -ENOENT;
    argument.offset = buffer->mapOffset();
    return 0;
}

int wait(Call& call, WaitArgument& argument) {
    const auto buffer = lookUp(call, argument.handle);
    if (!buffer) return -ENOENT;
    Fence fence = 0;
    {
        const std::lock_guard lock(call.core.mutex);
        fence = buffer->lastUse;
    }
    if ((argument.flags & kWaitNoWait) != 0) return call.core.timeline.wait(fence, std::nullopt);
    return call.core.timeline.wait(fence, device::patientDeadline());
}

int transfer(Call& call, const TransferArgument& argument, bool toHost) {
    call.core.queue.waitForRoom();
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.file->buffer(argument.bufferHandle);
    if (!buffer) return -ENOENT;
    const TransferRequest request{
        .resource = {.number = resourceOf(*buffer)},
        .toHost = toHost,
        .region = {.level = argument.level,
                   .box = {argument.x, argument.y, argument.z, argument.width, argument.height, argument.depth}},
        .offset = argument.offset,
        .rows = {.stride = argument.stride, .sliceStride = argument.layerStride}};
    // The job keeps the buffer, and so the resource.
    const Fence fence = enqueue(call, [buffer, request](Host& host) { host.transfer(request); });
    buffer->recordUse(fence, true, *call.core.status);
    return 0;
}

int transferToHost(Call& call, TransferArgument& argument) { return transfer(call, argument, true); }
int transferFromHost(Call& call, TransferArgument& argument) { return transfer(call, argument, false); }

int copyIn(Call& call, const ExecBufferArgument& argument, std::vector<uint32_t>& stream,
           std::vector<uint32_t>& handles) {
    if (argument.size > kMostStreamBytes || argument.handleCount > kMostHandles) return -EINVAL;
    if (argument.size % sizeof(uint32_t) != 0) return -EINVAL;
    stream.resize(argument.size / sizeof(uint32_t));
    handles.resize(argument.handleCount);
    const UserRead reads[] = {{argument.command, std::as_writable_bytes(std::span(stream))},
                              {argument.handles, std::as_writable_bytes(std::span(handles))}};
    return call.user.read(reads);
}

/// A submission: the host reads the program's memory no more.
struct Submission {
    uint32_t context = 0;
    std::vector<uint32_t> stream;
    std::vector<std::shared_ptr<BufferObject>> buffers;
};

int queueSubmission(Call& call, const std::shared_ptr<Submission>& submission, std::span<const uint32_t> handles,
                    Fence& fence) {
    const std::lock_guard lock(call.core.mutex);
    for (const uint32_t handle : handles) {
        auto buffer = call.file->buffer(handle);
        if (!buffer) return -ENOENT;
        submission->buffers.push_back(std::move(buffer));
    }
    submission->context = static_cast<const VirtioFile&>(*call.file->driver).context;
    // The file is kept: its context has to live until then.
    fence = enqueue(call, [file = call.file, submission](Host& host) {
        host.execute({.context = submission->context}, submission->stream);
    });
    for (const auto& buffer : submission->buffers) buffer->recordUse(fence, true, *call.core.status);
    return 0;
}

int execBuffer(Call& call, ExecBufferArgument& argument) {
    constexpr uint32_t kFlags = kFenceFdIn | kFenceFdOut;
    if ((argument.flags & ~kFlags) != 0) return -EINVAL;
    // All fences are of this GPU or its display, and are done in order: there is nothing to wait for.
    if ((argument.flags & kFenceFdIn) != 0 &&
        !device::fenceOfDescriptor(call.core.timeline, call.user, argument.fenceFd))
        return -EINVAL;
    auto submission = std::make_shared<Submission>();
    std::vector<uint32_t> handles;
    if (const int result = copyIn(call, argument, submission->stream, handles); result < 0) return result;
    call.core.queue.waitForRoom();
    Fence fence = 0;
    if (const int result = queueSubmission(call, submission, handles, fence); result < 0) return result;
    if ((argument.flags & kFenceFdOut) == 0) return 0;
    const int number = device::installSyncFile(call.core.timeline, call.user, fence, "virtio-gpu");
    if (number < 0) return number;
    argument.fenceFd = number;
    return 0;
}

template <auto handler>
constexpr device::IoctlEntry driverRow(Request request, const char* name) {
    return device::row<handler>(static_cast<uint32_t>(request), name, Access::Render);
}

constexpr std::array kTable = {
    driverRow<map>(Request::Map, "VIRTGPU_MAP"),
    driverRow<execBuffer>(Request::ExecBuffer, "VIRTGPU_EXECBUFFER"),
    driverRow<getParam>(Request::GetParam, "VIRTGPU_GETPARAM"),
    driverRow<resourceCreate>(Request::ResourceCreate, "VIRTGPU_RESOURCE_CREATE"),
    driverRow<resourceInfo>(Request::ResourceInfo, "VIRTGPU_RESOURCE_INFO"),
    driverRow<transferFromHost>(Request::TransferFromHost, "VIRTGPU_TRANSFER_FROM_HOST"),
    driverRow<transferToHost>(Request::TransferToHost, "VIRTGPU_TRANSFER_TO_HOST"),
    driverRow<wait>(Request::Wait, "VIRTGPU_WAIT"),
    driverRow<getCapabilities>(Request::GetCapabilities, "VIRTGPU_GET_CAPS"),
};

}  // namespace

std::span<const device::IoctlEntry> virtioIoctls() { return kTable; }

}  // namespace cyclorama::virgl
