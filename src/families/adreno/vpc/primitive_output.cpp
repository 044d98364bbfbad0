// SPDX-License-Identifier: MIT
#include "families/adreno/vpc/primitive_output.h"

namespace cyclorama::adreno {

PrimitiveOutput::PrimitiveOutput(const PrimitiveDraw& draw, const DrawState& state, Execution& execution,
                                 PrimitiveSink& sink)
    : draw_(draw),
      state_(state),
      sink_(sink),
      counters_(execution.pipeline.counters),
      rasterizes_(!state.discards && draw.layout.position != VertexLayout::kNone),
      streamout_(execution) {}

void PrimitiveOutput::begin() {
    if (rasterizes_) sink_.beginDraw(draw_);
}

void PrimitiveOutput::hand(const PrimitiveBatch& batch, uint32_t stream) {
    if (streamout_.writes()) streamout_.write(draw_, batch, stream);
    if (stream != state_.rasterStream || state_.discards) return;
    // Also of primitives without a place to draw them at: drivers count those that streams generate there.
    counters_.count(Statistic::ClipInvocations, batch.primitives.size());
    if (rasterizes_) sink_.take(batch);
}

void PrimitiveOutput::end() {
    if (rasterizes_) sink_.endDraw();
}

}  // namespace cyclorama::adreno
