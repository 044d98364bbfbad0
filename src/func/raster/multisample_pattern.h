// SPDX-License-Identifier: MIT
#pragma once
// Positions of the samples of a multisampled pixel.

#include <cstdint>
#include <span>

namespace cyclorama::func {

/// Position of a sample in its pixel, in pixels from the corner with the lowest coordinates; multiples of 1/128.
struct SampleOffset {
    double x = 0.0;
    double y = 0.0;
};

enum class SamplePattern : uint8_t {
    Spread,    // 2, 4 or 8 samples, y upwards
    Standard,  // Direct3D's for 2 or 4 samples, y downwards
    Given      // by the state: RasterState::samplePlaces, 2 or 4 samples, y downwards
};

/// Places of `samples` samples a pixel; empty if the pattern has none for this number, or is SamplePattern::Given.
std::span<const SampleOffset> samplePattern(SamplePattern pattern, uint32_t samples);

}  // namespace cyclorama::func
