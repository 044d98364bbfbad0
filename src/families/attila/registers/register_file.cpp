// SPDX-License-Identifier: MIT
#include "families/attila/registers/register_file.h"

namespace cyclorama::attila {

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
