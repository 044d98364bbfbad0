// SPDX-License-Identifier: MIT
#pragma once
// A device with the toy driver, without a server.

#include "device/device_fixture.h"
#include "device/toy_driver.h"

namespace cyclorama::device::test {

class ToyTest : public DeviceTest {
  protected:
    explicit ToyTest(bool addressesPerFile = true, bool oneDevice = false)
        : DeviceTest(std::make_unique<toy::Driver>(addressesPerFile, oneDevice)) {}

    template <typename T>
    int toyRequest(const File& file, toy::Request number, T& argument) {
        return request(file, DRM_IOWR(DRM_COMMAND_BASE + static_cast<uint32_t>(number), T), argument);
    }
    uint32_t newBuffer(const File& file, uint64_t bytes) {
        toy::NewBuffer argument{.size = bytes};
        EXPECT_EQ(toyRequest(file, toy::Request::NewBuffer, argument), 0);
        return argument.handle;
    }
    uint32_t newQueue(const File& file) {
        toy::NewQueue argument;
        EXPECT_EQ(toyRequest(file, toy::Request::NewQueue, argument), 0);
        return argument.queue;
    }
};

}  // namespace cyclorama::device::test
