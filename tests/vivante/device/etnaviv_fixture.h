// SPDX-License-Identifier: MIT
#pragma once
// A device with etnaviv's driver, without a server.

#include "device/device_fixture.h"
#include "families/vivante/device/etnaviv_driver.h"
#include "families/vivante/uapi/etnaviv_uapi.h"

namespace cyclorama::vivante::test {

using namespace device::test;
using device::Device;
using device::kPageBytes;

/// The identity of a GC2000, and the same with the second kind of MMU.
inline Chip testChip(bool softpin) {
    Chip chip{.name = "GC2000", .model = 0x2000, .revision = 0x5108};
    chip.features = {0xe0296cad, 0xc9799eff, softpin ? 0x3efbf2d9u : 0x2efbf2d9u};
    chip.pixelPipes = 2;
    return chip;
}

class EtnavivDeviceTest : public DeviceTest {
  protected:
    explicit EtnavivDeviceTest(bool softpin = false) : DeviceTest(std::make_unique<EtnavivDriver>(testChip(softpin))) {}

    template <typename T>
    int etnaviv(const File& file, etnaviv::Request number, T& argument) {
        return request(file, DRM_IOWR(DRM_COMMAND_BASE + static_cast<uint32_t>(number), T), argument);
    }
    uint32_t newBuffer(const File& file, uint64_t bytes) {
        etnaviv::GemNew argument{.size = bytes, .flags = etnaviv::kBoWriteCombined, .handle = 0};
        EXPECT_EQ(etnaviv(file, etnaviv::Request::GemNew, argument), 0);
        return argument.handle;
    }
};

}  // namespace cyclorama::vivante::test
