// SPDX-License-Identifier: MIT
// The atomic interface of displays: blobs, and commits of many properties at once (Linux: drm_atomic_uapi.c).

#include <drm.h>
#include <drm_mode.h>
#include <errno.h>

#include <array>
#include <cstring>
#include <string>

#include "device/core/sync_file.h"
#include "device/kms/kms_commit.h"
#include "device/kms/kms_ioctls.h"

namespace cyclorama::device {
namespace {

using namespace object;

/// More than there are objects and properties.
constexpr uint32_t kMostObjects = 64;
constexpr uint32_t kMostProperties = 1024;
constexpr uint32_t kMostBlobBytes = 1 << 20;

int createBlob(Call& call, drm_mode_create_blob& argument) {
    if (argument.length == 0 || argument.length > kMostBlobBytes) return -EINVAL;
    Blob content(argument.length);
    const UserRead read{argument.data, content};
    if (const int result = call.user.read(std::span(&read, 1)); result < 0) return result;
    const std::lock_guard lock(call.core.mutex);
    if (call.file->blobs.size() >= kMostProperties) return -ENOMEM;
    argument.blob_id = call.core.display.addBlob(*call.file, std::move(content));
    return 0;
}

int destroyBlob(Call& call, drm_mode_destroy_blob& argument) {
    const std::lock_guard lock(call.core.mutex);
    if (!call.core.display.blob(argument.blob_id)) return -ENOENT;
    if (std::ranges::find(call.file->blobs, argument.blob_id) == call.file->blobs.end()) return -EPERM;
    call.core.display.removeBlob(*call.file, argument.blob_id);
    return 0;
}

/// One property of a commit, copied from the program.
struct Change {
    uint32_t object = 0;
    uint32_t property = 0;
    uint64_t value = 0;
};

int copyChanges(Call& call, const drm_mode_atomic& argument, std::vector<Change>& changes) {
    if (argument.count_objs > kMostObjects) return -EINVAL;
    std::vector<uint32_t> objects(argument.count_objs);
    std::vector<uint32_t> counts(argument.count_objs);
    const UserRead lists[] = {{argument.objs_ptr, std::as_writable_bytes(std::span(objects))},
                              {argument.count_props_ptr, std::as_writable_bytes(std::span(counts))}};
    if (const int result = call.user.read(lists); result < 0) return result;
    uint64_t total = 0;
    for (const uint32_t count : counts) total += count;
    if (total > kMostProperties) return -EINVAL;
    std::vector<uint32_t> properties(total);
    std::vector<uint64_t> values(total);
    const UserRead content[] = {{argument.props_ptr, std::as_writable_bytes(std::span(properties))},
                                {argument.prop_values_ptr, std::as_writable_bytes(std::span(values))}};
    if (const int result = call.user.read(content); result < 0) return result;
    size_t next = 0;
    for (size_t i = 0; i < objects.size(); ++i)
        for (uint32_t k = 0; k < counts[i]; ++k, ++next)
            changes.push_back({.object = objects[i], .property = properties[next], .value = values[next]});
    return 0;
}

/// The effects of a commit beside the changed state.
struct Effects {
    bool planeTouched = false;
    bool crtcTouched = false;
    uint64_t outFenceAddress = 0;
};

/// The fence of IN_FENCE_FD has to be one of ours; the queue's order then keeps it.
int checkInFence(Call& call, uint64_t value) {
    const auto number = static_cast<int64_t>(value);
    if (number == -1) return 0;
    return fenceOfDescriptor(call.core.timeline, call.user, static_cast<int>(number)) ? 0 : -EINVAL;
}

int setMode(const Display& display, uint64_t value, DisplayState& next) {
    next.modeBlob = static_cast<uint32_t>(value);
    next.mode.reset();
    if (value == 0) return 0;
    const auto blob = display.blob(next.modeBlob);
    if (!blob || blob->size() != sizeof(drm_mode_modeinfo)) return -EINVAL;
    drm_mode_modeinfo mode;
    std::memcpy(&mode, blob->data(), sizeof mode);
    next.mode = mode;
    return isPossible(mode) ? 0 : -EINVAL;
}

int setFrameBuffer(const Display& display, uint64_t value, DisplayState& next) {
    next.frameBuffer = value == 0 ? nullptr : display.frameBuffer(static_cast<uint32_t>(value));
    return value == 0 || next.frameBuffer ? 0 : -EINVAL;
}

int setCrtcReference(uint64_t value, uint32_t& crtc) {
    crtc = static_cast<uint32_t>(value);
    return value == 0 || value == kCrtc ? 0 : -EINVAL;
}

/// With the lock: one property into the state. 0 or a negative errno.
int apply(const Display& display, const PropertyInfo& info, uint64_t value, DisplayState& next, Effects& effects) {
    if (info.immutable()) return -EINVAL;
    const auto word = static_cast<uint32_t>(value);
    switch (info.id) {
        case Property::FrameBuffer:
            return setFrameBuffer(display, value, next);
        case Property::PlaneCrtc:
            return setCrtcReference(value, next.planeCrtc);
        case Property::SourceX:
            next.sourceX = word;
            return 0;
        case Property::SourceY:
            next.sourceY = word;
            return 0;
        case Property::SourceWidth:
            next.sourceWidth = word;
            return 0;
        case Property::SourceHeight:
            next.sourceHeight = word;
            return 0;
        case Property::CrtcX:
            next.crtcX = static_cast<int32_t>(word);
            return 0;
        case Property::CrtcY:
            next.crtcY = static_cast<int32_t>(word);
            return 0;
        case Property::CrtcWidth:
            next.crtcWidth = word;
            return 0;
        case Property::CrtcHeight:
            next.crtcHeight = word;
            return 0;
        case Property::CrtcActive:
            next.active = value != 0;
            return value <= 1 ? 0 : -EINVAL;
        case Property::CrtcMode:
            return setMode(display, value, next);
        case Property::OutFence:
            effects.outFenceAddress = value;
            return 0;
        case Property::ConnectorCrtc:
            return setCrtcReference(value, next.connectorCrtc);
        case Property::ConnectorLinkStatus:
        case Property::InFence:
            return 0;
        default:
            return -EINVAL;
    }
}

int applyAll(const Display& display, std::span<const Change> changes, DisplayState& next, Effects& effects) {
    for (const Change& change : changes) {
        if (change.object != kPlane && change.object != kCrtc && change.object != kConnector) return -ENOENT;
        const PropertyInfo* const info = findProperty(change.property);
        if (info == nullptr || info->owner != change.object) return -ENOENT;
        if (const int result = apply(display, *info, change.value, next, effects); result < 0) return result;
        if (change.object == kPlane) effects.planeTouched = true;
        if (change.object == kCrtc) effects.crtcTouched = true;
    }
    return 0;
}

int checkFlags(const Call& call, const drm_mode_atomic& argument) {
    constexpr uint32_t kKnown =
        DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_ATOMIC_ALLOW_MODESET;
    if (!call.file->atomic || (argument.flags & ~kKnown) != 0 || argument.reserved != 0) return -EINVAL;
    const bool test = (argument.flags & DRM_MODE_ATOMIC_TEST_ONLY) != 0;
    return test && (argument.flags & DRM_MODE_PAGE_FLIP_EVENT) != 0 ? -EINVAL : 0;
}

/// With the lock: checks what is asked for, and unless it is only a test does it.
int commitAll(Call& call, const drm_mode_atomic& argument, std::span<const Change> changes, Effects& effects,
              Fence& fence) {
    const std::lock_guard lock(call.core.mutex);
    const Display& display = call.core.display;
    DisplayState next = display.state();
    if (const int result = applyAll(display, changes, next, effects); result < 0) return result;
    if (const int result = display.check(next); result < 0) return result;
    if (display.isModeset(next) && (argument.flags & DRM_MODE_ATOMIC_ALLOW_MODESET) == 0) return -EINVAL;
    const bool wantsEvent = (argument.flags & DRM_MODE_PAGE_FLIP_EVENT) != 0;
    if (wantsEvent && !next.active && !display.state().active) return -EINVAL;
    if ((argument.flags & DRM_MODE_ATOMIC_TEST_ONLY) != 0) return 0;
    CommitOptions options{.present = effects.planeTouched};
    if (wantsEvent)
        options.event = {.file = call.file, .type = DRM_EVENT_FLIP_COMPLETE, .userData = argument.user_data};
    fence = commitLocked(commitParts(call), std::move(next), options);
    return 0;
}

int giveOutFence(Call& call, Fence fence, uint64_t address) {
    const std::string name = std::string(identityOf(call).name) + "-crtc";
    const int32_t number = installSyncFile(call.core.timeline, call.user, fence, name);
    return number < 0 ? number : call.user.writeArray(address, std::span(&number, 1));
}

int atomic(Call& call, drm_mode_atomic& argument) {
    if (const int result = checkFlags(call, argument); result < 0) return result;
    std::vector<Change> changes;
    if (const int result = copyChanges(call, argument, changes); result < 0) return result;
    for (const Change& change : changes)
        if (static_cast<Property>(change.property) == Property::InFence)
            if (const int result = checkInFence(call, change.value); result < 0) return result;
    if ((argument.flags & DRM_MODE_ATOMIC_TEST_ONLY) == 0)
        if (const int result = waitForPicture(call.core.mutex, call.core.display, call.core.timeline); result < 0)
            return result;
    Effects effects;
    Fence fence = 0;
    if (const int result = commitAll(call, argument, changes, effects, fence); result < 0) return result;
    if (fence == 0) return 0;
    if (effects.outFenceAddress != 0)
        if (const int result = giveOutFence(call, fence, effects.outFenceAddress); result < 0) return result;
    if ((argument.flags & DRM_MODE_ATOMIC_NONBLOCK) != 0) return 0;
    return call.core.timeline.wait(fence, patientDeadline());
}

constexpr std::array kAtomicIoctls = {
    row<createBlob>(number(DRM_IOCTL_MODE_CREATEPROPBLOB), "MODE_CREATEPROPBLOB", Access::Any),
    row<destroyBlob>(number(DRM_IOCTL_MODE_DESTROYPROPBLOB), "MODE_DESTROYPROPBLOB", Access::Any),
    row<atomic>(number(DRM_IOCTL_MODE_ATOMIC), "MODE_ATOMIC", Access::Master),
};

}  // namespace

std::span<const IoctlEntry> atomicIoctls() { return kAtomicIoctls; }

}  // namespace cyclorama::device
