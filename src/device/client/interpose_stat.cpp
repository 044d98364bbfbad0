// SPDX-License-Identifier: MIT
// Calls that ask about files without opening them.

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "device/client/exported.h"
#include "device/client/next.h"
#include "device/client/paths.h"
#include "device/client/session.h"

namespace {

using namespace cyclorama::device;
using namespace cyclorama::device::client;

constexpr mode_t kNodeMode = S_IFCHR | 0666;

void makeNode(struct stat& status, uint32_t minorNumber) {
    status.st_mode = kNodeMode;
    status.st_rdev = makedev(protocol::kDrmMajor, minorNumber);
    status.st_size = 0;
    status.st_blocks = 0;
}

/// A node by its path, or by its descriptor, is a character device.
void amend(const Redirection& target, const char* path, struct stat& status) {
    if (target.node() >= 0)
        makeNode(status, static_cast<uint32_t>(target.node()));
    else if ((path == nullptr || path[0] == '\0') && S_ISSOCK(status.st_mode))
        if (const FileIdentity file = identify(status); file.kind == protocol::FileKind::Node)
            makeNode(status, file.minor);
}

int statAny(int directory, const char* path, struct stat* status, int flags) {
    const Redirection target(directory, path);
    const int result = static_cast<int>(syscall(SYS_newfstatat, target.directory(), target.path(), status, flags));
    if (result == 0) amend(target, path, *status);
    return result;
}

int statDescriptor(int descriptor, struct stat* status) { return statAny(descriptor, "", status, AT_EMPTY_PATH); }

/// The two structures are one where files are large anyway, which is so on all 64-bit systems.
struct stat* plain(struct stat64* status) {
    static_assert(sizeof(struct stat) == sizeof(struct stat64));
    return reinterpret_cast<struct stat*>(status);
}

constinit Next<int(int, const char*, int, int)> nextFaccessat("faccessat");
constinit Next<int(const char*, int)> nextEuidaccess("euidaccess");
constinit Next<int(int, struct statfs*)> nextFstatfs("fstatfs");
constinit Next<int(const char*, struct statfs*)> nextStatfs("statfs");

__attribute__((constructor)) void findNextStat() { findEach(nextFaccessat, nextEuidaccess, nextFstatfs, nextStatfs); }

int accessAny(int directory, const char* path, int mode, int flags) {
    const Redirection target(directory, path);
    return nextFaccessat(target.directory(), target.path(), mode, flags);
}

}  // namespace

EXPORTED int stat(const char* path, struct stat* status) noexcept { return statAny(AT_FDCWD, path, status, 0); }
EXPORTED int stat64(const char* path, struct stat64* status) noexcept {
    return statAny(AT_FDCWD, path, plain(status), 0);
}
EXPORTED int lstat(const char* path, struct stat* status) noexcept {
    return statAny(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
EXPORTED int lstat64(const char* path, struct stat64* status) noexcept {
    return statAny(AT_FDCWD, path, plain(status), AT_SYMLINK_NOFOLLOW);
}
EXPORTED int fstat(int descriptor, struct stat* status) noexcept { return statDescriptor(descriptor, status); }
EXPORTED int fstat64(int descriptor, struct stat64* status) noexcept {
    return statDescriptor(descriptor, plain(status));
}
EXPORTED int fstatat(int directory, const char* path, struct stat* status, int flags) noexcept {
    return statAny(directory, path, status, flags);
}
EXPORTED int fstatat64(int directory, const char* path, struct stat64* status, int flags) noexcept {
    return statAny(directory, path, plain(status), flags);
}

// The names that programs built for a C library older than 2.33 call.
EXPORTED int __xstat(int, const char* path, struct stat* status) { return statAny(AT_FDCWD, path, status, 0); }
EXPORTED int __xstat64(int, const char* path, struct stat64* status) {
    return statAny(AT_FDCWD, path, plain(status), 0);
}
EXPORTED int __lxstat(int, const char* path, struct stat* status) {
    return statAny(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
EXPORTED int __lxstat64(int, const char* path, struct stat64* status) {
    return statAny(AT_FDCWD, path, plain(status), AT_SYMLINK_NOFOLLOW);
}
EXPORTED int __fxstat(int, int descriptor, struct stat* status) { return statDescriptor(descriptor, status); }
EXPORTED int __fxstat64(int, int descriptor, struct stat64* status) {
    return statDescriptor(descriptor, plain(status));
}
EXPORTED int __fxstatat(int, int directory, const char* path, struct stat* status, int flags) {
    return statAny(directory, path, status, flags);
}
EXPORTED int __fxstatat64(int, int directory, const char* path, struct stat64* status, int flags) {
    return statAny(directory, path, plain(status), flags);
}

EXPORTED int statx(int directory, const char* path, int flags, unsigned mask, struct statx* status) noexcept {
    const Redirection target(directory, path);
    const int result = static_cast<int>(syscall(SYS_statx, target.directory(), target.path(), flags, mask, status));
    if (result != 0) return result;
    struct stat amended {};
    amended.st_mode = status->stx_mode;
    amended.st_ino = status->stx_ino;
    amend(target, path, amended);
    if (amended.st_mode != kNodeMode) return result;
    status->stx_mode = static_cast<uint16_t>(amended.st_mode);
    status->stx_rdev_major = major(amended.st_rdev);
    status->stx_rdev_minor = minor(amended.st_rdev);
    status->stx_size = 0;
    return result;
}

EXPORTED int access(const char* path, int mode) noexcept { return accessAny(AT_FDCWD, path, mode, 0); }
EXPORTED int faccessat(int directory, const char* path, int mode, int flags) noexcept {
    return accessAny(directory, path, mode, flags);
}
EXPORTED int euidaccess(const char* path, int mode) noexcept {
    return nextEuidaccess(Redirection(AT_FDCWD, path).path(), mode);
}
EXPORTED int eaccess(const char* path, int mode) noexcept {
    return nextEuidaccess(Redirection(AT_FDCWD, path).path(), mode);
}

// libudev takes a device only from a real sysfs.
EXPORTED int fstatfs(int descriptor, struct statfs* status) noexcept {
    const int result = nextFstatfs(descriptor, status);
    if (result == 0 && isInFakeSysfs(descriptor)) status->f_type = SYSFS_MAGIC;
    return result;
}
EXPORTED int fstatfs64(int descriptor, struct statfs64* status) noexcept {
    return fstatfs(descriptor, reinterpret_cast<struct statfs*>(status));
}
EXPORTED int statfs(const char* path, struct statfs* status) noexcept {
    const Redirection target(AT_FDCWD, path);
    const int result = nextStatfs(target.path(), status);
    if (result == 0 && target.redirected() && target.node() < 0) status->f_type = SYSFS_MAGIC;
    return result;
}
EXPORTED int statfs64(const char* path, struct statfs64* status) noexcept {
    return statfs(path, reinterpret_cast<struct statfs*>(status));
}
