// SPDX-License-Identifier: MIT
#pragma once
// The driver of `cyclorama exec`: guests see a virtio-gpu, and what they draw becomes ATTILA's transactions.

#include "machine/configuration/configuration.h"
#include "virgl/node/virtio_driver.h"

namespace cyclorama::attila {

class GpuDriver final : public virgl::VirtioDriver {
  public:
    explicit GpuDriver(const machine::Configuration& configuration);
    /// The file is a transaction trace, which `cyclorama run` executes.
    std::unique_ptr<device::Recorder> record(device::Executor& executor, const std::string& file) const override;
};

}  // namespace cyclorama::attila
