// SPDX-License-Identifier: MIT
#include "machine/timing/rop/rop_unit.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "machine/timing/draw/work_names.h"
#include "machine/values/fragment_quads.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

/// All buffers of a draw have the same.
BufferMetadata metadataOf(const gpu::DrawState& state) {
    return state.buffersInHierarchy() ? BufferMetadata::BlockStates : BufferMetadata::TileStatus;
}

/// The status of a unit that performs an operation on its cache; none for other operations.
std::optional<UnitStatus> statusOf(UnitOperation operation) {
    switch (operation) {
        case UnitOperation::Clear:
            return UnitStatus::Clear;
        case UnitOperation::Flush:
            return UnitStatus::Flush;
        case UnitOperation::SaveBlockState:
            return UnitStatus::SaveBlockState;
        case UnitOperation::RestoreBlockState:
            return UnitStatus::RestoreBlockState;
        case UnitOperation::ResetBlockState:
            return UnitStatus::ResetBlockState;
        case UnitOperation::Present:
            return UnitStatus::Present;
        case UnitOperation::DumpColor:
        case UnitOperation::DumpDepth:
        case UnitOperation::DumpStencil:
            return UnitStatus::Dump;
        case UnitOperation::Reset:
        case UnitOperation::Draw:
        case UnitOperation::End:
        case UnitOperation::Blit:
            break;
    }
    return std::nullopt;
}

}  // namespace

RopUnit::RopUnit(sim::Simulation& simulation, sim::DomainId domain, const std::string& name, const std::string& suffix,
                 QuadPool& quads, const RopMemory& contents, const RopSettings& settings)
    : UnitBox(simulation, domain, name),
      input(*this, {.name = "input", .width = settings.stampsPerCycle, .latency = 1}),
      ready(*this, "ready"),
      memory(*this, "memory"),
      blockStates(*this, "blockStates"),
      settings_(settings),
      quads_(&quads),
      earlier_(&contents.earlier),
      fastClears_(&contents.fastClears),
      surfaces_(contents.space, settings.tiles, &contents.fastClears),
      statistics_(simulation.statistics(), suffix),
      cache_(simulation.statistics(), suffix, settings.cache, settings.unit, settings.units, contents.space, memory),
      pipeline_(settings_, quads, targets_, cache_, statistics_, *this, *this) {
    if (settings.cache.tileStatus) statusCache.emplace(*this, "statusCache");
    input.describeBy(quadNames(quads));
}

bool RopUnit::receive(sim::Cycle cycle) {
    if (working()) earlier_->showTo(drawNumber_);
    if (statusCache)
        for (const TileStatusAnswer& answer : statusCache->answers.take(cycle)) cache_.takeStatus(cycle, answer);
    const bool quiet = memory.data.inFlight() == 0 && cache_.passes(cycle, memory.accepts.read(cycle));
    memoryUsed_ = !quiet && updateCache(cycle);
    return false;
}

bool RopUnit::work(sim::Cycle cycle) {
    const bool ends = lastReceived_ && !memoryUsed_ && pipeline_.empty();
    if (ends) {
        leaveLast(cycle, lastQuad_);
        lastReceived_ = false;
        end();
    }
    pipeline_.clock(cycle);
    if (input.inFlight() != 0) {
        for (const QuadId id : input.take(cycle)) {
            statistics_.inputs.add(func::kQuadFragments);
            if ((*quads_)[id].last) {
                lastReceived_ = true;
                lastQuad_ = id;
            } else {
                pipeline_.receive(id);
            }
        }
    }
    if (ends) pipeline_.stop(cycle);
    return ends || (lastReceived_ && pipeline_.empty());
}

void RopUnit::show(sim::Cycle cycle) {
    ready.write(cycle, pipeline_.takesQuads());
    UnitBox::show(cycle);
}

sim::Cycle RopUnit::alarm(sim::Cycle cycle) const {
    const sim::Cycle cacheDue = cache_.due();
    if (cacheDue <= cycle + 1) return cacheDue;
    return std::min(cacheDue, working() ? pipeline_.due() : operationEnds_);
}

void RopUnit::settleStatistics(sim::Cycle end) {
    cache_.accountIdleCycles(end);
    pipeline_.accountIdleCycles(end);
}

