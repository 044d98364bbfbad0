// SPDX-License-Identifier: MIT
#pragma once
// The messages between the library inside a program (device/client) and the server (device/server), over a Unix stream
// socket for each thread of the program. The library knows no driver: it passes a request on and then does what a
// kernel would do to its caller's address space and descriptors - read it, write it, take a descriptor, install one -
// as the server asks for it, until the result comes. Both ends are built together; there is no version.

#include <linux/ioctl.h>

#include <atomic>
#include <cstdint>
#include <cstring>

namespace cyclorama::device::protocol {

/// Environment variables by which the library finds the server and the folder that stands for /dev/dri and /sys.
inline constexpr const char* kSocketVariable = "CYCLORAMA_SOCKET";
inline constexpr const char* kRootVariable = "CYCLORAMA_DEVICE_ROOT";
/// Optional, USUAL=OWN: connections to the Unix socket at the first path go to that at the second.
inline constexpr const char* kSocketRedirectionVariable = "CYCLORAMA_SOCKET_REDIRECTION";
/// Optional: step of the program's clock from frame to frame, in nanoseconds.
inline constexpr const char* kFrameTimeVariable = "CYCLORAMA_FRAME_TIME";

/// The kernel's major number of DRM devices, and the minors of the two nodes.
inline constexpr uint32_t kDrmMajor = 226;
inline constexpr uint32_t kDisplayMinor = 0;
inline constexpr uint32_t kRenderMinor = 128;

/// Largest payload of one message: a command stream with its buffers and relocations stays far below.
inline constexpr uint64_t kMaximumPayload = uint64_t{64} << 20;

enum class Kind : uint32_t {
    // From the program: requests.
    Open,      // code: minor, value: open flags. A result with a descriptor.
    Ioctl,     // inode: of the file, code: request, value: nanoseconds of the driver's clock, 0 where that is the
               // host's; the argument follows. Services, then a result with the argument, and of AccessIoctls::begin
               // the buffer's number as code.
    Map,       // inode, value: offset, extent: bytes. A result with a descriptor and the offset in it as value.
    Identify,  // inode. A result whose value is a FileKind, and the minor of a node as code.
    Status,    // A result with the descriptor of the SharedStatus.
    // From the server, while a request is under way: services, each answered by Done or followed by the result.
    ReadMemory,         // Range[] follow. Done; the bytes follow, and then an int32_t: 0 or an errno.
    WriteMemory,        // value: address; the bytes follow. Done with status.
    TakeDescriptor,     // code: its number in the program. Done with the descriptor, or status.
    InstallDescriptor,  // a descriptor, code: 1 for close-on-exec. Done with its number as value.
    ShareMemory,        // value: address, extent: bytes. The range becomes shared memory; Done with its descriptor.
    Done,
    Result,  // status: 0, a positive result or a negative errno.
};

enum class FileKind : uint32_t { Foreign, Node, SyncFile, SyncObject };

struct Header {
    Kind kind = Kind::Done;
    int32_t status = 0;
    /// Bytes that follow.
    uint64_t payload = 0;
    uint64_t inode = 0;
    uint64_t code = 0;
    uint64_t value = 0;
    uint64_t extent = 0;
};
static_assert(sizeof(Header) == 48);

/// A driver's ioctl around an access of the processor to a buffer: its code, and where its argument has the buffer's
/// handle and flags, each of four bytes.
struct AccessIoctl {
    /// Without the direction; 0: the driver has no such ioctl.
    uint32_t code = 0;
    uint32_t handleOffset = 0;
    uint32_t flagsOffset = 0;
    /// With any other flag the server is asked.
    uint32_t knownFlags = 0;
    /// The access writes: it waits for all that uses the buffer, else for what writes to it.
    uint32_t writeFlags = 0;

    static constexpr uint32_t withoutDirection(uint64_t code) {
        return static_cast<uint32_t>(code) & ~(uint32_t{_IOC_DIRMASK} << _IOC_DIRSHIFT);
    }
    /// True for this ioctl's code with an argument of its size.
    bool matches(uint64_t other) const { return code != 0 && withoutDirection(other) == code; }
    uint32_t handle(const void* argument) const { return field(argument, handleOffset); }
    uint32_t flags(const void* argument) const { return field(argument, flagsOffset); }

  private:
    static uint32_t field(const void* argument, uint32_t offset) {
        uint32_t value = 0;
        std::memcpy(&value, static_cast<const char*>(argument) + offset, sizeof value);
        return value;
    }
};

/// The ioctls that most often need no answer of the server: the begin of an access, which waits until the GPU is done
/// with the buffer, and its end, which does nothing to memory that processor and GPU share.
struct AccessIoctls {
    AccessIoctl begin;
    AccessIoctl end;
};

/// The last fences of what uses a buffer and of what writes to it.
struct BufferUse {
    std::atomic<uint64_t> any{0};
    std::atomic<uint64_t> write{0};
};

/// Memory that the server writes and programs read, so that they need not ask. Each counter only grows.
struct SharedStatus {
    /// The last fence that a program has waited for: written after all that the GPU wrote until then.
    std::atomic<uint64_t> seen{0};
    /// The driver's, constant.
    AccessIoctls accesses;
    /// Handles of buffers that were closed, in all files.
    std::atomic<uint64_t> closedHandles{0};
    /// At the buffers' numbers modulo the number of entries: those that meet there share the later fence. Written
    /// before the answer to the submit. A fence found here has signalled if a later look at `seen` finds as much.
    static constexpr uint32_t kUses = 1024;
    BufferUse uses[kUses];

    BufferUse& useOf(uint64_t buffer) { return uses[buffer % kUses]; }
    const BufferUse& useOf(uint64_t buffer) const { return uses[buffer % kUses]; }
};
static_assert(std::atomic<uint64_t>::is_always_lock_free);

/// A range of the program's memory.
struct Range {
    uint64_t address = 0;
    uint64_t bytes = 0;
};

}  // namespace cyclorama::device::protocol
