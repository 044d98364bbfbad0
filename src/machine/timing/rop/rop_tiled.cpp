// The way of a quad through a ROP unit where its surfaces are in rows or tiles.

#include "machine/timing/rop/rop_unit.h"

namespace cyclorama::machine::timing {

void RopUnit::placeTiled(Target& target, uint32_t buffer, const gpu::BufferStorage& storage) {
    target.active = target.active && target.surface.valid;
    target.status = {};
    if (target.active && !pools_->tileStatus.allFilled(buffer))
        target.status =
            SurfaceStatus(target.surface, target.address, storage.tileStatus, settings_.cache.geometry.lineBytes);
}

void RopUnit::split(Stamp& stamp) {
    if (stamp.id >= pieces_.size()) pieces_.resize(size_t{stamp.id} + 1);
    QuadPieces& pieces = pieces_[stamp.id];
    stamp.written = stamp.coverage;
    pieces.clear();
    for (uint32_t t = firstTarget_; t < gpu::kRenderTargets; ++t)
        if (const Target& to = targets_[t]; to.active)
            pieces.split(t, to.surface.layout->quad(), func::kQuadFragments * samples_, to.bytesPerSample, to.address,
                         stamp.offset[t]);
}

void RopUnit::fetchPiece(sim::Cycle cycle, Stamp& stamp) {
    QuadPieces& pieces = pieces_[stamp.id];
    QuadPiece& piece = pieces.current();
    const Target& to = targets_[piece.target];
    const bool done = to.readsDestination ? cache_.fetch(piece.address, piece.slot, to.status)
                                          : cache_.allocate(piece.address, piece.slot, to.status);
    if (!done)
        return waitForCache(Stage::Fetch, cycle, Wait::Cache,
                            to.readsDestination ? statistics_.fetchFailed : statistics_.allocateFailed);
    ++(to.readsDestination ? statistics_.fetchOk : statistics_.allocateOk);
    if (pieces.advance()) endFetch(cycle);
}

void RopUnit::readPiece(sim::Cycle cycle, Stamp& stamp) {
    QuadPieces& pieces = pieces_[stamp.id];
    const QuadPiece& piece = pieces.current();
    if (targets_[piece.target].readsDestination) {
        if (!cache_.read(cycle, piece.slot, piece.bytes))
            return waitForCache(Stage::Read, cycle, Wait::Cache, statistics_.readFailed);
        ++statistics_.readOk;
    }
    if (pieces.atFirst()) noteRead(stamp);
    if (pieces.advance()) endRead(cycle);
}

void RopUnit::writePiece(sim::Cycle cycle, const Stamp& stamp) {
    QuadPieces& pieces = pieces_[stamp.id];
    const QuadPiece& piece = pieces.current();
    const Target& to = targets_[piece.target];
    const uint64_t bytes = writtenBytes(piece, to.surface.layout->quad(), to.address + stamp.offset[piece.target],
                                        stamp.written, to.sampleBytes);
    if (bytes == 0) {
        cache_.release(piece.slot);
    } else {
        if (!cache_.write(cycle, piece.address, piece.slot, piece.bytes, bytes))
            return waitForCache(Stage::Write, cycle, Wait::Cache, statistics_.writeFailed);
        ++statistics_.writeOk;
    }
    // The line may have lost its last reserve.
    stages_.wake(Stage::Fetch, Wait::Cache);
    if (pieces.advance()) endWrite(cycle);
}

}  // namespace cyclorama::machine::timing
