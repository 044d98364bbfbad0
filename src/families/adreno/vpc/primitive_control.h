// SPDX-License-Identifier: MIT
#pragma once
// Registers of primitive control and of the VPC that a draw uses, decoded once.

#include <cstdint>
#include <optional>

#include "families/adreno/registers/register_values.h"
#include "families/adreno/vpc/primitives.h"

namespace cyclorama::adreno {

struct PrimitiveControl {
    /// An index that ends strips, fans and loops.
    std::optional<uint32_t> restartIndex;
    bool provokingLast = false;
    /// Clockwise and counter-clockwise triangles of patches change places (D3D_VERTEX_ORDERING).
    bool turnsPatches = false;
    /// Primitives end after the streamout.
    bool discards = false;
    /// The stream that is rasterized.
    uint32_t rasterStream = 0;
    /// Views that are drawn, a bit each; 1 without multiview.
    uint32_t views = 1;
    /// The vertex program gives a position for each view, and is executed once for all.
    bool positionPerView = false;
    /// VPC_CNTL_0.
    uint32_t primitiveIdLocation = 0;
    uint32_t viewIdLocation = 0;

    /// Primitives come to the rasterizer, if the draw makes any. Geometry programs alone have several streams.
    bool rasterizes(const PrimitiveDraw& draw) const {
        return !discards && draw.layout.position != VertexLayout::kNone &&
               (rasterStream == 0 || draw.stage == LastStage::Geometry);
    }

    static PrimitiveControl of(const RegisterValues& registers);
};

}  // namespace cyclorama::adreno
