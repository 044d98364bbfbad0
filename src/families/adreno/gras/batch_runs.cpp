// SPDX-License-Identifier: MIT
#include "families/adreno/gras/batch_runs.h"

#include <algorithm>

namespace cyclorama::adreno {

bool overlap(const FragmentBatch& a, uint32_t quadOfA, const FragmentBatch& b, uint32_t quadOfB,
             const RasterList& list) {
    return a.x[quadOfA] == b.x[quadOfB] && a.y[quadOfA] == b.y[quadOfB] && (a.live[quadOfA] & b.live[quadOfB]) != 0 &&
           list.triangles[a.triangle[quadOfA]].layer == list.triangles[b.triangle[quadOfB]].layer;
}

uint32_t endOfRun(const FragmentBatch& batch, uint32_t first, uint32_t limit, const RasterList& list) {
    const uint32_t end = std::min(batch.quads, first + limit);
    // A bit for each place in a square of 8x8 quads: it distinguishes most quads.
    uint64_t seen = 0;
    for (uint32_t q = first; q < end; ++q) {
        const uint32_t place =
            (static_cast<uint32_t>(batch.x[q]) >> 1 & 7) | (static_cast<uint32_t>(batch.y[q]) >> 1 & 7) << 3;
        if ((seen >> place & 1) != 0)
            for (uint32_t earlier = first; earlier < q; ++earlier)
                if (overlap(batch, earlier, batch, q, list)) return q;
        seen |= uint64_t{1} << place;
    }
    return end;
}

}  // namespace cyclorama::adreno
