// SPDX-License-Identifier: MIT
#include "device/display/display.h"

#include <drm_fourcc.h>
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstring>

namespace cyclorama::device {
namespace {

/// The program closed the last descriptor; the watcher may not have got to it yet.
bool isClosed(const DeviceFile& file) {
    pollfd state{.fd = file.server.get(), .events = 0, .revents = 0};
    return poll(&state, 1, 0) > 0 && (state.revents & POLLHUP) != 0;
}

/// The blob of IN_FORMATS: every format of the plane, linear (Linux: drm_plane.c, create_in_format_blob).
Blob formatsBlob(std::span<const uint32_t> formats) {
    struct {
        drm_format_modifier_blob header;
    } start{};
    const size_t formatBytes = (formats.size() * sizeof(uint32_t) + 7) & ~size_t{7};
    start.header.version = FORMAT_BLOB_CURRENT;
    start.header.count_formats = static_cast<uint32_t>(formats.size());
    start.header.formats_offset = sizeof start.header;
    start.header.count_modifiers = 1;
    start.header.modifiers_offset = static_cast<uint32_t>(sizeof start.header + formatBytes);
    Blob blob(start.header.modifiers_offset + sizeof(drm_format_modifier));
    std::memcpy(blob.data(), &start.header, sizeof start.header);
    std::memcpy(blob.data() + start.header.formats_offset, formats.data(), formats.size_bytes());
    drm_format_modifier modifier{};
    modifier.formats = (uint64_t{1} << formats.size()) - 1;
    modifier.modifier = DRM_FORMAT_MOD_LINEAR;
    std::memcpy(blob.data() + start.header.modifiers_offset, &modifier, sizeof modifier);
    return blob;
}

bool sameMode(const std::optional<drm_mode_modeinfo>& a, const std::optional<drm_mode_modeinfo>& b) {
    if (a.has_value() != b.has_value()) return false;
    return !a || std::memcmp(&*a, &*b, sizeof *a) == 0;
}

}  // namespace

void DisplayState::showWhole(std::shared_ptr<FrameBuffer> shown, uint32_t x, uint32_t y) {
    frameBuffer = std::move(shown);
    planeCrtc = object::kCrtc;
    crtcX = crtcY = 0;
    crtcWidth = mode ? mode->hdisplay : 0;
    crtcHeight = mode ? mode->vdisplay : 0;
    sourceX = x << 16;
    sourceY = y << 16;
    sourceWidth = crtcWidth << 16;
    sourceHeight = crtcHeight << 16;
}

void DisplayState::turnOff() { *this = DisplayState{}; }

Display::Display(const DisplayTraits& traits, const DisplaySettings& settings, machine::FrameSink& frames,
                 Executor& executor)
    : traits_(traits), frames_(frames), executor_(executor), modes_(displayModes(settings)) {
    if (traits_.modifiers)
        blobs_[object::kFormatsBlob] = std::make_shared<const Blob>(formatsBlob(traits_.planeFormats));
}

int Display::check(const DisplayState& next) const {
    if (next.mode.has_value() != (next.connectorCrtc != 0)) return -EINVAL;
    if (next.active && !next.mode) return -EINVAL;
    if (next.mode && !isPossible(*next.mode)) return -EINVAL;
    if ((next.frameBuffer != nullptr) != (next.planeCrtc != 0)) return -EINVAL;
    if (!next.frameBuffer) return 0;
    const FrameBuffer& shown = *next.frameBuffer;
    const uint64_t right = uint64_t{next.sourceX} + next.sourceWidth;
    const uint64_t bottom = uint64_t{next.sourceY} + next.sourceHeight;
    if (right > uint64_t{shown.width} << 16 || bottom > uint64_t{shown.height} << 16) return -ENOSPC;
    if (next.crtcWidth > kMaximumDisplaySize || next.crtcHeight > kMaximumDisplaySize) return -ERANGE;
    // The plane does not scale.
    if (next.sourceWidth >> 16 != next.crtcWidth || next.sourceHeight >> 16 != next.crtcHeight) return -ERANGE;
    return 0;
}

bool Display::isModeset(const DisplayState& next) const {
    return next.active != state_.active || next.connectorCrtc != state_.connectorCrtc ||
           !sameMode(next.mode, state_.mode);
}

std::optional<Scanout> Display::scanout() const {
    if (!state_.active || !state_.mode || !state_.frameBuffer) return std::nullopt;
    return Scanout{.source = state_.frameBuffer,
                   .sourceX = state_.sourceX >> 16,
                   .sourceY = state_.sourceY >> 16,
                   .x = state_.crtcX,
                   .y = state_.crtcY,
                   .width = state_.crtcWidth,
                   .height = state_.crtcHeight,
                   .screenWidth = state_.mode->hdisplay,
                   .screenHeight = state_.mode->vdisplay};
}

bool Display::takeMaster(const std::shared_ptr<DeviceFile>& file) {
    const auto master = master_.lock();
    if (master && master != file && !isClosed(*master)) return false;
    master_ = file;
    file->authenticated = true;
    return true;
}

bool Display::dropMaster(const DeviceFile& file) {
    if (!isMaster(file)) return false;
    master_.reset();
    return true;
}

bool Display::isMaster(const DeviceFile& file) const { return master_.lock().get() == &file; }

std::shared_ptr<FrameBuffer> Display::frameBuffer(uint32_t id) const {
    const auto found = frameBuffers_.find(id);
    return found == frameBuffers_.end() ? nullptr : found->second.lock();
}

void Display::addFrameBuffer(DeviceFile& file, const std::shared_ptr<FrameBuffer>& frameBuffer) {
    frameBuffer->id = newObject();
    frameBuffers_[frameBuffer->id] = frameBuffer;
    file.frameBuffers[frameBuffer->id] = frameBuffer;
}

void Display::removeFrameBuffer(DeviceFile& file, uint32_t id) {
    if (state_.frameBuffer && state_.frameBuffer->id == id) {
        state_.frameBuffer.reset();
        state_.planeCrtc = 0;
    }
    file.frameBuffers.erase(id);
    frameBuffers_.erase(id);
}

uint32_t Display::addBlob(DeviceFile& owner, Blob content) {
    const uint32_t id = newObject();
    blobs_[id] = std::make_shared<const Blob>(std::move(content));
    owner.blobs.push_back(id);
    return id;
}

void Display::removeBlob(DeviceFile& file, uint32_t id) {
    std::erase(file.blobs, id);
    blobs_.erase(id);
}

std::shared_ptr<const Blob> Display::blob(uint32_t id) const {
    if (const auto found = blobs_.find(id); found != blobs_.end()) return found->second;
    // The present mode stays, whatever became of the blob that it came from.
    if (id == 0 || id != state_.modeBlob || !state_.mode) return nullptr;
    const auto bytes = std::as_bytes(std::span(&*state_.mode, 1));
    return std::make_shared<const Blob>(bytes.begin(), bytes.end());
}

void Display::forget(DeviceFile& file) {
    while (!file.frameBuffers.empty()) removeFrameBuffer(file, file.frameBuffers.begin()->first);
    while (!file.blobs.empty()) removeBlob(file, file.blobs.back());
    dropMaster(file);
}

void Display::finishFrame(const Scanout& scanout) {
    const uint32_t index = framesPresented_++;
    machine::PresentedFrame frame{.index = index, .picture = {}, .cycles = std::nullopt};
    if (auto time = executor_.framePresented(index, scanout)) {
        frame.cycles = time->cycles;
        frame.use = std::move(time->use);
    }
    if (frames_.wantsPictures()) frame.picture = capture(scanout);
    frames_.present(frame);
}

void Display::sendEvent(const EventRequest& event) const {
    drm_event_vblank message{};
    message.base.type = event.type;
    message.base.length = sizeof message;
    message.user_data = event.userData;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
    message.tv_sec = static_cast<uint32_t>(microseconds / 1'000'000);
    message.tv_usec = static_cast<uint32_t>(microseconds % 1'000'000);
    message.sequence = static_cast<uint32_t>(vblanks_);
    message.crtc_id = object::kCrtc;
    // A program that reads no events loses them.
    send(event.file->server.get(), &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace cyclorama::device
