// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/index_shares.h"

namespace cyclorama::adreno {

void IndexShares::take(uint64_t done, uint64_t all, VertexWave& wave) {
    const uint64_t last = first_.indices + (end_.indices - first_.indices) * done / all;
    wave.indices = static_cast<uint32_t>(last - next_.indices);
    if (operands_.initiator.source() == DrawInitiator::Memory) {
        const uint32_t bytes = operands_.initiator.indexBytes();
        for (uint64_t i = next_.indices; i < last; ++i) {
            const uint64_t place = operands_.firstIndex + i % operands_.count;
            if (place < operands_.mostIndices) wave.indexLines.access(operands_.indexAddress + place * bytes, bytes);
        }
    }
    next_.indices = last;
    const uint64_t lastSkipped = first_.skipped + (end_.skipped - first_.skipped) * done / all;
    wave.skipped = static_cast<uint32_t>(lastSkipped - next_.skipped);
    next_.skipped = lastSkipped;
}

}  // namespace cyclorama::adreno
