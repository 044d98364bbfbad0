#include "machine/timing/rop/rop_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

RopUnit::RopUnit(sim::Simulation& simulation, sim::DomainId domain, const std::string& name, const std::string& suffix,
                 WorkPools& pools, mem::AddressSpace& space, const RopSettings& settings)
    : Box(simulation, domain, name),
      command(*this, {.name = "command", .width = 1, .latency = 1}),
      status(*this, "status"),
      input(*this, {.name = "input", .width = settings.stampsPerCycle, .latency = 1}),
      ready(*this, "ready"),
      memory(*this, "memory"),
      blockStates(*this, "blockStates"),
      settings_(settings),
      pools_(&pools),
      space_(&space),
      surfaces_(space, settings.tiles, &pools.tileStatus),
      statistics_(simulation.statistics(), suffix),
      cache_(simulation.statistics(), suffix, settings.cache, settings.unit, settings.units, space, memory),
      tiled_(settings.cache.tileStatus.has_value()),
      clearedLines_(settings.cache.geometry.lineBytes),
      inputs_(settings.inputQueueSize),
      fetched_(settings.fetchQueueSize),
      reads_(settings.readQueueSize),
      operating_(settings.operationLatency),
      operated_(settings.operatedQueueSize),
      written_(settings.writeQueueSize),
      betweenReadAndWrite_(settings.readQueueSize + settings.operationLatency + settings.operatedQueueSize) {}

void RopUnit::clock(sim::Cycle cycle) {
    if (status_ == UnitStatus::Drawing) pools_->earlier.showTo(drawNumber_);
    moved_ = false;
    const bool quiet = memory.data.inFlight() == 0 && cache_.passes(cycle, memory.accepts.read(cycle));
    const bool memoryUsed = !quiet && updateCache(cycle);
    if (status_ == UnitStatus::Drawing)
        draw(cycle, memoryUsed);
    else
        advanceStatus(cycle);
    ready.write(cycle, inputs_.size() < settings_.inputQueueSize - 2 * settings_.stampsPerCycle);
    status.write(cycle, status_);
    if (moved_) return;
    if (const sim::Cycle next = due(); next > cycle + 1) sleepUntil(next);
}

sim::Cycle RopUnit::due() const {
    return std::min(cache_.due(), status_ == UnitStatus::Drawing ? stages_.next() : operationEnds_);
}

void RopUnit::settleStatistics(sim::Cycle end) {
    cache_.settleStatistics(end);
    stages_.settle(end);
    if (samplesToWrite_ != 0) settleWriteRun(end);
    if (samplesToRead_ != 0) settleReadRun(end);
}

bool RopUnit::updateCache(sim::Cycle cycle) {
    if (const auto data = memory.data.read(cycle)) {
        statistics_.readBytes.add(data->bytes);
        cache_.takeData(cycle, *data);
    }
    const auto transaction = cache_.update(cycle, memory.accepts.read(cycle));
    if (cache_.hasDepthReport()) reportDepth(cycle);
    if (!transaction) return false;
    memory.request.write(cycle, *transaction);
    if (transaction->access == mem::Access::Read) {
        ++statistics_.readTransactions;
    } else {
        ++statistics_.writeTransactions;
        statistics_.writeBytes.add(transaction->bytes);
    }
    return true;
}

void RopUnit::advanceStatus(sim::Cycle cycle) {
    switch (status_) {
        case UnitStatus::Reset:
            powerOn(cycle);
            break;
        case UnitStatus::Drawing:
            break;
        case UnitStatus::Present:
        case UnitStatus::Dump:
            flush(cycle, true);
            break;
        case UnitStatus::Flush:
        case UnitStatus::Blit:
            flush(cycle, flushSendsBlockStates() && !tiled_);
            break;
        case UnitStatus::SaveBlockState:
            endOrGoOn(&RopCache::saveStates);
            break;
        case UnitStatus::RestoreBlockState:
            endOrGoOn(&RopCache::restoreStates);
            break;
        case UnitStatus::ResetBlockState:
            endOrGoOn(&RopCache::resetStates);
            break;
        case UnitStatus::Clear:
            clear(cycle);
            break;
        case UnitStatus::Ready:
        case UnitStatus::End:
        case UnitStatus::ClearEnd:
            takeCommand(cycle);
            break;
    }
}

