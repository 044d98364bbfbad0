// SPDX-License-Identifier: MIT
#include "families/adreno/gras/depth_transform.h"

#include <algorithm>

namespace cyclorama::adreno {

DepthTransform::DepthTransform(const RasterControl& control, uint32_t viewport) {
    const WindowViewport& from = control.viewports[viewport];
    scale = static_cast<double>(from.transform.scale[2]);
    bias = static_cast<double>(from.transform.offset[2]);
    clampsToViewport = control.clampsDepth;
    if (!clampsToViewport) return;
    least = std::max(static_cast<double>(from.nearest), 0.0);
    most = std::min(static_cast<double>(from.farthest), 1.0);
}

}  // namespace cyclorama::adreno
