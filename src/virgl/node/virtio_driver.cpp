// SPDX-License-Identifier: MIT
#include "virgl/node/virtio_driver.h"

#include <string_view>

#include "virgl/node/virtio_ioctls.h"
#include "virgl/vtest/client.h"

namespace cyclorama::virgl {
namespace {

/// Mesa's driver for software takes the place of the others, and speaks virgl over a socket.
constexpr std::string_view kSocketVariables[] = {"LIBGL_ALWAYS_SOFTWARE=1", "GALLIUM_DRIVER=virpipe"};

device::DriverTraits traitsOfNode() {
    return {.render = {.name = "virtio_gpu",
                       .date = "0",
                       .description = "virtio GPU",
                       .major = 0,
                       .minor = 1,
                       .patch = 0,
                       .platformName = "virtio-mmio",
                       .treePath = "/virtio_mmio@a000000",
                       .compatible = "virtio,mmio"},
            .addresses = {},
            .accesses = {},
            .socket = device::SocketTraits{
                .usualPath = "/tmp/.virgl_test", .pathVariable = "VTEST_SOCKET_NAME", .variables = kSocketVariables}};
}

}  // namespace

VirtioDriver::VirtioDriver(std::unique_ptr<Renderer> renderer)
    : DriverBackend(traitsOfNode()), host_(std::make_unique<DeviceHost>(std::move(renderer))) {}

std::span<const device::IoctlEntry> VirtioDriver::ioctls() const { return virtioIoctls(); }

std::unique_ptr<device::DriverFile> VirtioDriver::openFile() const {
    return std::make_unique<VirtioFile>(host_->shared(), host_->newContext());
}

void VirtioDriver::serveSocket(device::DeviceCore& core, device::ProgramStream& program) const {
    vtest::Client(core, *host_, program).serve();
}

void VirtioDriver::beforeScanout(device::DeviceCore& core, const device::BufferObject& buffer) const {
    uint32_t resource = 0;
    {
        const std::lock_guard lock(core.mutex);
        if (const auto* known = static_cast<const VirtioBuffer*>(buffer.driver.get())) resource = known->resource;
    }
    // A buffer that the processor alone draws in is no resource.
    if (resource != 0) host_->attached(core).present({.number = resource});
}

}  // namespace cyclorama::virgl
