// SPDX-License-Identifier: MIT
#pragma once
// Serves programs: the socket that the library in them connects to, and the folder that they take for /dev/dri and
// /sys.

#include <atomic>
#include <filesystem>
#include <list>
#include <string>
#include <thread>
#include <vector>

#include "device/server/device.h"

namespace cyclorama::device {

class Server {
  public:
    /// Makes a temporary folder and begins to serve. Throws std::system_error or std::filesystem::filesystem_error.
    explicit Server(Device& device);
    /// Ends all connections and removes the folder.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// For files that are removed with the server; their names may have 20 bytes.
    const std::filesystem::path& folder() const { return folder_; }
    /// NAME=value, for the environment of programs.
    std::vector<std::string> environment() const;

  private:
    struct Connection {
        UniqueFd socket;
        std::thread thread;
        std::atomic<bool> ended{false};
    };
    void watch();
    void accept();
    void joinEnded();

    Device& device_;
    std::filesystem::path folder_;
    UniqueFd lock_;
    UniqueFd listener_;
    UniqueFd wake_;
    std::list<Connection> connections_;
    std::atomic<bool> stopping_{false};
    std::thread watcher_;
};

}  // namespace cyclorama::device
