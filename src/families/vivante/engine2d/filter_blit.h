// SPDX-License-Identifier: MIT
#pragma once
// Filter blits of the 2D engine's video rasterizer, started by DE.VR_CONFIG: an image scaled in one direction by a
// filter of nine taps at 32 places between two pixels (etna_viv: doc/2d.md, Video rasterizer; rnndb/state_2d.xml;
// filterblt2d.c; xf86-video-armada: etnaviv_xv.c).
//
// A place whose fraction is zero is the centre of a pixel: the factor that the register description gives leads from
// the first pixel's to the last one's. Taps outside of the source image take its edge. Colours of the source are what
// is filtered, but YUV where the destination is YUV, too; a result is rounded and cut off to 8 bits. These are
// estimates.

#include <array>
#include <cstdint>
#include <memory>

#include "families/vivante/engine2d/image.h"
#include "families/vivante/engine2d/image_access.h"
#include "machine/values/resolve_operations.h"
#include "mem/address_space.h"

namespace cyclorama::vivante::engine2d {

inline constexpr uint32_t kFilterTaps = 9;
/// Stored filter phases; the other half is mirrored.
inline constexpr uint32_t kFilterRows = 17;

struct FilterBlit {
    bool vertical = false;
    Image source;
    Image destination;
    SourceColors colors;
    std::shared_ptr<const Palette> palette;
    /// Pixels of the source that may be read.
    Rectangle sourceBounds;
    /// Pixels of the destination that are written.
    Rectangle window;
    /// The place in the source of the window's first pixel, 16.16 fixed point.
    int32_t originX = 0;
    int32_t originY = 0;
    /// From a pixel to the next along the filter, 16.16 fixed point; across it, it is a pixel.
    uint32_t factor = 1 << 16;
    /// 1.14 fixed point. Row 16 is that of a pixel's centre, row 0 that of its edge.
    std::array<std::array<int16_t, kFilterTaps>, kFilterRows> kernel{};

    /// The taps of a pixel of the window: the source pixel of the middle one, its row of the kernel, and if the row is
    /// mirrored. Only one coordinate of the pixels changes from tap to tap.
    struct Taps {
        Point middle;
        uint32_t row = 0;
        bool mirrored = false;
    };
    Taps tapsOf(Point p) const;
    /// The source pixel of a tap, from -4 to 4, within the bounds.
    Point sourceOf(const Taps& taps, int32_t tap) const;
};

machine::ResolveResult filterBlit(const FilterBlit& blit, mem::AddressSpace& memory);

}  // namespace cyclorama::vivante::engine2d
