// SPDX-License-Identifier: MIT
#pragma once
// A driver that nothing has: 48-bit addresses, submit queues, commands in buffers, synchronization objects. Tests of
// the core and the display run with it.

#include <drm_fourcc.h>
#include <errno.h>

#include <array>

#include "device/core/driver_backend.h"
#include "device/core/ioctl_table.h"
#include "device/core/placement.h"

namespace cyclorama::device::test::toy {

enum class Request : uint32_t { NewBuffer = 0, NewQueue = 1, Submit = 2 };

inline constexpr uint64_t kFirstAddress = uint64_t{1} << 40;
inline constexpr uint64_t kEndOfAddresses = uint64_t{1} << 48;

struct NewBuffer {
    uint64_t size = 0;
    uint32_t handle = 0;
    uint32_t pad = 0;
};

struct NewQueue {
    uint32_t queue = 0;
};

/// A job whose commands are all of a buffer.
struct Submit {
    uint32_t queue = 0;
    uint32_t buffer = 0;
    /// The buffer's address; the driver chooses one, and tells it, where this is zero.
    uint64_t address = 0;
    /// Handles of synchronization objects: with the fence to wait for, and to put the job's into. 0 without.
    uint32_t waitFor = 0;
    uint32_t signal = 0;
};

struct File final : DriverFile {
    uint32_t queues = 0;
};

inline int newBuffer(Call& call, NewBuffer& argument) {
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.core.buffers.create(argument.size);
    if (!buffer) return -ENOMEM;
    argument.handle = call.file->handleOf(buffer);
    return 0;
}

inline int newQueue(Call& call, NewQueue& argument) {
    const std::lock_guard lock(call.core.mutex);
    argument.queue = ++static_cast<File&>(*call.file->driver).queues;
    return 0;
}

inline int submit(Call& call, Submit& argument) {
    const std::lock_guard lock(call.core.mutex);
    const DeviceFile& file = *call.file;
    if (argument.queue == 0 || argument.queue > static_cast<const File&>(*file.driver).queues) return -ENOENT;
    const auto buffer = file.buffer(argument.buffer);
    if (!buffer) return -ENOENT;
    const auto before = file.syncObject(argument.waitFor);
    if (argument.waitFor != 0 && (!before || !before->fence())) return -EINVAL;
    NewMappings added;
    const auto wanted = argument.address == 0 ? std::nullopt : std::optional(argument.address);
    if (const int result = placeBuffer(call.core.timeline, file.context, buffer, wanted, argument.address, added);
        result < 0)
        return result;
    const Fence fence = call.core.queue.enqueue(
        [context = file.context, buffer, added = std::move(added), queue = argument.queue, at = argument.address] {
            added.apply(context->execution());
            const CommandStream stream{.address = at, .bytes = buffer->bytes()};
            context->execution().execute({.engine = queue, .streams = std::span(&stream, 1)});
        });
    buffer->recordUse(fence, false, *call.core.status);
    if (const auto after = file.syncObject(argument.signal)) {
        after->put(fence);
        call.core.timeline.wake();
    }
    return 0;
}

inline constexpr std::array kTable = {
    row<newBuffer>(static_cast<uint32_t>(Request::NewBuffer), "TOY_NEW_BUFFER", Access::Render),
    row<newQueue>(static_cast<uint32_t>(Request::NewQueue), "TOY_NEW_QUEUE", Access::Render),
    row<submit>(static_cast<uint32_t>(Request::Submit), "TOY_SUBMIT", Access::Render),
};

inline constexpr uint32_t kPlaneFormats[] = {DRM_FORMAT_XRGB8888, DRM_FORMAT_RGB565};

class Driver final : public DriverBackend {
  public:
    /// `perFile`: a space of addresses for each file. `oneDevice`: the display is the GPU's device.
    explicit Driver(bool perFile = true, bool oneDevice = false) : DriverBackend(traits(perFile, oneDevice)) {}
    std::span<const IoctlEntry> ioctls() const override { return kTable; }
    std::unique_ptr<DriverFile> openFile() const override { return std::make_unique<File>(); }

  private:
    static DriverTraits traits(bool perFile, bool oneDevice) {
        DriverTraits made = {.render = {.name = "toygpu",
                                        .date = "20260101",
                                        .description = "a toy",
                                        .major = 2,
                                        .minor = 7,
                                        .patch = 1,
                                        .treePath = "/toy@0",
                                        .compatible = "toy,gpu",
                                        .syncObjects = true},
                             .display = NodeIdentity{.name = "toyscreen",
                                                     .date = "20260102",
                                                     .description = "its screen",
                                                     .major = 1,
                                                     .minor = 0,
                                                     .patch = 0,
                                                     .treePath = "/screen",
                                                     .compatible = "toy,screen"},
                             .addresses = {.first = kFirstAddress,
                                           .end = kEndOfAddresses,
                                           .gap = 0,
                                           .perFile = perFile,
                                           .idleGivesWay = true},
                             .accesses = {},
                             .screen = {.planeFormats = kPlaneFormats, .dumbRowPixels = 8}};
        if (oneDevice) made.display.reset();
        return made;
    }
};

}  // namespace cyclorama::device::test::toy
