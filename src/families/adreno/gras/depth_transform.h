// SPDX-License-Identifier: MIT
#pragma once
// From a triangle's plane of depth to depths in the window.

#include <cstdint>

#include "families/adreno/gras/raster_control.h"

namespace cyclorama::adreno {

struct DepthTransform {
    double scale = 1.0;
    double bias = 0.0;
    double least = 0.0;
    double most = 1.0;
    bool clampsToViewport = false;

    DepthTransform() = default;
    /// A chip of this generation limits depth to 0 to 1 where it is not clamped to the viewport's range (Mesa:
    /// vulkan/tu_pipeline.cc).
    DepthTransform(const RasterControl& control, uint32_t viewport);

    /// Depth that is tested and stored.
    double operator()(double z, double offset) const {
        const double window = windowDepth(z, offset);
        return window < least ? least : window <= most ? window : most;
    }
    /// Depth that a program finds as its position's. An offset may lead beyond 0 to 1 (VK-GL-CTS:
    /// depth.bias_outside_range_fs_clamp).
    double ofPosition(double z, double offset) const {
        return clampsToViewport ? (*this)(z, offset) : windowDepth(z, offset);
    }
    /// Depth that a program wrote.
    float limited(float depth) const {
        const auto window = static_cast<double>(depth);
        return static_cast<float>(window > least ? (window < most ? window : most) : least);
    }

  private:
    double windowDepth(double z, double offset) const { return z * scale + bias + offset; }
};

}  // namespace cyclorama::adreno
