// SPDX-License-Identifier: MIT
#pragma once
// The modes of the virtual display.

#include <drm.h>
#include <drm_mode.h>

#include <cstdint>
#include <vector>

namespace cyclorama::device {

/// The largest width and height of a picture, in pixels.
inline constexpr uint32_t kMaximumDisplaySize = 4096;

struct DisplaySettings {
    /// The preferred mode's size in pixels. By default that of a usual panel, and no program's own default:
    /// glmark2-es2-drm 2023.01 fails on a mode of exactly the size that it is asked for, 800x600 by default.
    uint32_t width = 1024;
    uint32_t height = 768;
};

/// The preferred mode first, then the usual smaller ones, all at about 60 Hz: programs that take the largest mode get
/// the preferred one, too.
std::vector<drm_mode_modeinfo> displayModes(const DisplaySettings& settings);

/// Timings that make sense and a size that the display has.
bool isPossible(const drm_mode_modeinfo& mode);

}  // namespace cyclorama::device
