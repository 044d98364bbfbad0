// SPDX-License-Identifier: MIT
#include "device/core/driver_backend.h"

#include "sim/error.h"

namespace cyclorama::device {

std::unique_ptr<Recorder> DriverBackend::record(Executor&, const std::string& file) const {
    throw sim::Error(file, "", "jobs of the driver " + std::string(traits_.render.name) + " cannot be recorded");
}

}  // namespace cyclorama::device
