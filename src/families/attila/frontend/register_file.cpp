// SPDX-License-Identifier: MIT
#include "families/attila/frontend/register_file.h"

namespace cyclorama::attila {

void RegisterFile::setMultisampling(const gpu::Multisampling& value) {
    draw.multisampling = value;
    const uint32_t samples = value.samplesPerPixel();
    draw.raster.samples = samples;
    draw.depthStencil.samples = samples;
    for (gpu::RenderTarget& target : draw.color.targets) target.color.samples = samples;
}

}  // namespace cyclorama::attila
