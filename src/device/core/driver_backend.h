// SPDX-License-Identifier: MIT
#pragma once
// The interface of a GPU's kernel driver: everything in which drivers differ, as programs and the GPU see it. The core,
// the display and the library in programs know no driver; a GPU family implements this interface.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "device/core/executor.h"
#include "device/core/protocol.h"

namespace cyclorama::device {

struct IoctlEntry;

/// A node of /dev/dri as it describes itself, and its platform device in /sys.
struct NodeIdentity {
    /// The answer to DRM_IOCTL_VERSION. The name is that of the driver in /sys as well.
    std::string_view name;
    std::string_view date;
    std::string_view description;
    int major = 0;
    int minor = 0;
    int patch = 0;
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
    /// One space for each open file of the render node, else one for all files.
    bool perFile = false;
};

struct DriverTraits {
    NodeIdentity render;
    NodeIdentity display;
    AddressSpaceTraits addresses;
    /// The ioctls that programs may answer from protocol::SharedStatus.
    protocol::AccessIoctls accesses;
    /// Rows of a dumb buffer are a multiple of so many pixels.
    uint32_t dumbRowPixels = 1;
};

/// A driver's own state of an open file of the render node: submit queues, for example.
class DriverFile {
  public:
    virtual ~DriverFile() = default;
};

/// Safe to call from several threads.
class DriverBackend {
  public:
    explicit DriverBackend(const DriverTraits& traits) : traits_(traits) {}
    virtual ~DriverBackend() = default;
    DriverBackend(const DriverBackend&) = delete;
    DriverBackend& operator=(const DriverBackend&) = delete;

    const DriverTraits& traits() const { return traits_; }
    /// The driver's own requests on the render node, by their numbers from DRM_COMMAND_BASE on.
    virtual std::span<const IoctlEntry> ioctls() const = 0;
    /// For a file that is just being opened; null where the driver keeps nothing.
    virtual std::unique_ptr<DriverFile> openFile() const { return nullptr; }
    /// Passes everything on to `executor`, which has to outlive the result, and writes it to a capture file. Throws
    /// sim::Error where that cannot be created, or the driver's jobs have no form in a file.
    virtual std::unique_ptr<Recorder> record(Executor& executor, const std::string& file) const;

  private:
    const DriverTraits traits_;
};

}  // namespace cyclorama::device
