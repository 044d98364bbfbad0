// SPDX-License-Identifier: MIT
#include "device/client/user_copy.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "device/client/next.h"

namespace cyclorama::device::client {
namespace {

/// The system's call for the memory of another process finds bad addresses in one's own.
template <typename Copy>
int checked(Copy copy, void* own, size_t bytes, const void* program) {
    if (bytes == 0) return 0;
    const ErrnoKeeper keeper;
    const iovec local{.iov_base = own, .iov_len = bytes};
    const iovec remote{.iov_base = const_cast<void*>(program), .iov_len = bytes};
    const ssize_t copied = copy(getpid(), &local, 1, &remote, 1, 0);
    if (copied == static_cast<ssize_t>(bytes)) return 0;
    if (copied < 0 && (errno == ENOSYS || errno == EPERM)) return -1;
    return EFAULT;
}

/// The smallest page that systems have.
constexpr uintptr_t kPageBytes = 4096;

bool isInPageOf(const void* frame, const void* program, size_t bytes) {
    const auto begin = reinterpret_cast<uintptr_t>(frame);
    const auto address = reinterpret_cast<uintptr_t>(program);
    const uintptr_t end = (begin / kPageBytes + 1) * kPageBytes;
    return address >= begin && address < end && bytes <= end - address;
}

}  // namespace

int copyFromProgram(void* copy, const void* program, size_t bytes, const void* frame) {
    if (isInPageOf(frame, program, bytes)) {
        memcpy(copy, program, bytes);
        return 0;
    }
    const int result = checked(process_vm_readv, copy, bytes, program);
    if (result >= 0) return result;
    memcpy(copy, program, bytes);
    return 0;
}

int copyToProgram(void* program, const void* copy, size_t bytes, const void* frame) {
    if (isInPageOf(frame, program, bytes)) {
        memcpy(program, copy, bytes);
        return 0;
    }
    const int result = checked(process_vm_writev, const_cast<void*>(copy), bytes, program);
    if (result >= 0) return result;
    memcpy(program, copy, bytes);
    return 0;
}

}  // namespace cyclorama::device::client
