// SPDX-License-Identifier: MIT
#include "machine/timing/display/dac.h"

#include <fmt/format.h>

#include <algorithm>

#include "machine/timing/core/memory_tickets.h"
#include "machine/timing/draw/work.h"
#include "sim/divide_up.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

uint32_t blocksPerUnit(const func::TileSizes& tiles) {
    return sim::divideUp(tiles.scanWidth, tiles.generationWidth) *
           sim::divideUp(tiles.scanHeight, tiles.generationHeight);
}

}  // namespace

Dac::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : blocks(registry, {"ColorStateBlocksTotal_DAC", "blocks", "Blocks of frames that were read."}),
      clear(registry, {"ColorStateBlocksClear_DAC", "blocks", "Blocks that were clear and not read from memory."}),
      uncompressed(registry, {"ColorStateBlocksUncompressed_DAC", "blocks", "Blocks that were not compressed."}),
      compressed{sim::Counter(registry, {"ColorStateBlocksCompressedBest_DAC", "blocks", "Blocks at level 0."}),
                 sim::Counter(registry, {"ColorStateBlocksCompressedNormal_DAC", "blocks", "Blocks at level 1."}),
                 sim::Counter(registry, {"ColorStateBlocksCompressedWorst_DAC", "blocks", "Blocks at level 2."})} {}

Dac::Dac(sim::Simulation& simulation, sim::DomainId domain, const DacParameters& parameters, const Links& links,
         mem::AddressSpace& space)
    : Box(simulation, domain, "DAC"),
      command(*this, {.name = "command", .width = 1, .latency = 1}),
      status(*this, "status"),
      memory(*this, "memory"),
      parameters_(parameters),
      links_(links),
      surfaces_(space, links.tiles),
      statistics_(simulation.statistics()),
      colorBlockStates_(links.ropUnits, blocksPerUnit(links.tiles), parameters.blockSize),
      depthBlockStates_(colorBlockStates_),
      blocks_(parameters.blockRequestQueueSize),
      freeTickets_(kMemoryTickets),
      space_(&space),
      blitter_(simulation.statistics(), {.blockBytes = parameters.blockSize,
                                         .decompressionLatency = parameters.decompressionUnitLatency,
                                         .blockDimension = links.textures.blockDimension,
                                         .superBlockDimension = links.textures.superBlockDimension,
                                         .compression = links.colorCompression}) {
    for (uint32_t i = 0; i < links.ropUnits; ++i) {
        const auto input = [&](const char* name) {
            return std::make_unique<sim::Signal<BlockStateUpdate>>(
                *this, sim::SignalInfo{
                           .name = fmt::format("{}{}", name, i), .width = 1, .latency = parameters.blockUpdateLatency});
        };
        colorStates.push_back(input("colorStates"));
        depthStates.push_back(input("depthStates"));
    }
}

void Dac::clock(sim::Cycle cycle) {
    const UnitStatus before = status_;
    if (const auto data = memory.data.read(cycle)) {
        busCycles_ = memory.cyclesFor(data->bytes);
        arrivingBytes_ = data->bytes;
        arrivingId_ = data->id;
    }
    if (stateCycles_ > 0) --stateCycles_;
    for (auto& input : colorStates) takeStates(cycle, *input, colorBlockStates_);
    for (auto& input : depthStates) takeStates(cycle, *input, depthBlockStates_);
    switch (status_) {
        case UnitStatus::Reset:
            reset();
            break;
        case UnitStatus::Ready:
            takeCommand(cycle);
            if (refreshesIn(cycle)) startReading(shown_, UnitStatus::Present);
            break;
        case UnitStatus::End:
            takeCommand(cycle);
            break;
        case UnitStatus::Present:
        case UnitStatus::Dump:
            takeCommand(cycle);
            read(cycle);
            break;
        case UnitStatus::Blit:
            takeCommand(cycle);
            blit(cycle);
            break;
        default:
            throw sim::Fault("the DAC is in a state that it does not have");
    }
    const UnitStatus shown = status_;
    status.write(cycle, shown);
    // A refresh continues by itself: the end of a command is shown for a cycle.
    if (!parameters_.synchedRefresh && shown == UnitStatus::End) status_ = before;
    if (before == shown && shown == status_ && stateCycles_ == 0) rest(cycle);
}

