// SPDX-License-Identifier: MIT
#pragma once
// The host of a device's nodes and socket: attached to the GPU at its first use; numbers the guests.

#include <atomic>
#include <cstdint>
#include <memory>

#include "device/objects/device_findings.h"
#include "device/objects/gpu_context.h"
#include "virgl/host.h"

namespace cyclorama::virgl {

class DeviceHost {
  public:
    explicit DeviceHost(std::unique_ptr<Renderer> renderer);

    const std::shared_ptr<Host>& shared() const { return host_; }
    /// The host, ready to take calls: the first call has it draw in `space`, the GPU's only one, and report to
    /// `findings`; both must outlive the calls. On the queue's thread.
    Host& attached(device::GpuContext& space, device::DeviceFindings& findings);
    /// Numbers from 1 on, each given out once. By any thread.
    uint32_t newResource() { return ++lastResource_; }
    uint32_t newContext() { return ++lastContext_; }

  private:
    std::shared_ptr<Host> host_;
    std::atomic<uint32_t> lastResource_{0};
    std::atomic<uint32_t> lastContext_{0};
};

}  // namespace cyclorama::virgl
