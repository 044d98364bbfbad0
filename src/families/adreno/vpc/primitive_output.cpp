// SPDX-License-Identifier: MIT
#include "families/adreno/vpc/primitive_output.h"

namespace cyclorama::adreno {

const PrimitiveBatch* PrimitiveOutput::next() {
    while (const PrimitiveBatch* const batch = stages_.next()) {
        if (streamout_.writes()) streamout_.write(draw(), *batch);
        if (batch->stream != control_.rasterStream || control_.discards) continue;
        // Also of primitives without a place to draw them at: drivers count those that streams generate there.
        counters_.count(PipelineStatistic::ClipInvocations, batch->primitives.size());
        if (rasterizes()) return batch;
    }
    return nullptr;
}

}  // namespace cyclorama::adreno