bool RopUnit::updateCache(sim::Cycle cycle) {
    if (const auto data = memory.data.read(cycle)) {
        statistics_.readBytes.add(data->bytes);
        cache_.takeData(cycle, *data);
    }
    const auto transaction = cache_.update(cycle, memory.accepts.read(cycle));
    if (cache_.hasDepthReport()) reportDepth(cycle);
    while (const auto request = cache_.nextStatusRequest()) statusCache->requests.write(cycle, *request);
    if (!transaction) return false;
    memory.send(cycle, *transaction);
    if (transaction->access == mem::Access::Read) {
        ++statistics_.readTransactions;
    } else {
        ++statistics_.writeTransactions;
        statistics_.writeBytes.add(transaction->bytes);
    }
    return true;
}

bool RopUnit::workInOtherState(sim::Cycle cycle) {
    moved_ = false;
    switch (state()) {
        case UnitStatus::Present:
        case UnitStatus::Dump:
            flush(cycle, true);
            break;
        case UnitStatus::Flush:
            flush(cycle, flushSendsBlockStates() && cache_.usesBlockStates());
            break;
        case UnitStatus::SaveBlockState:
            continueOperation(RopCache::Operation::SaveStates);
            break;
        case UnitStatus::RestoreBlockState:
            continueOperation(RopCache::Operation::RestoreStates);
            break;
        case UnitStatus::ResetBlockState:
            continueOperation(RopCache::Operation::ResetStates);
            break;
        case UnitStatus::Clear:
            clear(cycle);
            break;
        case UnitStatus::Reset:
        case UnitStatus::Ready:
        case UnitStatus::Drawing:
        case UnitStatus::End:
        case UnitStatus::Blit:
        case UnitStatus::ClearEnd:
            break;
    }
    return moved_;
}

void RopUnit::end() {
    enter(UnitStatus::End);
    operationEnds_ = sim::kNever;
    moved_ = true;
}

void RopUnit::continueOperation(RopCache::Operation operation) {
    if (operationDone_)
        end();
    else
        moved_ = operationDone_ = !cache_.perform(operation);
}

void RopUnit::reset(sim::Cycle cycle) {
    cache_.blockStates().clearedLines().forget();
    cache_.reset(false);
    // The cache is clocked a second time in the cycle of a reset.
    cache_.update(cycle, memory.accepts.read(cycle));
    pipeline_.resetAlu();
}

bool RopUnit::takeOther(sim::Cycle cycle, const UnitCommand& received) {
    const std::optional<UnitStatus> operating = statusOf(received.operation);
    if (!operating || state() != UnitStatus::Ready) return false;
    enter(*operating);
    operationDone_ = false;
    if (received.draw != nullptr) bufferBlocks_ = blocksOfBuffer(received.draw->state);
    const auto stateOf = [&]() -> const gpu::DrawState& {
        if (received.draw == nullptr) throw sim::Fault(name() + " got a command without the state that it needs");
        return received.draw->state;
    };
    switch (received.operation) {
        case UnitOperation::Clear:
            startClear(cycle, stateOf());
            break;
        case UnitOperation::SaveBlockState:
            cache_.useBlockStates(buffer(stateOf()));
            break;
        case UnitOperation::RestoreBlockState:
            cache_.useBlockStates(buffer(stateOf()));
            cache_.blockStates().clearedLines().forget();
            break;
        case UnitOperation::ResetBlockState:
            cache_.blockStates().clearedLines().forget();
            break;
        default:
            break;
    }
    return true;
}

void RopUnit::start(sim::Cycle cycle, DrawRecord& draw) {
    const gpu::DrawState& state = draw.state;
    drawNumber_ = draw.number;
    bufferBlocks_ = blocksOfBuffer(state);
    targets_.setMetadata(metadataOf(state));
    switch (targets_.metadata()) {
        case BufferMetadata::BlockStates:
            cache_.useBlockStates(buffer(state));
            break;
        case BufferMetadata::TileStatus:
            cache_.useTileStatus();
            break;
    }
    configure(state);
    targets_.update();
    ClearedLines& cleared = cache_.blockStates().clearedLines();
    const RopTarget& first = targets_[0];
    const bool tracksClear = first.active && first.surface.valid && cache_.usesBlockStates() &&
                             cache_.blockStates().buffer().compression &&
                             cleared.tracks(first.address, first.surface.bytes.size());
    lastReceived_ = false;
    pipeline_.start(cycle, {.samples = state.multisampling.samplesPerPixel(),
                            .cullsWholeQuads = state.raster->rules.multisampleCullsWholeQuads,
                            .clearedLines = tracksClear ? &cleared : nullptr});
}

void RopUnit::startClear(sim::Cycle cycle, const gpu::DrawState& state) {
    targets_.setMetadata(BufferMetadata::BlockStates);
    cache_.useBlockStates(buffer(state));
    configure(state);
    operationEnds_ = cycle + cache_.blockStates().cyclesToReset();
    cache_.reset(true);
}

