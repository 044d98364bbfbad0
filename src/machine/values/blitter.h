// SPDX-License-Identifier: MIT
#pragma once

#include "func/texture/texture_state.h"
#include "gpu/draw_state.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// Parts of a blit that were refused.
struct BlitResult {
    /// The formats or the layout cannot be copied; nothing was.
    bool unsupported = false;
    /// The render target has another format than the image: four bytes of each pixel were copied as they are.
    bool convertsNothing = false;
    /// Pixels outside of the render target, the image or memory; they were left out.
    uint64_t outOfRange = 0;
};

/// Copies the blit window of render target 0 to the destination image: the first four bytes of each pixel, whatever its
/// format and samples, to a texel of 8-bit RGBA.
BlitResult blit(const gpu::DrawState& state, Surfaces& surfaces, const func::TextureUnitSettings& settings,
                mem::AddressSpace& memory);

}  // namespace cyclorama::machine
