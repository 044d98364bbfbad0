// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/draw_bins.h"

namespace cyclorama::adreno {

DrawBins::DrawBins(const DrawOperation& operation, const OpenDraw& draw, const GpuMemory& memory)
    : operation_(operation), draw_(draw), binning_(operation.openBins(memory)) {
    if (draw.bins) binning_->begin(draw.primitives, *draw.bins);
    binning_->reportLrz(lrz_.addresses());
}

void DrawBins::take(const VertexWave& wave) {
    PrimitiveBatch batch = wave.batchOf(wave.records(), wave.primitives);
    if (draw_.shape.primitive == InputPrimitive::Rectangles) batch = rectangles_.expand(draw_.primitives, batch);
    binning_->take(batch);
}

std::optional<BinnedPrimitive> DrawBins::setUpNext() { return binning_->next(); }

StreamState DrawBins::end() {
    binning_->close();
    binning_.reset();
    return StreamState::of(operation_.registers(), operation_.binnedSizes());
}

}  // namespace cyclorama::adreno
