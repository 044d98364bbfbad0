// SPDX-License-Identifier: MIT
#pragma once
// Places of a draw's quads in its targets.

#include <array>
#include <cstdint>

#include "families/adreno/gras/fragment_batch.h"
#include "families/adreno/gras/raster_list.h"
#include "families/adreno/surface/surface_view.h"

namespace cyclorama::adreno {

struct QuadPlaces {
    /// Triangles of the quads, for their layers.
    const RasterList& list;
    /// Pixel of the window that is a target's first one: that of the bin on the chip, else (0, 0).
    int32_t left = 0;
    int32_t top = 0;
    uint32_t samplesPerPixel = 1;

    /// The pixel of the first fragment. Outside of the target if its x or y is beyond the width or height.
    TexelPlace of(const FragmentBatch& batch, uint32_t quad) const {
        return {.x = static_cast<uint32_t>(batch.x[quad] - left),
                .y = static_cast<uint32_t>(batch.y[quad] - top),
                .layer = list.triangles[batch.triangle[quad]].layer};
    }
    /// Bytes from the target's address to the first sample of each fragment.
    std::array<uint64_t, 4> offsets(const SurfaceView& view, const FragmentBatch& batch, uint32_t quad) const {
        const TexelPlace place = of(batch, quad);
        return view.offsetsOfQuad(place.x, place.y, place.layer);
    }
};

}  // namespace cyclorama::adreno
