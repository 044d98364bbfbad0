// SPDX-License-Identifier: MIT
// The operations of the vocabulary, and the states of the command processor in which each may start.

#include <utility>

#include "machine/timing/command/command_processor.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine::timing {

namespace {

/// Cycles from one draw to the next.
constexpr uint32_t kDrawDelay = 2;

}  // namespace

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::WriteMemory& operation) {
    const bool geometryFree = state_ == State::Drawing || (state_ == State::EndGeometry && !geometryStarted_);
    if (state_ != State::Ready && (!geometryFree || operation.waitForBatch)) return false;
    keepForDrawInFlight(operation);
    const bool written = context_.space->write(operation.address, operation.data);
    if (!written) report(findings::kWrite);
    transfer.start(operation.address, written ? static_cast<uint32_t>(operation.data.size()) : 0);
    stateAfterMemory_ = state_;
    if (operation.preload || front_->staysWithHost(operation)) {
        transfer.preload(cycle);
        enter(State::MemoryPreload);
        return true;
    }
    ++statistics_.writeTransactions;
    transfer.send(cycle, mem::Access::Write);
    enter(State::MemoryWrite);
    return true;
}

void CommandProcessor::keepForDrawInFlight(const gpu::WriteMemory& write) {
    context_.earlier->showNewest();
    const DrawInFlight::Use use = context_.drawInFlight->useOf(write);
    if (use == DrawInFlight::Use::Certain) report(findings::kWriteDuringDraw);
    if (use == DrawInFlight::Use::None || state_ == State::Ready) return;
    context_.earlier->keep(*context_.space, write.address, write.data.size(), geometry_->number);
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::Draw&) {
    if ((state_ != State::Ready && state_ != State::EndGeometry) ||
        units.streamer.status.read(cycle) != UnitStatus::Ready || drawDelay_ > 0)
        return false;
    DrawRecord& record = nextRecord();
    record.place = place();
    record.operation = log_ ? log_.start(*command_, record.state, frame().draws, cycle) : std::nullopt;
    if (record.operation) log_.countWork(*record.operation, record.state);
    countDraw();
    if (!context_.checks->start(record)) {
        if (record.operation) log_.end(*record.operation, cycle + 1);
        return true;
    }
    ++recordsUsed_;
    geometry_ = &record;
    context_.drawInFlight->start(geometry_->state);
    for (UnitPorts::Unit* unit : {&units.streamer, &units.assembly, &units.clipper})
        send(cycle, unit->command, UnitOperation::Draw, geometry_);
    for (auto& shader : units.vertexShaders) send(cycle, *shader, UnitOperation::Draw, geometry_);
    geometryStarted_ = true;
    drawDelay_ = kDrawDelay;
    ++statistics_.batches;
    if (state_ == State::Ready) {
        startFragments(cycle);
        enter(State::Drawing);
    }
    return settings_.pipelinedBatches;
}