void RopUnit::useTileStatus(RopTarget& target, uint32_t buffer, const gpu::SurfaceLayout& storage) {
    target.active = target.active && target.surface.valid;
    target.status = {};
    if (target.active && !fastClears_->allFilled(buffer))
        target.status =
            SurfaceStatus(target.surface, target.address, storage.tileStatus, settings_.cache.geometry.lineBytes);
}

uint32_t RopUnit::blocksOfBuffer(const gpu::DrawState& state) const {
    const func::TileSizes& tiles = settings_.tiles;
    const auto cut = [](uint32_t value, uint32_t size) { return (value + size - 1) / size; };
    // The quads of a generation tile are taken for the scan tiles of an over-scan tile.
    const uint32_t acrossQuads = tiles.generationWidth / func::kQuadWidth;
    const uint32_t downQuads = tiles.generationHeight / func::kQuadWidth;
    const uint32_t across = cut(tiles.scanWidth, tiles.generationWidth);
    const uint32_t down = cut(tiles.scanHeight, tiles.generationHeight);
    const uint32_t scanTiles = cut(state.raster->surfaceHeight, downQuads * down * tiles.generationHeight) *
                               cut(state.raster->surfaceWidth, acrossQuads * across * tiles.generationWidth) *
                               downQuads * acrossQuads;
    const uint32_t samples = state.multisampling.samplesPerPixel();
    return cut(scanTiles * (bytesPerSample(state) / 4) * samples * across * down, settings_.units);
}

void RopUnit::flush(sim::Cycle cycle, bool sendsBlockStates) {
    if (!operationDone_) {
        if (cache_.perform(RopCache::Operation::Flush)) return;
        operationDone_ = moved_ = true;
        if (sendsBlockStates) sendBlockStates(cycle);
        return;
    }
    if (!sendsBlockStates || cycle >= operationEnds_) end();
}

void RopUnit::sendBlockStates(sim::Cycle cycle) {
    BlockStateBackend& states = cache_.blockStates();
    operationEnds_ = cycle + std::max(states.cyclesFor(bufferBlocks_), 1u);
    blockStates.write(
        cycle,
        BlockStateUpdate{.unit = settings_.unit,
                         .blocks = std::make_shared<const std::vector<BlockInfo>>(states.states(bufferBlocks_))});
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
    fillCleared(cache_.blockStates().clearedLines().clear(targets_[0].address, bytes));
}

std::string RopUnit::describeWait() const {
    std::string text = cache_.describeWait();
    const std::string quads = !pipeline_.empty()            ? pipeline_.describeWait()
                              : working() && !lastReceived_ ? "waits for the last quad of the batch"
                                                            : "";
    if (!text.empty() && !quads.empty()) text += "; ";
    return text + quads;
}

sim::Backlog RopUnit::backlog() const {
    const bool operates = state() != UnitStatus::Ready && state() != UnitStatus::End && !working();
    if (operates) return sim::Backlog::Some;
    if (!pipeline_.takesQuads()) return sim::Backlog::Full;
    return pipeline_.empty() ? sim::Backlog::None : sim::Backlog::Some;
}

void RopUnit::appendQueues(std::vector<sim::QueueLevel>& queues) const { pipeline_.appendQueues(queues); }

const sim::Box* RopUnit::holdup() const {
    const bool waits = !working() || pipeline_.waitsForLines();
    return waits && cache_.waitsForMemory() ? memory.holdup() : nullptr;
}

template class UnitBox<RopUnit, DrawProtocol>;

uint32_t RopUnit::followedSamples(const gpu::WorkTrace& trace, const QuadInFlight& inFlight, uint32_t samples) const {
    const auto fragment = trace.fragmentOf(inFlight.quad.x, inFlight.quad.y);
    const uint32_t perPixel = pipeline_.samples();
    return fragment ? samplesOfFragment(samples, *fragment, perPixel) : 0;
}

std::optional<TracedSamples> RopUnit::lookAt(const gpu::WorkTrace& trace, const RopQuad& quad,
                                             const QuadInFlight& inFlight, uint32_t target) {
    const RopTarget& to = targets_[target];
    if (followedSamples(trace, inFlight, quad.coverage) == 0 || !to.active || !to.surface.valid) return std::nullopt;
    return TracedSamples(to.surface.bytes, to.surface.layout->quad(),
                         {.quad = quad.offset[target],
                          .fragment = *trace.fragmentOf(inFlight.quad.x, inFlight.quad.y),
                          .samplesPerPixel = pipeline_.samples()});
}

}  // namespace cyclorama::machine::timing
