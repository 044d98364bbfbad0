// What each command does, and in which states of the command processor it may.

#include "machine/timing/command/command_processor.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine::timing {

namespace {

/// Cycles from one draw to the next (ATTILA: CONSECUTIVE_DRAW_DELAY).
constexpr uint32_t kDrawDelay = 2;

}  // namespace

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::SetState& operation) {
    ++statistics_.registerWrites;
    RegisterUpdate update;
    const uint32_t start = source_->state().secondInterleavingStart;
    if (start != secondInterleavingStart_) update = {.changesInterleaving = true, .secondInterleavingStart = start};
    const bool fragment = operation.domain == gpu::StateDomain::Fragment;
    if (state_ == State::Drawing || (state_ == State::EndGeometry && (fragment || geometryStarted_))) {
        // The writes that belong to the batch after the next one have to wait.
        if (state_ == State::EndGeometry && fragment && geometryStarted_) return false;
        if (updates(operation.domain).full()) return false;
        updates(operation.domain).push(update);
        if (update.changesInterleaving) secondInterleavingStart_ = start;
        return true;
    }
    apply(cycle, update);
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::WriteMemory& operation) {
    const bool geometryFree = state_ == State::Drawing || (state_ == State::EndGeometry && !geometryStarted_);
    if (state_ != State::Ready && (!geometryFree || operation.waitForBatch)) return false;
    keepForDrawInFlight(operation);
    const bool written = space_->write(operation.address, operation.data);
    if (!written) findings_->report(findings::kWrite, place());
    startTransfer(operation.address, written ? static_cast<uint32_t>(operation.data.size()) : 0);
    stateAfterMemory_ = state_;
    if (operation.preload || (!vivante_ && mem::AddressSpace::isSystem(operation.address))) {
        if (bytes_ != 0)
            memory.request.write(cycle, mem::MemoryTransaction{.address = address_,
                                                               .bytes = bytes_,
                                                               .id = nextTicket_++,
                                                               .client = mem::Client::CommandProcessor,
                                                               .access = mem::Access::Preload});
        enter(State::MemoryPreload);
        return true;
    }
    ++statistics_.writeTransactions;
    accessMemory(cycle, mem::Access::Write);
    enter(State::MemoryWrite);
    return true;
}

void CommandProcessor::keepForDrawInFlight(const gpu::WriteMemory& write) {
    earlier_->showNewest();
    const DrawInFlight::Use use = drawInFlight_->useOf(write);
    if (use == DrawInFlight::Use::Certain) findings_->report(findings::kWriteDuringDraw, place());
    if (use == DrawInFlight::Use::None || state_ == State::Ready) return;
    earlier_->keep(*space_, write.address, write.data.size(), geometry_->number);
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::LoadProgram& operation) {
    switch (operation.target) {
        case gpu::LoadProgram::Target::Vertex:
            if (state_ != State::Ready && (state_ != State::EndGeometry || geometryStarted_)) return false;
            break;
        case gpu::LoadProgram::Target::Fragment:
            if (state_ == State::EndGeometry) {
                storedLoad_ = operation;
                return true;
            }
            if (state_ != State::Ready) return false;
            break;
        case gpu::LoadProgram::Target::Unified:
            if (state_ != State::Ready) return false;
            break;
    }
    startLoad(cycle, operation);
    return true;
}

void CommandProcessor::startTransfer(uint32_t address, uint32_t bytes) {
    // Transactions start where those of aligned data do.
    const uint32_t before = bytes == 0 ? 0 : address % mem::kTransactionBytes;
    address_ = address - before;
    bytes_ = bytes + before;
    sent_ = 0;
    received_ = 0;
}

void CommandProcessor::startLoad(sim::Cycle cycle, const gpu::LoadProgram& load) {
    events_.loaded = load;
    startTransfer(load.address, load.bytes);
    accessMemory(cycle, mem::Access::Read);
    stateAfterMemory_ = state_;
    enter(State::MemoryRead);
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::Draw&) {
    if ((state_ != State::Ready && state_ != State::EndGeometry) || streamer.status.read(cycle) != UnitStatus::Ready ||
        drawDelay_ > 0)
        return false;
    DrawRecord& record = nextRecord();
    record.place = place();
    ++drawOfFrame_;
    if (!checks_->start(record)) return true;
    ++recordsUsed_;
    geometry_ = &record;
    drawInFlight_->start(geometry_->state);
    for (Unit* unit : {&streamer, &assembly, &clipper}) send(cycle, unit->command, UnitOperation::Draw, geometry_);
    for (auto& shader : vertexShaders) send(cycle, *shader, UnitOperation::Draw, geometry_);
    geometryStarted_ = true;
    drawDelay_ = kDrawDelay;
    ++statistics_.batches;
    if (state_ == State::Ready) {
        startFragments(cycle);
        enter(State::Drawing);
    }
    return pipelined_;
}