void RopUnit::end() {
    status_ = UnitStatus::End;
    operationEnds_ = sim::kNever;
    moved_ = true;
}

void RopUnit::endOrGoOn(bool (RopCache::*operation)()) {
    if (flushed_)
        end();
    else
        moved_ = flushed_ = !(cache_.*operation)();
}

void RopUnit::powerOn(sim::Cycle cycle) {
    clearedLines_.forget();
    cache_.reset(false);
    // ATTILA clocks the cache a second time in the cycle of a reset.
    cache_.update(cycle, memory.accepts.read(cycle));
    operationCycles_ = 0;
    status_ = UnitStatus::Ready;
    moved_ = true;
}

void RopUnit::takeCommand(sim::Cycle cycle) {
    if (const auto received = command.read(cycle)) start(cycle, *received);
}

void RopUnit::start(sim::Cycle cycle, const UnitCommand& received) {
    moved_ = true;
    flushed_ = false;
    const gpu::DrawState* state = received.draw == nullptr ? nullptr : &received.draw->state;
    if (state != nullptr) bufferBlocks_ = blocksOfBuffer(*state);
    const auto require = [&] {
        if (state == nullptr) throw sim::Fault(name() + " got a command without the state that it needs");
    };
    switch (received.operation) {
        case UnitOperation::Reset:
            status_ = UnitStatus::Reset;
            break;
        case UnitOperation::Draw:
            require();
            startDraw(cycle, *state);
            drawNumber_ = received.draw->number;
            status_ = UnitStatus::Drawing;
            break;
        case UnitOperation::End:
            status_ = UnitStatus::Ready;
            break;
        case UnitOperation::Clear:
            require();
            cache_.setBuffer(buffer(*state));
            configure(*state);
            operationEnds_ = cycle + (cache_.stateBlocks() + settings_.cache.blocksClearedPerCycle - 1) /
                                         settings_.cache.blocksClearedPerCycle;
            cache_.reset(true);
            status_ = UnitStatus::Clear;
            break;
        case UnitOperation::Flush:
            status_ = UnitStatus::Flush;
            break;
        case UnitOperation::Blit:
            status_ = UnitStatus::Blit;
            break;
        case UnitOperation::Present:
            status_ = UnitStatus::Present;
            break;
        case UnitOperation::DumpColor:
        case UnitOperation::DumpDepth:
        case UnitOperation::DumpStencil:
            status_ = UnitStatus::Dump;
            break;
        case UnitOperation::SaveBlockState:
            require();
            cache_.setBuffer(buffer(*state));
            status_ = UnitStatus::SaveBlockState;
            break;
        case UnitOperation::RestoreBlockState:
            require();
            cache_.setBuffer(buffer(*state));
            clearedLines_.forget();
            status_ = UnitStatus::RestoreBlockState;
            break;
        case UnitOperation::ResetBlockState:
            clearedLines_.forget();
            status_ = UnitStatus::ResetBlockState;
            break;
    }
}

void RopUnit::startDraw(sim::Cycle cycle, const gpu::DrawState& state) {
    samples_ = state.multisampling.samplesPerPixel();
    wholeQuads_ = state.raster.multisampleCullsWholeQuads;
    tiled_ = state.raster.viewportTransform.has_value();
    cache_.setBuffer(tiled_ ? RopCache::Buffer{.compression = false, .tiled = true} : buffer(state));
    configure(state);
    activeTargets_ = 0;
    anyRead_ = false;
    firstTarget_ = gpu::kRenderTargets;
    for (uint32_t t = gpu::kRenderTargets; t-- > 0;) {
        targetAfter_[t] = firstTarget_;
        if (!targets_[t].active) continue;
        firstTarget_ = t;
        ++activeTargets_;
        anyRead_ |= targets_[t].readsDestination;
    }
    inRuns_ = !tiled_ && samples_ > 1;
    for (const Target& target : targets_)
        inRuns_ &= !target.active || cache_.keepsPortFree(func::kQuadFragments * target.bytesPerSample);
    samplesToRead_ = samplesToWrite_ = 0;
    for (uint32_t& next : targetAfter_)
        if (next == gpu::kRenderTargets) next = firstTarget_;
    lastReceived_ = false;
    operationFree_ = cycle + std::max<sim::Cycle>(operationCycles_, 1);
    stages_.start(cycle + 1);
    stages_.sleepUntil(Stage::EndOperation, sim::kNever);
    tracksClear_ = targets_[0].active && targets_[0].surface.valid && cache_.buffer().compression &&
                   clearedLines_.tracks(targets_[0].address, targets_[0].surface.bytes.size());
}

