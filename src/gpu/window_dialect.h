// SPDX-License-Identifier: MIT
#pragma once
// The dialect of chips that are made for today's interfaces: triangles are set up in window coordinates, samples are at
// the places of the standard pattern, values are exact. Families change what their chips do otherwise.

#include "gpu/dialect.h"

namespace cyclorama::gpu {

inline Dialect windowDialect() {
    return {.raster = {.coordinates = func::SetupCoordinates::Window,
                       .samplePattern = func::SamplePattern::Standard,
                       .depthQuantisation = func::DepthQuantisation::ClampedTruncated,
                       .programDepth = func::ProgramDepth::Window,
                       .uncoveredFragments = func::UncoveredFragments::AtCentre,
                       .boundRowsByViewportWidth = false,
                       .multisampleCullsWholeQuads = false},
            .maskedStencilBits = func::MaskedStencilBits::Keep,
            .colorConversion = func::ColorConversion::Exact,
            .depthComponent = 2,
            .earlyTests = EarlyTests::WhereHarmless,
            .vertexColors = VertexColors::Unclamped,
            .traversal = TraversalGroups::SingleTriangle,
            .branches = BranchGranularity::Lane,
            .denormals = Denormals::FlushedToZero,
            .facing = FacingSource::Register,
            .powerOn = PowerOnBuffers::AsInMemory};
}

}  // namespace cyclorama::gpu
