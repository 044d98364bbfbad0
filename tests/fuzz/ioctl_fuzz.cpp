// SPDX-License-Identifier: MIT
// Hostile requests (hostile_requests.h) to the drivers of devices whose display is one of its own.
// Input: a byte that chooses the driver and how it places buffers; then the requests.

#include "device/toy_driver.h"
#include "families/vivante/device/etnaviv_ioctls.h"
#include "fuzz/hostile_requests.h"

namespace {

using namespace cyclorama;

vivante::Chip chip(bool softpin) {
    vivante::Chip made;
    made.features = {0xe0296cad, 0xc9799eff, softpin ? 0x3efbf2d9u : 0x2efbf2d9u};
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    device::fuzz::Input input(std::span(data, size));
    device::fuzz::NoExecutor executor;
    const uint8_t kind = input.byte();
    const vivante::EtnavivDriver etnaviv(chip((kind & 1) != 0));
    const device::test::toy::Driver toy((kind & 1) != 0, (kind & 4) != 0);
    const bool useToy = (kind & 2) != 0;
    device::fuzz::makeRequests(useToy ? static_cast<const device::DriverBackend&>(toy) : etnaviv, executor, input);
    return 0;
}
