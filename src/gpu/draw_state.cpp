// SPDX-License-Identifier: MIT
#include "gpu/draw_state.h"

namespace cyclorama::gpu {

DrawState::DrawState() {
    func::RasterState& rasterizer = raster.edit();
    rasterizer.viewport = {.x = 0, .y = 0, .width = 400, .height = 400};
    rasterizer.scissor = {.enabled = false, .x = 0, .y = 0, .width = 400, .height = 400};
    rasterizer.surfaceWidth = 400;
    rasterizer.surfaceHeight = 400;
    std::array<RenderTarget, kRenderTargets>& targets = color.edit().targets;
    for (uint32_t target = 0; target < kRenderTargets; ++target) {
        targets[target].address = 0x00600000 + 0x00100000 * target;
        targets[target].color.format = func::Format::R32Float;
    }
    targets[0].enabled = true;
    targets[0].address = 0x00400000;
    targets[0].color.format = func::Format::Rgba8888;
}

}  // namespace cyclorama::gpu
