// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "func/texture/surface_quad_plan.h"
#include "func/texture/texture_access.h"
#include "func/texture/texture_state.h"
#include "machine/timing/texture/texture_request.h"
#include "machine/timing/texture/texture_unit_statistics.h"

namespace cyclorama::machine::timing {

/// Plan of a quad's access: its number of samples and loops, and the state that locates each sample.
struct PlannedAccess {
    func::QuadAccess quad;              // for textures that are no surfaces
    func::SurfaceQuadAccess surface{};  // for surfaces
    uint32_t sampleCount = 0;
    uint32_t loops = 0;  // each sample's
    TextureAccessKind kind;
};

/// Finds the texels of accesses: those of textures, of surfaces (func/texture/surface_quad_plan.h), of attribute loads,
/// and of accesses of programs to memory. The texture unit accounts for their time.
class TexelLocator {
  public:
    explicit TexelLocator(const func::TextureUnitSettings& sampling) : sampling_(sampling) {}

    void plan(const TextureRequest& request, PlannedAccess& access);
    /// The texels of a sample of a planned access, valid until the next call.
    const func::SampleTexels& locate(const TextureRequest& request, const PlannedAccess& access, uint32_t sample);

  private:
    /// The bytes that each fragment of an access to memory takes part with.
    void locateMemory(const TextureRequest& request);
    /// Plans into whole_ an access that cannot be located a sample at a time.
    void planWhole(const TextureRequest& request);

    func::TextureUnitSettings sampling_;
    func::TextureAccessPlan whole_;
    func::SampleTexels texels_;
};

}  // namespace cyclorama::machine::timing
