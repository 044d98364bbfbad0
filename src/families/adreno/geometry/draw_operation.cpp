// SPDX-License-Identifier: MIT
#include "families/adreno/geometry/draw_operation.h"

#include "families/adreno/geometry/draw.h"
#include "families/adreno/render/renderer.h"

namespace cyclorama::adreno {

void DrawOperation::run(Execution& execution) const {
    Renderer renderer(execution);
    drawPrimitives(operands_, execution, renderer);
}

}  // namespace cyclorama::adreno
