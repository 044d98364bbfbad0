#pragma once
// The modes of the virtual display.

#include <drm.h>
#include <drm_mode.h>

#include <cstdint>
#include <vector>

namespace cyclorama::device {

/// Widest and highest picture (i.MX6: IPU).
inline constexpr uint32_t kMaximumDisplaySize = 4096;

struct DisplaySettings {
    /// Of the preferred mode.
    uint32_t width = 800;
    uint32_t height = 600;
};

/// The preferred mode first, then the usual smaller ones, all at about 60 Hz: programs that take the largest mode get
/// the preferred one, too.
std::vector<drm_mode_modeinfo> displayModes(const DisplaySettings& settings);

/// Timings that make sense and a size that the display has.
bool isPossible(const drm_mode_modeinfo& mode);

}  // namespace cyclorama::device
