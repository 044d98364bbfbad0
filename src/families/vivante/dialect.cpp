// SPDX-License-Identifier: MIT
#include "families/vivante/dialect.h"

namespace cyclorama::vivante {

gpu::Dialect dialect() {
    return {.raster = {.coordinates = func::SetupCoordinates::Window,
                       // Mesa sets that of 4 samples in RA_MULTISAMPLE_UNK00E10; that of 2 is an estimate.
                       .samplePattern = func::SamplePattern::Standard,
                       .depthQuantisation = func::DepthQuantisation::ClampedTruncated,
                       .programDepth = func::ProgramDepth::Window,
                       .uncoveredFragments = func::UncoveredFragments::AtCentre,
                       .boundRowsByViewportWidth = false,
                       .multisampleCullsWholeQuads = false},
            .maskedStencilBits = func::MaskedStencilBits::Keep,
            .colorConversion = func::ColorConversion::Exact,
            // t0.z, where the program finds the depth of its position (Mesa: etnaviv_compiler_nir_ra).
            .depthComponent = 2,
            .earlyTests = gpu::EarlyTests::WhereHarmless,
            .vertexColors = gpu::VertexColors::Unclamped,
            .traversal = gpu::TraversalGroups::SingleTriangle,
            .branches = gpu::BranchGranularity::Lane,
            // piglit's fs-underflow-mul-compare-zero, whose product is 2^-149, finds it to be zero on the GC2000
            // (Mesa's list of what fails there does not name it).
            .denormals = gpu::Denormals::FlushedToZero,
            .facing = gpu::FacingSource::Register,
            .powerOn = gpu::PowerOnBuffers::AsInMemory};
}

}  // namespace cyclorama::vivante
