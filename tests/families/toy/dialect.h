// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/dialect.h"

namespace cyclorama::toy {

/// The chip's choices where GPUs differ. Those that are not named are the first of their kind.
inline gpu::Dialect dialect() {
    return {.raster = {.coordinates = func::SetupCoordinates::Window,
                       .depthQuantisation = func::DepthQuantisation::ClampedTruncated,
                       .uncoveredFragments = func::UncoveredFragments::AtCentre,
                       .boundRowsByViewportWidth = false,
                       .multisampleCullsWholeQuads = false},
            .colorConversion = func::ColorConversion::Exact,
            .vertexColors = gpu::VertexColors::Unclamped,
            .powerOn = gpu::PowerOnBuffers::AsInMemory};
}

}  // namespace cyclorama::toy
