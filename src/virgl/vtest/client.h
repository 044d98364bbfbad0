// SPDX-License-Identifier: MIT
#pragma once
// A program on the vtest socket: a guest with a context and resources of its own. Its transfers out of resources that
// can be displayed are frames.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "device/core/socket_access.h"
#include "device/objects/program_stream.h"
#include "virgl/device_host.h"
#include "virgl/vtest/decoder.h"

namespace cyclorama::virgl::vtest {

class Client {
  public:
    /// Everything outlives the client.
    Client(const device::SocketAccess& access, DeviceHost& host, device::ProgramStream& program);
    /// Gives the context and the resources up, after all that the program asked for.
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Answers requests until the program or its connection ends, or a request is refused, which is a finding.
    void serve();

  private:
    struct HeldResource {
        ResourceDescription description{};
        std::shared_ptr<device::BufferObject> buffer{};
        /// The last transfer, or the creation.
        device::Fence lastUse = 0;
        /// Submissions of the program when the picture was last taken.
        std::optional<uint64_t> taken{};
    };

    void answer(const CreateRenderer& request);
    void answer(const GetCapabilities& request);
    void answer(const PingVersion& request);
    void answer(const ChooseVersion& request);
    void answer(const CreateResource& request);
    void answer(const DestroyResource& request);
    void answer(Transfer& request);
    void answer(Submit& request);
    void answer(const BusyWait& request);

    void reply(Command command, uint32_t length, std::span<const std::byte> payload);
    void send(std::span<const std::byte> bytes, int descriptor = -1);
    HeldResource& held(uint32_t handle);
    ResourceName nameOf(uint32_t handle) const { return {.number = handle, .space = guest_.space}; }
    /// Queues work of the host: a function of that.
    template <typename Work>
    device::Fence enqueue(Work work);
    void transferShared(const Transfer& request, HeldResource& resource);
    void transferInSocket(Transfer& request, HeldResource& resource);
    /// The frame that the program takes with a transfer; empty if it takes none.
    std::optional<device::Scanout> frameTaken(const Transfer& request, HeldResource& resource) const;

    const device::SocketAccess access_;
    DeviceHost& host_;
    const std::shared_ptr<device::GpuContext> space_;
    device::ProgramStream& program_;
    Decoder decoder_;
    Guest guest_;
    std::map<uint32_t, HeldResource> resources_;
    device::Fence lastSubmission_ = 0;
    uint64_t submissions_ = 0;
    bool created_ = false;
    bool ended_ = false;
};

}  // namespace cyclorama::virgl::vtest
