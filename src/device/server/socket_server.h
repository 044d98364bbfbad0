// SPDX-License-Identifier: MIT
#pragma once
// Serves programs that come to the driver by a socket of its own (DriverBackend::serveSocket) instead of by its nodes.

#include <atomic>
#include <filesystem>
#include <list>
#include <memory>
#include <thread>

#include "device/core/driver_backend.h"
#include "device/core/socket_access.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

class SocketServer {
  public:
    /// Makes the socket, in place of one that a server left, and begins to serve. `driver` and the device of `access`
    /// must outlive the server. Throws std::system_error where the socket cannot be made.
    SocketServer(const DriverBackend& driver, const SocketAccess& access, std::filesystem::path path);
    /// Takes in all that programs have sent, ends the connections and removes the socket. What was queued for the GPU
    /// may not be done yet.
    ~SocketServer();
    SocketServer(const SocketServer&) = delete;
    SocketServer& operator=(const SocketServer&) = delete;

  private:
    struct Connection {
        UniqueFd socket;
        std::thread thread;
        std::atomic<bool> ended{false};
    };
    void listen();
    /// False if no connection waits to be accepted.
    bool accept();
    void joinEnded();

    const DriverBackend& driver_;
    const SocketAccess access_;
    std::filesystem::path path_;
    UniqueFd listener_;
    UniqueFd wake_;
    std::list<Connection> connections_;
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace cyclorama::device
