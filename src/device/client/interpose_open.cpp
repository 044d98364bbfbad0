// SPDX-License-Identifier: MIT
// Opening files and folders.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>

#include "device/client/exported.h"
#include "device/client/next.h"
#include "device/client/paths.h"
#include "device/client/session.h"

namespace {

using namespace cyclorama::device;
using namespace cyclorama::device::client;

int openNode(int minor, int flags) {
    if ((flags & O_DIRECTORY) != 0) {
        errno = ENOTDIR;
        return -1;
    }
    const Answer answer = request({.kind = protocol::Kind::Open,
                                   .code = static_cast<uint64_t>(minor),
                                   .value = static_cast<uint64_t>(static_cast<uint32_t>(flags))});
    if (answer.status < 0 || answer.descriptor < 0) {
        errno = answer.status < 0 ? -answer.status : EMFILE;
        return -1;
    }
    if ((flags & O_CLOEXEC) == 0) fcntl(answer.descriptor, F_SETFD, 0);
    return answer.descriptor;
}

int openAny(int directory, const char* path, int flags, mode_t mode) {
    const Redirection target(directory, path);
    if (target.node() >= 0 && (flags & O_PATH) == 0) return openNode(target.node(), flags);
    return static_cast<int>(syscall(SYS_openat, target.directory(), target.path(), flags, mode));
}

/// The mode is there only where a file may be made.
mode_t modeArgument(int flags, va_list arguments) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

/// A stream on a node: a descriptor first.
FILE* openStream(Next<FILE*(const char*, const char*)>& next, const char* path, const char* mode) {
    const Redirection target(AT_FDCWD, path);
    if (target.node() < 0) return next(target.path(), mode);
    const int descriptor = openNode(target.node(), O_RDWR);
    return descriptor < 0 ? nullptr : fdopen(descriptor, mode);
}

constinit Next<FILE*(const char*, const char*)> nextFopen("fopen");
constinit Next<FILE*(const char*, const char*)> nextFopen64("fopen64");
constinit Next<DIR*(const char*)> nextOpendir("opendir");
constinit Next<int(int, const char*, uint32_t)> nextInotifyAddWatch("inotify_add_watch");

using Filter = int(const dirent*);
using Order = int(const dirent**, const dirent**);
constinit Next<int(const char*, dirent***, Filter*, Order*)> nextScandir("scandir");
constinit Next<int(int, const char*, dirent***, Filter*, Order*)> nextScandirat("scandirat");

__attribute__((constructor)) void findNextOpen() {
    findEach(nextFopen, nextFopen64, nextOpendir, nextInotifyAddWatch, nextScandir, nextScandirat);
}

}  // namespace

EXPORTED int open(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeArgument(flags, arguments);
    va_end(arguments);
    return openAny(AT_FDCWD, path, flags, mode);
}

EXPORTED int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeArgument(flags, arguments);
    va_end(arguments);
    return openAny(AT_FDCWD, path, flags, mode);
}

EXPORTED int openat(int directory, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeArgument(flags, arguments);
    va_end(arguments);
    return openAny(directory, path, flags, mode);
}

EXPORTED int openat64(int directory, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = modeArgument(flags, arguments);
    va_end(arguments);
    return openAny(directory, path, flags, mode);
}

// The names under which programs compiled with _FORTIFY_SOURCE call these functions.
EXPORTED int __open_2(const char* path, int flags) { return openAny(AT_FDCWD, path, flags, 0); }
EXPORTED int __open64_2(const char* path, int flags) { return openAny(AT_FDCWD, path, flags, 0); }
EXPORTED int __openat_2(int directory, const char* path, int flags) { return openAny(directory, path, flags, 0); }
EXPORTED int __openat64_2(int directory, const char* path, int flags) { return openAny(directory, path, flags, 0); }

EXPORTED FILE* fopen(const char* path, const char* mode) { return openStream(nextFopen, path, mode); }
EXPORTED FILE* fopen64(const char* path, const char* mode) { return openStream(nextFopen64, path, mode); }

EXPORTED DIR* opendir(const char* path) { return nextOpendir(Redirection(AT_FDCWD, path).path()); }

EXPORTED int scandir(const char* path, dirent*** names, Filter* filter, Order* order) {
    return nextScandir(Redirection(AT_FDCWD, path).path(), names, filter, order);
}

EXPORTED int scandir64(const char* path, dirent64*** names, int (*filter)(const dirent64*),
                       int (*order)(const dirent64**, const dirent64**)) {
    return nextScandir(Redirection(AT_FDCWD, path).path(), reinterpret_cast<dirent***>(names),
                       reinterpret_cast<Filter*>(filter), reinterpret_cast<Order*>(order));
}

EXPORTED int scandirat(int directory, const char* path, dirent*** names, Filter* filter, Order* order) {
    const Redirection target(directory, path);
    return nextScandirat(target.directory(), target.path(), names, filter, order);
}

EXPORTED int inotify_add_watch(int descriptor, const char* path, uint32_t mask) noexcept {
    return nextInotifyAddWatch(descriptor, Redirection(AT_FDCWD, path).path(), mask);
}
