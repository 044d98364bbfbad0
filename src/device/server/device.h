// SPDX-License-Identifier: MIT
#pragma once
// The simulated machine's DRM devices as a program's system calls see them. Connections to programs and their processes
// are the server's (device/server/server.h).

#include <cstdint>
#include <span>
#include <vector>

#include "device/core/device_core.h"
#include "device/objects/user_process.h"
#include "device/protocol/protocol.h"

namespace cyclorama::device {

/// Safe to call from several threads.
class Device {
  public:
    /// `driver`, `executor` and `frames` must outlive the device.
    Device(const DriverBackend& driver, const DisplaySettings& display, Executor& executor, machine::FrameSink& frames);
    ~Device();

    /// Opens a node: `program` is the file. 0 or a negative errno.
    int open(uint32_t minor, uint32_t flags, UniqueFd& program);

    struct Identity {
        protocol::FileKind kind = protocol::FileKind::Foreign;
        uint32_t minor = 0;
    };
    Identity identify(uint64_t inode);

    /// A request on a file (a node, a sync_file, a buffer's memory). 0, a positive result or a negative errno;
    /// `foreign` where the file or the request is not the simulated machine's.
    int ioctl(uint64_t inode, uint32_t code, std::span<std::byte> argument, UserProcess& user, bool& foreign);

    /// The number of the buffer at a file's handle; 0 for an unknown handle.
    uint32_t bufferAt(uint64_t inode, uint32_t handle);

    /// The memory that mmap() of a node maps: a buffer's, from an offset on.
    struct Mapping {
        std::shared_ptr<BufferObject> keep;
        uint64_t offset = 0;
    };
    int map(uint64_t inode, uint64_t offset, uint64_t bytes, Mapping& mapping);

    /// The server's ends of all files that programs hold: those of OpenFiles, and sync_files.
    std::vector<OpenFiles::ServerEnd> watched();
    /// For a file whose last descriptor was closed.
    void close(uint64_t inode);

    /// For the device's owner, to hand out parts.
    DeviceCore& core() { return core_; }

  private:
    int deviceIoctl(const std::shared_ptr<DeviceFile>& file, uint32_t code, std::span<std::byte> argument,
                    UserProcess& user);

    DeviceCore core_;
};

}  // namespace cyclorama::device
