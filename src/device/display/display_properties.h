// SPDX-License-Identifier: MIT
#pragma once
// The objects of the virtual display and their properties, as one table (Linux: drm_mode_config.c, drm_connector.c).

#include <cstdint>
#include <span>
#include <string_view>

namespace cyclorama::device {

/// Numbers of the objects that are always there. Frame buffers and blobs are numbered after them.
namespace object {
inline constexpr uint32_t kPlane = 41;
inline constexpr uint32_t kCrtc = 43;
inline constexpr uint32_t kEncoder = 45;
inline constexpr uint32_t kConnector = 47;
inline constexpr uint32_t kFormatsBlob = 49;
inline constexpr uint32_t kFirstFree = 60;
}  // namespace object

/// Properties; the enumerators are their numbers.
enum class Property : uint32_t {
    PlaneType = 1,
    PlaneFormats,
    FrameBuffer,
    InFence,
    PlaneCrtc,
    SourceX,
    SourceY,
    SourceWidth,
    SourceHeight,
    CrtcX,
    CrtcY,
    CrtcWidth,
    CrtcHeight,
    CrtcActive,
    CrtcMode,
    OutFence,
    ConnectorEdid,
    ConnectorDpms,
    ConnectorLinkStatus,
    ConnectorNonDesktop,
    ConnectorCrtc,
};

struct PropertyInfo {
    Property id = Property::PlaneType;
    std::string_view name;
    uint32_t flags = 0;  // DRM_MODE_PROP_*
    uint32_t owner = 0;  // kPlane, kCrtc or kConnector
    /// The limits of a range, or the one object type.
    uint64_t values[2] = {0, 0};
    uint32_t valueCount = 0;
    /// The names of an enumeration's values, from 0 on.
    std::span<const std::string_view> names{};

    /// Only those who asked for atomic commits see it.
    bool atomic() const;
    bool immutable() const;
};

std::span<const PropertyInfo> properties();
const PropertyInfo* findProperty(uint32_t id);

}  // namespace cyclorama::device
