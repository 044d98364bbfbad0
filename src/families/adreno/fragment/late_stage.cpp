// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/late_stage.h"

#include <span>

namespace cyclorama::adreno {

void LateStage::begin(const FragmentBatch& batch) {
    ends_.begin(std::span(batch.live).first(batch.quads));
    if (!shaded_) return;
    ends_.shaded(observed(batch));
    if (tracer_) beforeProgram_ = batch.live;
}

void LateStage::finish(const WaveResults& wave, FragmentBatch& batch) {
    output_.testAlpha(wave, batch);
    ends_.ended(gpu::FragmentEnd::Killed, observed(batch));
    if (tracer_) machine::traceKilled(tracer_.trace(), observed(batch), beforeProgram_);
    if (!testsEarly_) output_.testDepth(wave, batch);
    ends_.ended(gpu::FragmentEnd::Late, observed(batch));
    ends_.written(observed(batch));
    output_.writeColors(wave, batch);
    if (tracer_) machine::finishAll(tracer_.trace(), observed(batch));
}

void LateStage::finishUnshaded(FragmentBatch& batch) {
    if (!testsEarly_) output_.testDepth(batch);
    ends_.ended(gpu::FragmentEnd::Early, observed(batch));
    ends_.written(observed(batch));
    if (tracer_) machine::finishAll(tracer_.trace(), observed(batch));
}

}  // namespace cyclorama::adreno
