// SPDX-License-Identifier: MIT
#pragma once
// Quads of fragments, of one or more triangles, as lanes of a wave: lane 4 * quad + fragment.

#include <array>
#include <cstddef>
#include <cstdint>

#include "func/types.h"
#include "isa/wave_mask.h"

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

/// The samples of a fragment.
constexpr uint32_t samplesOf(uint32_t samplesOfQuad, uint32_t fragment, uint32_t samples) {
    return samplesOfQuad >> (fragment * samples) & ((1u << samples) - 1);
}

/// One sample of each fragment.
constexpr uint32_t sampleOfAll(uint32_t sample, uint32_t samples) {
    uint32_t bits = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) bits |= 1u << (f * samples + sample);
    return bits;
}

}  // namespace cyclorama::adreno
