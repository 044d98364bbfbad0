// SPDX-License-Identifier: MIT
// Symbolic links and canonical paths: the folder that stands for /sys and /dev/dri never shows in them.

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device/client/exported.h"
#include "device/client/next.h"
#include "device/client/paths.h"
#include "device/client/session.h"

namespace {

using namespace cyclorama::device;
using namespace cyclorama::device::client;

/// The descriptor that a path such as /proc/self/fd/5 stands for; negative for all others.
int descriptorOfLink(const char* path) {
    if (path == nullptr || strncmp(path, "/proc/", 6) != 0) return -1;
    char own[40];
    const int length = snprintf(own, sizeof own, "/proc/%d/fd/", getpid());
    const char* number = nullptr;
    if (strncmp(path, "/proc/self/fd/", 14) == 0) number = path + 14;
    if (strncmp(path, own, static_cast<size_t>(length)) == 0) number = path + length;
    if (number == nullptr || *number < '0' || *number > '9') return -1;
    return atoi(number);
}

/// Implements readlinkat(), including truncation.
ssize_t readLink(int directory, const char* path, char* out, size_t bytes) {
    const Redirection target(directory, path);
    char link[kPathBytes];
    const long length = syscall(SYS_readlinkat, target.directory(), target.path(), link, sizeof link - 1);
    if (length < 0) return length;
    size_t shown = static_cast<size_t>(length);
    link[shown] = '\0';
    if (strncmp(link, "socket:", 7) == 0) {
        const FileIdentity file = identify(descriptorOfLink(path));
        if (file.kind == protocol::FileKind::Node) {
            const char* const node = file.minor == protocol::kDisplayMinor ? "/dev/dri/card0" : "/dev/dri/renderD128";
            shown = strlen(node);
            memcpy(link, node, shown + 1);
        }
    }
    shown = std::min(stripRoot(link, shown), bytes);
    memcpy(out, link, shown);
    return static_cast<ssize_t>(shown);
}

constinit Next<char*(const char*, char*)> nextRealpath("realpath");

__attribute__((constructor)) void findNextRealpath() { findEach(nextRealpath); }

char* realPath(const char* path, char* out) {
    const Redirection target(AT_FDCWD, path);
    if (!serverKnown() || (!target.redirected() && path != nullptr && path[0] == '/')) return nextRealpath(path, out);
    char* const found = nextRealpath(target.path(), out);
    if (found == nullptr) return nullptr;
    found[stripRoot(found, strlen(found))] = '\0';
    return found;
}

}  // namespace

EXPORTED ssize_t readlink(const char* path, char* out, size_t bytes) noexcept {
    return readLink(AT_FDCWD, path, out, bytes);
}
EXPORTED ssize_t readlinkat(int directory, const char* path, char* out, size_t bytes) noexcept {
    return readLink(directory, path, out, bytes);
}
EXPORTED char* realpath(const char* path, char* out) noexcept { return realPath(path, out); }
EXPORTED char* canonicalize_file_name(const char* path) noexcept { return realPath(path, nullptr); }

// The names under which programs compiled with _FORTIFY_SOURCE call these functions.
EXPORTED ssize_t __readlink_chk(const char* path, char* out, size_t bytes, size_t room) {
    if (bytes > room) abort();
    return readLink(AT_FDCWD, path, out, bytes);
}
EXPORTED ssize_t __readlinkat_chk(int directory, const char* path, char* out, size_t bytes, size_t room) {
    if (bytes > room) abort();
    return readLink(directory, path, out, bytes);
}
EXPORTED char* __realpath_chk(const char* path, char* out, size_t room) {
    if (room < PATH_MAX) abort();
    return realPath(path, out);
}
