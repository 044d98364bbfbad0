// SPDX-License-Identifier: MIT
#pragma once
// The places of a target's samples within a pixel, as the registers of several blocks say them.

#include <array>
#include <cstdint>

#include "func/raster/multisample_pattern.h"

namespace cyclorama::adreno {

inline constexpr uint32_t kMostSamples = 4;

/// Places in pixels from the top left corner.
struct SamplePlaces {
    uint32_t samples = 1;
    std::array<func::SampleOffset, kMostSamples> places{};
};

/// From a block's *_MSAA_CNTL, *_SAMPLE_CONFIG and *_SAMPLE_LOCATION_0.
SamplePlaces decodeSamplePlaces(uint32_t multisampling, uint32_t configuration, uint32_t locations);

}  // namespace cyclorama::adreno
