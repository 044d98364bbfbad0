// SPDX-License-Identifier: MIT
#include "families/adreno/vsc/binning_sink.h"

namespace cyclorama::adreno {

bool isBinningPass(const RegisterValues& registers) {
    return registers.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == 1;
}

void BinningSink::beginDraw(const PrimitiveDraw& draw) {
    if (registers_.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field)) return;
    control_ = decodeRasterControl(registers_, draw.stage);
    setup_.emplace(control_, draw);
    lrzStage_.reset();
    lrz_ = startLrz(registers_, generation_, memory_, control_, listener_);
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
        pass_.add(primitives_, list_.setups[i].bounds);
        isLeft = true;
    }
    if (!lrzStage_ || list_.size() == 0) return;
    LrzCounts& counts = counters_.lrz;
    ++(isLeft ? counts.keptPrimitives : counts.rejectedPrimitives);
}

void BinningSink::endDraw() {
    if (setup_) counters_.count(Statistic::ClipPrimitives, setup_->left());
    if (lrzStage_) counters_.lrz += lrzStage_->counts();
    lrzStage_.reset();
    setup_.reset();
}

}  // namespace cyclorama::adreno
