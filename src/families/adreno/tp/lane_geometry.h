// SPDX-License-Identifier: MIT
#pragma once
// Places that the lanes of a texture instruction sample: coordinates, layers or faces, references, texel offsets, and
// the footprint of each lane.

#include <array>
#include <cstdint>

#include "families/adreno/isa/units.h"
#include "families/adreno/tp/texture.h"
#include "func/texture/cube_faces.h"

namespace cyclorama::adreno {

inline constexpr unsigned kQuadLanes = 4;

using func::PerLane;

/// Change of the coordinates from pixel to pixel.
struct LaneFootprint {
    float lod;  ///< before bias and limits
    /// Along the longer axis of the footprint, and the step of the coordinates from one to the next.
    uint32_t samples;
    std::array<float, 2> step;
};
inline constexpr LaneFootprint kPointFootprint{.lod = 0.0f, .samples = 1, .step = {}};

struct LaneGeometry {
    /// One for each axis of the texture; of a cube on its face, from 0 to 1.
    std::array<PerLane<float>, 3> position;
    /// Layer of an array, face of a cube; zeros where there are neither.
    PerLane<uint32_t> layer;
    PerLane<float> reference;
    std::array<PerLane<int32_t>, 3> offset;
    PerLane<LaneFootprint> footprint;
    bool hasFootprints = false;
    unsigned axes = 2;
    /// There are layers or faces.
    bool layered = false;
    /// There are texel offsets.
    bool shifted = false;
    bool quadsShareFootprint = false;

    const LaneFootprint& footprintOf(unsigned lane) const { return hasFootprints ? footprint[lane] : kPointFootprint; }
};

/// For the lanes of `lanes`; of quads any of whose lanes is wanted, all lanes have to have coordinates. Without
/// `footprints`, all are points.
void locateLanes(const Texture& texture, const SamplerDescriptor& sampler,
                 const ir3::TextureInstructionRequest& request, const isa::WaveMask& lanes, bool footprints,
                 LaneGeometry& geometry);

/// A cube's face, and coordinates on it from 0 to 1, of a direction.
func::CubePlace cubePlaceOf(const std::array<float, 3>& direction);

}  // namespace cyclorama::adreno
