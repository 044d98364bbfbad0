// SPDX-License-Identifier: MIT
#pragma once
// The state of the simulated machine's DRM devices, which the ioctls work on (core_ioctls, kms_ioctls, and those of the
// driver).

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "device/core/driver_backend.h"
#include "device/display/display.h"
#include "device/objects/buffer_object.h"
#include "device/objects/device_file.h"
#include "device/objects/device_findings.h"
#include "device/objects/executor.h"
#include "device/objects/fence_timeline.h"
#include "device/objects/gpu_queue.h"
#include "device/objects/status_page.h"
#include "device/objects/sync_object.h"
#include "device/objects/user_process.h"
#include "machine/values/frame_sink.h"

namespace cyclorama::device {

/// Lock order: `mutex`, then the members' own locks. No thread waits for a program or for a fence with `mutex` held.
struct DeviceCore {
    DeviceCore(const DriverBackend& backend, const DisplaySettings& displaySettings, Executor& jobExecutor,
               machine::FrameSink& frameSink);

    const DriverBackend& driver;
    Executor& executor;
    DeviceFindings findings;
    StatusPage status;
    FenceTimeline timeline{*status};
    std::mutex mutex;
    BufferRegistry buffers;
    std::map<uint64_t, std::shared_ptr<DeviceFile>> files;  // by inode
    std::map<uint64_t, SyncObjectFile> syncObjectFiles;     // by inode
    std::map<uint32_t, std::weak_ptr<DeviceFile>> magics;
    uint32_t nextMagic = 1;
    Display display;
    /// The address space of a GPU that has one for all files.
    std::shared_ptr<GpuContext> sharedContext;
    /// Last: its thread ends before the rest does.
    GpuQueue queue;

    /// The address space of a newly opened file. With the lock.
    std::shared_ptr<GpuContext> contextForFile();
    /// Makes a descriptor for an object; false where the system has no more.
    bool addSyncObjectFile(const std::shared_ptr<SyncObject>& object, UniqueFd& program);
    /// The object of such a descriptor; null for all others.
    std::shared_ptr<SyncObject> syncObjectOf(const UniqueFd& descriptor);
    /// Records that whatever this fence is of uses the buffer, too. With the lock.
    void recordUse(BufferObject& buffer, Fence fence, bool write);
};

/// One request of a program.
struct Call {
    DeviceCore& core;
    std::shared_ptr<DeviceFile> file;
    UserProcess& user;
};

}  // namespace cyclorama::device
