// SPDX-License-Identifier: MIT
#pragma once
// virtio-gpu, the kernel's driver of paravirtual GPUs, with a virgl host on its other side (Linux 6.6:
// drivers/gpu/drm/virtio). One device has the display and the GPU.

#include <cstdint>
#include <functional>
#include <memory>

#include "device/core/driver_backend.h"
#include "device/core/socket_access.h"
#include "device/objects/buffer_object.h"
#include "virgl/device_host.h"

namespace cyclorama::virgl {

class VirtioDriver : public device::DriverBackend {
  public:
    explicit VirtioDriver(std::unique_ptr<Renderer> renderer);

    std::span<const device::IoctlEntry> ioctls() const override;
    std::unique_ptr<device::DriverFile> openFile() const override;
    std::function<void()> pictureWork(const device::BufferObject& buffer) const override;

    void serveSocket(const device::SocketAccess& access, device::ProgramStream& program) const override;

    DeviceHost& host() const { return *host_; }

  private:
    std::unique_ptr<DeviceHost> host_;
};

/// An open file: the guest's context.
struct VirtioFile final : device::DriverFile {
    VirtioFile(std::shared_ptr<Host> itsHost, uint32_t number) : host(std::move(itsHost)), context(number) {}
    ~VirtioFile() override { host->retireContext(context); }

    std::shared_ptr<Host> host;
    uint32_t context;
};

/// The buffer of a resource.
struct VirtioBuffer final : device::DriverBuffer {
    VirtioBuffer(std::shared_ptr<Host> itsHost, uint32_t number) : host(std::move(itsHost)), resource(number) {}
    ~VirtioBuffer() override { host->retireResource(resource); }

    std::shared_ptr<Host> host;
    uint32_t resource;
};

}  // namespace cyclorama::virgl
