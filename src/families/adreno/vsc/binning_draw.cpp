// SPDX-License-Identifier: MIT
#include "families/adreno/vsc/binning_draw.h"

#include <optional>

namespace cyclorama::adreno {

void BinningDraw::run(PrimitiveSource& primitives) {
    if (registers_.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field)) return primitives.drain();
    const RasterControl control = decodeRasterControl(registers_, primitives.draw());
    PrimitiveSetup setup(control, primitives.draw());
    const std::optional<LrzDraw> lrz = startLrz(registers_, generation_, memory_, control, listener_);
    std::optional<LrzStage> stage;
    if (lrz && lrz->control.tests) stage.emplace(*lrz);
    RasterList triangles;
    while (const PrimitiveBatch* const batch = primitives.next()) {
        setup.begin(*batch);
        while (setup.next(triangles)) {
            noteBins(triangles, stage ? &*stage : nullptr);
            triangles.clear();
            ++primitives_;
        }
    }
    counters_.count(PipelineStatistic::ClipPrimitives, setup.left());
    if (stage) counters_.lrz += stage->counts();
}

void BinningDraw::noteBins(const RasterList& triangles, LrzStage* stage) {
    bool isLeft = false;
    for (size_t i = 0; i < triangles.size(); ++i) {
        const func::SetupTriangle& setup = triangles.setups[i];
        if (stage != nullptr && stage->take(setup, triangles.triangles[i], 0, kMostPixels) == LrzStage::Verdict::None)
            continue;
        pass_.add(primitives_, setup.bounds);
        isLeft = true;
    }
    if (stage == nullptr || triangles.size() == 0) return;
    LrzCounts& counts = counters_.lrz;
    ++(isLeft ? counts.keptPrimitives : counts.rejectedPrimitives);
}

}  // namespace cyclorama::adreno
