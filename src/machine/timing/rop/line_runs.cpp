// SPDX-License-Identifier: MIT
#include "machine/timing/rop/line_runs.h"

#include "func/raster/raster_quad.h"

namespace cyclorama::machine::timing {

sim::Cycle LineRuns::startReads(sim::Cycle cycle, const QuadPiece& piece) {
    reads_ = after(cycle, piece);
    return cycle + reads_.left;
}

sim::Cycle LineRuns::startWrites(sim::Cycle cycle, const QuadPiece& piece, const std::array<uint64_t, 16>& masks,
                                 uint32_t written) {
    writes_ = after(cycle, piece);
    address_ = piece.address + piece.bytes;
    mask_ = 0;
    for (uint32_t step = piece.steps; --step > 0;)
        mask_ = mask_ << piece.bytes | masks[written >> (step * func::kQuadFragments) & 0xf];
    return cycle + writes_.left;
}

void LineRuns::countReads(sim::Cycle end) {
    const uint32_t times = reads_.take(end);
    cache_->continueRead(reads_.slot, reads_.bytes, times);
    statistics_->readOk.add(times);
}

void LineRuns::countWrites(sim::Cycle end) {
    const uint32_t times = writes_.take(end);
    const uint32_t bytes = writes_.bytes * times;
    cache_->continueWrite(address_, writes_.slot, writes_.bytes, mask_, times);
    address_ = address_ + bytes;
    mask_ = bytes < kWriteBytes ? mask_ >> bytes : 0;
    statistics_->writeOk.add(times);
}

}  // namespace cyclorama::machine::timing
