// SPDX-License-Identifier: MIT
#pragma once
// Requests on a buffer's descriptor (Linux: dma-buf.c).

#include <cstddef>
#include <cstdint>
#include <span>

#include "device/core/device_core.h"

namespace cyclorama::device {

/// 0 or a negative errno; -ENOTTY for what is no request on a dma-buf.
int dmaBufIoctl(DeviceCore& core, BufferObject& buffer, uint32_t code, std::span<std::byte> argument,
                UserProcess& user);

}  // namespace cyclorama::device
