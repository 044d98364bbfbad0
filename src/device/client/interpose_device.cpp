// SPDX-License-Identifier: MIT
// The calls on device files themselves: ioctl() and mmap().

#include <errno.h>
#include <fcntl.h>
#include <linux/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstring>

#include "device/client/buffer_access.h"
#include "device/client/exported.h"
#include "device/client/frame_clock.h"
#include "device/client/paths.h"
#include "device/client/session.h"
#include "device/client/user_copy.h"

namespace {

using namespace cyclorama::device;
using namespace cyclorama::device::client;

/// DRM, dma-buf and sync_file requests, by their type.
bool mayBeOurs(unsigned long request) {
    const unsigned long type = _IOC_TYPE(request);
    return type == 'd' || type == 'b' || type == '>';
}

/// The file of a descriptor: a socket (node, sync_file) or shared memory (dma-buf).
uint64_t fileInode(int descriptor) {
    struct stat status;
    if (syscall(SYS_newfstatat, descriptor, "", &status, AT_EMPTY_PATH) != 0) return 0;
    return S_ISSOCK(status.st_mode) || S_ISREG(status.st_mode) ? status.st_ino : 0;
}

void* systemMap(void* address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel gives an address as a number
    return reinterpret_cast<void*>(syscall(SYS_mmap, address, length, protection, flags, descriptor, offset));
}

}  // namespace

EXPORTED int ioctl(int descriptor, unsigned long request, ...) noexcept {
    va_list arguments;
    va_start(arguments, request);
    void* argument = va_arg(arguments, void*);
    va_end(arguments);
    // The upper half of what programs pass as int is no part of the request.
    const unsigned long code = static_cast<uint32_t>(request);
    if (!serverKnown() || !mayBeOurs(code)) return static_cast<int>(syscall(SYS_ioctl, descriptor, request, argument));
    const uint64_t inode = fileInode(descriptor);
    if (inode == 0) return static_cast<int>(syscall(SYS_ioctl, descriptor, request, argument));

    // The system's own copy, for a bad pointer has to be an error. _IOC sizes have 14 bits.
    alignas(16) char copy[1 << 14];
    const void* const frame = __builtin_frame_address(0);
    const size_t bytes = _IOC_SIZE(code);
    int fault = 0;
    if ((_IOC_DIR(code) & _IOC_WRITE) == 0) {
        memset(copy, 0, bytes);
    } else {
        fault = copyFromProgram(copy, argument, bytes, frame);
    }
    if (fault != 0) {
        errno = fault;
        return -1;
    }
    if (needsNoMessage(code, inode, copy)) return 0;
    const Answer answer = client::request(
        {.kind = protocol::Kind::Ioctl, .inode = inode, .code = code, .value = driverTime()}, copy, bytes);
    if (answer.status == -ENOTTY && answer.value != 0)
        return static_cast<int>(syscall(SYS_ioctl, descriptor, request, argument));
    if ((_IOC_DIR(code) & _IOC_READ) != 0 && answer.status != -ENODEV)
        fault = copyToProgram(argument, copy, bytes, frame);
    if (answer.status < 0 || fault != 0) {
        errno = answer.status < 0 ? -answer.status : fault;
        return -1;
    }
    recordAccess(code, inode, copy, answer.code);
    recordRequestDone(code, copy, bytes);
    return answer.status;
}

EXPORTED void* mmap(void* address, size_t length, int protection, int flags, int descriptor, off_t offset) noexcept {
    if (!serverKnown() || descriptor < 0 || (flags & MAP_ANONYMOUS) != 0)
        return systemMap(address, length, protection, flags, descriptor, offset);
    const FileIdentity file = identify(descriptor);
    if (file.kind != protocol::FileKind::Node) return systemMap(address, length, protection, flags, descriptor, offset);
    const Answer answer = client::request(
        {.kind = protocol::Kind::Map, .inode = file.inode, .value = static_cast<uint64_t>(offset), .extent = length});
    if (answer.status < 0) {
        errno = -answer.status;
        return MAP_FAILED;
    }
    void* const mapped =
        systemMap(address, length, protection, flags, answer.descriptor, static_cast<off_t>(answer.value));
    const int error = errno;
    close(answer.descriptor);
    errno = error;
    return mapped;
}

EXPORTED void* mmap64(void* address, size_t length, int protection, int flags, int descriptor,
                      off64_t offset) noexcept {
    return mmap(address, length, protection, flags, descriptor, offset);
}
