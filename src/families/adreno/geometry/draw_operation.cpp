// SPDX-License-Identifier: MIT
#include "families/adreno/geometry/draw_operation.h"

#include "families/adreno/geometry/draw.h"
#include "families/adreno/geometry/geometry_findings.h"

namespace cyclorama::adreno {
namespace {

/// Primitives end here.
class NoRasterizer final : public PrimitiveSink {
  public:
    explicit NoRasterizer(Reporter& reporter) : reporter_(reporter) {}
    void beginDraw(const PrimitiveDraw&) override { reporter_.report(findings::kDrawNotExecuted); }
    void take(const PrimitiveBatch&) override {}
    void endDraw() override {}

  private:
    Reporter& reporter_;
};

}  // namespace

void DrawOperation::run(Execution& execution) const {
    NoRasterizer sink(execution.reporter());
    drawPrimitives(operands_, execution, sink);
}

}  // namespace cyclorama::adreno
