// SPDX-License-Identifier: MIT
#pragma once
// The virtual display: one connector, encoder, CRTC and primary plane. Presented pictures become frames.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "device/display/display_modes.h"
#include "device/display/display_properties.h"
#include "device/objects/device_file.h"
#include "device/objects/driver_traits.h"
#include "device/objects/executor.h"
#include "device/objects/fence_timeline.h"
#include "device/objects/frame_buffer.h"
#include "machine/values/frame_sink.h"

namespace cyclorama::device {

using Blob = std::vector<std::byte>;

/// A present or a requested state of the display.
struct DisplayState {
    // Plane: positions in the source are 16.16.
    std::shared_ptr<FrameBuffer> frameBuffer;
    uint32_t planeCrtc = 0;
    uint32_t sourceX = 0, sourceY = 0, sourceWidth = 0, sourceHeight = 0;
    int32_t crtcX = 0, crtcY = 0;
    uint32_t crtcWidth = 0, crtcHeight = 0;
    // CRTC.
    bool active = false;
    uint32_t modeBlob = 0;
    std::optional<drm_mode_modeinfo> mode;
    // Connector.
    uint32_t connectorCrtc = 0;
    uint64_t dpms = 0;

    /// The whole of a frame buffer's part at (x, y) over the whole screen of the mode.
    void showWhole(std::shared_ptr<FrameBuffer> shown, uint32_t x, uint32_t y);
    /// No picture: plane and CRTC off.
    void turnOff();
};

/// The event that a program asked for with a flip or a vblank.
struct EventRequest {
    std::shared_ptr<DeviceFile> file;
    uint32_t type = 0;
    uint64_t userData = 0;
};

/// Call all but finishFrame() with the device's lock held.
class Display {
  public:
    Display(const DisplayTraits& traits, const DisplaySettings& settings, machine::FrameSink& frames,
            Executor& executor);

    const DisplayTraits& traits() const { return traits_; }
    const std::vector<drm_mode_modeinfo>& modes() const { return modes_; }
    const DisplayState& state() const { return state_; }

    /// 0, or a negative errno for an impossible state.
    int check(const DisplayState& next) const;
    /// True where a state differs from the present one in more than the picture.
    bool isModeset(const DisplayState& next) const;
    void setState(DisplayState next) { state_ = std::move(next); }
    /// The picture of the present state, if it shows one.
    std::optional<Scanout> scanout() const;

    bool takeMaster(const std::shared_ptr<DeviceFile>& file);
    bool dropMaster(const DeviceFile& file);
    bool isMaster(const DeviceFile& file) const;

    uint32_t newObject() { return nextObject_++; }
    std::shared_ptr<FrameBuffer> frameBuffer(uint32_t id) const;
    void addFrameBuffer(DeviceFile& file, const std::shared_ptr<FrameBuffer>& frameBuffer);
    /// Takes it off the screen, too.
    void removeFrameBuffer(DeviceFile& file, uint32_t id);
    uint32_t addBlob(DeviceFile& owner, Blob content);
    void removeBlob(DeviceFile& file, uint32_t id);
    std::shared_ptr<const Blob> blob(uint32_t id) const;
    /// For a closed file: removes its objects, and ends its mastership.
    void forget(DeviceFile& file);

    /// Takes the picture and passes it to the frame sink. On the queue's thread, without the lock.
    void finishFrame(const Scanout& scanout);
    /// The fence of the last commit: its picture is taken when that signals.
    Fence lastCommit() const { return lastCommit_; }
    /// Lets a vblank pass, in which a commit takes effect.
    void beginCommit() { ++vblanks_; }
    void endCommit(Fence fence) { lastCommit_ = fence; }

    uint64_t vblanks() const { return vblanks_; }
    /// Lets time pass until that vblank.
    void advanceTo(uint64_t vblank) { vblanks_ = std::max(vblanks_, vblank); }
    void sendEvent(const EventRequest& event) const;

  private:
    const DisplayTraits traits_;
    machine::FrameSink& frames_;
    Executor& executor_;
    std::vector<drm_mode_modeinfo> modes_;
    DisplayState state_;
    std::weak_ptr<DeviceFile> master_;
    uint32_t nextObject_ = object::kFirstFree;
    std::map<uint32_t, std::weak_ptr<FrameBuffer>> frameBuffers_;
    std::map<uint32_t, std::shared_ptr<const Blob>> blobs_;
    Fence lastCommit_ = 0;
    uint64_t vblanks_ = 0;
    uint32_t framesPresented_ = 0;
};

}  // namespace cyclorama::device
