// SPDX-License-Identifier: MIT
#include "families/adreno/checks/image_use.h"

#include "families/adreno/surface/surface_view.h"
#include "families/adreno/tp/texture.h"

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

ImageUse useOf(const Texture& image, MemoryClient unit) {
    const TextureDescriptor& descriptor = image.descriptor();
    const bool compressed = descriptor.flags && image.level(0).tiled;
    return {.unit = unit,
            .address = descriptor.address + image.level(0).base,
            .bytes = image.extent(),
            .compressed = compressed,
            .flags = compressed ? descriptor.flagAddress : 0,
            .pixelBytes = image.pixelBytes(),
            .tallTiles = image.format() != nullptr && image.format()->isTall()};
}

}  // namespace cyclorama::adreno