bool Dac::refreshesIn(sim::Cycle cycle) const {
    return !parameters_.synchedRefresh && parameters_.refreshFrame && shown_.layout != nullptr &&
           cycle % parameters_.refreshRate == parameters_.refreshRate - 1;
}

void Dac::rest(sim::Cycle cycle) {
    if (status_ != UnitStatus::Ready && status_ != UnitStatus::End) return;
    const uint64_t rate = parameters_.refreshRate;
    if (parameters_.synchedRefresh || !parameters_.refreshFrame || shown_.layout == nullptr)
        sleep();
    else
        sleepUntil((cycle + 1) / rate * rate + rate - 1);
}

void Dac::takeStates(sim::Cycle cycle, sim::Signal<BlockStateUpdate>& input, BlockStates& states) {
    const auto update = input.read(cycle);
    if (!update) return;
    states.set(*update);
    const auto blocks = static_cast<uint32_t>(update->blocks->size()) * links_.ropUnits;
    stateCycles_ += sim::divideUp(blocks, parameters_.blocksUpdatedPerCycle * links_.ropUnits);
}

void Dac::takeCommand(sim::Cycle cycle) {
    const auto received = command.read(cycle);
    if (!received) return;
    const auto state = [&]() -> const gpu::DrawState& {
        if (received->draw == nullptr) throw sim::Fault("the DAC got a command without the state that it needs");
        return received->draw->state;
    };
    switch (received->operation) {
        case UnitOperation::Reset:
            status_ = UnitStatus::Reset;
            break;
        case UnitOperation::End:
            if (parameters_.synchedRefresh) status_ = UnitStatus::Ready;
            break;
        case UnitOperation::Present:
            shown_ = colorBuffer(state());
            if (parameters_.synchedRefresh && parameters_.refreshFrame)
                startReading(shown_, UnitStatus::Present);
            else
                status_ = UnitStatus::End;
            break;
        case UnitOperation::DumpColor:
            startReading(colorBuffer(state()), UnitStatus::Dump);
            break;
        case UnitOperation::DumpDepth:
        case UnitOperation::DumpStencil:
            startReading(depthBuffer(state()), UnitStatus::Dump);
            break;
        case UnitOperation::Blit:
            startBlit(state());
            break;
        default:
            throw sim::Fault("the DAC got a command that is not for it");
    }
}

void Dac::reset() {
    colorBlockStates_.clear();
    depthBlockStates_.clear();
    stateCycles_ = 0;
    shown_ = {};
    status_ = UnitStatus::Ready;
}

Dac::Buffer Dac::colorBuffer(const gpu::DrawState& state) {
    const MappedSurface surface = surfaces_.color(state, 0);
    return {.address = state.color->targets[0].address,
            .bytes = static_cast<uint32_t>(surface.bytes.size()),
            .states = &colorBlockStates_,
            .compression = links_.colorCompression,
            .layout = surface.layout,
            .usesStates = state.color->compression};
}

Dac::Buffer Dac::depthBuffer(const gpu::DrawState& state) {
    const MappedSurface surface = surfaces_.depthStencil(state);
    return {.address = state.depthBuffer->address,
            .bytes = static_cast<uint32_t>(surface.bytes.size()),
            .states = &depthBlockStates_,
            .compression = links_.depthCompression,
            .layout = surface.layout,
            .usesStates = state.depthBuffer->compression};
}

void Dac::startReading(const Buffer& buffer, UnitStatus as) {
    buffer_ = buffer;
    blocks_.clear();
    toRequest_ = 0;
    started_ = 0;
    decompressionCycles_ = 0;
    status_ = as;
}

void Dac::read(sim::Cycle cycle) {
    receive();
    decompress();
    request(cycle);
    startBlock();
    if (busCycles_ != 0 || !blocks_.empty() || stateCycles_ != 0) return;
    status_ = status_ == UnitStatus::Dump || parameters_.synchedRefresh ? UnitStatus::End : UnitStatus::Ready;
}

