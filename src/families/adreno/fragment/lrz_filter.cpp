// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/lrz_filter.h"

namespace cyclorama::adreno {

bool LrzFilter::begin(uint32_t triangle, int32_t minY, int32_t maxY) {
    left_ = stage_.take(list_.setups[triangle], list_.triangles[triangle], minY, maxY);
    return left_ != LrzStage::Verdict::None || ends_ || tracer_;
}

void LrzFilter::filter(func::QuadBatch& quads, uint32_t first) {
    if (left_ == LrzStage::Verdict::All) return;
    uint32_t kept = first;
    for (uint32_t q = first; q < quads.quads; ++q) {
        if (left_ == LrzStage::Verdict::None || stage_.rejects(quads.x[q], quads.y[q])) {
            if (ends_) ends_.rejected(quads.x[q], quads.y[q], quads.sampleCoverage[q], samples_);
            if (tracer_) tracer_.rejected(quads.triangle[q], quads.x[q], quads.y[q], quads.sampleCoverage[q]);
            continue;
        }
        quads.x[kept] = quads.x[q];
        quads.y[kept] = quads.y[q];
        quads.triangle[kept] = quads.triangle[q];
        quads.sampleCoverage[kept] = quads.sampleCoverage[q];
        ++kept;
    }
    quads.quads = kept;
}

}  // namespace cyclorama::adreno
