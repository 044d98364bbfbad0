// SPDX-License-Identifier: MIT
#include "families/adreno/tp/level_selection.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cyclorama::adreno {

namespace {

/// For a level of detail that is not negative.
float roundedLod(float lod) { return std::floor(lod * kLodUnit + 0.5f) / kLodUnit; }

}  // namespace

bool dependsOnFootprint(const Texture& texture, const SamplerDescriptor& sampler) {
    return (sampler.usesLevels && texture.levels() > 1) || sampler.minification != sampler.magnification ||
           sampler.minification == TextureFilter::Anisotropic;
}

LevelSelection::LevelSelection(const Texture& texture, const SamplerDescriptor& sampler,
                               const ir3::TextureInstructionRequest& request, const LaneGeometry& geometry)
    : texture_(texture),
      sampler_(sampler),
      request_(request),
      geometry_(geometry),
      unfiltered_(texture.format()->isInteger() && sampler.reduction == Reduction::Average),
      depends_(dependsOnFootprint(texture, sampler)),
      shared_(!depends_ || (request.opcode == ir3::Opcode::Sample && geometry.quadsShareFootprint)) {
    if (!depends_) fixed_ = select(0.0f);
}

float LevelSelection::lodOf(unsigned lane) const {
    const unsigned axes = request_.fields.threeDimensional ? 3 : 2;
    const ir3::LaneWords* words = request_.parameter[request_.fields.offset ? axes : 0];
    const float given = words != nullptr ? std::bit_cast<float>(words->lane[lane]) : 0.0f;
    if (request_.opcode == ir3::Opcode::SampleLod) return given + sampler_.lodBias;
    const float bias = sampler_.lodBias + (request_.opcode == ir3::Opcode::SampleBias ? given : 0.0f);
    return geometry_.footprintOf(lane).lod + bias;
}

float LevelSelection::limited(float lod) const {
    const float low = std::max(sampler_.minLod, texture_.descriptor().minLodClamp);
    const float high = std::max(sampler_.maxLod, low);
    return lod > low ? roundedLod(std::min(lod, high)) : low;
}

/// For a level of detail within its limits.
SelectedLevels LevelSelection::select(float lod) const {
    SelectedLevels levels;
    levels.filter = lod > 0.0f ? sampler_.minification : sampler_.magnification;
    if (levels.filter == TextureFilter::Anisotropic) levels.filter = TextureFilter::Linear;
    if (unfiltered_) levels.filter = TextureFilter::Nearest;
    const uint32_t last = texture_.levels() - 1;
    if (!sampler_.usesLevels || last == 0) return levels;
    if (!sampler_.mixesLevels || unfiltered_) {
        levels.first = std::min(nearestLevel(lod), last);
        return levels;
    }
    const auto whole = static_cast<uint32_t>(lod);
    levels.first = std::min(whole, last);
    if (levels.first < last) levels.share = static_cast<uint32_t>((lod - static_cast<float>(whole)) * kShareUnit);
    return levels;
}

}  // namespace cyclorama::adreno
