// SPDX-License-Identifier: MIT
#pragma once
// Registers and numbers of a draw of patches that its tessellator uses, decoded once.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/vpc/primitive_control.h"
#include "families/adreno/vpc/primitives.h"
#include "func/raster/tessellator.h"

namespace cyclorama::adreno {

struct TessellationControl {
    func::TessellationMode mode;
    /// Patches that share the memory between vertex and hull stage.
    size_t mostPatches = 1;
    /// Patches whose factors and outputs fit the buffers of these: a piece of the draw (CP_SET_SUBDRAW_SIZE).
    size_t piecePatches = 1;

    PrimitiveTopology topology() const { return static_cast<PrimitiveTopology>(mode.cornersPerPrimitive() - 1); }
    /// `vertices`: those of a patch.
    static TessellationControl of(const DrawOperands& operands, uint32_t vertices, const PrimitiveControl& control,
                                  const RegisterValues& registers);
};

/// Gives parts of a draw their places in the buffers: from the start again when a part of the piece would not fit.
class PatchPlaces {
  public:
    explicit PatchPlaces(const TessellationControl& control) : control_(control) {}

    /// Patches that the next part may have.
    size_t most() {
        if (next_ == control_.piecePatches) next_ = 0;
        return std::min(control_.mostPatches, control_.piecePatches - next_);
    }
    /// The first place of a part with that many, at most most().
    uint32_t take(size_t patches) {
        const size_t first = next_;
        next_ += patches;
        return static_cast<uint32_t>(first);
    }

  private:
    const TessellationControl& control_;
    size_t next_ = 0;
};

}  // namespace cyclorama::adreno
