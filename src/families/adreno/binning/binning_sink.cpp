// SPDX-License-Identifier: MIT
#include "families/adreno/binning/binning_sink.h"

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
}

void BinningSink::take(const PrimitiveBatch& batch) {
    if (!setup_) return;
    PrimitiveBatch one = batch;
    for (size_t i = 0; i < batch.primitives.size(); ++i) {
        one.primitives = batch.primitives.subspan(i, 1);
        setup_->add(one, list_);
        for (const func::SetupTriangle& triangle : list_.setups)
            execution_.pipeline.binning.add(primitives_, triangle.bounds);
        list_.clear();
        ++primitives_;
    }
}

}  // namespace cyclorama::adreno
