// SPDX-License-Identifier: MIT
#include "device/server/unix_listener.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <system_error>

namespace cyclorama::device {
namespace {

constexpr int kBacklog = 64;

/// False where the path is too long.
bool setPath(sockaddr_un& address, const std::filesystem::path& path) {
    if (path.native().size() >= sizeof address.sun_path) return false;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.native().size() + 1);
    return true;
}

const sockaddr* general(const sockaddr_un& address) { return reinterpret_cast<const sockaddr*>(&address); }

}  // namespace

UniqueFd listenAt(const std::filesystem::path& path) {
    const auto fail = [&](int error) { throw std::system_error(error, std::generic_category(), path.string()); };
    sockaddr_un address{};
    if (!setPath(address, path)) fail(ENAMETOOLONG);
    UniqueFd listener(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!listener || bind(listener.get(), general(address), sizeof address) != 0 ||
        listen(listener.get(), kBacklog) != 0)
        fail(errno);
    return listener;
}

void removeLeftSocket(const std::filesystem::path& path) {
    std::error_code error;
    sockaddr_un address{};
    if (!std::filesystem::is_socket(path, error) || !setPath(address, path)) return;
    const UniqueFd probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (connect(probe.get(), general(address), sizeof address) != 0 && errno == ECONNREFUSED)
        std::filesystem::remove(path, error);
}

}  // namespace cyclorama::device
