// The way of a quad through a ROP unit, stage by stage.

#include <algorithm>
#include <bit>

#include "machine/timing/rop/rop_unit.h"

namespace cyclorama::machine::timing {

namespace {

/// What a run of writes may change.
constexpr uint32_t kRunBytes = 64;

}  // namespace

void RopUnit::waitForCache(Stage stage, sim::Cycle cycle, Wait reason, sim::Counter& counter) {
    ++counter;
    const sim::RepeatedCycle& failure = cache_.failure();
    if (failure.moved()) return;
    stages_.wait(stage, cycle + 1, reason, counter);
    for (sim::Counter* const counted : failure.counted()) stages_.countToo(stage, *counted);
}

void RopUnit::receive(sim::Cycle cycle) {
    for (const QuadId id : input.take(cycle)) {
        statistics_.inputs.add(func::kQuadFragments);
        if ((*pools_).quads[id].last) {
            lastReceived_ = moved_ = true;
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
    for (uint32_t i = 0, t = firstTarget_; i < activeTargets_; ++i, t = targetAfter_[t]) {
        const func::PixelLayout* const layout = targets_[t].surface.layout.get();
        if (layout != nullptr && x < layout->paddedWidth() && y < layout->paddedHeight())
            stamp.offset[t] = layout->offset(x, y);
    }
    if (tiled_) split(stamp);
    inputs_.push(&stamp);
    stages_.wake(Stage::Fetch, Wait::Quad);
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

void RopUnit::fetch(sim::Cycle cycle) {
    stages_.look(Stage::Fetch, cycle);
    if (inputs_.empty()) return stages_.wait(Stage::Fetch, cycle, Wait::Quad, statistics_.inputEmpty);
    if (activeTargets_ == 0) {
        if (written_.full()) return stages_.wait(Stage::Fetch, cycle, Wait::Room, statistics_.writeFull);
        written_.push(inputs_.pop());
        stages_.wake(Stage::Terminate, Wait::Quad);
        return;
    }
    if ((anyRead_ ? fetched_ : reads_).full())
        return stages_.wait(Stage::Fetch, cycle, Wait::Room, anyRead_ ? statistics_.fetchFull : statistics_.readFull);
    Stamp& stamp = *inputs_.front();
    if (tiled_) return fetchPiece(cycle, stamp);
    // The choice of a victim depends on all uses of lines so far.
    if (samplesToWrite_ != 0) settleWriteRun(cycle + 1);
    if (samplesToRead_ != 0) settleReadRun(cycle + 1);
    const uint32_t t = stamp.nextTarget;
    const bool reads = targets_[t].readsDestination;
    const bool done = reads ? cache_.fetch(addressOf(stamp), stamp.slot[t], samples_)
                            : cache_.allocate(addressOf(stamp), stamp.slot[t], samples_);
    if (!done)
        return waitForCache(Stage::Fetch, cycle, reads ? Wait::Refusal : Wait::Cache,
                            reads ? statistics_.fetchFailed : statistics_.allocateFailed);
    ++(reads ? statistics_.fetchOk : statistics_.allocateOk);
    if (t == 0 && tracksClear_) clearedLines_.use(stamp.offset[0], stepBytes(stamp) * samples_);
    if (advanceTarget(stamp)) endFetch(cycle);
}

void RopUnit::endFetch(sim::Cycle cycle) {
    if (anyRead_) {
        fetched_.push(inputs_.pop());
        stages_.wake(Stage::Read, Wait::Quad);
    } else {
        reads_.push(inputs_.pop());
        stages_.wake(Stage::StartOperation, Wait::Quad);
    }
    if (inputs_.empty()) stages_.wait(Stage::Fetch, cycle + 1, Wait::Quad, statistics_.inputEmpty);
}

bool RopUnit::waitsForWrite(const Stamp& stamp) const {
    const uint32_t t = stamp.nextTarget;
    if (t == firstTarget_ && betweenAtPlace_[placeOf(stamp)] == 0) return false;
    for (uint32_t i = 0; i < betweenReadAndWrite_.size(); ++i)
        if (const Stamp* other = betweenReadAndWrite_[i]; other != &stamp && other->offset[t] == stamp.offset[t])
            return true;
    return false;
}

void RopUnit::noteRead(Stamp& stamp) {
    betweenReadAndWrite_.push(&stamp);
    ++betweenAtPlace_[placeOf(stamp)];
}

void RopUnit::read(sim::Cycle cycle) {
    stages_.look(Stage::Read, cycle);
    // In each cycle writes use their lines before reads do.
    if (samplesToWrite_ != 0) cache_.touch(writeRun_.slot);
    if (samplesToRead_ != 0) {
        settleReadRun(cycle + 1);
        if (advanceTarget(*fetched_.front())) endRead(cycle);
        return;
    }
    if (fetched_.empty()) return stages_.wait(Stage::Read, cycle, Wait::Quad, statistics_.fetchEmpty);
    Stamp& stamp = *fetched_.front();
    // Later samples find no more writes to wait for than the first.
    if (stamp.nextSample == 0 && waitsForWrite(stamp))
        return stages_.wait(Stage::Read, cycle, Wait::Hazard, statistics_.readAfterWrite);
    if (reads_.full()) return stages_.wait(Stage::Read, cycle, Wait::Room, statistics_.readFull);
    if (tiled_) return readPiece(cycle, stamp);
    const bool first = stamp.nextTarget == firstTarget_ && stamp.nextSample == 0;
    if (!cache_.read(cycle, stamp.slot[stamp.nextTarget], stepBytes(stamp)))
        return waitForCache(Stage::Read, cycle, Wait::Cache, statistics_.readFailed);
    ++statistics_.readOk;
    if (first) noteRead(stamp);
    if (inRuns_)
        startReadRun(cycle);
    else if (advanceSample(stamp))
        endRead(cycle);
}

void RopUnit::startReadRun(sim::Cycle cycle) {
    samplesToRead_ = samples_ - 1;
    readRunFrom_ = cycle + 1;
    stages_.sleepUntil(Stage::Read, cycle + samplesToRead_);
}

void RopUnit::settleReadRun(sim::Cycle end) {
    const Stamp& stamp = *fetched_.front();
    const auto times = static_cast<uint32_t>(std::max(end, readRunFrom_) - readRunFrom_);
    readRunFrom_ += times;
    samplesToRead_ -= times;
    cache_.readOn(stamp.slot[stamp.nextTarget], stepBytes(stamp), times);
    statistics_.readOk.add(times);
}

void RopUnit::endRead(sim::Cycle cycle) {
    reads_.push(fetched_.pop());
    stages_.wake(Stage::StartOperation, Wait::Quad);
    stages_.wake(Stage::Fetch, Wait::Room);
    if (fetched_.empty()) stages_.wait(Stage::Read, cycle + 1, Wait::Quad, statistics_.fetchEmpty);
}

void RopUnit::startOperation(sim::Cycle cycle) {
    stages_.look(Stage::StartOperation, cycle);
    if (cycle < operationFree_)
        return stages_.wait(Stage::StartOperation, cycle, Wait::None, statistics_.operatorBusy, operationFree_);
    if (reads_.empty()) return stages_.wait(Stage::StartOperation, cycle, Wait::Quad, statistics_.readEmpty);
    if (operated_.size() > settings_.operatedQueueSize - settings_.operationLatency)
        return stages_.wait(Stage::StartOperation, cycle, Wait::Room, statistics_.operatedFull);
    operating_.push({.stamp = reads_.pop(), .ends = cycle + settings_.operationLatency});
    if (operating_.size() == 1) stages_.sleepUntil(Stage::EndOperation, operating_.front().ends);
    stages_.wake(Stage::Read, Wait::Room);
    if (!anyRead_) stages_.wake(Stage::Fetch, Wait::Room);
    operationFree_ = cycle + std::max(sim::Cycle{settings_.operationRate} * samples_ * activeTargets_, sim::Cycle{1});
    if (operationFree_ != cycle + 1)
        stages_.wait(Stage::StartOperation, cycle + 1, Wait::None, statistics_.operatorBusy, operationFree_);
    else if (reads_.empty())
        stages_.wait(Stage::StartOperation, cycle + 1, Wait::Quad, statistics_.readEmpty);
}

void RopUnit::endOperation(sim::Cycle) {
    Stamp* const stamp = operating_.pop().stamp;
    stages_.sleepUntil(Stage::EndOperation, operating_.empty() ? sim::kNever : operating_.front().ends);
    operate(*stamp, pools_->quads[stamp->quad]);
    operated_.push(stamp);
    stages_.wake(Stage::Write, Wait::Quad);
    ++statistics_.operated;
}

void RopUnit::write(sim::Cycle cycle) {
    stages_.look(Stage::Write, cycle);
    if (samplesToWrite_ != 0) {
        settleWriteRun(cycle + 1);
        stages_.wake(Stage::Fetch, Wait::Cache);
        if (advanceTarget(*operated_.front())) endWrite(cycle);
        return;
    }
    if (operated_.empty()) return stages_.wait(Stage::Write, cycle, Wait::Quad, statistics_.operatedEmpty);
    if (written_.full()) return stages_.wait(Stage::Write, cycle, Wait::Room, statistics_.writeFull);
    Stamp& stamp = *operated_.front();
    if (tiled_) return writePiece(cycle, stamp);
    const Target& to = targets_[stamp.nextTarget];
    const uint32_t bytes = stepBytes(stamp);
    const uint32_t covered = stamp.coverage >> (stamp.nextSample * func::kQuadFragments) & 0xf;
    if (!cache_.write(cycle, addressOf(stamp) + stamp.nextSample * bytes, stamp.slot[stamp.nextTarget], bytes,
                      to.writeMasks[covered]))
        return waitForCache(Stage::Write, cycle, Wait::Cache, statistics_.writeFailed);
    ++statistics_.writeOk;
    // The line may have lost its last reserve.
    stages_.wake(Stage::Fetch, Wait::Cache);
    if (inRuns_ && addressOf(stamp) % kRunBytes + samples_ * bytes <= kRunBytes)
        startWriteRun(cycle, stamp);
    else if (advanceSample(stamp))
        endWrite(cycle);
}

void RopUnit::startWriteRun(sim::Cycle cycle, const Stamp& stamp) {
    const Target& to = targets_[stamp.nextTarget];
    const uint32_t bytes = stepBytes(stamp);
    samplesToWrite_ = samples_ - 1;
    writeRunFrom_ = cycle + 1;
    stages_.sleepUntil(Stage::Write, cycle + samplesToWrite_);
    writeRun_ = cache_.startRun(addressOf(stamp), stamp.slot[stamp.nextTarget], bytes);
    writeRunBits_ = 0;
    for (uint32_t sample = samples_; --sample > 0;)
        writeRunBits_ = writeRunBits_ << bytes | to.writeMasks[stamp.coverage >> (sample * func::kQuadFragments) & 0xf];
    writeRunAt_ = addressOf(stamp) % kRunBytes + bytes;
    writeRunBits_ <<= writeRunAt_;
}

void RopUnit::settleWriteRun(sim::Cycle end) {
    const auto times = static_cast<uint32_t>(std::max(end, writeRunFrom_) - writeRunFrom_);
    writeRunFrom_ += times;
    samplesToWrite_ -= times;
    const uint32_t bytes = writeRun_.bytes * times;
    const uint64_t written = ((uint64_t{1} << bytes) - 1) << writeRunAt_;
    writeRunAt_ += bytes;
    cache_.writeOn(writeRun_, writeRunBits_ & written, times);
    statistics_.writeOk.add(times);
}

void RopUnit::endWrite(sim::Cycle cycle) {
    written_.push(operated_.pop());
    if (anyRead_) --betweenAtPlace_[placeOf(*betweenReadAndWrite_.pop())];
    stages_.wake(Stage::Terminate, Wait::Quad);
    stages_.wake(Stage::StartOperation, Wait::Room);
    stages_.wake(Stage::Read, Wait::Hazard);
    if (operated_.empty()) stages_.wait(Stage::Write, cycle + 1, Wait::Quad, statistics_.operatedEmpty);
}

void RopUnit::terminate(sim::Cycle cycle) {
    stages_.look(Stage::Terminate, cycle);
    if (written_.empty()) return stages_.wait(Stage::Terminate, cycle, Wait::Quad, statistics_.writeEmpty);
    if (!consumerReady(cycle)) return stages_.wait(Stage::Terminate, cycle, Wait::Consumer, statistics_.consumerBusy);
    Stamp* const stamp = written_.pop();
    leave(cycle, *stamp);
    stamps_.release(stamp->id);
    stages_.wake(Stage::Write, Wait::Room);
    if (activeTargets_ == 0) stages_.wake(Stage::Fetch, Wait::Room);
    if (!written_.empty()) return;
    stages_.wait(Stage::Terminate, cycle + 1, Wait::Quad, statistics_.writeEmpty);
    // It may have been the last.
    moved_ = true;
}

void RopUnit::draw(sim::Cycle cycle, bool memoryUsed) {
    if (lastReceived_ && stamps_.inUse() == 0 && !memoryUsed) {
        leaveLast(cycle, lastQuad_);
        lastReceived_ = false;
        end();
    }
    if (cache_.moved())
        for (const Stage stage : {Stage::Write, Stage::Read, Stage::Fetch}) stages_.wake(stage, Wait::Cache);
    if (stages_.waits(Stage::Terminate, Wait::Consumer) && consumerReady(cycle))
        stages_.wake(Stage::Terminate, Wait::Consumer);
    if (stages_.isDue(Stage::Terminate, cycle)) terminate(cycle);
    if (stages_.isDue(Stage::Write, cycle)) write(cycle);
    if (stages_.isDue(Stage::EndOperation, cycle)) endOperation(cycle);
    if (stages_.isDue(Stage::StartOperation, cycle)) startOperation(cycle);
    if (stages_.isDue(Stage::Read, cycle)) read(cycle);
    if (stages_.waits(Stage::Fetch, Wait::Refusal) && !cache_.refuses(addressOf(*inputs_.front())))
        stages_.wake(Stage::Fetch, Wait::Refusal);
    if (stages_.isDue(Stage::Fetch, cycle)) fetch(cycle);
    if (input.inFlight() != 0) receive(cycle);
    if (status_ == UnitStatus::Drawing) return;
    stages_.stop(cycle + 1);
    operationCycles_ = std::max(operationFree_, cycle) - cycle;
}

}  // namespace cyclorama::machine::timing
