// SPDX-License-Identifier: MIT
#pragma once
// Everything constant in which kernel drivers of GPUs differ, as programs see it, and what drivers attach to files and
// buffers.

#include <drm.h>
#include <drm_mode.h>
#include <errno.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "device/protocol/protocol.h"

namespace cyclorama::device {

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

/// The display as its device's driver offers it.
struct DisplayTraits {
    /// The pixel formats that the plane shows (DRM fourcc).
    std::span<const uint32_t> planeFormats;
    /// The error, positive, for frame buffers of other formats.
    int formatError = EINVAL;
    /// Frame buffers may have a modifier, the linear one (DRM_CAP_ADDFB2_MODIFIERS), and the plane has IN_FORMATS.
    bool modifiers = true;
    /// The bits of a pixel that dumb buffers have; 0 for any.
    uint32_t dumbBits = 0;
    /// The pixels that rows of a dumb buffer are a multiple of.
    uint32_t dumbRowPixels = 1;
    /// The connector (DRM_MODE_CONNECTOR_*), its name in /sys, and the encoder (DRM_MODE_ENCODER_*).
    uint32_t connectorType = DRM_MODE_CONNECTOR_HDMIA;
    std::string_view connectorName = "HDMI-A-1";
    uint32_t encoderType = DRM_MODE_ENCODER_TMDS;

    bool shows(uint32_t fourcc) const { return std::ranges::find(planeFormats, fourcc) != planeFormats.end(); }
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

/// Choices of the library in programs that developers compare, as to draw in bins or to memory.
struct DriverModes {
    std::span<const std::string_view> names{};
    /// Variables of its environment, lists separated by commas to which a mode's name is added.
    std::span<const std::string_view> variables{};
};

struct DriverTraits {
    NodeIdentity render;
    /// The device of the display; empty if it is the GPU's: then both nodes have all that the driver offers.
    std::optional<NodeIdentity> display{};
    AddressSpaceTraits addresses;
    /// The ioctls that programs may answer from protocol::SharedStatus.
    protocol::AccessIoctls accesses;
    /// Empty if the nodes are the only way.
    std::optional<SocketTraits> socket{};
    DisplayTraits screen{};
    DriverModes modes{};

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

}  // namespace cyclorama::device
