// SPDX-License-Identifier: MIT
#pragma once
// The interface of a GPU's kernel driver: everything in which drivers differ, as programs and the GPU see it. The core,
// the display and the library in programs know no driver; a GPU family implements this interface.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "device/core/executor.h"
#include "device/core/protocol.h"

namespace cyclorama::device {

class BufferObject;
class ProgramStream;
struct DeviceCore;
struct IoctlEntry;

/// The nodes of /dev/dri: card0 and renderD128.
enum class Node : uint8_t { Display, Render };

/// A device of /dev/dri as it describes itself, and its platform device in /sys.
struct NodeIdentity {
    /// The answer to DRM_IOCTL_VERSION.
    std::string_view name;
    std::string_view date;
    std::string_view description;
    int major = 0;
    int minor = 0;
    int patch = 0;
    /// The driver's name in /sys where it has another there.
    std::string_view platformName{};
    /// The device in the device tree: its path and its "compatible".
    std::string_view treePath;
    std::string_view compatible;
    /// DRM_CAP_SYNCOBJ: binary synchronization objects.
    bool syncObjects = false;
};

/// The address spaces of a GPU as its driver divides them.
struct AddressSpaceTraits {
    /// The addresses for programs' buffers: from `first` on, below `end`.
    uint64_t first = 0;
    uint64_t end = 0;
    /// Bytes left free between buffers that the driver places, so that an access beyond the end of one is noticed.
    uint64_t gap = 0;
    /// One space for each open file of the GPU, else one for all files.
    bool perFile = false;
    /// An idle buffer gives way to one that a program places there; else the place is taken.
    bool idleGivesWay = false;
};

/// Another way to the driver than its nodes: a Unix socket, at which libraries in programs look for a server.
struct SocketTraits {
    /// The path where they look by themselves.
    std::string_view usualPath;
    /// A variable of their environment, which names another path to those that know it.
    std::string_view pathVariable;
    /// NAME=value: what has them look for a server.
    std::span<const std::string_view> variables;
};

struct DriverTraits {
    NodeIdentity render;
    /// The device of the display; nothing where it is the GPU's: then both nodes have all that the driver offers.
    std::optional<NodeIdentity> display{};
    AddressSpaceTraits addresses;
    /// The ioctls that programs may answer from protocol::SharedStatus.
    protocol::AccessIoctls accesses;
    /// Nothing where the nodes are the only way.
    std::optional<SocketTraits> socket{};
    /// Rows of a dumb buffer are a multiple of so many pixels.
    uint32_t dumbRowPixels = 1;

    const NodeIdentity& identity(Node node) const { return node == Node::Display && display ? *display : render; }
    /// True for nodes of the device that the GPU is: they have its ioctls and its address spaces.
    bool isGpu(Node node) const { return node == Node::Render || !display; }
    /// True for nodes of the device that the display is.
    bool isDisplay(Node node) const { return node == Node::Display || !display; }
};

/// A driver's own state of an open file of the GPU: submit queues, for example.
class DriverFile {
  public:
    virtual ~DriverFile() = default;
};

/// A driver's own knowledge of a buffer, as long as the buffer or a descriptor of it lives: its name, for example.
class DriverBuffer {
  public:
    virtual ~DriverBuffer() = default;
};

/// Safe to call from several threads.
class DriverBackend {
  public:
    explicit DriverBackend(const DriverTraits& traits) : traits_(traits) {}
    virtual ~DriverBackend() = default;
    DriverBackend(const DriverBackend&) = delete;
    DriverBackend& operator=(const DriverBackend&) = delete;

    const DriverTraits& traits() const { return traits_; }
    /// The driver's own requests on nodes of the GPU, by their numbers from DRM_COMMAND_BASE on.
    virtual std::span<const IoctlEntry> ioctls() const = 0;
    /// Brings the picture that the GPU has drawn into a buffer's memory, where the driver keeps it elsewhere. On the
    /// queue's thread, without the device's lock, before the buffer is shown.
    virtual void beforeScanout(DeviceCore&, const BufferObject&) const {}
    /// For a file that is just being opened; null where the driver keeps nothing.
    virtual std::unique_ptr<DriverFile> openFile() const { return nullptr; }
    /// Serves a program that came by the driver's socket, until it or the program ends the connection. Each program has
    /// a thread, which is the caller. Not called where the traits have no socket.
    virtual void serveSocket(DeviceCore&, ProgramStream&) const {}
    /// Passes everything on to `executor`, which has to outlive the result, and writes it to a capture file. Throws
    /// sim::Error where that cannot be created, or the driver's jobs have no form in a file.
    virtual std::unique_ptr<Recorder> record(Executor& executor, const std::string& file) const;

  private:
    const DriverTraits traits_;
};

}  // namespace cyclorama::device
