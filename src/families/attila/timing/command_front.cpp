// SPDX-License-Identifier: MIT
#include "families/attila/timing/command_front.h"

#include <variant>

#include "machine/values/machine_findings.h"

namespace cyclorama::attila {

using machine::timing::DrawRecord;
using machine::timing::ExclusiveOperation;
using machine::timing::UnitOperation;

CommandFront::CommandFront(machine::timing::CommandProcessor& processor)
    : memoryController(processor, "memoryController"),
      processor_(processor),
      updates_{sim::BoundedQueue<RegisterUpdate>(kRegisterUpdates),
               sim::BoundedQueue<RegisterUpdate>(kRegisterUpdates)} {}

bool CommandFront::clock(sim::Cycle, bool) {
    events_ = {};
    return false;
}

void CommandFront::accountSleep(uint64_t cycles) {
    const bool tries = processor_.state() == State::Drawing || processor_.state() == State::EndGeometry;
    if (tries && retriesWrite_) processor_.statistics().registerWrites.add(cycles);
}

void CommandFront::reset() {
    for (auto& updates : updates_) updates.clear();
    storedLoad_.reset();
    loadingStored_ = false;
}

bool CommandFront::resume(sim::Cycle cycle) {
    switch (processor_.state()) {
        case State::Ready:
            return applyOldest(cycle, StateDomain::Geometry) || applyOldest(cycle, StateDomain::Fragment);
        case State::EndGeometry:
            return !processor_.geometryStarted() && applyOldest(cycle, StateDomain::Geometry);
        case State::EndFragment:
            break;
        default:
            return false;
    }
    if (applyOldest(cycle, StateDomain::Fragment)) return true;
    if (!storedLoad_) return false;
    if (loadingStored_) {
        storedLoad_.reset();
        loadingStored_ = false;
    } else {
        loadingStored_ = true;
        startLoad(cycle, *storedLoad_);
    }
    return true;
}

bool CommandFront::staysWithHost(const gpu::WriteMemory& write) const {
    return write.address.memory() == func::MemoryKind::System;
}

bool CommandFront::execute(sim::Cycle cycle, const gpu::FamilyOperation& operation) {
    const auto* own = dynamic_cast<const Operation*>(&operation);
    if (own == nullptr) return unknown(operation.describe());
    return std::visit([&](const auto& each) { return execute(cycle, each); }, own->value());
}

bool CommandFront::execute(sim::Cycle, const machine::timing::EngineOperation&) {
    return unknown("a copy, fill or resolve");
}

bool CommandFront::unknown(const std::string& operation) {
    if (processor_.state() != State::Ready) return false;
    processor_.report(machine::findings::kOperation, operation);
    return true;
}

bool CommandFront::execute(sim::Cycle cycle, const SetState& operation) {
    ++processor_.statistics().registerWrites;
    retriesWrite_ = false;
    RegisterUpdate update;
    const func::Address start = processor_.drawState().secondInterleavingStart;
    if (start != secondInterleavingStart_) update.secondInterleavingStart = start;
    const State state = processor_.state();
    const bool fragment = operation.domain == StateDomain::Fragment;
    if (state != State::Drawing && (state != State::EndGeometry || (!fragment && !processor_.geometryStarted()))) {
        apply(cycle, update);
        return true;
    }
    // The writes that belong to the batch after the next one have to wait.
    const bool forLater = state == State::EndGeometry && fragment && processor_.geometryStarted();
    if (forLater || updates(operation.domain).full()) {
        retriesWrite_ = true;
        return false;
    }
    updates(operation.domain).push(update);
    if (update.secondInterleavingStart) secondInterleavingStart_ = start;
    return true;
}

bool CommandFront::applyOldest(sim::Cycle cycle, StateDomain domain) {
    if (updates(domain).empty()) return false;
    apply(cycle, updates(domain).pop());
    return true;
}

void CommandFront::apply(sim::Cycle cycle, const RegisterUpdate& update) {
    if (!update.secondInterleavingStart) return;
    secondInterleavingStart_ = *update.secondInterleavingStart;
    memoryController.write(cycle, mem::MemoryControllerCommand{.secondInterleavingStart = secondInterleavingStart_});
}

bool CommandFront::execute(sim::Cycle cycle, const LoadProgram& operation) {
    const State state = processor_.state();
    const bool ready = state == State::Ready;
    switch (operation.target) {
        case LoadProgram::Target::Vertex:
            if (!ready && (state != State::EndGeometry || processor_.geometryStarted())) return false;
            break;
        case LoadProgram::Target::Fragment:
            if (state == State::EndGeometry) {
                storedLoad_ = operation;
                return true;
            }
            if (!ready) return false;
            break;
        case LoadProgram::Target::Unified:
            if (!ready) return false;
            break;
    }
    startLoad(cycle, operation);
    return true;
}

void CommandFront::startLoad(sim::Cycle cycle, const LoadProgram& load) {
    events_.loaded = load;
    processor_.startRead(cycle, load.address, load.bytes);
}

bool CommandFront::execute(sim::Cycle cycle, const Blit&) {
    if (processor_.state() != State::Ready) return false;
    ++processor_.statistics().blits;
    DrawRecord* record = processor_.newRecord();
    processor_.startExclusive(cycle, {.units = &processor_.units.colorWrites,
                                      .operation = UnitOperation::Flush,
                                      .dac = UnitOperation::Blit,
                                      .record = record,
                                      .cycles = &processor_.statistics().blit,
                                      .ended = [this, record] { events_.blitted = record; }});
    return true;
}

bool CommandFront::execute(sim::Cycle cycle, const BlockState& operation) {
    if (processor_.state() != State::Ready) return false;
    const bool color = operation.buffer == gpu::Buffer::Color;
    ExclusiveOperation exclusive{.units = color ? &processor_.units.colorWrites : &processor_.units.depthTests,
                                 .record = processor_.newRecord(),
                                 .cycles = &processor_.statistics().blockStates,
                                 .name = color ? "colour writes" : "depth and stencil tests"};
    switch (operation.action) {
        case BlockState::Action::Save:
            exclusive.operation = UnitOperation::SaveBlockState;
            break;
        case BlockState::Action::Restore:
            exclusive.operation = UnitOperation::RestoreBlockState;
            break;
        case BlockState::Action::Reset:
            // Hierarchical Z starts anew as well, as after a clear.
            exclusive.operation = UnitOperation::ResetBlockState;
            exclusive.rasterizer = !color;
            exclusive.cycles = &processor_.statistics().clear;
            break;
    }
    processor_.startExclusive(cycle, exclusive);
    return true;
}

bool CommandFront::execute(sim::Cycle cycle, const DumpBuffer& operation) {
    if (processor_.state() != State::Ready) return false;
    DrawRecord* record = processor_.newRecord();
    ExclusiveOperation exclusive{
        .units = &processor_.units.depthTests, .record = record, .ended = [this, record, content = operation.content] {
            events_.dumped = record;
            events_.dumpedContent = content;
        }};
    switch (operation.content) {
        case DumpBuffer::Content::Color:
            exclusive.units = &processor_.units.colorWrites;
            exclusive.operation = UnitOperation::DumpColor;
            break;
        case DumpBuffer::Content::Depth:
            exclusive.operation = UnitOperation::DumpDepth;
            break;
        case DumpBuffer::Content::Stencil:
            exclusive.operation = UnitOperation::DumpStencil;
            break;
    }
    exclusive.dac = exclusive.operation;
    processor_.startExclusive(cycle, exclusive);
    return true;
}

bool CommandFront::execute(sim::Cycle, const EndOfInitialization&) { return processor_.state() == State::Ready; }

}  // namespace cyclorama::attila
