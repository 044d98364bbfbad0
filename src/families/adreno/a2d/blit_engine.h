// SPDX-License-Identifier: MIT
#pragma once
// The 2D engine: fills, copies, and copies with scaling, rotation, mirrored axes, conversion of formats and means of
// samples.

#include <cstdint>
#include <optional>

#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/surface/texel_rows.h"

namespace cyclorama::adreno {

/// The view of an image as far as it reaches to the right and down, exclusively. Nothing where the format is unknown.
std::optional<SurfaceView> viewOf(const BlitImage& image, uint32_t width, uint32_t height, const Chip& chip);

/// The words of a solid colour, for texels of a format.
std::array<uint32_t, 4> solidWords(const BlitState& state, const func::PackedFormat& format);

/// Does the blit that the registers describe.
void scaleBlit(Execution& execution);

/// CP_BLIT with BLIT_OP_SCALE.
class ScaleBlit final : public ChipOperation {
  public:
    using ChipOperation::ChipOperation;
    gpu::WorkKind kind() const override { return gpu::WorkKind::Blit; }

  protected:
    void run(Execution& execution) const override { scaleBlit(execution); }
};

}  // namespace cyclorama::adreno
