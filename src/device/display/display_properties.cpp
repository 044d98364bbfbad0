// SPDX-License-Identifier: MIT
#include "device/display/display_properties.h"

#include <drm.h>
#include <drm_mode.h>

#include <algorithm>

namespace cyclorama::device {
namespace {

constexpr std::string_view kPlaneTypes[] = {"Overlay", "Primary", "Cursor"};
constexpr std::string_view kDpmsNames[] = {"On", "Standby", "Suspend", "Off"};
constexpr std::string_view kLinkNames[] = {"Good", "Bad"};

constexpr uint32_t kAtomic = DRM_MODE_PROP_ATOMIC;
constexpr uint32_t kFixed = DRM_MODE_PROP_IMMUTABLE;
constexpr uint64_t kInt32Max = 0x7fffffff;
constexpr uint64_t kInt32Min = 0xffffffff80000000;

constexpr PropertyInfo enumeration(Property id, std::string_view name, uint32_t flags, uint32_t owner,
                                   std::span<const std::string_view> names) {
    return {.id = id, .name = name, .flags = flags | DRM_MODE_PROP_ENUM, .owner = owner, .names = names};
}
constexpr PropertyInfo range(Property id, std::string_view name, uint32_t flags, uint32_t owner, uint64_t last) {
    return {.id = id,
            .name = name,
            .flags = flags | DRM_MODE_PROP_RANGE,
            .owner = owner,
            .values = {0, last},
            .valueCount = 2};
}
constexpr PropertyInfo signedRange(Property id, std::string_view name, uint32_t owner, uint64_t first) {
    return {.id = id,
            .name = name,
            .flags = kAtomic | DRM_MODE_PROP_SIGNED_RANGE,
            .owner = owner,
            .values = {first, kInt32Max},
            .valueCount = 2};
}
constexpr PropertyInfo reference(Property id, std::string_view name, uint32_t owner, uint64_t type) {
    return {.id = id,
            .name = name,
            .flags = kAtomic | DRM_MODE_PROP_OBJECT,
            .owner = owner,
            .values = {type, 0},
            .valueCount = 1};
}
constexpr PropertyInfo blob(Property id, std::string_view name, uint32_t flags, uint32_t owner) {
    return {.id = id, .name = name, .flags = flags | DRM_MODE_PROP_BLOB, .owner = owner};
}

using namespace object;
constexpr PropertyInfo kProperties[] = {
    enumeration(Property::PlaneType, "type", kFixed, kPlane, kPlaneTypes),
    blob(Property::PlaneFormats, "IN_FORMATS", kFixed, kPlane),
    reference(Property::FrameBuffer, "FB_ID", kPlane, DRM_MODE_OBJECT_FB),
    signedRange(Property::InFence, "IN_FENCE_FD", kPlane, ~uint64_t{0}),
    reference(Property::PlaneCrtc, "CRTC_ID", kPlane, DRM_MODE_OBJECT_CRTC),
    range(Property::SourceX, "SRC_X", kAtomic, kPlane, 0xffffffff),
    range(Property::SourceY, "SRC_Y", kAtomic, kPlane, 0xffffffff),
    range(Property::SourceWidth, "SRC_W", kAtomic, kPlane, 0xffffffff),
    range(Property::SourceHeight, "SRC_H", kAtomic, kPlane, 0xffffffff),
    signedRange(Property::CrtcX, "CRTC_X", kPlane, kInt32Min),
    signedRange(Property::CrtcY, "CRTC_Y", kPlane, kInt32Min),
    range(Property::CrtcWidth, "CRTC_W", kAtomic, kPlane, kInt32Max),
    range(Property::CrtcHeight, "CRTC_H", kAtomic, kPlane, kInt32Max),
    range(Property::CrtcActive, "ACTIVE", kAtomic, kCrtc, 1),
    blob(Property::CrtcMode, "MODE_ID", kAtomic, kCrtc),
    range(Property::OutFence, "OUT_FENCE_PTR", kAtomic, kCrtc, ~uint64_t{0}),
    blob(Property::ConnectorEdid, "EDID", kFixed, kConnector),
    enumeration(Property::ConnectorDpms, "DPMS", 0, kConnector, kDpmsNames),
    enumeration(Property::ConnectorLinkStatus, "link-status", 0, kConnector, kLinkNames),
    range(Property::ConnectorNonDesktop, "non-desktop", kFixed, kConnector, 1),
    reference(Property::ConnectorCrtc, "CRTC_ID", kConnector, DRM_MODE_OBJECT_CRTC),
};

}  // namespace

bool PropertyInfo::atomic() const { return (flags & kAtomic) != 0; }
bool PropertyInfo::immutable() const { return (flags & kFixed) != 0; }

std::span<const PropertyInfo> properties() { return kProperties; }

const PropertyInfo* findProperty(uint32_t id) {
    const auto* found = std::ranges::find(kProperties, static_cast<Property>(id), &PropertyInfo::id);
    return found == std::end(kProperties) ? nullptr : found;
}

}  // namespace cyclorama::device
