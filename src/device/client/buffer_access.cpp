// SPDX-License-Identifier: MIT
#include "device/client/buffer_access.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "device/client/next.h"
#include "device/client/session.h"
#include "device/protocol/protocol.h"

namespace cyclorama::device::client {
namespace {

using protocol::SharedStatus;

/// The server's status; null where it could not be had. Children inherit it.
const SharedStatus* serverStatus() {
    static const SharedStatus none;
    static std::atomic<const SharedStatus*> shared{nullptr};
    const SharedStatus* status = shared.load(std::memory_order_acquire);
    if (status == nullptr) {
        const ErrnoKeeper keeper;
        const Answer answer = request({.kind = protocol::Kind::Status});
        void* const mapped = answer.descriptor < 0
                                 ? MAP_FAILED
                                 : mmap(nullptr, sizeof(SharedStatus), PROT_READ, MAP_SHARED, answer.descriptor, 0);
        if (answer.descriptor >= 0) close(answer.descriptor);
        const SharedStatus* const made = mapped == MAP_FAILED ? &none : static_cast<const SharedStatus*>(mapped);
        // The first of two threads wins.
        status = nullptr;
        if (shared.compare_exchange_strong(status, made))
            status = made;
        else if (made != &none)
            munmap(mapped, sizeof(SharedStatus));
    }
    return status == &none ? nullptr : status;
}

struct Buffer {
    uint64_t inode = 0;
    uint32_t handle = 0;
    /// The server's, of the buffer in any file.
    uint64_t number = 0;
};

/// A thread's knowledge of the buffers of its files.
struct Known {
    /// The buffer that the thread's last request prepared for the processor; empty after other requests.
    Buffer prepared;
    /// Existing buffers, at handle % kBuffers. Valid while the server's count of closed handles is `closedHandles`.
    static constexpr size_t kBuffers = 128;
    Buffer buffers[kBuffers];
    uint64_t closedHandles = 0;

    Buffer& at(uint32_t handle) { return buffers[handle % kBuffers]; }
    void forgetBefore(uint64_t closed) {
        if (closed == closedHandles) return;
        memset(static_cast<void*>(buffers), 0, sizeof buffers);
        closedHandles = closed;
    }
};
thread_local Known known __attribute__((tls_model("initial-exec")));

/// Handles that were closed before the present request was sent.
thread_local uint64_t closedBefore __attribute__((tls_model("initial-exec")));

/// A wait for a buffer that there is, when some wait before it was for all that it waits for: for what writes to the
/// buffer, and before the processor writes to it for all that uses it.
bool isReady(const SharedStatus& status, const void* argument, uint64_t inode) {
    const protocol::AccessIoctl& begin = status.accesses.begin;
    closedBefore = status.closedHandles.load(std::memory_order_acquire);
    known.forgetBefore(closedBefore);
    const uint32_t handle = begin.handle(argument);
    const Buffer& buffer = known.at(handle);
    if (buffer.inode != inode || buffer.handle != handle) return false;
    const uint32_t flags = begin.flags(argument);
    if ((flags & ~begin.knownFlags) != 0) return false;
    const protocol::BufferUse& use = status.useOf(buffer.number);
    const uint64_t last = ((flags & begin.writeFlags) != 0 ? use.any : use.write).load(std::memory_order_acquire);
    return status.seen.load(std::memory_order_acquire) >= last;
}

}  // namespace

bool needsNoMessage(unsigned long code, uint64_t inode, const void* argument) {
    const Buffer last = known.prepared;
    known.prepared = {};
    const SharedStatus* const status = serverStatus();
    if (status == nullptr) return false;
    const protocol::AccessIoctls& accesses = status->accesses;
    if (accesses.begin.matches(code)) {
        if (!isReady(*status, argument, inode)) return false;
        known.prepared = {.inode = inode, .handle = accesses.begin.handle(argument), .number = 0};
        return true;
    }
    // At the end of an access a driver only looks at its arguments: after the start of the same one there is nothing to
    // ask.
    const protocol::AccessIoctl& end = accesses.end;
    return end.matches(code) && last.inode == inode && end.handle(argument) == last.handle &&
           (end.flags(argument) & ~end.knownFlags) == 0;
}

void recordAccess(unsigned long code, uint64_t inode, const void* argument, uint64_t buffer) {
    const SharedStatus* const status = serverStatus();
    if (status == nullptr || !status->accesses.begin.matches(code)) return;
    const uint32_t handle = status->accesses.begin.handle(argument);
    known.prepared = {.inode = inode, .handle = handle, .number = buffer};
    // If any handle was closed meanwhile, this buffer may be gone.
    if (buffer != 0 && known.closedHandles == closedBefore) known.at(handle) = known.prepared;
}

}  // namespace cyclorama::device::client
