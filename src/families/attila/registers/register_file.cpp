// SPDX-License-Identifier: MIT
#include "families/attila/registers/register_file.h"

#include <array>

namespace cyclorama::attila {

gpu::DrawState initialDrawState() {
    constexpr uint32_t kSize = 400;  // pixels
    constexpr uint64_t kMegabyte = 0x0010'0000;
    gpu::DrawState state;
    func::RasterState& raster = state.raster.edit();
    raster.viewport = {.x = 0, .y = 0, .width = kSize, .height = kSize};
    raster.scissor = {.enabled = false, .x = 0, .y = 0, .width = kSize, .height = kSize};
    raster.surfaceWidth = kSize;
    raster.surfaceHeight = kSize;
    state.depthBuffer.edit().address = 6 * kMegabyte;
    gpu::ColorBuffer& color = state.color.edit();
    color.frontAddress = 2 * kMegabyte;
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target) {
        color.targets[target].address = (6 + target) * kMegabyte;
        color.targets[target].color.format = func::Format::R32Float;
    }
    color.targets[0].enabled = true;
    color.targets[0].address = 4 * kMegabyte;
    color.targets[0].color.format = func::Format::Rgba8888;
    state.blit.width = kSize;
    state.blit.height = kSize;
    state.blit.destinationAddress = 0x0800'0000;
    state.blit.destinationLog2Width = 9;
    return state;
}

void RegisterFile::setMultisampling(const gpu::Multisampling& value) {
    draw.multisampling = value;
    const uint32_t samples = value.samplesPerPixel();
    // One register sets all three.
    if (draw.raster->samples == samples) return;
    draw.raster.edit().samples = samples;
    draw.depthStencil.edit().samples = samples;
    for (gpu::RenderTarget& target : draw.color.edit().targets) target.color.samples = samples;
}

}  // namespace cyclorama::attila
