// SPDX-License-Identifier: MIT
#include "families/adreno/vsc/binning_draw.h"

namespace cyclorama::adreno {

std::optional<BinningState> BinningState::of(const RegisterValues& registers, GpuGeneration generation,
                                             const PrimitiveDraw& draw) {
    if (registers.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field)) return std::nullopt;
    const RasterControl raster = decodeRasterControl(registers, draw);
    return BinningState{.raster = raster, .lrz = decodeLrzControl(registers, generation, raster.samples)};
}

void BinningDraw::run(PrimitiveSource& primitives, const BinningState& state) {
    begin(primitives.draw(), state);
    while (const PrimitiveBatch* const batch = primitives.next()) {
        take(*batch);
        while (next()) {
        }
    }
    close();
}

void BinningDraw::begin(const PrimitiveDraw& draw, const BinningState& state) {
    state_ = state;
    setup_.emplace(state_->raster, draw);
    if (const auto lrz = startLrz(state_->lrz, memory_, state_->raster, listener_)) lrz_.emplace(*lrz);
    if (lrz_ && lrz_->control.tests) stage_.emplace(*lrz_);
}

void BinningDraw::take(const PrimitiveBatch& batch) {
    if (setup_) setup_->begin(batch);
}

std::optional<BinnedPrimitive> BinningDraw::next() {
    if (!setup_ || !setup_->next(triangles_)) return std::nullopt;
    const BinnedPrimitive made{.bins = noteBins(), .clipped = !triangles_.parts.empty()};
    triangles_.clear();
    ++primitives_;
    return made;
}

void BinningDraw::close() {
    if (setup_) counters_.count(PipelineStatistic::ClipPrimitives, setup_->left());
    if (stage_) counters_.lrz += stage_->counts();
}

uint32_t BinningDraw::noteBins() {
    bool isLeft = false;
    uint32_t bins = 0;
    for (size_t i = 0; i < triangles_.size(); ++i) {
        const func::SetupTriangle& setup = triangles_.setups[i];
        if (stage_ && stage_->take(setup, triangles_.triangles[i], 0, kMostPixels) == LrzStage::Verdict::None) continue;
        bins += pass_.add(primitives_, setup.bounds);
        isLeft = true;
    }
    if (stage_ && triangles_.size() != 0) {
        LrzCounts& counts = counters_.lrz;
        ++(isLeft ? counts.keptPrimitives : counts.rejectedPrimitives);
    }
    return bins;
}

}  // namespace cyclorama::adreno
