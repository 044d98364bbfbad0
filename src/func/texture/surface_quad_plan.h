// SPDX-License-Identifier: MIT
#pragma once
// Places of the texels of a quad's access to a SurfaceTexture, a trilinear sample at a time, without their weights:
// the counterpart of texture_quad_plan.h. The texels are those that SurfaceTexture::sample() reads.

#include <array>
#include <cstdint>

#include "func/texture/surface_texture.h"
#include "func/texture/texture_quad_plan.h"

namespace cyclorama::func {

/// Change of each fragment's coordinates from pixel to pixel along x and along y.
struct QuadGradients {
    std::array<std::array<float, 3>, kQuadFragments> x{};
    std::array<std::array<float, 3>, kQuadFragments> y{};
};

/// A texture instruction of one quad, or of four vertices.
struct SurfaceQuadRequest {
    /// SampleBias, SampleLod (vertices have no other) or SampleGradient.
    TextureOperation operation = TextureOperation::SampleBias;
    /// Bit f: fragment f takes part. The coordinates of the others matter for the level of detail all the same.
    uint32_t fragments = (1u << kQuadFragments) - 1;
    QuadCoordinates operand{};
    /// Only for SampleGradient.
    const QuadGradients* gradients = nullptr;
};

/// Properties of the whole access.
struct SurfaceQuadAccess {
    /// Trilinear samples of the fragment that takes most of them; at least 1.
    uint32_t samples = 1;
    /// The loops of each sample, those of the fragment that has most of them; at least 1.
    uint32_t loops = 1;
    /// Fragments whose image is magnified, and that sample one texel of each level.
    uint32_t magnified = 0;
    uint32_t pointSampled = 0;
};

SurfaceQuadAccess startSurfaceAccess(const SurfaceTexture& texture, const SurfaceQuadRequest& request);

/// Sample number `sample` of the access. Texels outside the image are at kBlackTexelAddress. A texel that is the mean
/// of three, at a cube's corner, is all of them.
void locateSurfaceSample(const SurfaceTexture& texture, const SurfaceQuadRequest& request,
                         const SurfaceQuadAccess& access, uint32_t sample, SampleTexels& texels);

}  // namespace cyclorama::func
