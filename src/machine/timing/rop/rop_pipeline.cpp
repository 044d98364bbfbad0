// The way of a quad through a ROP unit, stage by stage.

#include <bit>

#include "machine/timing/rop/rop_unit.h"

namespace cyclorama::machine::timing {

void RopUnit::draw(sim::Cycle cycle, bool memoryUsed) {
    if (lastReceived_ && stamps_.inUse() == 0 && !memoryUsed) {
        leaveLast(cycle, lastQuad_);
        lastReceived_ = false;
        status_ = UnitStatus::End;
    }
    terminate(cycle);
    write();
    endOperation(cycle);
    startOperation(cycle);
    read();
    fetch();
    receive(cycle);
}

void RopUnit::receive(sim::Cycle cycle) {
    for (const QuadId id : input.take(cycle)) {
        statistics_.inputs.add(func::kQuadFragments);
        if ((*pools_).quads[id].last) {
            lastReceived_ = true;
            lastQuad_ = id;
        } else {
            enter(id);
        }
    }
}

uint32_t RopUnit::arrivingCoverage(const QuadInFlight& quad) const {
    const uint32_t alive = ~quad.culled & 0xf;
    if (samples_ == 1) return alive;
    // ATTILA forgets which fragments were killed, as long as one of the quad was not.
    if (wholeQuads_) return quad.samples;
    uint32_t kept = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((alive >> f & 1) != 0) kept |= ((1u << samples_) - 1) << (f * samples_);
    return quad.samples & kept;
}

void RopUnit::enter(QuadId id) {
    const QuadInFlight& quad = pools_->quads[id];
    statistics_.outside.add(static_cast<uint64_t>(std::popcount(quad.culled & 0xf)));
    if ((quad.culled & 0xf) == 0xf) {
        statistics_.culled.add(func::kQuadFragments);
        pools_->dropQuad(id);
        return;
    }
    const StampId stampId = stamps_.acquire();
    Stamp& stamp = stamps_[stampId];
    stamp.quad = id;
    stamp.coverage = arrivingCoverage(quad);
    stamp.nextTarget = firstTarget_;
    const auto x = static_cast<uint32_t>(quad.quad.x);
    const auto y = static_cast<uint32_t>(quad.quad.y);
    for (uint32_t t = firstTarget_; t < gpu::kRenderTargets; ++t) {
        const Target& to = targets_[t];
        if (to.active && to.surface.layout != nullptr && x < to.surface.layout->paddedWidth() &&
            y < to.surface.layout->paddedHeight())
            stamp.offset[t] = to.surface.layout->offset(x, y);
    }
    if (tiled_) split(stampId);
    inputs_.push(stampId);
}

bool RopUnit::advanceTarget(Stamp& stamp) const {
    do ++stamp.nextTarget;
    while (stamp.nextTarget < gpu::kRenderTargets && !targets_[stamp.nextTarget].active);
    if (stamp.nextTarget < gpu::kRenderTargets) return false;
    stamp.nextTarget = firstTarget_;
    return true;
}

bool RopUnit::advanceSample(Stamp& stamp) const {
    if (++stamp.nextSample < samples_) return false;
    stamp.nextSample = 0;
    return advanceTarget(stamp);
}

void RopUnit::fetch() {
    if (inputs_.empty()) {
        ++statistics_.inputEmpty;
        return;
    }
    if (activeTargets_ == 0) {
        if (written_.full())
            ++statistics_.writeFull;
        else
            written_.push(inputs_.pop());
        return;
    }
    sim::BoundedQueue<StampId>& next = anyRead_ ? fetched_ : reads_;
    if (next.full()) {
        ++(anyRead_ ? statistics_.fetchFull : statistics_.readFull);
        return;
    }
    if (tiled_) return fetchPiece(inputs_.front(), next);
    Stamp& stamp = stamps_[inputs_.front()];
    const uint32_t t = stamp.nextTarget;
    const bool reads = targets_[t].readsDestination;
    const bool done = reads ? cache_.fetch(addressOf(stamp), stamp.slot[t], samples_)
                            : cache_.allocate(addressOf(stamp), stamp.slot[t], samples_);
    if (!done) {
        ++(reads ? statistics_.fetchFailed : statistics_.allocateFailed);
        return;
    }
    ++(reads ? statistics_.fetchOk : statistics_.allocateOk);
    if (t == 0 && tracksClear_) clearedLines_.use(stamp.offset[0], stepBytes(stamp) * samples_);
    if (advanceTarget(stamp)) next.push(inputs_.pop());
}

bool RopUnit::waitsForWrite(const Stamp& stamp, StampId id) const {
    const uint32_t t = stamp.nextTarget;
    for (uint32_t i = 0; i < betweenReadAndWrite_.size(); ++i)
        if (const StampId other = betweenReadAndWrite_[i]; other != id && stamps_[other].offset[t] == stamp.offset[t])
            return true;
    return false;
}

void RopUnit::read() {
    if (fetched_.empty()) {
        ++statistics_.fetchEmpty;
        return;
    }
    const StampId id = fetched_.front();
    Stamp& stamp = stamps_[id];
    // Later samples find no more writes to wait for than the first.
    if (stamp.nextSample == 0 && waitsForWrite(stamp, id)) {
        ++statistics_.readAfterWrite;
        return;
    }
    if (reads_.full()) {
        ++statistics_.readFull;
        return;
    }
    if (tiled_) return readPiece(id);
    const bool first = stamp.nextTarget == firstTarget_ && stamp.nextSample == 0;
    if (!cache_.read(stamp.slot[stamp.nextTarget], stepBytes(stamp))) {
        ++statistics_.readFailed;
        return;
    }
    ++statistics_.readOk;
    if (first) betweenReadAndWrite_.push(id);
    if (advanceSample(stamp)) reads_.push(fetched_.pop());
}

void RopUnit::startOperation(sim::Cycle cycle) {
    if (operationCycles_ > 0) --operationCycles_;
    if (operationCycles_ > 0) {
        ++statistics_.operatorBusy;
        return;
    }
    if (reads_.empty()) {
        ++statistics_.readEmpty;
        return;
    }
    if (operated_.size() > settings_.operatedQueueSize - settings_.operationLatency) {
        ++statistics_.operatedFull;
        return;
    }
    operating_.push({.stamp = reads_.pop(), .ends = cycle + settings_.operationLatency});
    operationCycles_ = settings_.operationRate * samples_ * activeTargets_;
}

void RopUnit::endOperation(sim::Cycle cycle) {
    if (operating_.empty() || operating_.front().ends != cycle) return;
    const StampId id = operating_.pop().stamp;
    Stamp& stamp = stamps_[id];
    operate(stamp, pools_->quads[stamp.quad]);
    operated_.push(id);
    ++statistics_.operated;
}

void RopUnit::write() {
    if (operated_.empty()) {
        ++statistics_.operatedEmpty;
        return;
    }
    if (written_.full()) {
        ++statistics_.writeFull;
        return;
    }
    if (tiled_) return writePiece(operated_.front());
    Stamp& stamp = stamps_[operated_.front()];
    const Target& to = targets_[stamp.nextTarget];
    const uint32_t bytes = stepBytes(stamp);
    const uint32_t covered = stamp.coverage >> (stamp.nextSample * func::kQuadFragments) & 0xf;
    if (!cache_.write(addressOf(stamp) + stamp.nextSample * bytes, stamp.slot[stamp.nextTarget], bytes,
                      to.writeMasks[covered])) {
        ++statistics_.writeFailed;
        return;
    }
    ++statistics_.writeOk;
    if (!advanceSample(stamp)) return;
    written_.push(operated_.pop());
    if (anyRead_) betweenReadAndWrite_.pop();
}

void RopUnit::terminate(sim::Cycle cycle) {
    if (written_.empty()) {
        ++statistics_.writeEmpty;
        return;
    }
    if (!consumerReady(cycle)) {
        ++statistics_.consumerBusy;
        return;
    }
    const StampId id = written_.pop();
    leave(cycle, stamps_[id]);
    stamps_.release(id);
}

}  // namespace cyclorama::machine::timing