void CommandProcessor::startFragments(sim::Cycle cycle) {
    fragments_ = geometry_;
    fragmentsStart_ = cycle;
    if (geometry_->operation) log_.startFragments(*geometry_->operation, cycle);
    send(cycle, units.rasterizer.command, UnitOperation::Draw, geometry_);
    send(cycle, units.depthTests, UnitOperation::Draw, geometry_);
    send(cycle, units.colorWrites, UnitOperation::Draw, geometry_);
    for (auto& shader : units.fragmentShaders) send(cycle, *shader, UnitOperation::Draw, geometry_);
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::ClearColor&) {
    if (state_ != State::Ready) return false;
    context_.checks->clearColor(drawState(), place());
    startExclusive(cycle, {.units = &units.colorWrites,
                           .operation = UnitOperation::Clear,
                           .record = newRecord(),
                           .cycles = &statistics_.clear,
                           .name = "colour writes"});
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::ClearDepthStencil&) {
    if (state_ != State::Ready) return false;
    context_.checks->clearDepthStencil(drawState(), place());
    startExclusive(cycle, {.units = &units.depthTests,
                           .operation = UnitOperation::Clear,
                           .rasterizer = true,
                           .record = newRecord(),
                           .cycles = &statistics_.clear,
                           .name = "depth and stencil tests"});
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::Present&) {
    if (state_ != State::Ready) return false;
    ++statistics_.frames;
    startExclusive(cycle, {.units = &units.colorWrites,
                           .operation = UnitOperation::Present,
                           .dac = UnitOperation::Present,
                           .record = newRecord(),
                           .cycles = &statistics_.present,
                           .ended = [this] {
                               cycleEvents().presented = &exclusive_.record->state;
                               startFrame(frame().number + 1);
                           }});
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::FlushCache& operation) {
    if (state_ != State::Ready) return false;
    switch (operation.buffer) {
        case gpu::Buffer::Color:
            startExclusive(cycle, {.units = &units.colorWrites,
                                   .record = newRecord(),
                                   .cycles = &statistics_.flush,
                                   .name = "colour writes"});
            break;
        case gpu::Buffer::DepthStencil:
            startExclusive(cycle, {.units = &units.depthTests,
                                   .delay = settings_.depthFlushDelay,
                                   .record = newRecord(),
                                   .cycles = &statistics_.flush,
                                   .name = "depth and stencil tests"});
            break;
        case gpu::Buffer::Texture:
        case gpu::Buffer::VertexTexture:
            for (auto& unit : units.textureUnits) send(cycle, *unit, UnitOperation::Flush, nullptr);
            break;
        case gpu::Buffer::TileStatus:
        case gpu::Buffer::ShaderCode:
        case gpu::Buffer::Resolve:
            // Tile status goes with the buffer that it belongs to; programs are in the shaders' own memory.
            break;
    }
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::Reset&) {
    for (UnitPorts::Unit* unit : {&units.streamer, &units.assembly, &units.clipper, &units.rasterizer})
        send(cycle, unit->command, UnitOperation::Reset, nullptr);
    send(cycle, units.depthTests, UnitOperation::Reset);
    send(cycle, units.colorWrites, UnitOperation::Reset);
    for (auto& shader : units.vertexShaders) send(cycle, *shader, UnitOperation::Reset, nullptr);
    for (auto& shader : units.fragmentShaders) send(cycle, *shader, UnitOperation::Reset, nullptr);
    enter(State::Reset);
    return true;
}

bool CommandProcessor::execute(sim::Cycle, const gpu::Synchronize& operation) {
    // The rasterizer takes a draw when the pixel engine is done with the one before, in any case.
    return operation.from != gpu::Unit::FrontEnd || state_ == State::Ready;
}

bool CommandProcessor::execute(sim::Cycle, const gpu::OcclusionQuery& operation) {
    if (state_ != State::Ready || !front_->portFree()) return false;
    const uint64_t before = std::exchange(query_.samples, context_.samplesPassed ? context_.samplesPassed() : 0);
    const uint64_t samples = query_.samples - before;
    const func::Address address = operation.address != 0 ? operation.address : query_.address;
    query_.address = operation.address;
    if (!operation.start) writeValue(address, samples);
    return true;
}

bool CommandProcessor::execute(sim::Cycle, const gpu::FenceSignal& operation) {
    if (state_ != State::Ready || !front_->portFree()) return false;
    if (operation.address) writeValue(*operation.address, operation.value);
    if (operation.event && context_.onEvent) context_.onEvent(*operation.event);
    return true;
}

template <typename Value>
void CommandProcessor::writeValue(func::Address address, Value value) {
    if (!context_.space->store(address, value)) {
        report(findings::kWrite);
        return;
    }
    transfer.startValue(address);
    stateAfterMemory_ = State::Ready;
    enter(State::MemoryWrite);
}

}  // namespace cyclorama::machine::timing
