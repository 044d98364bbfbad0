// SPDX-License-Identifier: MIT
// The ioctls of frame buffers, and of the plain buffers that programs draw into with the processor (Linux:
// drm_framebuffer.c, drm_dumb_buffers.c).

#include <drm.h>
#include <drm_fourcc.h>
#include <errno.h>

#include <array>
#include <memory>
#include <utility>

#include "device/kms/kms_ioctls.h"

namespace cyclorama::device {
namespace {

/// A frame buffer of one plane. 0 or a negative errno.
int makeFrameBuffer(Call& call, FrameBuffer wanted, uint32_t fourcc, uint32_t handle, uint32_t& id) {
    const std::lock_guard lock(call.core.mutex);
    wanted.format = findScanoutFormat(fourcc);
    const DisplayTraits& traits = call.core.display.traits();
    if (wanted.format == nullptr || !traits.shows(fourcc)) return -traits.formatError;
    if (wanted.width == 0 || wanted.height == 0 || wanted.width > kMaximumDisplaySize ||
        wanted.height > kMaximumDisplaySize)
        return -EINVAL;
    wanted.buffer = call.file->buffer(handle);
    if (!wanted.buffer) return -ENOENT;
    const uint64_t row = uint64_t{wanted.width} * wanted.format->bytes;
    const uint64_t end = wanted.offset + uint64_t{wanted.pitch} * (wanted.height - 1) + row;
    if (wanted.pitch < row || end > wanted.buffer->bytes()) return -EINVAL;
    const auto made = std::make_shared<FrameBuffer>(std::move(wanted));
    call.core.display.addFrameBuffer(*call.file, made);
    id = made->id;
    return 0;
}

int addFrameBuffer(Call& call, drm_mode_fb_cmd& argument) {
    const uint32_t fourcc = fourccOf(argument.bpp, argument.depth);
    if (fourcc == 0) return -EINVAL;
    return makeFrameBuffer(call, {.width = argument.width, .height = argument.height, .pitch = argument.pitch}, fourcc,
                           argument.handle, argument.fb_id);
}

int addFrameBuffer2(Call& call, drm_mode_fb_cmd2& argument) {
    if ((argument.flags & ~static_cast<uint32_t>(DRM_MODE_FB_MODIFIERS)) != 0) return -EINVAL;
    const bool modifiers = (argument.flags & DRM_MODE_FB_MODIFIERS) != 0;
    if (modifiers && !call.core.display.traits().modifiers) return -EINVAL;
    if (modifiers && argument.modifier[0] != DRM_FORMAT_MOD_LINEAR) return -EINVAL;
    for (int plane = 1; plane < 4; ++plane)
        if (argument.handles[plane] != 0 || argument.pitches[plane] != 0 || argument.offsets[plane] != 0)
            return -EINVAL;
    return makeFrameBuffer(call,
                           {.width = argument.width,
                            .height = argument.height,
                            .pitch = argument.pitches[0],
                            .offset = argument.offsets[0]},
                           argument.pixel_format, argument.handles[0], argument.fb_id);
}

int removeFrameBuffer(Call& call, uint32_t& id) {
    const std::lock_guard lock(call.core.mutex);
    if (!call.file->frameBuffers.contains(id)) return -ENOENT;
    call.core.display.removeFrameBuffer(*call.file, id);
    return 0;
}

int getFrameBuffer(Call& call, drm_mode_fb_cmd& argument) {
    const std::lock_guard lock(call.core.mutex);
    const auto found = call.core.display.frameBuffer(argument.fb_id);
    if (!found) return -ENOENT;
    argument.width = found->width;
    argument.height = found->height;
    argument.pitch = found->pitch;
    argument.bpp = 8u * found->format->bytes;
    argument.depth = found->format->bytes == 2 ? 16 : 24;
    argument.handle = call.core.display.isMaster(*call.file) ? call.file->handleOf(found->buffer) : 0;
    return 0;
}

int getFrameBuffer2(Call& call, drm_mode_fb_cmd2& argument) {
    const std::lock_guard lock(call.core.mutex);
    const auto found = call.core.display.frameBuffer(argument.fb_id);
    if (!found) return -ENOENT;
    const uint32_t id = argument.fb_id;
    argument = {};
    argument.fb_id = id;
    argument.width = found->width;
    argument.height = found->height;
    argument.pixel_format = found->format->fourcc;
    argument.flags = call.core.display.traits().modifiers ? DRM_MODE_FB_MODIFIERS : 0;
    argument.handles[0] = call.core.display.isMaster(*call.file) ? call.file->handleOf(found->buffer) : 0;
    argument.pitches[0] = found->pitch;
    argument.offsets[0] = found->offset;
    return 0;
}

int createDumb(Call& call, drm_mode_create_dumb& argument) {
    const uint32_t bytes = (argument.bpp + 7) / 8;
    if (argument.width == 0 || argument.height == 0 || bytes == 0 || bytes > 8 || argument.flags != 0) return -EINVAL;
    if (argument.width > 1 << 16 || argument.height > 1 << 16) return -EINVAL;
    const DisplayTraits& traits = call.core.display.traits();
    if (traits.dumbBits != 0 && argument.bpp != traits.dumbBits) return -EINVAL;
    const uint32_t rowPixels = traits.dumbRowPixels;
    argument.pitch = (argument.width + rowPixels - 1) / rowPixels * rowPixels * bytes;
    argument.size = (uint64_t{argument.pitch} * argument.height + kPageBytes - 1) & ~(kPageBytes - 1);
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.core.buffers.create(argument.size);
    if (!buffer) return -ENOMEM;
    argument.handle = call.file->handleOf(buffer);
    return 0;
}

int mapDumb(Call& call, drm_mode_map_dumb& argument) {
    const std::lock_guard lock(call.core.mutex);
    const auto buffer = call.file->buffer(argument.handle);
    if (!buffer) return -ENOENT;
    argument.offset = buffer->mapOffset();
    return 0;
}

int destroyDumb(Call& call, drm_mode_destroy_dumb& argument) {
    const std::lock_guard lock(call.core.mutex);
    return call.file->closeHandle(argument.handle) ? 0 : -EINVAL;
}

constexpr std::array kFrameBufferIoctls = {
    row<getFrameBuffer>(number(DRM_IOCTL_MODE_GETFB), "MODE_GETFB", Access::Any),
    row<getFrameBuffer2>(number(DRM_IOCTL_MODE_GETFB2), "MODE_GETFB2", Access::Any),
    row<addFrameBuffer>(number(DRM_IOCTL_MODE_ADDFB), "MODE_ADDFB", Access::Any),
    row<addFrameBuffer2>(number(DRM_IOCTL_MODE_ADDFB2), "MODE_ADDFB2", Access::Any),
    row<removeFrameBuffer>(number(DRM_IOCTL_MODE_RMFB), "MODE_RMFB", Access::Any),
    row<createDumb>(number(DRM_IOCTL_MODE_CREATE_DUMB), "MODE_CREATE_DUMB", Access::Any),
    row<mapDumb>(number(DRM_IOCTL_MODE_MAP_DUMB), "MODE_MAP_DUMB", Access::Any),
    row<destroyDumb>(number(DRM_IOCTL_MODE_DESTROY_DUMB), "MODE_DESTROY_DUMB", Access::Any),
};

}  // namespace

std::span<const IoctlEntry> frameBufferIoctls() { return kFrameBufferIoctls; }

}  // namespace cyclorama::device
