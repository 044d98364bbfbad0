// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/target_lines.h"

#include <array>

#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

void addPixels(const QuadPlaces& places, const TargetSurface& surface, const FragmentBatch& batch,
               std::span<const uint32_t> samples, LineAccesses& lines) {
    if (!surface.isThere()) return;
    const SurfaceView& view = surface.view;
    for (uint32_t q = 0; q < batch.quads; ++q) {
        if (samples[q] == 0) continue;
        const std::array<uint64_t, 4> offsets = places.offsets(view, batch, q);
        const TexelPlace first = places.of(batch, q);
        for (uint32_t f = 0; f < offsets.size(); ++f) {
            if (machine::samplesOfFragment(samples[q], f, places.samplesPerPixel) == 0) continue;
            const TexelPlace place{.x = first.x + (f & 1), .y = first.y + (f >> 1), .layer = first.layer};
            if (view.contains(place) && isPresent(offsets[f], surface.bytes.size(), view.pixelBytes()))
                lines.access(view.address() + offsets[f], view.pixelBytes());
        }
    }
}

}  // namespace cyclorama::adreno
