// SPDX-License-Identifier: MIT
#include "device/core/socket_access.h"

#include <utility>

namespace cyclorama::device {

SocketAccess::SocketAccess(DeviceCore& core)
    : mutex_(core.mutex),
      buffers_(core.buffers),
      addresses_(core.addresses),
      queue_(core.queue),
      timeline_(core.timeline),
      display_(core.display),
      findings_(core.findings) {}

std::shared_ptr<GpuContext> SocketAccess::openAddressSpace() const {
    const std::lock_guard lock(mutex_);
    return addresses_.forNewFile();
}

std::shared_ptr<BufferObject> SocketAccess::createBuffer(uint64_t bytes) const {
    const std::lock_guard lock(mutex_);
    return buffers_.create(bytes);
}

Fence SocketAccess::enqueue(std::function<void()> job) const {
    const std::lock_guard lock(mutex_);
    return queue_.enqueue(std::move(job));
}

}  // namespace cyclorama::device
