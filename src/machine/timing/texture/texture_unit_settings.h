// SPDX-License-Identifier: MIT
#pragma once
// Settings of a texture unit, from [FRAGMENTSHADER].

#include <cstdint>

#include "func/texture/texture_state.h"
#include "machine/configuration/parameters/shader_parameters.h"
#include "machine/configuration/parameters/texture_unit_parameters.h"
#include "machine/timing/texture/texture_cache.h"

namespace cyclorama::machine::timing {

/// Queues count quads, or their trilinear samples; latencies are in cycles.
struct TextureTimingSettings {
    /// Requests a cycle.
    uint32_t requestRate = 1;
    uint32_t requestQueueSize = 512;
    /// Quads from their addresses to their results; also the samples that are ready to be read, and those from there
    /// to their results.
    uint32_t accessQueueSize = 256;
    uint32_t resultQueueSize = 4;
    /// Samples that wait for cache lines.
    uint32_t waitReadWindow = 128;
    uint32_t addressAluLatency = 15;
    uint32_t filterAluLatency = 10;
    TextureCacheSettings cache{};
    /// Location and filtering of texels.
    func::TextureUnitSettings sampling{};
};

TextureTimingSettings textureTimingSettings(const TextureUnitParameters& unit, const ShaderParameters& shader,
                                            const func::TextureUnitSettings& sampling);

}  // namespace cyclorama::machine::timing
