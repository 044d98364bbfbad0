#include "device/client/buffer_access.h"

#include <linux/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

#include "device/client/next.h"
#include "device/client/session.h"
#include "device/etnaviv_uapi.h"
#include "device/protocol.h"

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
        // Of two threads, the first one's stays.
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

/// What a thread knows of the buffers of its files.
struct Known {
    /// The one that its last request made ready for the processor, if that was what it did.
    Buffer prepared;
    /// Buffers that there are, at their handles modulo the number; true as long as so many handles are closed.
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

/// For one request: how many handles were closed before it was sent.
thread_local uint64_t closedBefore __attribute__((tls_model("initial-exec")));

template <typename T>
bool readAs(etnaviv::Request request, unsigned long code, const void* argument, T& value) {
    if (!etnaviv::isCodeOf(code, request) || _IOC_SIZE(code) != sizeof value) return false;
    memcpy(&value, argument, sizeof value);
    return true;
}

/// A wait for a buffer that there is, when all that this program knows to be submitted is done: with what writes to the
/// buffer, and before the processor writes to it with all that uses it.
bool isReady(const etnaviv::GemCpuPrep& start, uint64_t inode) {
    const SharedStatus* const status = serverStatus();
    if (status == nullptr) return false;
    closedBefore = status->closedHandles.load(std::memory_order_acquire);
    known.forgetBefore(closedBefore);
    const Buffer& buffer = known.at(start.handle);
    if (buffer.inode != inode || buffer.handle != start.handle) return false;
    if ((start.operation & ~(etnaviv::kPrepRead | etnaviv::kPrepWrite | etnaviv::kPrepNoSync)) != 0) return false;
    const protocol::BufferUse& use = status->useOf(buffer.number);
    const bool writes = (start.operation & etnaviv::kPrepWrite) != 0;
    const uint64_t last = (writes ? use.any : use.write).load(std::memory_order_acquire);
    return status->signalled.load(std::memory_order_acquire) >= last;
}

}  // namespace

bool needsNoMessage(unsigned long code, uint64_t inode, const void* argument) {
    const Buffer last = known.prepared;
    known.prepared = {};
    etnaviv::GemCpuPrep start;
    if (readAs(etnaviv::Request::GemCpuPrep, code, argument, start)) {
        if (!isReady(start, inode)) return false;
        known.prepared = {.inode = inode, .handle = start.handle, .number = 0};
        return true;
    }
    // The driver does nothing at the end of an access but look at its arguments (Linux: etnaviv_gem.c,
    // etnaviv_gem_cpu_fini, for what is not cached): after the start of the same one there is nothing to ask.
    etnaviv::GemCpuFini end;
    return readAs(etnaviv::Request::GemCpuFini, code, argument, end) && last.inode == inode &&
           end.handle == last.handle && end.flags == 0;
}

void noteAccess(unsigned long code, uint64_t inode, const void* argument, uint64_t buffer) {
    etnaviv::GemCpuPrep start;
    if (!readAs(etnaviv::Request::GemCpuPrep, code, argument, start)) return;
    known.prepared = {.inode = inode, .handle = start.handle, .number = buffer};
    // Had one been closed since, this one might be it.
    if (buffer != 0 && known.closedHandles == closedBefore) known.at(start.handle) = known.prepared;
}

}  // namespace cyclorama::device::client
