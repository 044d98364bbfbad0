// SPDX-License-Identifier: MIT
#include "families/adreno/chip/dialect.h"

#include "gpu/window_dialect.h"

namespace cyclorama::adreno {

// Turnip reports the standard sample locations of Vulkan (Mesa: tu_device.cc).
gpu::Dialect dialect() {
    gpu::Dialect dialect = gpu::windowDialect();
    dialect.depthComponent = 0;
    return dialect;
}

}  // namespace cyclorama::adreno
