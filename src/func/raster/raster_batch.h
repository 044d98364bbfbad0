// SPDX-License-Identifier: MIT
#pragma once
// Quads of one or more triangles, side by side, to be shaded together.

#include <array>
#include <cstdint>
#include <span>

#include "func/layout/pixel_layout.h"
#include "func/types.h"

namespace cyclorama::func {

struct Quad;

inline constexpr uint32_t kBatchQuads = 16;
inline constexpr uint32_t kBatchLanes = kBatchQuads * kQuadFragments;

/// Up to 16 quads, of one or more triangles, as lanes for shading: lane 4 * quad + fragment.
struct QuadBatch {
    uint32_t quads = 0;
    std::array<int32_t, kBatchQuads> x;
    std::array<int32_t, kBatchQuads> y;
    std::array<uint32_t, kBatchQuads> triangle;
    /// Bit f: fragment f is inside the triangle and the fragment rectangle. Never 0.
    std::array<uint32_t, kBatchQuads> coverage;
    /// Bit fragment * samples + sample: the same for each sample, for the depth and stencil test.
    std::array<uint32_t, kBatchQuads> sampleCoverage;
    /// Values of the three edges.
    alignas(64) std::array<std::array<double, kBatchLanes>, 3> edge;
    alignas(64) std::array<uint32_t, kBatchLanes> depth;
    /// Depth of each sample, lane by lane; with multisampling only.
    std::array<uint32_t, size_t{kBatchLanes} * kMaxSamples> sampleDepth;

    bool full() const { return quads == kBatchQuads; }

    /// Requires !full() and a coverage other than 0. `samples` as in RasterState, the same for all quads of a batch.
    /// Samples outside of `coverage` are left out unless `wholeQuads` (RasterRules::multisampleCullsWholeQuads).
    void append(const Quad& quad, uint32_t samples, bool wholeQuads = true);

    /// The depth of each sample of the quads, for the depth and stencil test.
    std::span<const uint32_t> testDepths(uint32_t samples) const;
};

}  // namespace cyclorama::func
