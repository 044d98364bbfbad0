// SPDX-License-Identifier: MIT
#include "virgl/node/virtio_driver.h"

#include <drm_fourcc.h>
#include <drm_mode.h>
#include <errno.h>

#include <string_view>

#include "virgl/node/virtio_ioctls.h"
#include "virgl/vtest/client.h"

namespace cyclorama::virgl {
namespace {

/// Mesa's driver for software takes the place of the others, and speaks virgl over a socket.
constexpr std::string_view kSocketVariables[] = {"LIBGL_ALWAYS_SOFTWARE=1", "GALLIUM_DRIVER=virpipe"};

/// Linux: virtgpu_plane.c, virtgpu_display.c, virtgpu_gem.c. The kernel has the second for its plane of cursors alone;
/// here one plane shows both.
constexpr uint32_t kPlaneFormats[] = {DRM_FORMAT_XRGB8888, DRM_FORMAT_ARGB8888};

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
            .socket = device::SocketTraits{.usualPath = "/tmp/.virgl_test",
                                           .pathVariable = "VTEST_SOCKET_NAME",
                                           .variables = kSocketVariables},
            .screen = {.planeFormats = kPlaneFormats,
                       .formatError = ENOENT,
                       .modifiers = false,
                       .dumbBits = 32,
                       .connectorType = DRM_MODE_CONNECTOR_VIRTUAL,
                       .connectorName = "Virtual-1",
                       .encoderType = DRM_MODE_ENCODER_VIRTUAL}};
}

}  // namespace

VirtioDriver::VirtioDriver(std::unique_ptr<Renderer> renderer)
    : DriverBackend(traitsOfNode()), host_(std::make_unique<DeviceHost>(std::move(renderer))) {}

std::span<const device::IoctlEntry> VirtioDriver::ioctls() const { return virtioIoctls(); }

std::unique_ptr<device::DriverFile> VirtioDriver::openFile() const {
    return std::make_unique<VirtioFile>(host_->shared(), host_->newContext());
}

void VirtioDriver::serveSocket(const device::SocketAccess& access, device::ProgramStream& program) const {
    vtest::Client(access, *host_, program).serve();
}

std::function<void()> VirtioDriver::pictureWork(const device::BufferObject& buffer) const {
    const auto* const known = static_cast<const VirtioBuffer*>(buffer.driver.get());
    // A buffer that the processor alone draws in is no resource.
    if (known == nullptr) return {};
    // The job that made the resource comes before, and has attached the host.
    return [host = known->host, resource = known->resource] { host->present({.number = resource}); };
}

}  // namespace cyclorama::virgl
