// SPDX-License-Identifier: MIT
#pragma once
// One access of a quad to a texture, in two steps that the timing machine replays: planTextureAccess() finds the texels
// and their weights, filterTexture() combines their bytes. sampleQuads() (texture_sampler.h) does both at once.
//
// All four fragments take part, culled or not: they have coordinates, and the derivatives need them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "func/texture/surface_texture.h"
#include "func/texture/texture_conversion.h"
#include "func/texture/texture_layout.h"
#include "func/texture/texture_lod.h"
#include "func/texture/texture_memory.h"
#include "func/texture/texture_operation.h"
#include "func/texture/texture_state.h"

namespace cyclorama::func {

/// Values for addressing a mipmap level besides its layout, for x, y and z.
struct PreparedLevel {
    std::array<float, 3> size{};
    /// Half a texel in normalized coordinates, 1 / (2 * size).
    std::array<float, 3> halfTexel{};
};

/// A texture unit's state with everything that can be known before the first access: make one when the state changes.
struct PreparedTexture {
    PreparedTexture(const TextureState& textureState, const TextureUnitSettings& settings);

    TextureState state;
    TextureLayout layout;
    AnisotropySettings anisotropy;
    uint32_t maxAnisotropy = 1;
    /// Fractions of the level of detail between which two levels are blended.
    float trilinearMin = 0.0f;
    float trilinearMax = 1.0f;
    /// Largest level that the sizes and maxLevel allow.
    uint32_t lastLevel = 0;
    std::array<PreparedLevel, kTextureLevels> levels;
    TexelConversion conversion;
    /// For images in rows, tiles or supertiles; else null.
    std::shared_ptr<const SurfaceTexture> surface;
};

/// A texture instruction of one quad.
struct TextureQuadRequest {
    TextureOperation operation = TextureOperation::Sample;
    QuadCoordinates operand{};
};

/// One trilinear sample of each fragment: up to two levels, in each of which one texel, or the texels around the sample
/// in the order x fastest, then y, then z. Two levels follow each other.
struct TrilinearPlan {
    static constexpr uint32_t kTexels = 16;
    std::array<std::array<uint64_t, kTexels>, kQuadFragments> address{};
    /// Weights of the further texel in x, y and z, for each level.
    std::array<std::array<std::array<float, 3>, 2>, kQuadFragments> weight{};
    /// Texels that are fetched together, and the number of fetches.
    std::array<uint8_t, kQuadFragments> texelsPerLoop{};
    std::array<uint8_t, kQuadFragments> loops{};
    std::array<bool, kQuadFragments> twoLevels{};
    /// The texels around the sample, not just the nearest one.
    std::array<bool, kQuadFragments> linear{};
};

/// An attribute's bytes in one or two reads.
struct AttributeRead {
    uint32_t firstOffset = 0;  // bytes to skip in the first read
    uint32_t firstBytes = 0;   // bytes of the attribute in the first read
    uint32_t secondBytes = 0;  // and in the second
};

/// An access without the bytes of its texels. Reuse one object: it keeps its storage.
struct TextureAccessPlan {
    TextureOperation operation = TextureOperation::Sample;
    CubeFace face = CubeFace::PositiveX;
    std::array<float, kQuadFragments> lod{};
    std::array<std::array<uint32_t, 2>, kQuadFragments> level{};
    std::array<FilterMode, kQuadFragments> filter{};
    /// Reference of comparisons.
    std::array<float, kQuadFragments> reference{};
    /// Bytes that one read brings, at least 4; reads begin at the address rounded down to 4.
    std::array<uint32_t, kQuadFragments> bytesPerRead{};
    /// Fragments whose image is magnified.
    uint32_t magnified = 0;
    /// One for each anisotropic sample, in the order in which they are taken.
    std::vector<TrilinearPlan> samples;
    std::array<AttributeRead, kQuadFragments> attribute{};
};

/// Finds levels, texels and weights of a sampling operation (not LoadAttribute).
void planTextureAccess(const PreparedTexture& texture, const TextureQuadRequest& request, TextureAccessPlan& plan);

/// Texels in the order of the plan: [sample][fragment][texel], kTexels for each fragment.
using FetchedTexels = std::vector<TexelBytes>;

/// Reads all the texels of a plan; out[(sample * 4 + fragment) * 16 + texel]. Entries that no texel has are undefined.
void fetchTexels(const PreparedTexture& texture, const TextureAccessPlan& plan, const MemoryWindows& memory,
                 TextureBlockCache& cache, FetchedTexels& out, TextureFaults& faults);

/// The texture colours of the four fragments from fetched texels, as many as fetchTexels() gives.
std::array<Vec4, kQuadFragments> filterTexture(const PreparedTexture& texture, const TextureAccessPlan& plan,
                                               std::span<const TexelBytes> texels);

}  // namespace cyclorama::func
