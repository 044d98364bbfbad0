// SPDX-License-Identifier: MIT
#pragma once
// Sampling two quads at a time, for the images that programs sample most: bytes in one level, without anisotropy, as
// windows and passes of post-processing are. The same values as quad by quad, to the bit.

#include <array>
#include <cstdint>

#include "func/texture/texture_quad_fetch.h"
#include "func/texture/texture_sampler.h"

namespace cyclorama::func {

/// True if samplePairs() holds for the texture and the lanes.
bool canSamplePairs(const SamplingContext& context, const TextureLanes& lanes);

/// As sampleQuads(). Returns the lanes that are left to sample, a bit each: quads with coordinates beyond all bounds.
uint64_t samplePairs(const SamplingContext& context, const TextureLanes& lanes, const std::array<float*, 4>& result);

}  // namespace cyclorama::func
