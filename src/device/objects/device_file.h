// SPDX-License-Identifier: MIT
#pragma once
// An open file of one of the two nodes, as open() made it: shared by all descriptors that were duplicated from it.

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "device/objects/buffer_object.h"
#include "device/objects/driver_traits.h"
#include "device/objects/gpu_context.h"
#include "device/objects/sync_object.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

struct FrameBuffer;

/// The lowest number from 1 on that is no key.
template <typename Value>
uint32_t lowestFree(const std::map<uint32_t, Value>& handles) {
    uint32_t free = 1;
    for (const auto& [handle, held] : handles) {
        if (handle != free) break;
        ++free;
    }
    return free;
}

/// Under the device's lock, but for what is constant.
struct DeviceFile {
    Node node = Node::Render;
    uint64_t inode = 0;
    /// The other end of the program's socket: events are written here, and it hangs up when the last descriptor is
    /// closed.
    UniqueFd server;

    /// Handles count from 1; the lowest free one is given out, as the kernel does.
    std::map<uint32_t, std::shared_ptr<BufferObject>> handles;
    /// Synchronization objects by handle; handles are given out likewise.
    std::map<uint32_t, std::shared_ptr<SyncObject>> syncObjects;
    // On nodes of the GPU: the address space of its jobs, and the driver's own state.
    std::shared_ptr<GpuContext> context;
    std::unique_ptr<DriverFile> driver;

    // On the display node.
    bool authenticated = false;
    uint32_t magic = 0;
    bool versionAgreed = false;
    bool universalPlanes = false;
    bool atomic = false;
    bool aspectRatio = false;
    bool writeback = false;
    std::map<uint32_t, std::shared_ptr<FrameBuffer>> frameBuffers;
    std::vector<uint32_t> blobs;

    /// Null where there is no such handle.
    std::shared_ptr<BufferObject> buffer(uint32_t handle) const;
    std::shared_ptr<SyncObject> syncObject(uint32_t handle) const;
    /// A new handle of an object.
    uint32_t addSyncObject(std::shared_ptr<SyncObject> object);
    /// The handle of a buffer in this file, a new one where it has none.
    uint32_t handleOf(const std::shared_ptr<BufferObject>& buffer);
    /// Gives a handle back; false for an unknown handle.
    bool closeHandle(uint32_t handle);
    void closeHandles();
};

}  // namespace cyclorama::device
