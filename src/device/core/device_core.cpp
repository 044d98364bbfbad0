// SPDX-License-Identifier: MIT
#include "device/core/device_core.h"

namespace cyclorama::device {

DeviceCore::DeviceCore(const DriverBackend& backend, const DisplaySettings& displaySettings, Executor& jobExecutor,
                       machine::FrameSink& frameSink)
    : driver(backend),
      executor(jobExecutor),
      display(backend.traits().screen, displaySettings, frameSink, jobExecutor),
      queue(timeline),
      addresses(backend.traits().addresses, queue, jobExecutor) {
    status->accesses = driver.traits().accesses;
}

}  // namespace cyclorama::device
