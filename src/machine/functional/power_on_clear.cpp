// SPDX-License-Identifier: MIT
#include "machine/functional/power_on_clear.h"

#include <utility>

#include "func/output/color_write.h"

namespace cyclorama::machine {

void PowerOnClear::clear(const gpu::DrawState& state, Surfaces& surfaces) {
    static const gpu::DrawState kPowerOn;
    if (std::exchange(color_, false)) {
        const MappedSurface surface = surfaces.color(state, 0);
        if (surface.valid)
            func::fillColor(surface.bytes, state.color->targets[0].color.format, kPowerOn.color->clearColor);
    }
    // Where neither test is made, the address may be that of anything.
    const bool tested = state.depthStencil->depthTest || state.depthStencil->stencilTest;
    if (tested && std::exchange(depth_, false)) {
        const MappedSurface surface = surfaces.depthStencil(state);
        if (surface.valid)
            func::fillDepthStencil(surface.bytes, kPowerOn.depthBuffer->clearDepth,
                                   static_cast<uint8_t>(kPowerOn.depthBuffer->clearStencil));
    }
}

}  // namespace cyclorama::machine
