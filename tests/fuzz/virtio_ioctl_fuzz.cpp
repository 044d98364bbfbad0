// SPDX-License-Identifier: MIT
// Hostile requests (hostile_requests.h) to virtio-gpu, on both of its nodes, before the driver of a real machine.

#include "families/attila/driver/gpu_driver.h"
#include "fuzz/hostile_requests.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace cyclorama;
    device::fuzz::Input input(std::span(data, size));
    device::fuzz::NoExecutor executor;
    machine::Configuration configuration;
    configuration.memoryController.memorySize = 16;
    const attila::GpuDriver driver(configuration);
    device::fuzz::makeRequests(driver, executor, input);
    return 0;
}
