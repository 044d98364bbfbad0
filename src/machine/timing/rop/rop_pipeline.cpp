// SPDX-License-Identifier: MIT
#include "machine/timing/rop/rop_pipeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "func/raster/raster_quad.h"
#include "machine/timing/draw/work_names.h"
#include "machine/values/fragment_tests.h"

namespace cyclorama::machine::timing {

RopPipeline::RopPipeline(const RopSettings& settings, QuadPool& quadPool, const RopTargets& targets, RopCache& cache,
                         RopStatistics& statistics, QuadOperator& quadOperator, const sim::Box& unit)
    : settings_(&settings),
      inputLimit_(settings.inputQueueSize - 2 * settings.stampsPerCycle),
      quadPool_(&quadPool),
      targets_(&targets),
      cache_(&cache),
      statistics_(&statistics),
      operator_(&quadOperator),
      inputs_(settings.inputQueueSize),
      fetched_(settings.fetchQueueSize),
      reads_(settings.readQueueSize),
      operating_(settings.operationLatency),
      operated_(settings.operatedQueueSize),
      written_(settings.writeQueueSize),
      hazards_(settings.readQueueSize + settings.operationLatency + settings.operatedQueueSize),
      operations_(unit, "operation"),
      runs_(cache, statistics) {}

void RopPipeline::start(sim::Cycle cycle, const RopDraw& draw) {
    draw_ = draw;
    scattered_ = targets_->scattered();
    inRuns_ = !scattered_ && draw.samples > 1 && cache_->fitsOnePortCycle(targets_->largestStep());
    runs_.reset();
    aluFree_ = cycle + std::max<sim::Cycle>(aluCycles_, 1);
    stages_.start(cycle + 1);
    stages_.sleepUntil(Stage::EndOperation, sim::kNever);
}

void RopPipeline::stop(sim::Cycle cycle) {
    stages_.stop(cycle + 1);
    aluCycles_ = std::max(aluFree_, cycle) - cycle;
}

void RopPipeline::accountIdleCycles(sim::Cycle end) {
    stages_.accountIdleCycles(end);
    runs_.count(end);
}

void RopPipeline::waitForCache(Stage stage, sim::Cycle cycle, Wait reason, sim::Counter& counter) {
    ++counter;
    const mem::RefusedTry& refused = cache_->refused();
    if (refused.uncertain) return;
    stages_.wait(stage, cycle + 1, reason, counter);
    for (sim::Counter* const counted : refused.counted()) stages_.countToo(stage, *counted);
    if (reason == Wait::Line) refusedFetch_ = refused;
}

void RopPipeline::place(RopQuad& quad, uint32_t x, uint32_t y) {
    while (pieces_.size() <= quad.id) pieces_.push_back(std::make_unique<QuadPieces>());
    quad.pieces = pieces_[quad.id].get();
    quad.pieces->clear();
    for (uint32_t i = 0, t = targets_->first(); i < targets_->active(); ++i, t = targets_->after(t)) {
        const RopTarget& target = (*targets_)[t];
        const func::PixelLayout* const layout = target.surface.layout.get();
        if (layout != nullptr && x < layout->paddedWidth() && y < layout->paddedHeight())
            quad.offset[t] = layout->offset(x, y);
        if (!scattered_)
            quad.pieces->addContiguous(t, target.address + quad.offset[t], func::kQuadFragments * target.bytesPerSample,
                                       draw_.samples);
        else
            quad.pieces->addScattered(t, layout->quad(), func::kQuadFragments * draw_.samples, target.bytesPerSample,
                                      target.address, quad.offset[t]);
    }
}

void RopPipeline::receive(QuadId id) {
    const QuadInFlight& inFlight = (*quadPool_)[id];
    statistics_->outside.add(func::countFragments(inFlight.culled & func::kAllFragments));
    if ((inFlight.culled & 0xf) == 0xf) {
        statistics_->culled.add(func::kQuadFragments);
        quadPool_->drop(id);
        return;
    }
    const uint32_t poolId = quads_.acquire();
    RopQuad& quad = quads_[poolId];
    quad.id = poolId;
    quad.quad = id;
    quad.coverage = quad.written = samplesLeft(inFlight.samples, inFlight.culled, draw_.samples, draw_.cullsWholeQuads);
    place(quad, static_cast<uint32_t>(inFlight.quad.x), static_cast<uint32_t>(inFlight.quad.y));
    inputs_.push(&quad);
    stages_.wake(Stage::Fetch, Wait::Quad);
}

void RopPipeline::fetch(sim::Cycle cycle) {
    stages_.look(Stage::Fetch, cycle);
    if (inputs_.empty()) return stages_.wait(Stage::Fetch, cycle, Wait::Quad, statistics_->inputEmpty);
    if (targets_->active() == 0) {
        if (written_.full()) return stages_.wait(Stage::Fetch, cycle, Wait::Room, statistics_->writeFull);
        written_.push(inputs_.pop());
        stages_.wake(Stage::Terminate, Wait::Quad);
        return;
    }
    const bool anyRead = targets_->anyRead();
    if ((anyRead ? fetched_ : reads_).full())
        return stages_.wait(Stage::Fetch, cycle, Wait::Room, anyRead ? statistics_->fetchFull : statistics_->readFull);
    RopQuad& quad = *inputs_.front();
    QuadPiece& piece = quad.pieces->current();
    const RopTarget& target = (*targets_)[piece.target];
    const bool reads = target.readsDestination;
    const SurfaceStatus* const status = targets_->metadata() == BufferMetadata::TileStatus ? &target.status : nullptr;
    const bool done = reads ? cache_->fetch(piece.address, piece.slot, piece.steps, status)
                            : cache_->allocate(piece.address, piece.slot, piece.steps, status);
    if (!done)
        return waitForCache(Stage::Fetch, cycle, reads ? Wait::Line : Wait::Cache,
                            reads ? statistics_->fetchFailed : statistics_->allocateFailed);
    ++(reads ? statistics_->fetchOk : statistics_->allocateOk);
    if (draw_.clearedLines != nullptr && piece.target == 0)
        draw_.clearedLines->use(quad.offset[0], piece.bytes * piece.steps);
    if (quad.pieces->advance()) endFetch(cycle);
}

void RopPipeline::endFetch(sim::Cycle cycle) {
    if (targets_->anyRead()) {
        fetched_.push(inputs_.pop());
        stages_.wake(Stage::Read, Wait::Quad);
    } else {
        reads_.push(inputs_.pop());
        stages_.wake(Stage::StartOperation, Wait::Quad);
    }
    if (inputs_.empty()) stages_.wait(Stage::Fetch, cycle + 1, Wait::Quad, statistics_->inputEmpty);
}

void RopPipeline::read(sim::Cycle cycle) {
    stages_.look(Stage::Read, cycle);
    if (fetched_.empty()) return stages_.wait(Stage::Read, cycle, Wait::Quad, statistics_->fetchEmpty);
    RopQuad& quad = *fetched_.front();
    // Later steps find no more writes to wait for than the first.
    const bool first = quad.pieces->atStart();
    if (first && hazards_.conflicts(quad, targets_->first()))
        return stages_.wait(Stage::Read, cycle, Wait::Hazard, statistics_->readAfterWrite);
    if (reads_.full()) return stages_.wait(Stage::Read, cycle, Wait::Room, statistics_->readFull);
    const QuadPiece& piece = quad.pieces->current();
    if (!scattered_ || (*targets_)[piece.target].readsDestination) {
        if (!cache_->read(cycle, piece.slot, piece.bytes))
            return waitForCache(Stage::Read, cycle, Wait::Cache, statistics_->readFailed);
        ++statistics_->readOk;
    }
    if (first) hazards_.add(quad, targets_->first());
    endReadStep(cycle, quad);
}

void RopPipeline::endReadStep(sim::Cycle cycle, RopQuad& quad) {
    if (inRuns_) {
        stages_.sleepUntil(Stage::Read, runs_.startReads(cycle, quad.pieces->current()));
    } else if (quad.pieces->advanceStep()) {
        endRead(cycle);
    }
}

void RopPipeline::endReadRun(sim::Cycle cycle) {
    stages_.look(Stage::Read, cycle);
    if (fetched_.front()->pieces->advance()) endRead(cycle);
}

void RopPipeline::endRead(sim::Cycle cycle) {
    reads_.push(fetched_.pop());
    stages_.wake(Stage::StartOperation, Wait::Quad);
    stages_.wake(Stage::Fetch, Wait::Room);
    if (fetched_.empty()) stages_.wait(Stage::Read, cycle + 1, Wait::Quad, statistics_->fetchEmpty);
}

void RopPipeline::startOperation(sim::Cycle cycle) {
    stages_.look(Stage::StartOperation, cycle);
    if (cycle < aluFree_)
        return stages_.wait(Stage::StartOperation, cycle, Wait::None, statistics_->operatorBusy, aluFree_);
    if (reads_.empty()) return stages_.wait(Stage::StartOperation, cycle, Wait::Quad, statistics_->readEmpty);
    if (operated_.size() > settings_->operatedQueueSize - settings_->operationLatency)
        return stages_.wait(Stage::StartOperation, cycle, Wait::Room, statistics_->operatedFull);
    RopQuad* const quad = reads_.pop();
    operating_.push({.quad = quad, .ends = cycle + settings_->operationLatency});
    operations_.passed(cycle, cycle + settings_->operationLatency, [&] { return nameOfQuad(*quadPool_, quad->quad); });
    if (operating_.size() == 1) stages_.sleepUntil(Stage::EndOperation, operating_.front().ends);
    stages_.wake(Stage::Read, Wait::Room);
    if (!targets_->anyRead()) stages_.wake(Stage::Fetch, Wait::Room);
    aluFree_ =
        cycle + std::max(sim::Cycle{settings_->operationRate} * draw_.samples * targets_->active(), sim::Cycle{1});
    if (aluFree_ != cycle + 1)
        stages_.wait(Stage::StartOperation, cycle + 1, Wait::None, statistics_->operatorBusy, aluFree_);
    else if (reads_.empty())
        stages_.wait(Stage::StartOperation, cycle + 1, Wait::Quad, statistics_->readEmpty);
}

void RopPipeline::endOperation(sim::Cycle) {
    RopQuad* const quad = operating_.pop().quad;
    stages_.sleepUntil(Stage::EndOperation, operating_.empty() ? sim::kNever : operating_.front().ends);
    operator_->operate(*quad, (*quadPool_)[quad->quad]);
    operated_.push(quad);
    stages_.wake(Stage::Write, Wait::Quad);
    ++statistics_->operated;
}

uint64_t RopPipeline::stepBytes(const RopQuad& quad, const QuadPiece& piece, uint32_t step) const {
    const RopTarget& target = (*targets_)[piece.target];
    if (!scattered_) return target.writeMasks[quad.written >> (step * func::kQuadFragments) & 0xf];
    return writtenBytes(piece, target.surface.layout->quad(), target.address + quad.offset[piece.target], quad.written,
                        target.sampleBytes);
}

void RopPipeline::write(sim::Cycle cycle) {
    stages_.look(Stage::Write, cycle);
    if (operated_.empty()) return stages_.wait(Stage::Write, cycle, Wait::Quad, statistics_->operatedEmpty);
    if (written_.full()) return stages_.wait(Stage::Write, cycle, Wait::Room, statistics_->writeFull);
    RopQuad& quad = *operated_.front();
    const QuadPiece& piece = quad.pieces->current();
    const uint32_t step = quad.pieces->step();
    const uint64_t bytes = stepBytes(quad, piece, step);
    if (bytes != 0 || !scattered_) {
        if (!cache_->write(cycle, piece.address + uint64_t{step} * piece.bytes, piece.slot, piece.bytes, bytes))
            return waitForCache(Stage::Write, cycle, Wait::Cache, statistics_->writeFailed);
        ++statistics_->writeOk;
    } else {
        cache_->release(piece.slot);
    }
    // The line may have lost its last reserve.
    stages_.wake(Stage::Fetch, Wait::Cache);
    endWriteStep(cycle, quad);
}

void RopPipeline::endWriteStep(sim::Cycle cycle, RopQuad& quad) {
    const QuadPiece& piece = quad.pieces->current();
    if (inRuns_ && LineRuns::canWrite(piece))
        stages_.sleepUntil(Stage::Write,
                           runs_.startWrites(cycle, piece, (*targets_)[piece.target].writeMasks, quad.written));
    else if (quad.pieces->advanceStep())
        endWrite(cycle);
}

void RopPipeline::endWriteRun(sim::Cycle cycle) {
    stages_.look(Stage::Write, cycle);
    stages_.wake(Stage::Fetch, Wait::Cache);
    if (operated_.front()->pieces->advance()) endWrite(cycle);
}

void RopPipeline::endWrite(sim::Cycle cycle) {
    written_.push(operated_.pop());
    if (targets_->anyRead()) hazards_.remove(targets_->first());
    stages_.wake(Stage::Terminate, Wait::Quad);
    stages_.wake(Stage::StartOperation, Wait::Room);
    stages_.wake(Stage::Read, Wait::Hazard);
    if (operated_.empty()) stages_.wait(Stage::Write, cycle + 1, Wait::Quad, statistics_->operatedEmpty);
}

void RopPipeline::terminate(sim::Cycle cycle) {
    stages_.look(Stage::Terminate, cycle);
    if (written_.empty()) return stages_.wait(Stage::Terminate, cycle, Wait::Quad, statistics_->writeEmpty);
    if (!operator_->consumerReady(cycle))
        return stages_.wait(Stage::Terminate, cycle, Wait::Consumer, statistics_->consumerBusy);
    RopQuad* const quad = written_.pop();
    operator_->leave(cycle, *quad);
    quads_.release(quad->id);
    stages_.wake(Stage::Write, Wait::Room);
    if (targets_->active() == 0) stages_.wake(Stage::Fetch, Wait::Room);
    if (written_.empty()) stages_.wait(Stage::Terminate, cycle + 1, Wait::Quad, statistics_->writeEmpty);
}

void RopPipeline::clock(sim::Cycle cycle) {
    if (cache_->moved())
        for (const Stage stage : {Stage::Write, Stage::Read, Stage::Fetch}) stages_.wake(stage, Wait::Cache);
    if (stages_.waits(Stage::Terminate, Wait::Consumer) && operator_->consumerReady(cycle))
        stages_.wake(Stage::Terminate, Wait::Consumer);
    if (stages_.isDue(Stage::Terminate, cycle)) terminate(cycle);
    if (stages_.isDue(Stage::Write, cycle)) {
        if (runs_.endWrite(cycle))
            endWriteRun(cycle);
        else
            write(cycle);
    }
    if (stages_.isDue(Stage::EndOperation, cycle)) endOperation(cycle);
    if (stages_.isDue(Stage::StartOperation, cycle)) startOperation(cycle);
    if (stages_.isDue(Stage::Read, cycle)) {
        runs_.beforeReads();
        if (runs_.endRead(cycle))
            endReadRun(cycle);
        else
            read(cycle);
    }
    if (stages_.waits(Stage::Fetch, Wait::Line) && !cache_->refuses(refusedFetch_))
        stages_.wake(Stage::Fetch, Wait::Line);
    if (stages_.isDue(Stage::Fetch, cycle)) {
        runs_.beforeFetch(cycle);
        fetch(cycle);
    }
}

void RopPipeline::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "input",
                      .unit = "quads",
                      .used = inputs_.size(),
                      .capacity = inputs_.capacity(),
                      .needed = inputs_.capacity() - inputLimit_ + 1});
    queues.push_back({.name = "fetched", .unit = "quads", .used = fetched_.size(), .capacity = fetched_.capacity()});
    queues.push_back({.name = "read", .unit = "quads", .used = reads_.size(), .capacity = reads_.capacity()});
    queues.push_back({.name = "operated", .unit = "quads", .used = operated_.size(), .capacity = operated_.capacity()});
    queues.push_back({.name = "written", .unit = "quads", .used = written_.size(), .capacity = written_.capacity()});
}

std::string RopPipeline::describeWait() const {
    return fmt::format(
        "quads: {} wait for a line, {} to be read, {} to be operated on, {} in the ALU, {} to be written, {} to leave",
        inputs_.size(), fetched_.size(), reads_.size(), operating_.size(), operated_.size(), written_.size());
}

bool RopPipeline::waitsForLines() const {
    return stages_.waits(Stage::Fetch, Wait::Cache) || stages_.waits(Stage::Fetch, Wait::Line) ||
           stages_.waits(Stage::Read, Wait::Cache) || stages_.waits(Stage::Write, Wait::Cache);
}

}  // namespace cyclorama::machine::timing
