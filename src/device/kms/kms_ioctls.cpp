// SPDX-License-Identifier: MIT
// The legacy ioctls of displays, and what the atomic interface shares with them (Linux: drm_mode_*.c).

#include "device/kms/kms_ioctls.h"

#include <drm.h>
#include <errno.h>

#include <array>
#include <cstring>

#include "device/kms/kms_commit.h"

namespace cyclorama::device {
namespace {

using namespace object;

/// Size of the virtual monitor, in millimetres.
constexpr uint32_t kMonitorWidth = 160;
constexpr uint32_t kMonitorHeight = 120;

/// Writes as much of a list as the program has room for, and sets `count` to the list's length.
template <typename T>
int giveList(Call& call, uint64_t address, uint32_t& count, std::span<const T> list) {
    const size_t given = std::min<size_t>(count, list.size());
    count = static_cast<uint32_t>(list.size());
    return call.user.writeArray(address, list.first(given));
}

/// Writes a list if the program has room for all of it, and sets `count` to the list's length.
template <typename T>
int giveWholeList(Call& call, uint64_t address, uint32_t& count, std::span<const T> list) {
    const bool enough = count >= list.size();
    count = static_cast<uint32_t>(list.size());
    return enough ? call.user.writeArray(address, list) : 0;
}

int getResources(Call& call, drm_mode_card_res& argument) {
    std::vector<uint32_t> frameBuffers;
    {
        const std::lock_guard lock(call.core.mutex);
        for (const auto& [id, held] : call.file->frameBuffers) frameBuffers.push_back(id);
    }
    const uint32_t one[] = {kCrtc, kConnector, kEncoder};
    const std::span<const uint32_t> ids(one);
    int result = giveList<uint32_t>(call, argument.fb_id_ptr, argument.count_fbs, frameBuffers);
    if (result == 0) result = giveList(call, argument.crtc_id_ptr, argument.count_crtcs, ids.subspan(0, 1));
    if (result == 0) result = giveList(call, argument.connector_id_ptr, argument.count_connectors, ids.subspan(1, 1));
    if (result == 0) result = giveList(call, argument.encoder_id_ptr, argument.count_encoders, ids.subspan(2, 1));
    argument.min_width = argument.min_height = 0;
    argument.max_width = argument.max_height = kMaximumDisplaySize;
    return result;
}

int getCrtc(Call& call, drm_mode_crtc& argument) {
    if (argument.crtc_id != kCrtc) return -ENOENT;
    const std::lock_guard lock(call.core.mutex);
    const DisplayState& state = call.core.display.state();
    argument.fb_id = state.frameBuffer ? state.frameBuffer->id : 0;
    argument.x = state.sourceX >> 16;
    argument.y = state.sourceY >> 16;
    argument.gamma_size = 0;
    argument.mode_valid = state.mode ? 1 : 0;
    argument.mode = state.mode.value_or(drm_mode_modeinfo{});
    return 0;
}

int waitFor(Call& call, Fence fence) { return call.core.timeline.wait(fence, patientDeadline()); }

/// The state that SETCRTC asks for, checked; `next` is the present state at first. With the device's lock.
int stateOfSetCrtc(Display& display, const drm_mode_crtc& argument, std::span<const uint32_t> connectors,
                   DisplayState& next) {
    if (argument.mode_valid == 0) {
        if (argument.count_connectors != 0) return -EINVAL;
        next.turnOff();
        return 0;
    }
    if (argument.count_connectors != 1 || connectors[0] != kConnector)
        return argument.count_connectors == 0 ? -EINVAL : -ENOENT;
    auto shown = argument.fb_id == ~0u ? display.state().frameBuffer : display.frameBuffer(argument.fb_id);
    if (!shown) return argument.fb_id == ~0u ? -EINVAL : -ENOENT;
    if (!isPossible(argument.mode)) return -EINVAL;
    const bool newMode = !next.mode || std::memcmp(&*next.mode, &argument.mode, sizeof argument.mode) != 0;
    next.mode = argument.mode;
    if (newMode) next.modeBlob = display.newObject();
    next.active = true;
    next.dpms = 0;
    next.connectorCrtc = kCrtc;
    next.showWhole(std::move(shown), argument.x, argument.y);
    return display.check(next);
}

int setCrtc(Call& call, drm_mode_crtc& argument) {
    if (argument.crtc_id != kCrtc) return -ENOENT;
    if (argument.count_connectors > 1) return -EINVAL;
    uint32_t connector = 0;
    if (argument.count_connectors == 1)
        if (const int result = call.user.readValue(argument.set_connectors_ptr, connector); result < 0) return result;
    Fence fence = 0;
    {
        const std::lock_guard lock(call.core.mutex);
        DisplayState next = call.core.display.state();
        if (const int result = stateOfSetCrtc(call.core.display, argument, std::span(&connector, 1), next); result < 0)
            return result;
        fence = commitLocked(commitParts(call), std::move(next), {});
    }
    return waitFor(call, fence);
}

int pageFlip(Call& call, drm_mode_crtc_page_flip& argument) {
    if ((argument.flags & ~static_cast<uint32_t>(DRM_MODE_PAGE_FLIP_EVENT)) != 0 || argument.reserved != 0)
        return -EINVAL;
    if (argument.crtc_id != kCrtc) return -ENOENT;
    if (const int result = waitForPicture(call.core.mutex, call.core.display, call.core.timeline); result < 0)
        return result;
    const std::lock_guard lock(call.core.mutex);
    DisplayState next = call.core.display.state();
    if (!next.frameBuffer) return -EBUSY;
    auto shown = call.core.display.frameBuffer(argument.fb_id);
    if (!shown) return -ENOENT;
    if (shown->format != next.frameBuffer->format) return -EINVAL;
    next.frameBuffer = std::move(shown);
    if (const int result = call.core.display.check(next); result < 0) return result;
    CommitOptions options;
    if ((argument.flags & DRM_MODE_PAGE_FLIP_EVENT) != 0)
        options.event = {.file = call.file, .type = DRM_EVENT_FLIP_COMPLETE, .userData = argument.user_data};
    commitLocked(commitParts(call), std::move(next), options);
    return 0;
}

int dirtyFrameBuffer(Call& call, drm_mode_fb_dirty_cmd& argument) {
    Fence fence = 0;
    {
        const std::lock_guard lock(call.core.mutex);
        const auto found = call.core.display.frameBuffer(argument.fb_id);
        if (!found) return -ENOENT;
        if (call.core.display.state().frameBuffer != found) return 0;
        fence = commitLocked(commitParts(call), call.core.display.state(), {});
    }
    return waitFor(call, fence);
}

int getEncoder(Call& call, drm_mode_get_encoder& argument) {
    if (argument.encoder_id != kEncoder) return -ENOENT;
    const std::lock_guard lock(call.core.mutex);
    argument.encoder_type = call.core.display.traits().encoderType;
    argument.crtc_id = call.core.display.state().connectorCrtc;
    argument.possible_crtcs = 1;
    argument.possible_clones = 1;
    return 0;
}

/// The value of a property in the present state.
uint64_t valueOf(const DisplayState& state, Property property) {
    const auto signExtended = [](int32_t value) { return static_cast<uint64_t>(static_cast<int64_t>(value)); };
    switch (property) {
        case Property::PlaneType:
            return 1;  // primary
        case Property::PlaneFormats:
            return kFormatsBlob;
        case Property::FrameBuffer:
            return state.frameBuffer ? state.frameBuffer->id : 0;
        case Property::InFence:
            return ~uint64_t{0};
        case Property::PlaneCrtc:
            return state.planeCrtc;
        case Property::SourceX:
            return state.sourceX;
        case Property::SourceY:
            return state.sourceY;
        case Property::SourceWidth:
            return state.sourceWidth;
        case Property::SourceHeight:
            return state.sourceHeight;
        case Property::CrtcX:
            return signExtended(state.crtcX);
        case Property::CrtcY:
            return signExtended(state.crtcY);
        case Property::CrtcWidth:
            return state.crtcWidth;
        case Property::CrtcHeight:
            return state.crtcHeight;
        case Property::CrtcActive:
            return state.active ? 1 : 0;
        case Property::CrtcMode:
            return state.modeBlob;
        case Property::ConnectorDpms:
            return state.dpms;
        case Property::ConnectorCrtc:
            return state.connectorCrtc;
        default:
            return 0;
    }
}

struct PropertyValues {
    std::vector<uint32_t> ids;
    std::vector<uint64_t> values;
};

/// The properties of an object that the file may see.
PropertyValues valuesOf(Call& call, uint32_t owner) {
    const std::lock_guard lock(call.core.mutex);
    PropertyValues list;
    for (const PropertyInfo& info : properties()) {
        if (info.owner != owner || (info.atomic() && !call.file->atomic)) continue;
        if (info.id == Property::PlaneFormats && !call.core.display.traits().modifiers) continue;
        list.ids.push_back(static_cast<uint32_t>(info.id));
        list.values.push_back(valueOf(call.core.display.state(), info.id));
    }
    return list;
}

int giveProperties(Call& call, uint32_t owner, uint64_t ids, uint64_t values, uint32_t& count) {
    const PropertyValues list = valuesOf(call, owner);
    uint32_t again = count;
    const int result = giveList<uint32_t>(call, ids, count, list.ids);
    return result < 0 ? result : giveList<uint64_t>(call, values, again, list.values);
}

int getConnector(Call& call, drm_mode_get_connector& argument) {
    if (argument.connector_id != kConnector) return -ENOENT;
    const auto& modes = call.core.display.modes();
    const uint32_t encoder = kEncoder;
    int result = giveWholeList<drm_mode_modeinfo>(call, argument.modes_ptr, argument.count_modes, modes);
    if (result == 0)
        result = giveWholeList(call, argument.encoders_ptr, argument.count_encoders, std::span(&encoder, 1));
    if (result == 0)
        result = giveProperties(call, kConnector, argument.props_ptr, argument.prop_values_ptr, argument.count_props);
    argument.connector_type = call.core.display.traits().connectorType;
    argument.connector_type_id = 1;
    argument.connection = 1;
    argument.mm_width = kMonitorWidth;
    argument.mm_height = kMonitorHeight;
    argument.subpixel = 0;  // unknown
    const std::lock_guard lock(call.core.mutex);
    argument.encoder_id = call.core.display.state().connectorCrtc != 0 ? kEncoder : 0;
    return result;
}

int getObjectProperties(Call& call, drm_mode_obj_get_properties& argument) {
    const uint32_t id = argument.obj_id;
    if (id != kPlane && id != kCrtc && id != kConnector) return id == kEncoder ? -EINVAL : -ENOENT;
    return giveProperties(call, id, argument.props_ptr, argument.prop_values_ptr, argument.count_props);
}

int getProperty(Call& call, drm_mode_get_property& argument) {
    const PropertyInfo* const info = findProperty(argument.prop_id);
    if (info == nullptr) return -ENOENT;
    std::memset(argument.name, 0, sizeof argument.name);
    std::memcpy(argument.name, info->name.data(), std::min(info->name.size(), sizeof argument.name - 1));
    argument.flags = info->flags;
    std::vector<drm_mode_property_enum> names;
    std::vector<uint64_t> values(info->values, info->values + info->valueCount);
    for (const std::string_view name : info->names) {
        drm_mode_property_enum entry{};
        entry.value = names.size();
        std::memcpy(entry.name, name.data(), std::min(name.size(), sizeof entry.name - 1));
        values.push_back(entry.value);
        names.push_back(entry);
    }
    const int result = giveList<uint64_t>(call, argument.values_ptr, argument.count_values, values);
    if (result < 0 || info->names.empty()) {
        argument.count_enum_blobs = 0;
        return result;
    }
    return giveList<drm_mode_property_enum>(call, argument.enum_blob_ptr, argument.count_enum_blobs, names);
}

int getBlob(Call& call, drm_mode_get_blob& argument) {
    std::shared_ptr<const Blob> blob;
    {
        const std::lock_guard lock(call.core.mutex);
        blob = call.core.display.blob(argument.blob_id);
    }
    if (!blob) return -ENOENT;
    // The program gets it only into room of just its size.
    const bool fits = argument.length == blob->size();
    argument.length = static_cast<uint32_t>(blob->size());
    return fits ? call.user.write(argument.data, *blob) : 0;
}

int setConnectorProperty(Call& call, uint32_t property, uint64_t value) {
    const PropertyInfo* const info = findProperty(property);
    if (info == nullptr || info->owner != kConnector) return -ENOENT;
    if (info->immutable() || info->atomic() || value >= info->names.size()) return -EINVAL;
    if (info->id != Property::ConnectorDpms) return 0;
    const std::lock_guard lock(call.core.mutex);
    DisplayState next = call.core.display.state();
    next.dpms = value;
    next.active = value == 0 && next.mode.has_value();
    call.core.display.setState(std::move(next));
    return 0;
}

int setProperty(Call& call, drm_mode_connector_set_property& argument) {
    if (argument.connector_id != kConnector) return -ENOENT;
    return setConnectorProperty(call, argument.prop_id, argument.value);
}

int setObjectProperty(Call& call, drm_mode_obj_set_property& argument) {
    if (argument.obj_id != kConnector) return -EINVAL;
    return setConnectorProperty(call, argument.prop_id, argument.value);
}

int getPlaneResources(Call& call, drm_mode_get_plane_res& argument) {
    const uint32_t plane = kPlane;
    bool shown = false;
    {
        const std::lock_guard lock(call.core.mutex);
        shown = call.file->universalPlanes;
    }
    return giveList(call, argument.plane_id_ptr, argument.count_planes, std::span(&plane, shown ? 1u : 0u));
}

int getPlane(Call& call, drm_mode_get_plane& argument) {
    if (argument.plane_id != kPlane) return -ENOENT;
    {
        const std::lock_guard lock(call.core.mutex);
        const DisplayState& state = call.core.display.state();
        argument.crtc_id = state.planeCrtc;
        argument.fb_id = state.frameBuffer ? state.frameBuffer->id : 0;
    }
    argument.possible_crtcs = 1;
    argument.gamma_size = 0;
    return giveWholeList(call, argument.format_type_ptr, argument.count_format_types,
                         call.core.display.traits().planeFormats);
}

int setPlane(Call& call, drm_mode_set_plane& argument) {
    if (argument.plane_id != kPlane) return -ENOENT;
    Fence fence = 0;
    {
        const std::lock_guard lock(call.core.mutex);
        DisplayState next = call.core.display.state();
        if (argument.fb_id == 0) {
            next.frameBuffer.reset();
            next.planeCrtc = 0;
        } else {
            next.frameBuffer = call.core.display.frameBuffer(argument.fb_id);
            if (!next.frameBuffer || argument.crtc_id != kCrtc) return -ENOENT;
            next.planeCrtc = kCrtc;
            next.crtcX = argument.crtc_x;
            next.crtcY = argument.crtc_y;
            next.crtcWidth = argument.crtc_w;
            next.crtcHeight = argument.crtc_h;
            next.sourceX = argument.src_x;
            next.sourceY = argument.src_y;
            next.sourceWidth = argument.src_w;
            next.sourceHeight = argument.src_h;
        }
        if (const int result = call.core.display.check(next); result < 0) return result;
        fence = commitLocked(commitParts(call), std::move(next), {});
    }
    return waitFor(call, fence);
}

/// There is no cursor to see; programs that move one need not fail.
int cursor(Call&, drm_mode_cursor& argument) { return argument.crtc_id == kCrtc ? 0 : -ENOENT; }
int cursor2(Call&, drm_mode_cursor2& argument) { return argument.crtc_id == kCrtc ? 0 : -ENOENT; }

/// The CRTC has no gamma ramp.
int getGamma(Call&, drm_mode_crtc_lut& argument) { return argument.crtc_id == kCrtc ? -EINVAL : -ENOENT; }
int setGamma(Call&, drm_mode_crtc_lut& argument) { return argument.crtc_id == kCrtc ? -ENOSYS : -ENOENT; }

/// Time is what the simulation makes of it: whoever waits for a vblank gets it at once.
int waitVblank(Call& call, drm_wait_vblank& argument) {
    // The program's bits need not be a value of the enumeration.
    uint32_t type = 0;
    std::memcpy(&type, &argument.request.type, sizeof type);
    const std::lock_guard lock(call.core.mutex);
    Display& display = call.core.display;
    if (!display.state().active) return -EINVAL;
    if ((type & _DRM_VBLANK_SIGNAL) != 0) return -EINVAL;
    const uint64_t now = display.vblanks();
    const auto ahead = (type & _DRM_VBLANK_RELATIVE) != 0
                           ? static_cast<int32_t>(argument.request.sequence)
                           : static_cast<int32_t>(argument.request.sequence - static_cast<uint32_t>(now));
    if (ahead > 0) display.advanceTo(now + static_cast<uint64_t>(ahead));
    if ((type & _DRM_VBLANK_EVENT) != 0)
        display.sendEvent({.file = call.file, .type = DRM_EVENT_VBLANK, .userData = argument.request.signal});
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    argument.reply.sequence = static_cast<uint32_t>(display.vblanks());
    argument.reply.tval_sec = microseconds / 1'000'000;
    argument.reply.tval_usec = microseconds % 1'000'000;
    return 0;
}

int getSequence(Call& call, drm_crtc_get_sequence& argument) {
    if (argument.crtc_id != kCrtc) return -ENOENT;
    const std::lock_guard lock(call.core.mutex);
    argument.active = call.core.display.state().active ? 1 : 0;
    argument.sequence = call.core.display.vblanks();
    argument.sequence_ns = std::chrono::steady_clock::now().time_since_epoch().count();
    return 0;
}

/// A driver without leases (Linux: drm_lease.c). Compositors ask for an empty one, for a file that is not the master's,
/// and then take another way.
int noLease(Call&, std::span<std::byte>) { return -EOPNOTSUPP; }

constexpr std::array kKmsIoctls = {
    row<waitVblank>(number(DRM_IOCTL_WAIT_VBLANK), "WAIT_VBLANK", Access::Any),
    row<getSequence>(number(DRM_IOCTL_CRTC_GET_SEQUENCE), "CRTC_GET_SEQUENCE", Access::Any),
    row<getResources>(number(DRM_IOCTL_MODE_GETRESOURCES), "MODE_GETRESOURCES", Access::Any),
    row<getCrtc>(number(DRM_IOCTL_MODE_GETCRTC), "MODE_GETCRTC", Access::Any),
    row<setCrtc>(number(DRM_IOCTL_MODE_SETCRTC), "MODE_SETCRTC", Access::Master),
    row<cursor>(number(DRM_IOCTL_MODE_CURSOR), "MODE_CURSOR", Access::Master),
    row<cursor2>(number(DRM_IOCTL_MODE_CURSOR2), "MODE_CURSOR2", Access::Master),
    row<getGamma>(number(DRM_IOCTL_MODE_GETGAMMA), "MODE_GETGAMMA", Access::Any),
    row<setGamma>(number(DRM_IOCTL_MODE_SETGAMMA), "MODE_SETGAMMA", Access::Master),
    row<getEncoder>(number(DRM_IOCTL_MODE_GETENCODER), "MODE_GETENCODER", Access::Any),
    row<getConnector>(number(DRM_IOCTL_MODE_GETCONNECTOR), "MODE_GETCONNECTOR", Access::Any),
    row<getProperty>(number(DRM_IOCTL_MODE_GETPROPERTY), "MODE_GETPROPERTY", Access::Any),
    row<setProperty>(number(DRM_IOCTL_MODE_SETPROPERTY), "MODE_SETPROPERTY", Access::Master),
    row<getBlob>(number(DRM_IOCTL_MODE_GETPROPBLOB), "MODE_GETPROPBLOB", Access::Any),
    row<pageFlip>(number(DRM_IOCTL_MODE_PAGE_FLIP), "MODE_PAGE_FLIP", Access::Master),
    row<dirtyFrameBuffer>(number(DRM_IOCTL_MODE_DIRTYFB), "MODE_DIRTYFB", Access::Master),
    row<getPlaneResources>(number(DRM_IOCTL_MODE_GETPLANERESOURCES), "MODE_GETPLANERESOURCES", Access::Any),
    row<getPlane>(number(DRM_IOCTL_MODE_GETPLANE), "MODE_GETPLANE", Access::Any),
    row<setPlane>(number(DRM_IOCTL_MODE_SETPLANE), "MODE_SETPLANE", Access::Master),
    row<getObjectProperties>(number(DRM_IOCTL_MODE_OBJ_GETPROPERTIES), "MODE_OBJ_GETPROPERTIES", Access::Any),
    row<setObjectProperty>(number(DRM_IOCTL_MODE_OBJ_SETPROPERTY), "MODE_OBJ_SETPROPERTY", Access::Master),
    IoctlEntry{number(DRM_IOCTL_MODE_CREATE_LEASE), "MODE_CREATE_LEASE", Access::Master, noLease},
    IoctlEntry{number(DRM_IOCTL_MODE_LIST_LESSEES), "MODE_LIST_LESSEES", Access::Master, noLease},
    IoctlEntry{number(DRM_IOCTL_MODE_GET_LEASE), "MODE_GET_LEASE", Access::Master, noLease},
    IoctlEntry{number(DRM_IOCTL_MODE_REVOKE_LEASE), "MODE_REVOKE_LEASE", Access::Master, noLease},
};

}  // namespace

std::span<const IoctlEntry> kmsIoctls() { return kKmsIoctls; }

}  // namespace cyclorama::device
