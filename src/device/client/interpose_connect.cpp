// SPDX-License-Identifier: MIT
// Connections to a socket of a fixed path, at which libraries in the program look for a server: they lead to the socket
// that the environment names in its place.

#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "device/client/exported.h"
#include "device/protocol/protocol.h"

namespace {

using namespace cyclorama::device;

constexpr size_t kPathBytes = sizeof(sockaddr_un::sun_path);

/// Both empty where nothing is redirected.
char usualPath[kPathBytes];
char ownPath[kPathBytes];

/// Before the program starts: it may change its environment later.
__attribute__((constructor)) void readRedirection() {
    const char* const text = getenv(protocol::kSocketRedirectionVariable);
    const char* const between = text == nullptr ? nullptr : strchr(text, '=');
    if (between == nullptr) return;
    const auto length = static_cast<size_t>(between - text);
    const size_t ownLength = strlen(between + 1);
    if (length >= kPathBytes || ownLength >= kPathBytes) return;
    memcpy(usualPath, text, length);
    memcpy(ownPath, between + 1, ownLength);
}

/// A path may fill its room without an end.
bool leadsToUsualPath(const sockaddr* address, socklen_t bytes) {
    constexpr size_t kStart = offsetof(sockaddr_un, sun_path);
    if (usualPath[0] == '\0' || address == nullptr || bytes <= kStart || address->sa_family != AF_UNIX) return false;
    const char* const path = reinterpret_cast<const sockaddr_un*>(address)->sun_path;
    const size_t length = strnlen(path, bytes - kStart);
    return length == strlen(usualPath) && memcmp(path, usualPath, length) == 0;
}

}  // namespace

EXPORTED int connect(int socket, const sockaddr* address, socklen_t bytes) {
    if (!leadsToUsualPath(address, bytes)) return static_cast<int>(syscall(SYS_connect, socket, address, bytes));
    sockaddr_un own{};
    own.sun_family = AF_UNIX;
    memcpy(own.sun_path, ownPath, sizeof ownPath);
    return static_cast<int>(syscall(SYS_connect, socket, &own, sizeof own));
}
