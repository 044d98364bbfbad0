// SPDX-License-Identifier: MIT
#pragma once
// Sampling many fragments or vertices at once: the same values as planTextureAccess(), fetchTexels() and
// filterTexture(), to the bit, on a path chosen once for each texture.

#include <array>
#include <cstdint>

#include "func/texture/texture_access.h"
#include "func/texture/texture_memory.h"

namespace cyclorama::func {

/// Lanes of one call.
inline constexpr uint32_t kMaxTextureLanes = 64;

/// The lanes that share derivatives.
enum class LaneGrouping : uint8_t {
    Quads,  // lanes 4n to 4n+3 are the fragments of a quad, row by row
    Single  // each lane stands alone, as a quad of four equal fragments: vertices
};

/// A texture instruction over the lanes of a shader thread, operands as structure of arrays.
struct TextureLanes {
    TextureOperation operation = TextureOperation::Sample;
    LaneGrouping grouping = LaneGrouping::Quads;
    /// Up to kMaxTextureLanes; a multiple of four with LaneGrouping::Quads.
    uint32_t count = 0;
    /// Bit n: lane n wants its result. A quad is sampled whole if any of its lanes does; results of other lanes are
    /// left alone.
    uint64_t active = ~uint64_t{0};
    /// Components of the operand, `count` values each.
    std::array<const float*, 4> operand{};
    /// For SampleGradient: change of the coordinates from pixel to pixel along x and y.
    std::array<const float*, 3> gradientX{};
    std::array<const float*, 3> gradientY{};
    /// Reference of comparisons, where the state says that texels are compared; null: the operand's third component.
    /// Only for textures with a SurfaceTexture.
    const float* reference = nullptr;
};

/// Samples a texture; with SampleGradient it must have a SurfaceTexture. result[c][n] receives component c of lane n
/// and may alias the operand. Not for LoadAttribute.
void sampleQuads(const PreparedTexture& texture, const MemoryWindows& memory, TextureBlockCache& cache,
                 const TextureLanes& lanes, const std::array<float*, 4>& result, TextureFaults& faults);

}  // namespace cyclorama::func
