// SPDX-License-Identifier: MIT
#pragma once
// The texels of a SurfaceTexture that the lanes of one texture instruction sample, and their places in memory: shared
// by sampling (SurfaceSampler) and its timing (surface_quad_plan.h).

#include <array>
#include <cstdint>

#include "func/texture/surface_texture.h"
#include "func/texture/texel_axis.h"
#include "func/texture/texture_sampler.h"

namespace cyclorama::func {

class SurfaceLocator {
  public:
    /// A coordinate on one face, slice or layer, with the face.
    struct Position {
        float s = 0.0f;
        float t = 0.0f;
        float r = 0.0f;
        CubeFace face = CubeFace::PositiveX;
    };

    /// Footprint that the change of the coordinates from pixel to pixel asks for.
    struct Footprint {
        float lod = 0.0f;
        uint32_t samples = 1;
        float stepS = 0.0f;  ///< from one sample to the next
        float stepT = 0.0f;
    };

    /// The levels that one lane samples.
    struct Levels {
        std::array<uint32_t, 2> index{};
        float weight = 0.0f;  ///< weight of the second level; at zero it is not read
        bool linear = false;

        bool operator==(const Levels&) const = default;
    };

    /// A coordinate along one axis: the texels on both sides and the weight of the second. A texel of the border is
    /// kOutside; beyond an edge of a seamless cube's face it is -1, or the size.
    struct Axis {
        std::array<int32_t, 2> texel{};
        float weight = 0.0f;
    };
    struct Corners {
        Axis x, y, z;
    };

    /// The lanes of a quad, or up to four that stand alone.
    struct LocatedLanes {
        std::array<Position, kQuadFragments> position;
        std::array<Footprint, kQuadFragments> footprint;
        /// Level of detail after bias and limits.
        std::array<float, kQuadFragments> lod{};
        std::array<Levels, kQuadFragments> levels;
    };

    /// Both have to outlive it.
    SurfaceLocator(const SurfaceTexture& texture, const TextureLanes& lanes);

    /// Lanes `first` to `first + count - 1`.
    void locateGroup(uint32_t first, uint32_t count, LocatedLanes& lanes) const;
    /// Position of sample number `sample` of a footprint.
    static Position sampled(const Position& position, const Footprint& footprint, uint32_t sample);

    /// The texel nearest to a position, in both places of each axis.
    Corners nearestCorner(const Position& position, uint32_t level) const;
    /// The texels around a position.
    Corners linearCorners(const Position& position, uint32_t level) const;
    bool isOutside(uint32_t level, int32_t x, int32_t y, int32_t z) const;
    /// True of a cube whose filters continue on neighbouring faces.
    bool seamless() const { return seamless_; }
    /// Replaces a texel beyond the edge of its cube face by one of a neighbouring face, or by three to be averaged at a
    /// corner. Returns their number.
    uint32_t seamlessTexels(uint32_t level, CubeFace face, int32_t x, int32_t y,
                            std::array<CubeTexel, 3>& texels) const;

    /// The memory address of a texel, or of the pair that it shares its colour differences with. Of a compressed image:
    /// in the space of decompressed texels (texture_layout.h), blocks in Morton order.
    uint64_t texelAddress(const SurfaceLevel& level, CubeFace face, uint32_t x, uint32_t y, uint32_t z) const;

  protected:
    Position positionOf(uint32_t lane) const;
    Position project(uint32_t lane, CubeFace face) const;
    CubeFace laneFace(uint32_t lane) const;
    Footprint quadFootprint(uint32_t first, CubeFace face) const;
    Footprint gradientFootprint(uint32_t lane, CubeFace face) const;
    Footprint footprintOf(const std::array<float, 3>& dx, const std::array<float, 3>& dy) const;
    Levels selectLevels(float lod) const;
    float biased(float lod, uint32_t lane) const;
    Axis axisOf(WrapMode mode, float coordinate, uint32_t size, bool linear) const;
    uint32_t sliceOf(const Position& position, uint32_t level) const;
    /// How coordinates wrap: by the sampler, except on seamless cubes, whose faces continue in their neighbours.
    WrapMode wrapS() const { return seamless_ ? WrapMode::ClampToEdge : state_.wrapS; }
    WrapMode wrapT() const { return seamless_ ? WrapMode::ClampToEdge : state_.wrapT; }

    const SurfaceTexture& texture_;
    const TextureState& state_;
    const TextureLanes& lanes_;
    std::array<float, 3> baseSize_{};
    bool cube_;
    bool seamless_;
};

}  // namespace cyclorama::func
