// SPDX-License-Identifier: MIT
#pragma once
// Quads of fragments, of one or more triangles, as lanes of a wave: lane 4 * quad + fragment.

#include <array>
#include <cstdint>
#include <span>

#include "func/types.h"
#include "isa/wave_mask.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

struct FragmentBatch {
    static constexpr uint32_t kQuads = isa::kWaveLanes / func::kQuadFragments;

    uint32_t quads = 0;
    /// The first fragment's pixel.
    std::array<int32_t, kQuads> x;
    std::array<int32_t, kQuads> y;
    /// Numbers in the RasterList.
    std::array<uint32_t, kQuads> triangle;
    /// The samples that the triangle covers, and those of them that are left: bit fragment * samples + sample.
    std::array<uint32_t, kQuads> covered;
    std::array<uint32_t, kQuads> live;
    /// The sample that is shaded, where each one is.
    std::array<uint8_t, kQuads> sample;

    void append(const FragmentBatch& from, uint32_t quad) {
        x[quads] = from.x[quad];
        y[quads] = from.y[quad];
        triangle[quads] = from.triangle[quad];
        covered[quads] = from.covered[quad];
        live[quads] = from.live[quad];
        sample[quads] = from.sample[quad];
        ++quads;
    }
};

/// The batch as observers of the run see it, with the samples that are left.
inline machine::FragmentQuads quadsOf(const FragmentBatch& batch, uint32_t samplesPerPixel) {
    return {.x = std::span(batch.x).first(batch.quads),
            .y = std::span(batch.y).first(batch.quads),
            .triangle = std::span(batch.triangle).first(batch.quads),
            .samples = std::span(batch.live).first(batch.quads),
            .samplesPerPixel = samplesPerPixel};
}

}  // namespace cyclorama::adreno
