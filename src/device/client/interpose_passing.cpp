// SPDX-License-Identifier: MIT
// Passing descriptors to other processes. To those of the same simulated machine it works by itself; a display server
// that runs outside of it could make nothing of a buffer of the simulated GPU, and is not given one.

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstring>

#include "device/client/exported.h"
#include "device/client/next.h"
#include "device/client/paths.h"
#include "device/client/session.h"

namespace {

using namespace cyclorama::device;
using namespace cyclorama::device::client;

/// A node, or the memory of a buffer.
bool isOurs(int descriptor) {
    if (identify(descriptor).kind == protocol::FileKind::Node) return true;
    char path[40];
    char target[64] = {};
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    syscall(SYS_readlinkat, AT_FDCWD, path, target, sizeof target - 1);
    return strncmp(target, "/memfd:cyclorama-bo", 19) == 0;
}

bool carriesOurs(const msghdr* message) {
    msghdr copy = *message;
    for (cmsghdr* part = CMSG_FIRSTHDR(&copy); part != nullptr; part = CMSG_NXTHDR(&copy, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        const size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; ++i) {
            int descriptor = -1;
            memcpy(&descriptor, CMSG_DATA(part) + i * sizeof(int), sizeof descriptor);
            if (isOurs(descriptor)) return true;
        }
    }
    return false;
}

/// True for a process with this machine's devices: its environment names the same server.
bool isOfThisMachine(pid_t process) {
    if (process <= 0 || process == getpid()) return true;
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/environ", process);
    const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0));
    if (file < 0) return false;
    // In pieces that overlap by more than what is looked for.
    char text[8192];
    size_t held = 0;
    bool found = false;
    for (ssize_t got; !found && (got = read(file, text + held, sizeof text - held)) > 0;) {
        held += static_cast<size_t>(got);
        found = memmem(text, held, socketPath(), strlen(socketPath())) != nullptr;
        if (held == sizeof text) {
            memmove(text, text + held - 256, 256);
            held = 256;
        }
    }
    close(file);
    return found;
}

pid_t peerOf(int socket) {
    ucred peer{};
    socklen_t bytes = sizeof peer;
    return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0 ? peer.pid : 0;
}

void sayRefused(pid_t peer) {
    static std::atomic_flag said = ATOMIC_FLAG_INIT;
    if (said.test_and_set()) return;
    fprintf(stderr,
            "cyclorama: a buffer of the simulated GPU was not passed to process %d, which is not run by this exec; run "
            "the display server inside, or draw with GBM, KMS or surfaceless EGL\n",
            peer);
}

}  // namespace

EXPORTED ssize_t sendmsg(int socket, const msghdr* message, int flags) {
    if (serverKnown() && !requestUnderWay() && message != nullptr && message->msg_controllen > 0) {
        ErrnoKeeper keeper;
        if (carriesOurs(message)) {
            const pid_t peer = peerOf(socket);
            if (!isOfThisMachine(peer)) {
                sayRefused(peer);
                keeper.replace(EPERM);
                return -1;
            }
        }
    }
    return syscall(SYS_sendmsg, socket, message, flags);
}
