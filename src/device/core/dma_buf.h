// SPDX-License-Identifier: MIT
#pragma once
// Requests on a buffer's descriptor (Linux: dma-buf.c).

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "device/objects/buffer_object.h"
#include "device/objects/fence_timeline.h"
#include "device/objects/user_process.h"
#include "device/protocol/protocol.h"

namespace cyclorama::device {

/// The parts of a device that requests on a dma-buf read or change.
struct DmaBufParts {
    /// The device's lock. The caller does not hold it.
    std::mutex& mutex;
    FenceTimeline& timeline;
    protocol::SharedStatus& status;
};

/// 0 or a negative errno; -ENOTTY for what is no request on a dma-buf.
int dmaBufIoctl(const DmaBufParts& parts, BufferObject& buffer, uint32_t code, std::span<std::byte> argument,
                UserProcess& user);

}  // namespace cyclorama::device
