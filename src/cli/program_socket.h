// SPDX-License-Identifier: MIT
#pragma once
// The other way of programs to the GPU of `exec`: the socket of its driver (--vtest).

#include <filesystem>
#include <string>
#include <vector>

#include "device/core/driver_backend.h"
#include "device/core/socket_access.h"
#include "device/server/socket_server.h"

namespace cyclorama::cli {

class ProgramSocket {
  public:
    /// Serves at a path. `driver` and the device of `access` must outlive the socket. Throws sim::Error where the
    /// driver has no socket, or where none can be made there.
    ProgramSocket(const device::DriverBackend& driver, const device::SocketAccess& access,
                  const std::filesystem::path& path);

    /// NAME=value: what has programs come by the socket.
    std::vector<std::string> environment() const;
    /// The variables for programs that are started elsewhere, in one line as for a shell.
    std::string instructions() const;

  private:
    const device::SocketTraits traits_;
    std::filesystem::path path_;
    device::SocketServer server_;
};

}  // namespace cyclorama::cli
