// SPDX-License-Identifier: MIT
#include "device/server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <system_error>
#include <utility>

#include "device/protocol/protocol.h"
#include "device/server/connection.h"
#include "device/server/fake_tree.h"
#include "device/server/unix_listener.h"

namespace cyclorama::device {
namespace {

/// Programs keep paths of the folder in small buffers (device/client/paths.cpp), and a socket's name is short.
constexpr size_t kLongestFolder = 80;
/// Milliseconds until newly opened files join those that are watched.
constexpr int kWatchInterval = 50;

constexpr const char* kFolderStart = "cyclorama-";
/// A file in each folder, locked as long as the folder's server is alive.
constexpr const char* kLockName = "lock";

/// A server that was killed leaves its folder, whose lock is free.
void removeLeftFolders(const std::filesystem::path& base) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(base, error)) {
        if (!entry.path().filename().string().starts_with(kFolderStart)) continue;
        const UniqueFd lock(open((entry.path() / kLockName).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
        if (lock && flock(lock.get(), LOCK_EX | LOCK_NB) == 0) std::filesystem::remove_all(entry.path(), error);
    }
}

/// The user's choice, TMPDIR; else a folder in memory, for some hundred small files on a disk take longer than a short
/// program.
std::filesystem::path temporaryFolder(std::error_code& error) {
    constexpr const char* kInMemory = "/dev/shm";
    const char* const wanted = std::getenv("TMPDIR");
    if ((wanted == nullptr || *wanted == '\0') && access(kInMemory, W_OK | X_OK) == 0) return kInMemory;
    return std::filesystem::temp_directory_path(error);
}

std::filesystem::path makeFolder() {
    std::error_code error;
    std::filesystem::path base = temporaryFolder(error);
    if (error || base.native().size() > kLongestFolder - 20) base = "/tmp";
    removeLeftFolders(base);
    std::string name = (base / (std::string(kFolderStart) + "XXXXXX")).string();
    if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    return name;
}

UniqueFd lockFolder(const std::filesystem::path& folder) {
    UniqueFd lock(open((folder / kLockName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (lock) flock(lock.get(), LOCK_EX);
    return lock;
}

}  // namespace

Server::Server(Device& device) : device_(device), folder_(makeFolder()), lock_(lockFolder(folder_)) {
    layOutFakeTree(folder_ / "root", device.core().driver.traits());
    listener_ = listenAt(folder_ / "socket");
    wake_ = UniqueFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    watcher_ = std::thread([this] { watch(); });
}

Server::~Server() {
    stopping_ = true;
    const uint64_t one = 1;
    if (::write(wake_.get(), &one, sizeof one) < 0) std::abort();
    watcher_.join();
    // Ends the waits of those who wait for fences.
    device_.core().timeline.stop();
    device_.core().queue.stop();
    for (const Connection& connection : connections_) shutdown(connection.socket.get(), SHUT_RDWR);
    for (Connection& connection : connections_) connection.thread.join();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::vector<std::string> Server::environment() const {
    return {std::string(protocol::kSocketVariable) + "=" + (folder_ / "socket").string(),
            std::string(protocol::kRootVariable) + "=" + (folder_ / "root").string()};
}

void Server::watch() {
    while (!stopping_) {
        const std::vector<OpenFiles::ServerEnd> files = device_.watched();
        std::vector<pollfd> polled = {{.fd = wake_.get(), .events = POLLIN, .revents = 0},
                                      {.fd = listener_.get(), .events = POLLIN, .revents = 0}};
        for (const OpenFiles::ServerEnd& file : files)
            polled.push_back({.fd = file.descriptor, .events = POLLRDHUP, .revents = 0});
        const int events = poll(polled.data(), polled.size(), kWatchInterval);
        joinEnded();
        if (events <= 0) continue;
        if (polled[1].revents != 0) accept();
        for (size_t i = 0; i < files.size(); ++i)
            if ((polled[i + 2].revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0) device_.close(files[i].inode);
    }
}

void Server::accept() {
    UniqueFd socket(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) return;
    try {
        std::list<Connection> connection(1);
        Connection& made = connection.front();
        made.socket = std::move(socket);
        made.thread = std::thread([this, &made] {
            serveConnection(device_, made.socket.get());
            shutdown(made.socket.get(), SHUT_RDWR);
            made.ended = true;
        });
        connections_.splice(connections_.end(), connection);
    } catch (const std::exception& error) {
        // Out of threads or memory: refuse this program; the others continue.
        std::cerr << fmt::format("cyclorama: a program was refused: {}\n", error.what());
    }
}

void Server::joinEnded() {
    connections_.remove_if([](Connection& connection) {
        if (!connection.ended) return false;
        connection.thread.join();
        return true;
    });
}

}  // namespace cyclorama::device
