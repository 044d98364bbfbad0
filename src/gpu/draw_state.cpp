// SPDX-License-Identifier: MIT
#include "gpu/draw_state.h"

namespace cyclorama::gpu {

DrawState::DrawState() {
    raster.viewport = {.x = 0, .y = 0, .width = 400, .height = 400};
    raster.scissor = {.enabled = false, .x = 0, .y = 0, .width = 400, .height = 400};
    raster.surfaceWidth = 400;
    raster.surfaceHeight = 400;
    for (uint32_t target = 0; target < kRenderTargets; ++target) {
        color.targets[target].address = 0x00600000 + 0x00100000 * target;
        color.targets[target].color.format = func::Format::R32Float;
    }
    color.targets[0].enabled = true;
    color.targets[0].address = 0x00400000;
    color.targets[0].color.format = func::Format::Rgba8888;
}

}  // namespace cyclorama::gpu