uint32_t RopUnit::blocksOfBuffer(const gpu::DrawState& state) const {
    const func::TileSizes& tiles = settings_.tiles;
    const auto cut = [](uint32_t value, uint32_t size) { return (value + size - 1) / size; };
    // ATTILA takes the stamps of a generation tile for the scan tiles of an over-scan tile.
    const uint32_t acrossStamps = tiles.generationWidth / func::kQuadWidth;
    const uint32_t downStamps = tiles.generationHeight / func::kQuadWidth;
    const uint32_t across = cut(tiles.scanWidth, tiles.generationWidth);
    const uint32_t down = cut(tiles.scanHeight, tiles.generationHeight);
    const uint32_t scanTiles = cut(state.raster.surfaceHeight, downStamps * down * tiles.generationHeight) *
                               cut(state.raster.surfaceWidth, acrossStamps * across * tiles.generationWidth) *
                               downStamps * acrossStamps;
    const uint32_t samples = state.multisampling.samplesPerPixel();
    return cut(scanTiles * (bytesPerSample(state) / 4) * samples * across * down, settings_.units);
}

void RopUnit::flush(sim::Cycle cycle, bool sendsBlockStates) {
    if (!flushed_) {
        if (cache_.flush()) return;
        flushed_ = moved_ = true;
        if (sendsBlockStates) sendBlockStates(cycle);
        return;
    }
    if (!sendsBlockStates || cycle >= operationEnds_) end();
}

void RopUnit::sendBlockStates(sim::Cycle cycle) {
    const uint32_t perCycle = settings_.cache.blocksClearedPerCycle;
    operationEnds_ = cycle + std::max((bufferBlocks_ + perCycle - 1) / perCycle, 1u);
    blockStates.write(
        cycle,
        BlockStateUpdate{.unit = settings_.unit,
                         .blocks = std::make_shared<const std::vector<BlockInfo>>(cache_.blockStates(bufferBlocks_))});
}

void RopUnit::clear(sim::Cycle cycle) {
    if (cycle < operationEnds_) return;
    clearBlocks();
    end();
}

void RopUnit::clearBlocks() {
    const std::span<std::byte> bytes = targets_[0].surface.bytes;
    const size_t run = size_t{settings_.cache.blocksPerUnit} * settings_.cache.geometry.lineBytes;
    for (size_t at = settings_.unit * run; at < bytes.size(); at += settings_.units * run)
        fillCleared(bytes.subspan(at, std::min(run, bytes.size() - at)));
    fillCleared(clearedLines_.clear(targets_[0].address, bytes));
}

std::array<uint64_t, 16> RopUnit::writeMasks(uint32_t bytes, uint32_t bytesPerSample) {
    std::array<uint64_t, 16> masks{};
    for (uint32_t covered = 0; covered < 16; ++covered)
        for (uint32_t sample = 0; sample < 4; ++sample)
            if ((covered >> sample & 1) != 0) masks[covered] |= uint64_t{bytes} << (sample * bytesPerSample);
    return masks;
}

std::string RopUnit::describeWait() const {
    std::string text = cache_.describeWait();
    if (stamps_.inUse() != 0)
        text += fmt::format(
            "{}quads: {} wait for a line, {} to be read, {} to be operated on, {} in the ALU, {} to be "
            "written, {} to leave",
            text.empty() ? "" : "; ", inputs_.size(), fetched_.size(), reads_.size(), operating_.size(),
            operated_.size(), written_.size());
    else if (status_ == UnitStatus::Drawing && !lastReceived_)
        text += fmt::format("{}waits for the last quad of the batch", text.empty() ? "" : "; ");
    return text;
}

}  // namespace cyclorama::machine::timing
