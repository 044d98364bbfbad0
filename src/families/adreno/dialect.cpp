// SPDX-License-Identifier: MIT
#include "families/adreno/dialect.h"

namespace cyclorama::adreno {

gpu::Dialect dialect() {
    return {.raster = {.coordinates = func::SetupCoordinates::Window,
                       // Turnip reports the standard sample locations of Vulkan (Mesa: tu_device.cc).
                       .samplePattern = func::SamplePattern::Standard,
                       .depthQuantisation = func::DepthQuantisation::ClampedTruncated,
                       .programDepth = func::ProgramDepth::Window,
                       .uncoveredFragments = func::UncoveredFragments::AtCentre,
                       .boundRowsByViewportWidth = false,
                       .multisampleCullsWholeQuads = false},
            .maskedStencilBits = func::MaskedStencilBits::Keep,
            .colorConversion = func::ColorConversion::Exact,
            .depthComponent = 0,
            .earlyTests = gpu::EarlyTests::WhereHarmless,
            .vertexColors = gpu::VertexColors::Unclamped,
            .traversal = gpu::TraversalGroups::SingleTriangle,
            .branches = gpu::BranchGranularity::Lane,
            .denormals = gpu::Denormals::FlushedToZero,
            .facing = gpu::FacingSource::Register,
            .powerOn = gpu::PowerOnBuffers::AsInMemory};
}

}  // namespace cyclorama::adreno