void CommandProcessor::startFragments(sim::Cycle cycle) {
    fragments_ = geometry_;
    fragmentsStart_ = cycle;
    send(cycle, rasterizer.command, UnitOperation::Draw, geometry_);
    send(cycle, depthTests, UnitOperation::Draw, geometry_);
    send(cycle, colorWrites, UnitOperation::Draw, geometry_);
    for (auto& shader : fragmentShaders) send(cycle, *shader, UnitOperation::Draw, geometry_);
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::ClearColor&) {
    if (state_ != State::Ready) return false;
    checks_->clearColor(source_->state(), place());
    send(cycle, colorWrites, UnitOperation::Clear, newRecord());
    enter(State::ClearColor);
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::ClearDepthStencil&) {
    if (state_ != State::Ready) return false;
    checks_->clearDepthStencil(source_->state(), place());
    DrawRecord* record = newRecord();
    send(cycle, rasterizer.command, UnitOperation::Clear, record);
    send(cycle, depthTests, UnitOperation::Clear, record);
    enter(State::ClearDepthStencil);
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::Blit&) {
    if (state_ != State::Ready) return false;
    ++statistics_.blits;
    startWithDac(cycle, State::Blit, colorWrites, UnitOperation::Flush, UnitOperation::Blit);
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::Present&) {
    if (state_ != State::Ready) return false;
    ++statistics_.frames;
    startWithDac(cycle, State::Present, colorWrites, UnitOperation::Present, UnitOperation::Present);
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::DumpBuffer& operation) {
    if (state_ != State::Ready) return false;
    dumpContent_ = operation.content;
    switch (operation.content) {
        case gpu::DumpBuffer::Content::Color:
            startWithDac(cycle, State::Dump, colorWrites, UnitOperation::DumpColor, UnitOperation::DumpColor);
            break;
        case gpu::DumpBuffer::Content::Depth:
            startWithDac(cycle, State::Dump, depthTests, UnitOperation::DumpDepth, UnitOperation::DumpDepth);
            break;
        case gpu::DumpBuffer::Content::Stencil:
            startWithDac(cycle, State::Dump, depthTests, UnitOperation::DumpStencil, UnitOperation::DumpStencil);
            break;
    }
    return true;
}

void CommandProcessor::startWithDac(sim::Cycle cycle, State state, Units& units, UnitOperation operation,
                                    UnitOperation dacOperation) {
    withDac_ = {.units = &units, .operation = dacOperation, .record = newRecord(), .passedOn = false};
    send(cycle, units, operation, withDac_.record);
    enter(state);
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::FlushCache& operation) {
    if (state_ != State::Ready) return false;
    if (vivante_) return flushAsVivante(cycle, operation.buffer);
    const bool color = operation.buffer == gpu::Buffer::Color;
    send(cycle, color ? colorWrites : depthTests, UnitOperation::Flush, newRecord());
    enter(color ? State::FlushColor : State::FlushDepthStencil);
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::BlockState& operation) {
    if (state_ != State::Ready) return false;
    const bool color = operation.buffer == gpu::Buffer::Color;
    Units& units = color ? colorWrites : depthTests;
    DrawRecord* record = newRecord();
    if (operation.operation == gpu::BlockState::Operation::Reset) {
        // Hierarchical Z starts anew as well, as after a clear.
        if (!color) send(cycle, rasterizer.command, UnitOperation::Clear, record);
        send(cycle, units, UnitOperation::ResetBlockState, record);
        enter(color ? State::ClearColor : State::ClearDepthStencil);
        return true;
    }
    const bool save = operation.operation == gpu::BlockState::Operation::Save;
    send(cycle, units, save ? UnitOperation::SaveBlockState : UnitOperation::RestoreBlockState, record);
    enter(color ? State::BlockStateColor : State::BlockStateDepthStencil);
    return true;
}

bool CommandProcessor::execute(sim::Cycle cycle, const gpu::Reset&) {
    for (Unit* unit : {&streamer, &assembly, &clipper, &rasterizer})
        send(cycle, unit->command, UnitOperation::Reset, nullptr);
    send(cycle, depthTests, UnitOperation::Reset);
    send(cycle, colorWrites, UnitOperation::Reset);
    for (auto& shader : vertexShaders) send(cycle, *shader, UnitOperation::Reset, nullptr);
    for (auto& shader : fragmentShaders) send(cycle, *shader, UnitOperation::Reset, nullptr);
    enter(State::Reset);
    return true;
}

bool CommandProcessor::execute(sim::Cycle, const gpu::Marker&) { return state_ == State::Ready; }

bool CommandProcessor::execute(sim::Cycle, const gpu::EndOfInitialization&) { return state_ == State::Ready; }

}  // namespace cyclorama::machine::timing
