// The way of a quad through a ROP unit, stage by stage.

#include <bit>

#include "machine/timing/rop/rop_unit.h"

namespace cyclorama::machine::timing {

namespace {

/// What a run of writes may change.
constexpr uint32_t kRunBytes = 64;

}  // namespace

void RopUnit::draw(sim::Cycle cycle, bool memoryUsed) {
    if (lastReceived_ && stamps_.inUse() == 0 && !memoryUsed) {
        leaveLast(cycle, lastQuad_);
        lastReceived_ = false;
        end();
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
        repeated_.move();
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
    const uint32_t stampId = stamps_.acquire();
    Stamp& stamp = stamps_[stampId];
    stamp.id = stampId;
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
    if (tiled_) split(stamp);
    inputs_.push(&stamp);
}

bool RopUnit::advanceTarget(Stamp& stamp) const {
    stamp.nextTarget = targetAfter_[stamp.nextTarget];
    return stamp.nextTarget == firstTarget_;
}

bool RopUnit::advanceSample(Stamp& stamp) const {
    if (++stamp.nextSample < samples_) return false;
    stamp.nextSample = 0;
    return advanceTarget(stamp);
}

void RopUnit::fetch() {
    if (inputs_.empty()) {
        repeated_.count(statistics_.inputEmpty);
        return;
    }
    if (activeTargets_ == 0) {
        if (written_.full()) {
            repeated_.count(statistics_.writeFull);
            return;
        }
        written_.push(inputs_.pop());
        repeated_.move();
        return;
    }
    sim::BoundedQueue<Stamp*>& next = anyRead_ ? fetched_ : reads_;
    if (next.full()) {
        repeated_.count(anyRead_ ? statistics_.fetchFull : statistics_.readFull);
        return;
    }
    Stamp& stamp = *inputs_.front();
    if (tiled_) return fetchPiece(stamp, next);
    const uint32_t t = stamp.nextTarget;
    const bool reads = targets_[t].readsDestination;
    const bool done = reads ? cache_.fetch(addressOf(stamp), stamp.slot[t], samples_)
                            : cache_.allocate(addressOf(stamp), stamp.slot[t], samples_);
    if (!done) {
        repeated_.count(reads ? statistics_.fetchFailed : statistics_.allocateFailed);
        return;
    }
    repeated_.move();
    ++(reads ? statistics_.fetchOk : statistics_.allocateOk);
    if (t == 0 && tracksClear_) clearedLines_.use(stamp.offset[0], stepBytes(stamp) * samples_);
    if (advanceTarget(stamp)) next.push(inputs_.pop());
}

bool RopUnit::waitsForWrite(const Stamp& stamp) const {
    const uint32_t t = stamp.nextTarget;
    for (uint32_t i = 0; i < betweenReadAndWrite_.size(); ++i)
        if (const Stamp* other = betweenReadAndWrite_[i]; other != &stamp && other->offset[t] == stamp.offset[t])
            return true;
    return false;
}

void RopUnit::read() {
    if (fetched_.empty()) {
        repeated_.count(statistics_.fetchEmpty);
        return;
    }
    Stamp& stamp = *fetched_.front();
    if (samplesToRead_ != 0) return readOn(stamp);
    // Later samples find no more writes to wait for than the first.
    if (stamp.nextSample == 0 && waitsForWrite(stamp)) {
        repeated_.count(statistics_.readAfterWrite);
        return;
    }
    if (reads_.full()) {
        repeated_.count(statistics_.readFull);
        return;
    }
    if (tiled_) return readPiece(stamp);
    const bool first = stamp.nextTarget == firstTarget_ && stamp.nextSample == 0;
    if (!cache_.read(stamp.slot[stamp.nextTarget], stepBytes(stamp))) {
        repeated_.count(statistics_.readFailed);
        return;
    }
    repeated_.move();
    ++statistics_.readOk;
    if (first) betweenReadAndWrite_.push(&stamp);
    if (inRuns_)
        samplesToRead_ = samples_ - 1;
    else if (advanceSample(stamp))
        reads_.push(fetched_.pop());
}

void RopUnit::readOn(Stamp& stamp) {
    cache_.readOn(stamp.slot[stamp.nextTarget], stepBytes(stamp));
    repeated_.move();
    ++statistics_.readOk;
    if (--samplesToRead_ == 0 && advanceTarget(stamp)) reads_.push(fetched_.pop());
}

void RopUnit::startOperation(sim::Cycle cycle) {
    if (operationCycles_ > 0) --operationCycles_;
    if (operationCycles_ > 0) {
        repeated_.count(statistics_.operatorBusy);
        return;
    }
    if (reads_.empty()) {
        repeated_.count(statistics_.readEmpty);
        return;
    }
    if (operated_.size() > settings_.operatedQueueSize - settings_.operationLatency) {
        repeated_.count(statistics_.operatedFull);
        return;
    }
    repeated_.move();
    operating_.push({.stamp = reads_.pop(), .ends = cycle + settings_.operationLatency});
    operationCycles_ = settings_.operationRate * samples_ * activeTargets_;
}

void RopUnit::endOperation(sim::Cycle cycle) {
    if (operating_.empty() || operating_.front().ends != cycle) return;
    repeated_.move();
    Stamp* const stamp = operating_.pop().stamp;
    operate(*stamp, pools_->quads[stamp->quad]);
    operated_.push(stamp);
    ++statistics_.operated;
}

void RopUnit::write() {
    if (operated_.empty()) {
        repeated_.count(statistics_.operatedEmpty);
        return;
    }
    if (written_.full()) {
        repeated_.count(statistics_.writeFull);
        return;
    }
    Stamp& stamp = *operated_.front();
    if (samplesToWrite_ != 0) return writeOn(stamp);
    if (tiled_) return writePiece(stamp);
    const Target& to = targets_[stamp.nextTarget];
    const uint32_t bytes = stepBytes(stamp);
    const uint32_t covered = stamp.coverage >> (stamp.nextSample * func::kQuadFragments) & 0xf;
    if (!cache_.write(addressOf(stamp) + stamp.nextSample * bytes, stamp.slot[stamp.nextTarget], bytes,
                      to.writeMasks[covered])) {
        repeated_.count(statistics_.writeFailed);
        return;
    }
    repeated_.move();
    ++statistics_.writeOk;
    if (inRuns_ && addressOf(stamp) % kRunBytes + samples_ * bytes <= kRunBytes)
        startWriteRun(stamp);
    else if (advanceSample(stamp))
        endWrite();
}

void RopUnit::endWrite() {
    written_.push(operated_.pop());
    if (anyRead_) betweenReadAndWrite_.pop();
}

void RopUnit::startWriteRun(const Stamp& stamp) {
    const Target& to = targets_[stamp.nextTarget];
    const uint32_t bytes = stepBytes(stamp);
    samplesToWrite_ = samples_ - 1;
    writeRun_ = cache_.startRun(addressOf(stamp), stamp.slot[stamp.nextTarget], bytes);
    writeRunBits_ = 0;
    writeRunStep_ = ((uint64_t{1} << bytes) - 1) << (addressOf(stamp) % kRunBytes);
    for (uint32_t sample = 1; sample < samples_; ++sample) {
        const uint32_t covered = stamp.coverage >> (sample * func::kQuadFragments) & 0xf;
        writeRunBits_ |= to.writeMasks[covered] << (addressOf(stamp) % kRunBytes + sample * bytes);
    }
}

void RopUnit::writeOn(Stamp& stamp) {
    writeRunStep_ <<= writeRun_.bytes;
    cache_.writeOn(writeRun_, writeRunBits_ & writeRunStep_);
    repeated_.move();
    ++statistics_.writeOk;
    if (--samplesToWrite_ == 0 && advanceTarget(stamp)) endWrite();
}

void RopUnit::terminate(sim::Cycle cycle) {
    if (written_.empty()) {
        repeated_.count(statistics_.writeEmpty);
        return;
    }
    if (!consumerReady(cycle)) {
        repeated_.count(statistics_.consumerBusy);
        return;
    }
    repeated_.move();
    Stamp* const stamp = written_.pop();
    leave(cycle, *stamp);
    stamps_.release(stamp->id);
}

}  // namespace cyclorama::machine::timing