void Dac::receive() {
    if (busCycles_ == 0 || --busCycles_ > 0) return;
    blocks_[arrivingId_ - oldestBlock_].received += arrivingBytes_;
    ++freeTickets_;
}

void Dac::decompress() {
    if (decompressionCycles_ > 0 && --decompressionCycles_ == 0) {
        blocks_.pop();
        ++oldestBlock_;
    }
    if (decompressionCycles_ > 0 || blocks_.size() == toRequest_) return;
    const Block& block = blocks_.front();
    if (block.received != block.bytes) return;
    decompressionCycles_ = parameters_.decompressionUnitLatency;
    ++statistics_.blocks;
    switch (block.info.state) {
        case BlockState::Clear:
            ++statistics_.clear;
            break;
        case BlockState::Uncompressed:
            ++statistics_.uncompressed;
            break;
        case BlockState::Compressed:
            if (block.info.level < statistics_.compressed.size()) ++statistics_.compressed[block.info.level];
            break;
    }
}

void Dac::request(sim::Cycle cycle) {
    if (toRequest_ == 0 || !memory.accepts.read(cycle).reads || freeTickets_ == 0) return;
    const uint32_t place = blocks_.size() - toRequest_;
    Block& block = blocks_[place];
    if (block.requested < block.bytes) {
        const uint32_t size = std::min(mem::kTransactionBytes, block.bytes - block.requested);
        memory.send(cycle, {.address = block.address + block.requested, .bytes = size, .id = oldestBlock_ + place});
        block.requested += size;
        --freeTickets_;
    }
    if (block.requested == block.bytes) --toRequest_;
}

void Dac::startBlock() {
    if (stateCycles_ > 0 || blocks_.full() || started_ >= buffer_.bytes) return;
    const uint32_t blockBytes = parameters_.blockSize;
    const BlockInfo info =
        buffer_.usesStates ? buffer_.states->at(*buffer_.layout, started_ / blockBytes) : BlockInfo{};
    blocks_.push({.info = info,
                  .address = buffer_.address + started_,
                  .bytes = bytesInMemory(info, blockBytes, buffer_.compression)});
    started_ += blockBytes;
    ++toRequest_;
}

void Dac::startBlit(const gpu::DrawState& state) {
    blitBuffer_ = colorBuffer(state);
    const BlitResult result = machine::blit(state, surfaces_, links_.textures, *space_);
    blitter_.start(state.blit, blitBuffer_.layout, blitBuffer_.address, result);
    blitterHasStates_ = false;
    status_ = UnitStatus::Blit;
}

void Dac::blit(sim::Cycle cycle) {
    if (busCycles_ > 0 && --busCycles_ == 0) blitter_.receive(arrivingId_);
    if (stateCycles_ == 0 && !blitterHasStates_) {
        blitter_.setBlockStates(colorBlockStates_, blitBuffer_.usesStates);
        blitterHasStates_ = true;
    }
    if (const auto transaction = blitter_.update(memory.accepts.read(cycle))) memory.send(cycle, *transaction);
    if (blitter_.finished()) status_ = UnitStatus::End;
}

std::string Dac::describeWait() const {
    switch (status_) {
        case UnitStatus::Present:
        case UnitStatus::Dump:
            return fmt::format("reads a buffer: {} of {} bytes started, {} blocks under way", started_, buffer_.bytes,
                               blocks_.size());
        case UnitStatus::Blit:
            return blitter_.describeWait();
        default:
            return {};
    }
}

sim::Backlog Dac::backlog() const {
    const bool works = status_ == UnitStatus::Present || status_ == UnitStatus::Dump || status_ == UnitStatus::Blit;
    return works ? sim::Backlog::Some : sim::Backlog::None;
}

const sim::Box* Dac::holdup() const { return decompressionCycles_ == 0 && busCycles_ == 0 ? memory.holdup() : nullptr; }

}  // namespace cyclorama::machine::timing
