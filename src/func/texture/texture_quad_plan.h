// SPDX-License-Identifier: MIT
#pragma once
// Places of the texels of a quad's access, a sample at a time and without their weights: what the timing of a texture
// unit needs. The addresses are those of planTextureAccess().

#include <array>
#include <cstdint>

#include "func/texture/texture_access.h"
#include "func/texture/texture_levels.h"

namespace cyclorama::func {

/// Properties of all samples of an access.
struct QuadAccess {
    QuadInput input;
    Footprint area;
    std::array<FragmentLevels, kQuadFragments> levels;
    /// Fragments whose image is magnified.
    uint32_t magnified = 0;
    /// The loops of each sample, those of the fragment that has most of them.
    uint32_t loops = 0;
    /// All fragments sample the same levels with the same filter, of a texture and at coordinates for which
    /// QuadLevelLocator holds. Else planTextureAccess() has to find the texels.
    bool together = false;
};

/// The properties of a sampling operation (not LoadAttribute).
QuadAccess startQuadAccess(const PreparedTexture& texture, const TextureQuadRequest& request);

/// The texels of one trilinear sample of a quad in the order in which they are fetched: loop by loop, and in each loop
/// fragment by fragment, at most four texels of each.
struct SampleTexels {
    static constexpr uint32_t kTexels = kQuadFragments * TrilinearPlan::kTexels;
    static constexpr uint32_t kLoops = 4;

    uint32_t loops = 0;
    /// Most bytes that the fetch of one texel brings.
    uint32_t mostBytes = 0;
    /// End of the texels of each loop.
    std::array<uint32_t, kLoops> loopEnd;
    // Only the first elements have meaning, as many as there are texels.
    std::array<uint64_t, kTexels> address;
    /// Bytes fetched per texel.
    std::array<uint8_t, kTexels> bytes;
};

/// Sample number `sample` of area.samples, of an access whose fragments are located together.
void locateSample(const PreparedTexture& texture, const QuadAccess& access, uint32_t sample, SampleTexels& texels);

/// One sample of a whole plan, which may be an attribute load's.
void arrangeSample(const TextureAccessPlan& plan, uint32_t sample, SampleTexels& texels);

}  // namespace cyclorama::func
