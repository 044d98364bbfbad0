// SPDX-License-Identifier: MIT
#pragma once

#include "virgl/renderer.h"

namespace cyclorama::attila {

/// Copies between textures of the driver as glBlitFramebuffer does, scaled, filtered and turned over; levels of detail
/// are made so. Texels of the target whose source is beyond its texture are kept. The processor does it. Throws
/// virgl::Unsupported for formats that differ by less than bytes.
void blitTextures(const virgl::BlitRequest& request);

/// Copies the bytes of all samples of pixels.
void copySamples(const virgl::CopyRequest& request);

}  // namespace cyclorama::attila
