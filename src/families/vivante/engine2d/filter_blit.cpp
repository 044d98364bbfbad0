// SPDX-License-Identifier: MIT
#include "families/vivante/engine2d/filter_blit.h"

#include <algorithm>
#include <vector>

namespace cyclorama::vivante::engine2d {
namespace {

using machine::ResolveResult;

constexpr int32_t kReach = kFilterTaps / 2;
constexpr int32_t kOne = 1 << 14;
constexpr int32_t kPlaces = 32;

/// Bound of a filter's places: no image reaches addresses beyond 32 bits.
int32_t limited(int64_t place) {
    constexpr int64_t kBeyond = int64_t{1} << 40;
    return static_cast<int32_t>(std::clamp(place, -kBeyond, kBeyond) >> 16);
}

Argb filtered(const FilterBlit& blit, const ImageAccess& source, bool asYuv, Point p) {
    const FilterBlit::Taps taps = blit.tapsOf(p);
    std::array<int32_t, 4> sums{};
    for (int32_t tap = -kReach; tap <= kReach; ++tap) {
        const auto index = static_cast<size_t>(taps.mirrored ? kReach - tap : kReach + tap);
        const int32_t weight = blit.kernel[taps.row][index];
        if (weight == 0) continue;
        const Point place = blit.sourceOf(taps, tap);
        const Argb pixel = asYuv ? source.readStored(place) : source.read(place);
        for (uint32_t i = 0; i < sums.size(); ++i) sums[i] += weight * static_cast<int32_t>(channel(pixel, i));
    }
    Argb result = 0;
    for (uint32_t i = 0; i < sums.size(); ++i)
        result |= static_cast<uint32_t>(std::clamp((sums[i] + kOne / 2) >> 14, 0, 255)) << (8 * i);
    return result;
}

}  // namespace

FilterBlit::Taps FilterBlit::tapsOf(Point p) const {
    const int32_t along = vertical ? p.y - window.top : p.x - window.left;
    // From the edge of a pixel on.
    const int64_t place = int64_t{vertical ? originY : originX} + int64_t{along} * factor + (1 << 15);
    const auto fraction = static_cast<int32_t>(place >> 11 & (kPlaces - 1));
    Taps taps;
    taps.mirrored = fraction > kPlaces / 2;
    taps.row = static_cast<uint32_t>(taps.mirrored ? kPlaces - fraction : fraction);
    taps.middle = vertical ? Point{(originX >> 16) + p.x - window.left, limited(place)}
                           : Point{limited(place), (originY >> 16) + p.y - window.top};
    return taps;
}

Point FilterBlit::sourceOf(const Taps& taps, int32_t tap) const {
    const Point p = vertical ? Point{taps.middle.x, taps.middle.y + tap} : Point{taps.middle.x + tap, taps.middle.y};
    return {std::clamp(p.x, sourceBounds.left, sourceBounds.right - 1),
            std::clamp(p.y, sourceBounds.top, sourceBounds.bottom - 1)};
}

ResolveResult filterBlit(const FilterBlit& blit, mem::AddressSpace& memory) {
    if (blit.window.empty()) return ResolveResult::Done;
    if (blit.sourceBounds.empty() || rowsOverlap(blit.destination, blit.window)) return ResolveResult::Unsupported;
    SourceColors colors = blit.colors;
    colors.palette = blit.palette.get();
    ImageAccess source(blit.source, colors, ImageAccess::UnusedBits::Opaque);
    ImageAccess destination(blit.destination, {}, ImageAccess::UnusedBits::Alpha);
    const Point first = blit.sourceOf(blit.tapsOf({blit.window.left, blit.window.top}), -kReach);
    const Point last = blit.sourceOf(blit.tapsOf({blit.window.right - 1, blit.window.bottom - 1}), kReach);
    if (!source.place({first.x, first.y, last.x + 1, last.y + 1}, memory) || !destination.place(blit.window, memory))
        return ResolveResult::OutOfMemory;
    std::vector<Argb> row;
    for (int32_t y = blit.window.top; y < blit.window.bottom; ++y) {
        row.clear();
        for (int32_t x = blit.window.left; x < blit.window.right; ++x)
            row.push_back(filtered(blit, source, destination.isYuv(), {x, y}));
        for (int32_t x = blit.window.left; x < blit.window.right; ++x)
            destination.write({x, y}, row[static_cast<size_t>(x - blit.window.left)]);
    }
    return ResolveResult::Done;
}

}  // namespace cyclorama::vivante::engine2d
