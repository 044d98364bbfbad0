// SPDX-License-Identifier: MIT
#include "device/client/paths.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "device/client/next.h"
#include "device/protocol/protocol.h"

namespace cyclorama::device::client {
namespace {

constexpr size_t kRootBytes = 128;

char rootFolder[kRootBytes];
size_t rootLength = 0;
char serverSocket[kRootBytes];
/// Nothing is mounted on /sys: what walks through its folders to ours finds those of the server's.
bool coversAllOfSys = false;

/// Before the program starts: it may change its environment later.
__attribute__((constructor)) void readEnvironment() {
    const char* root = getenv(protocol::kRootVariable);
    const char* socket = getenv(protocol::kSocketVariable);
    if (root == nullptr || socket == nullptr) return;
    if (strlen(root) >= kRootBytes || strlen(socket) >= kRootBytes) return;
    rootLength = strlen(root);
    memcpy(rootFolder, root, rootLength + 1);
    memcpy(serverSocket, socket, strlen(socket) + 1);
    coversAllOfSys = syscall(SYS_faccessat, AT_FDCWD, "/sys/dev/char", F_OK) != 0;
}

bool startsWith(const char* text, const char* prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

/// The folder itself or what is in it.
bool isIn(const char* path, const char* folder) {
    const size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/// True for paths that the server's folder replaces. A listing of /sys/class has to show drm; the other classes in it
/// are the real ones.
bool isCovered(const char* path) {
    if (path[0] != '/') return false;
    switch (path[1]) {
        case 'd':
            return isIn(path, "/dev/dri");
        case 's':
            return (coversAllOfSys && isIn(path, "/sys")) || isIn(path, "/sys/class/drm") ||
                   strcmp(path, "/sys/class") == 0 || startsWith(path, "/sys/dev/char/226:") ||
                   startsWith(path, "/sys/devices/platform/cyclorama-");
        case 'r':
            return startsWith(path, "/run/udev/data/c226:") || startsWith(path, "/run/udev/data/+drm:");
        default:
            return false;
    }
}

/// Builds an absolute path without "//", "." and, before it is in our part of /sys, "..": there a component may be a
/// symbolic link, and the rest is left to the system.
class PathBuilder {
  public:
    void append(const char* path) {
        while (*path != '\0' && !full_) {
            while (*path == '/') ++path;
            const char* end = path;
            while (*end != '\0' && *end != '/') ++end;
            appendComponent(path, static_cast<size_t>(end - path));
            path = end;
        }
    }
    /// Null where the path is too long to be any.
    const char* finish() {
        if (full_) return nullptr;
        if (length_ == 0) text_[length_++] = '/';
        text_[length_] = '\0';
        return text_;
    }

  private:
    void appendComponent(const char* name, size_t length) {
        if (length == 0 || (length == 1 && name[0] == '.')) return;
        if (length == 2 && name[0] == '.' && name[1] == '.' && !covered_) {
            while (length_ > 0 && text_[--length_] != '/') {
            }
            return;
        }
        if (length_ + length + 2 > sizeof text_) {
            full_ = true;
            return;
        }
        text_[length_++] = '/';
        memcpy(text_ + length_, name, length);
        length_ += length;
        text_[length_] = '\0';
        covered_ =
            startsWith(text_, "/sys/") && isCovered(text_) && (coversAllOfSys || strcmp(text_, "/sys/class") != 0);
    }

    char text_[PATH_MAX];
    size_t length_ = 0;
    bool covered_ = false;
    bool full_ = false;
};

/// The path of a descriptor as the program knows it; false where it has none.
bool pathOfDescriptor(int descriptor, char* path, size_t bytes) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, bytes - 1);
    if (length <= 0 || path[0] != '/') return false;
    path[stripRoot(path, static_cast<size_t>(length))] = '\0';
    return true;
}

int nodeOf(const char* path) {
    if (strcmp(path, "/dev/dri/card0") == 0) return protocol::kDisplayMinor;
    if (strcmp(path, "/dev/dri/renderD128") == 0) return protocol::kRenderMinor;
    return -1;
}

}  // namespace

Redirection::Redirection(int directory, const char* path) : original_(path), directory_(directory) {
    if (!serverKnown() || path == nullptr || path[0] == '\0') return;
    const ErrnoKeeper keeper;
    PathBuilder builder;
    if (path[0] != '/') {
        char base[PATH_MAX];
        if (directory == AT_FDCWD) {
            if (syscall(SYS_getcwd, base, sizeof base) <= 0) return;
            base[stripRoot(base, strlen(base))] = '\0';
        } else if (!pathOfDescriptor(directory, base, sizeof base)) {
            return;
        }
        builder.append(base);
    }
    builder.append(path);
    const char* full = builder.finish();
    if (full == nullptr || !isCovered(full)) return;
    // A slash at the end means a folder, or what a link leads to.
    const bool folder = path[strlen(path) - 1] == '/';
    node_ = folder ? -1 : nodeOf(full);
    snprintf(buffer_, sizeof buffer_, "%s%s%s", rootFolder, full, folder ? "/" : "");
    directory_ = AT_FDCWD;
    redirected_ = true;
}

bool serverKnown() { return rootLength != 0; }

const char* socketPath() { return serverSocket; }

size_t stripRoot(char* path, size_t length) {
    if (rootLength == 0 || length < rootLength || strncmp(path, rootFolder, rootLength) != 0) return length;
    if (length == rootLength) {
        path[0] = '/';
        return 1;
    }
    if (path[rootLength] != '/') return length;
    memmove(path, path + rootLength, length - rootLength);
    return length - rootLength;
}

bool isInFakeSysfs(int descriptor) {
    if (!serverKnown()) return false;
    const ErrnoKeeper keeper;
    char link[32];
    char path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const long length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    return strncmp(path, rootFolder, rootLength) == 0 && isIn(path + rootLength, "/sys");
}

}  // namespace cyclorama::device::client
