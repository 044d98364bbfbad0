// SPDX-License-Identifier: MIT
#include "families/adreno/surface/sample_places.h"

#include <algorithm>

#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {

/// Places in sixteenths of a pixel: the standard ones of Vulkan, or those of the registers.
SamplePlaces decodeSamplePlaces(uint32_t multisampling, uint32_t configuration, uint32_t locations) {
    SamplePlaces result;
    result.samples = 1u << std::min(static_cast<uint32_t>("GRAS_RAS_MSAA_CNTL/SAMPLES"_field.of(multisampling)), 2u);
    const auto at = [](uint32_t x, uint32_t y) {
        return func::SampleOffset{static_cast<double>(x) / 16.0, static_cast<double>(y) / 16.0};
    };
    if ("GRAS_SAMPLE_CONFIG/LOCATION_ENABLE"_field.of(configuration) != 0) {
        for (uint32_t i = 0; i < kMostSamples; ++i)
            result.places[i] = at(locations >> (8 * i) & 15, locations >> (8 * i + 4) & 15);
    } else if (result.samples == 2) {
        result.places = {at(12, 12), at(4, 4)};
    } else if (result.samples == 4) {
        result.places = {at(6, 2), at(14, 6), at(2, 10), at(10, 14)};
    } else {
        result.places = {at(8, 8)};
    }
    return result;
}

}  // namespace cyclorama::adreno
