// SPDX-License-Identifier: MIT
#include "families/attila/chip/dialect.h"

namespace cyclorama::attila {

gpu::Dialect dialect() {
    return {.raster = {.coordinates = func::SetupCoordinates::Clip,
                       .samplePattern = func::SamplePattern::Spread,
                       .depthQuantisation = func::DepthQuantisation::Truncated,
                       .programDepth = func::ProgramDepth::Device,
                       .uncoveredFragments = func::UncoveredFragments::AtCorner,
                       .boundRowsByViewportWidth = true,
                       .multisampleCullsWholeQuads = true},
            .maskedStencilBits = func::MaskedStencilBits::Clear,
            .colorConversion = func::ColorConversion::Truncating,
            .depthComponent = 3,
            .earlyTests = gpu::EarlyTests::All,
            .vertexColors = gpu::VertexColors::ClampedToUnit,
            .traversal = gpu::TraversalGroups::Configured,
            .branches = gpu::BranchGranularity::Quad,
            .denormals = gpu::Denormals::Kept,
            .facing = gpu::FacingSource::Attribute,
            .powerOn = gpu::PowerOnBuffers::Cleared};
}

}  // namespace cyclorama::attila
