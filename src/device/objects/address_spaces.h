// SPDX-License-Identifier: MIT
#pragma once
// The GPU's address spaces of a device.

#include <memory>

#include "device/objects/driver_traits.h"
#include "device/objects/executor.h"
#include "device/objects/gpu_context.h"
#include "device/objects/gpu_queue.h"

namespace cyclorama::device {

/// Gives each file its address space: one of its own, or the GPU's only one, as the driver has it. Under the device's
/// lock.
class AddressSpaces {
  public:
    /// `queue` and `executor` must outlive this and all spaces that it gives out.
    AddressSpaces(const AddressSpaceTraits& traits, GpuQueue& queue, Executor& executor)
        : traits_(traits), queue_(queue), executor_(executor) {}

    std::shared_ptr<GpuContext> forNewFile() {
        if (traits_.perFile) return std::make_shared<GpuContext>(traits_, queue_, executor_);
        if (!only_) only_ = std::make_shared<GpuContext>(traits_, queue_, executor_);
        return only_;
    }

  private:
    const AddressSpaceTraits traits_;
    GpuQueue& queue_;
    Executor& executor_;
    /// The address space that all files share, on a GPU with one only; null before its first use.
    std::shared_ptr<GpuContext> only_;
};

}  // namespace cyclorama::device
