// SPDX-License-Identifier: MIT
#include "families/adreno/vpc/primitive_output.h"

namespace cyclorama::adreno {

void PrimitiveOutput::begin(const PrimitiveDraw& draw, const PrimitiveControl& control) {
    draw_ = &draw;
    control_ = &control;
    rasterizes_ = !control.discards && draw.layout.position != VertexLayout::kNone;
    if (rasterizes_) sink_.beginDraw(draw);
}

void PrimitiveOutput::emit(const PrimitiveBatch& batch, uint32_t stream) {
    if (streamout_.writes()) streamout_.write(*draw_, batch, stream);
    if (stream != control_->rasterStream || control_->discards) return;
    // Also of primitives without a place to draw them at: drivers count those that streams generate there.
    counters_.count(Statistic::ClipInvocations, batch.primitives.size());
    if (rasterizes_) sink_.take(batch);
}

void PrimitiveOutput::end() {
    if (rasterizes_) sink_.endDraw();
}

}  // namespace cyclorama::adreno
