#pragma once
// The state of the simulated machine's DRM devices, which the ioctls work on (core_ioctls, etnaviv_ioctls,
// kms_ioctls).

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "device/buffer_object.h"
#include "device/device_file.h"
#include "device/device_findings.h"
#include "device/display.h"
#include "device/fence_timeline.h"
#include "device/gpu_queue.h"
#include "device/status_page.h"
#include "device/submit_executor.h"
#include "device/user_process.h"
#include "families/vivante/frontend/chip.h"
#include "machine/values/frame_sink.h"

namespace cyclorama::device {

struct DeviceSettings {
    vivante::Chip chip;
    DisplaySettings display;
};

/// Lock order: `mutex`, then what the members lock for themselves. Nothing that waits for a program or for a fence is
/// done with `mutex` held.
struct DeviceCore {
    DeviceCore(DeviceSettings settings, SubmitExecutor& submitExecutor, machine::FrameSink& frameSink);

    const DeviceSettings settings;
    SubmitExecutor& executor;
    DeviceFindings findings;
    StatusPage status;
    FenceTimeline timeline{*status};
    std::mutex mutex;
    BufferRegistry buffers;
    std::map<uint64_t, std::shared_ptr<DeviceFile>> files;  // by inode
    std::map<uint32_t, std::weak_ptr<DeviceFile>> magics;
    uint32_t nextMagic = 1;
    Display display;
    /// The one address space of a chip without the second kind of MMU.
    std::shared_ptr<GpuContext> sharedContext;
    /// Last: its thread ends before the rest does.
    GpuQueue queue;

    /// Programs place their buffers themselves (Linux: ETNAVIV_IOMMU_V2).
    bool softpin() const { return settings.chip.has({.word = 2, .bit = 28}); }
    /// For a newly opened file.
    std::shared_ptr<GpuContext> contextForFile();
    /// What was queued as `fence` uses the buffer. With the lock.
    void noteUse(BufferObject& buffer, Fence fence, bool write);
};

/// One request of a program.
struct Call {
    DeviceCore& core;
    std::shared_ptr<DeviceFile> file;
    UserProcess& user;
};

}  // namespace cyclorama::device
