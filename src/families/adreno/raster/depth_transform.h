// SPDX-License-Identifier: MIT
#pragma once
// From a triangle's plane of depth to depths in the window.

#include <cstdint>

#include "families/adreno/raster/raster_control.h"

namespace cyclorama::adreno {

struct DepthTransform {
    double scale = 1.0;
    double bias = 0.0;
    double least = 0.0;
    double most = 1.0;

    DepthTransform() = default;
    /// A chip of this generation limits depth to 0 to 1 where it is not clamped to the viewport's range (Mesa:
    /// vulkan/tu_pipeline.cc).
    DepthTransform(const RasterControl& control, uint32_t viewport);

    double operator()(double z, double offset) const {
        const double window = z * scale + bias + offset;
        return window < least ? least : window <= most ? window : most;
    }
    /// Depth that a program wrote.
    float limited(float depth) const {
        const auto window = static_cast<double>(depth);
        return static_cast<float>(window > least ? (window < most ? window : most) : least);
    }
};

}  // namespace cyclorama::adreno
