// SPDX-License-Identifier: MIT
#pragma once
// Texture instructions (category 5) on a texture, for all lanes of a wave at once.
//
//     const SampledTexture sampled{texture, sampler, borderColor(entry, *texture.format(), srgb)};
//     sampleTexture(sampled, request, lanes, data);
//
// Filters as Vulkan 1.3 defines them (Image Operations). Weights, and the level of detail, have eight fraction bits:
// Mesa's limits for subTexelPrecisionBits and mipmapPrecisionBits.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/isa/units.h"
#include "families/adreno/tp/texel_listener.h"
#include "families/adreno/tp/texture.h"

namespace cyclorama::adreno {

struct SampledTexture {
    const Texture& texture;
    const SamplerDescriptor& sampler;
    /// Words of a texel beyond the edge.
    std::array<uint32_t, 4> border{};
    /// Hears of the texels that are read; may be null.
    TexelListener* listener = nullptr;

    /// A cube map whose texels beyond the edge of a face belong to another one.
    bool seamless() const { return texture.descriptor().type == TextureType::Cube && sampler.seamlessCube; }
    /// By axis. Faces of seamless cube maps are not repeated: a coordinate on their edge stays there. (OpenGL ES 3.0,
    /// 3.8.9, "Seamless Cube Map Filtering": wrap modes are ignored. Mesa 22.3.6 hands them to the chip as they are.)
    TextureWrap wrap(size_t axis) const { return seamless() ? TextureWrap::ClampToEdge : sampler.wrap[axis]; }
};

/// The four results of `lanes`, those of the request that name this texture and sampler; other lanes keep theirs. All
/// lanes of the request's `executing` have coordinates, from which levels of detail follow.
/// Texels that do not exist are zeros.
void sampleTexture(const SampledTexture& sampled, const ir3::TextureInstructionRequest& request,
                   const isa::WaveMask& lanes, std::span<ir3::LaneWords> data);

}  // namespace cyclorama::adreno
