// SPDX-License-Identifier: MIT
#include "families/adreno/vsc/binning_sink.h"

namespace cyclorama::adreno {

bool isBinningPass(const RegisterValues& registers) {
    return registers.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == 1;
}

BinningSink::BinningSink(Execution& execution, bool counts) : execution_(execution) {
    execution.pipeline.binning.beginDraw(counts);
}

BinningSink::~BinningSink() { execution_.pipeline.binning.endDraw(primitives_); }

void BinningSink::beginDraw(const PrimitiveDraw& draw) {
    if (execution_.state.registers.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field)) return;
    control_ = decodeRasterControl(execution_.state.registers, draw.stage);
    setup_.emplace(control_, draw);
    lrzStage_.reset();
    lrz_ = startLrz(execution_, control_);
    if (lrz_ && lrz_->control.tests) lrzStage_.emplace(*lrz_);
}

void BinningSink::take(const PrimitiveBatch& batch) {
    if (!setup_) return;
    setup_->begin(batch);
    for (const Primitive& primitive : batch.primitives) {
        setup_->add(primitive, list_);
        noteBins();
        list_.clear();
        ++primitives_;
    }
}

void BinningSink::noteBins() {
    constexpr int32_t kAllRows = 16384;
    bool isLeft = false;
    for (size_t i = 0; i < list_.size(); ++i) {
        if (lrzStage_ && lrzStage_->take(list_.setups[i], list_.triangles[i], 0, kAllRows) == LrzStage::Verdict::None)
            continue;
        execution_.pipeline.binning.add(primitives_, list_.setups[i].bounds);
        isLeft = true;
    }
    if (!lrzStage_ || list_.size() == 0) return;
    LrzCounts& counts = execution_.pipeline.counters.lrz;
    ++(isLeft ? counts.keptPrimitives : counts.rejectedPrimitives);
}

void BinningSink::endDraw() {
    if (setup_) execution_.pipeline.counters.count(Statistic::ClipPrimitives, setup_->left());
    if (lrzStage_) execution_.pipeline.counters.lrz += lrzStage_->counts();
    lrzStage_.reset();
    setup_.reset();
}

}  // namespace cyclorama::adreno
