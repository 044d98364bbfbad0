// SPDX-License-Identifier: MIT
#pragma once
// The state of the event BLIT, which moves a bin of an image between memory and GMEM, decoded from its registers (Mesa:
// a6xx.xml; vulkan/tu_clear_blit.cc, event_blit_*; gallium/drivers/freedreno/a6xx/fd6_gmem.cc).

#include <array>
#include <cstdint>

#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/a2d/gmem_layout.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

enum class GmemBlitKind : uint8_t { Store = 0, StoreAndClear = 1, Clear = 2, Load = 3 };

struct GmemBlitState {
    GmemBlitKind kind = GmemBlitKind::Store;
    Bin bin;
    /// The image in GMEM: bytes from GMEM's start, and samples.
    uint32_t gmemOffset = 0;
    uint32_t gmemSamples = 1;
    /// The image in memory.
    BlitImage image;
    /// The first of a pixel's samples, not their mean.
    bool firstSample = false;
    /// Depth or stencil, whose clear mask is 1 for depth and 2 for stencil; else it has a bit for each component.
    bool depth = false;
    uint32_t clearMask = 0;
    /// A texel in the image's format, in the order of GMEM.
    std::array<uint32_t, 4> clearValue{};
    /// Pixels of the image: the scissor within the bin.
    BlitRectangle area;
};

GmemBlitState decodeGmemBlit(const RegisterValues& registers);

}  // namespace cyclorama::adreno
