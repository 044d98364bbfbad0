// SPDX-License-Identifier: MIT
#pragma once
// A screen by kernel mode setting, which shows GBM's buffers.

#include <gbm.h>
#include <xf86drmMode.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace cyclorama::glplayer {

/// Throws std::runtime_error, with the error of the system, where a call failed.
void checkScreen(bool done, const char* call);

class Scanout {
  public:
    /// The first connected screen of a device, whose open file has to outlive this. Throws std::runtime_error where
    /// there is none.
    explicit Scanout(int card);

    /// The first of the modes that the screen lists with a size, in pixels.
    std::optional<drmModeModeInfo> listedMode(uint32_t width, uint32_t height) const;
    /// Shows a buffer of XRGB8888 or ARGB8888; it is on the screen when this returns.
    void show(gbm_bo* buffer, drmModeModeInfo mode);

  private:
    int card_;
    uint32_t connector_ = 0;
    uint32_t crtc_ = 0;
    std::vector<drmModeModeInfo> modes_;
};

}  // namespace cyclorama::glplayer
