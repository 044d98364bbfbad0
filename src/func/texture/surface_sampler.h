// SPDX-License-Identifier: MIT
#pragma once
// Samples the lanes of one texture instruction from a SurfaceTexture.

#include <array>
#include <cstdint>

#include "func/texture/surface_locator.h"
#include "func/texture/surface_texture.h"
#include "func/texture/texture_sampler.h"
#include "func/texture/texture_vector.h"

namespace cyclorama::func {

/// Inputs of one call.
struct SurfaceContext {
    const SurfaceTexture& texture;
    const MemoryWindows& memory;
    TextureBlockCache& cache;
    TextureFaults& faults;
};

class SurfaceSampler : private SurfaceLocator {
  public:
    SurfaceSampler(const SurfaceContext& context, const TextureLanes& lanes);

    /// All lanes, each quad in the quickest way.
    void sample(const std::array<float*, 4>& result);
    /// The `wanted` lanes of a group, a bit each, from lane `first` on, one texel after the other.
    void sampleGroup(uint32_t first, uint32_t count, uint32_t wanted, const std::array<float*, 4>& result);
    /// The same for the four lanes of a quad together, to the bit. False, without results, where the quad has to be
    /// sampled by sampleGroup().
    bool sampleQuick(uint32_t first, uint32_t wanted, const std::array<float*, 4>& result);

  private:
    struct ViewedLevel {
        uint32_t level = kTextureLevels;
        CubeFace face = CubeFace::PositiveX;
        uint32_t slice = 0;
        const SurfaceLevel* layout = nullptr;
        const std::byte* image = nullptr;  ///< null: each texel is looked up on its own
    };

    Vec4 sampleLane(const Position& position, const Levels& levels, const Footprint& footprint, float reference);
    Vec4 sampleLevel(const Position& position, uint32_t level, bool linear, float reference);
    Vec4 sampleNearest(const Position& position, uint32_t level, float reference);
    Vec4 sampleLinear(const Position& position, uint32_t level, float reference);
    Vec4 seamlessTexel(uint32_t level, CubeFace face, int32_t x, int32_t y, float reference);
    /// The texel after conversion and comparison; the border outside the image.
    Vec4 texel(uint32_t level, CubeFace face, int32_t x, int32_t y, int32_t z, float reference);
    Vec4 decoded(const SurfaceLevel& level, CubeFace face, uint32_t x, uint32_t y, uint32_t z);
    Vec4 compared(const Vec4& color, float reference) const;

    // The quick way, in surface_sampler_quick.cpp: all fragments of a quad in the same levels.
    bool quickCoordinates(uint32_t first, Float4& s, Float4& t, CubeFace& face, uint32_t& slice) const;
    bool quickLevel(const ViewedLevel& view, bool linear, Float4 s, Float4 t, std::array<Float4, 4>& color) const;
    const ViewedLevel& view(size_t slot, uint32_t level, CubeFace face, uint32_t slice);
    Float4 quickComponent(Int4 word, uint32_t component) const;

    const SurfaceContext context_;
    std::array<ViewedLevel, 2> views_{};
    const float* srgb_;
    bool quick_;
};

}  // namespace cyclorama::func
