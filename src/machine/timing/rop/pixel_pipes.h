// SPDX-License-Identifier: MIT
#pragma once
// Assignment of pixels to render output pipes outside of the tile hierarchy: rows of tiles, or of supertiles, go round,
// as the multi-tiled layouts of two pixel pipes have them (func/layout/pixel_layout.h). The same where the pipes share
// a surface of another layout: an estimate, which keeps lines and tile status apart.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "gpu/draw_state.h"

namespace cyclorama::machine::timing {

class PixelPipes {
  public:
    PixelPipes() = default;
    PixelPipes(const gpu::DrawState& state, uint32_t pipes)
        : pipes_(pipes), rowShift_(static_cast<uint32_t>(std::countr_zero(rowsOf(state)))) {}

    uint32_t of(uint32_t y) const { return (y >> rowShift_) % pipes_; }

  private:
    /// Rows of pixels that belong to one pipe; colour decides, where there is any.
    static uint32_t rowsOf(const gpu::DrawState& state) {
        func::Tiling tiling = state.depthBuffer->storage.tiling;
        for (const gpu::RenderTarget& target : state.color->targets) {
            if (!target.enabled) continue;
            tiling = target.storage.tiling;
            break;
        }
        const uint32_t samples = state.multisampling.samplesPerPixel();
        const uint32_t down = samples / func::samplesAcross(samples);
        return std::max((tiling == func::Tiling::SuperTiled ? 64u : 4u) / down, func::kQuadWidth);
    }

    uint32_t pipes_ = 1;
    uint32_t rowShift_ = 1;
};

}  // namespace cyclorama::machine::timing
