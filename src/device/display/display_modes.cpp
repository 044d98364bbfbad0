// SPDX-License-Identifier: MIT
#include "device/display/display_modes.h"

#include <fmt/format.h>

#include <algorithm>

namespace cyclorama::device {
namespace {

/// The timings of one direction, in pixels or rows.
struct Sync {
    uint16_t size, start, end, total;
};
struct Timing {
    uint32_t kilohertz;
    Sync horizontal, vertical;
};

/// VESA DMT and CEA-861.
constexpr Timing kTimings[] = {
    {148500, {1920, 2008, 2052, 2200}, {1080, 1084, 1089, 1125}},
    {74250, {1280, 1390, 1430, 1650}, {720, 725, 730, 750}},
    {65000, {1024, 1048, 1184, 1344}, {768, 771, 777, 806}},
    {40000, {800, 840, 968, 1056}, {600, 601, 605, 628}},
    {25175, {640, 656, 752, 800}, {480, 490, 492, 525}},
};
constexpr uint32_t kRefresh = 60;

/// Blanking as in VESA CVT's reduced form, for sizes without a standard timing.
Timing reducedBlanking(uint32_t width, uint32_t height) {
    const auto word = [](uint32_t value) { return static_cast<uint16_t>(value); };
    const uint32_t rows = height + std::max(23u, height / 30);
    return {.kilohertz = (width + 160) * rows * kRefresh / 1000,
            .horizontal = {word(width), word(width + 48), word(width + 80), word(width + 160)},
            .vertical = {word(height), word(height + 3), word(height + 7), word(rows)}};
}

drm_mode_modeinfo modeOf(const Timing& timing) {
    drm_mode_modeinfo mode{};
    mode.clock = timing.kilohertz;
    mode.hdisplay = timing.horizontal.size;
    mode.hsync_start = timing.horizontal.start;
    mode.hsync_end = timing.horizontal.end;
    mode.htotal = timing.horizontal.total;
    mode.vdisplay = timing.vertical.size;
    mode.vsync_start = timing.vertical.start;
    mode.vsync_end = timing.vertical.end;
    mode.vtotal = timing.vertical.total;
    mode.vrefresh = kRefresh;
    mode.flags = DRM_MODE_FLAG_PHSYNC | DRM_MODE_FLAG_PVSYNC;
    mode.type = DRM_MODE_TYPE_DRIVER;
    fmt::format("{}x{}", mode.hdisplay, mode.vdisplay).copy(mode.name, sizeof mode.name - 1);
    return mode;
}

}  // namespace

std::vector<drm_mode_modeinfo> displayModes(const DisplaySettings& settings) {
    std::vector<drm_mode_modeinfo> modes;
    const auto fits = [&](const Sync& horizontal, const Sync& vertical) {
        return horizontal.size <= settings.width && vertical.size <= settings.height;
    };
    for (const Timing& timing : kTimings)
        if (fits(timing.horizontal, timing.vertical)) modes.push_back(modeOf(timing));
    if (settings.width >= 320 && settings.height >= 240) modes.push_back(modeOf(reducedBlanking(320, 240)));
    std::erase_if(modes, [&](const drm_mode_modeinfo& mode) {
        return mode.hdisplay > settings.width || mode.vdisplay > settings.height;
    });
    const auto preferred = std::ranges::find_if(modes, [&](const drm_mode_modeinfo& mode) {
        return mode.hdisplay == settings.width && mode.vdisplay == settings.height;
    });
    if (preferred == modes.end())
        modes.insert(modes.begin(), modeOf(reducedBlanking(settings.width, settings.height)));
    else
        std::rotate(modes.begin(), preferred, preferred + 1);
    modes.front().type |= DRM_MODE_TYPE_PREFERRED;
    return modes;
}

bool isPossible(const drm_mode_modeinfo& mode) {
    const auto ordered = [](uint32_t size, uint32_t start, uint32_t end, uint32_t total) {
        return size > 0 && size <= kMaximumDisplaySize && size <= start && start <= end && end <= total;
    };
    return mode.clock > 0 && ordered(mode.hdisplay, mode.hsync_start, mode.hsync_end, mode.htotal) &&
           ordered(mode.vdisplay, mode.vsync_start, mode.vsync_end, mode.vtotal);
}

}  // namespace cyclorama::device
