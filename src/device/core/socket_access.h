// SPDX-License-Identifier: MIT
#pragma once
// The device for programs that come by the driver's socket.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "device/core/device_core.h"

namespace cyclorama::device {

/// The buffers, the GPU and the display for a driver that serves its socket. A value that refers to the device, which
/// must outlive it. Safe to call from several threads, without the device's lock, which it takes itself.
class SocketAccess {
  public:
    explicit SocketAccess(DeviceCore& core);

    /// The address space of a program that has connected: the GPU's only one, or a new one.
    std::shared_ptr<GpuContext> openAddressSpace() const;
    /// Memory of `bytes`, rounded up to pages, all zero. Null if memory is missing, or for an impossible size.
    std::shared_ptr<BufferObject> createBuffer(uint64_t bytes) const;

    /// Appends a job and gives its fence (GpuQueue::enqueue).
    Fence enqueue(std::function<void()> job) const;
    /// Waits while very much is queued already.
    void waitForRoom() const { queue_.waitForRoom(); }
    /// Waits for a fence; results as those of FenceTimeline::wait().
    int wait(Fence fence, const Deadline& deadline) const { return timeline_.wait(fence, deadline); }

    /// The display, for jobs: they may call Display::finishFrame().
    Display& display() const { return display_; }
    DeviceFindings& findings() const { return findings_; }

  private:
    std::mutex& mutex_;
    BufferRegistry& buffers_;
    AddressSpaces& addresses_;
    GpuQueue& queue_;
    FenceTimeline& timeline_;
    Display& display_;
    DeviceFindings& findings_;
};

}  // namespace cyclorama::device
