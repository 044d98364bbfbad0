// SPDX-License-Identifier: MIT
#include "families/adreno/surface/image_use.h"

namespace cyclorama::adreno {

ImageUse useOf(const SurfaceView& view, MemoryClient unit) {
    const SurfaceParameters& parameters = view.parameters();
    return {.unit = unit,
            .address = parameters.address,
            .bytes = view.extent(),
            .compressed = parameters.flags,
            .flags = parameters.flags ? parameters.flagAddress : 0,
            .pixelBytes = view.pixelBytes(),
            .tallTiles = parameters.format != nullptr && parameters.format->isTall()};
}

}  // namespace cyclorama::adreno
