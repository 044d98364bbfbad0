// SPDX-License-Identifier: MIT
#pragma once
// The parts of the simulated machine's DRM devices. A function takes the parts that it uses; the whole is for its owner
// (device/server/device.h) and for the ioctls, which all have one signature.

#include <memory>
#include <mutex>

#include "device/core/driver_backend.h"
#include "device/display/display.h"
#include "device/objects/address_spaces.h"
#include "device/objects/buffer_object.h"
#include "device/objects/device_findings.h"
#include "device/objects/executor.h"
#include "device/objects/fence_timeline.h"
#include "device/objects/gpu_queue.h"
#include "device/objects/open_files.h"
#include "device/objects/status_page.h"
#include "device/objects/user_process.h"
#include "machine/values/frame_sink.h"

namespace cyclorama::device {

struct DeviceCore {
    DeviceCore(const DriverBackend& backend, const DisplaySettings& displaySettings, Executor& jobExecutor,
               machine::FrameSink& frameSink);

    // Safe to use from any thread without the device's lock: these have locks of their own, or never change.
    const DriverBackend& driver;
    DeviceFindings findings;
    StatusPage status;
    FenceTimeline timeline{*status};
    /// On the queue's thread alone.
    Executor& executor;

    /// The device's lock: for all of what follows but the queue, and for the objects that those hold (buffers, files,
    /// frame buffers). It is taken before the parts' own locks. No thread that has it waits for a program or a fence.
    std::mutex mutex;
    BufferRegistry buffers;
    OpenFiles files;
    Display display;
    /// Has a lock of its own. With the device's lock where the order of jobs has to be that of what they are made from.
    /// Declared after all that jobs use: its thread ends before that does.
    GpuQueue queue;
    /// Declared after the queue: spaces use that when they end.
    AddressSpaces addresses;
};

/// One request of a program.
struct Call {
    /// For the handler, which passes on the parts that others use.
    DeviceCore& core;
    std::shared_ptr<DeviceFile> file;
    UserProcess& user;
};

}  // namespace cyclorama::device
