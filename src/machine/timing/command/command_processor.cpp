// SPDX-License-Identifier: MIT
#include "machine/timing/command/command_processor.h"

#include <fmt/format.h>

#include <utility>
#include <variant>

#include "machine/values/machine_findings.h"
#include "machine/values/memory_view.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {
namespace {

/// True for a draw that is an operation of a family.
bool isOwnDraw(const gpu::Operation& operation) {
    return std::holds_alternative<gpu::FamilyOperationPointer>(operation) && kindOf(operation) == gpu::WorkKind::Draw;
}

}  // namespace

CommandProcessor::CommandProcessor(sim::Simulation& simulation, sim::DomainId domain, const CommandSettings& settings,
                                   const CommandContext& context)
    : CommandUnit(simulation, domain, "CommandProcessor"),
      statistics_(simulation.statistics(), settings.engineCycles),
      units(*this, settings.units),
      transfer(*this, statistics_),
      log_(context.observer, *context.space, settings.tiles),
      settings_(settings),
      context_(context),
      view_(std::make_unique<MemoryView>(*context.space)) {
    startFrame(settings.firstFrame);
}

CommandProcessor::~CommandProcessor() = default;

void CommandProcessor::setSource(gpu::CommandSource& source) {
    context_.source = &source;
    sourceEnded_ = false;
    accepted_ = true;
    command_.reset();
    wake();
}

void CommandProcessor::clock(sim::Cycle cycle) {
    beginCycle(cycle);
    moved_ = false;
    if (const auto data = transfer.port.data.read(cycle); data && !front_->receive(*data)) transfer.receive(*data);
    if (front_->clock(cycle, state_ != State::MemoryWrite)) moved_ = true;
    if (drawDelay_ > 0) --drawDelay_;
    if (sim::Counter* cycles = cyclesOf(state_)) ++*cycles;
    switch (state_) {
        case State::Reset:
            reset();
            break;
        case State::Ready:
            ready(cycle);
            break;
        case State::Drawing:
            drawing(cycle);
            break;
        case State::EndGeometry:
            endGeometry(cycle);
            break;
        case State::EndFragment:
            endFragment(cycle);
            break;
        case State::MemoryWrite:
            follow(transfer.write(cycle));
            break;
        case State::MemoryPreload:
            enter(stateAfterMemory_);
            break;
        case State::MemoryRead:
            follow(transfer.read(cycle));
            break;
        case State::Exclusive:
            exclusive(cycle);
            break;
        case State::Engine:
            if (front_->engineEnded(cycle)) endEngine();
            break;
    }
    if (logged_) logEnd(cycle);
    if (!moved_ && drawDelay_ == 0 && !transfer.busy() && exclusive_.delayLeft == 0) sleep();
}

void CommandProcessor::accountSleep(sim::Cycle, uint64_t count) {
    front_->accountSleep(count);
    if (sim::Counter* cycles = cyclesOf(state_)) cycles->add(count);
}

sim::Counter* CommandProcessor::cyclesOf(State state) {
    switch (state) {
        case State::Ready:
            return &statistics_.ready;
        case State::Drawing:
            return &statistics_.draw;
        case State::EndGeometry:
            return &statistics_.endGeometry;
        case State::EndFragment:
            return &statistics_.endFragment;
        case State::MemoryWrite:
            return &statistics_.memoryWrite;
        case State::MemoryPreload:
            return &statistics_.memoryPreload;
        case State::MemoryRead:
            return &statistics_.memoryRead;
        case State::Exclusive:
            return exclusive_.cycles;
        case State::Engine:
            return statistics_.engine.get();
        case State::Reset:
            break;
    }
    return nullptr;
}

void CommandProcessor::reset() {
    front_->reset();
    accepted_ = true;
    geometryStarted_ = false;
    drawDelay_ = 0;
    context_.earlier->forget();
    enter(State::Ready);
}

void CommandProcessor::ready(sim::Cycle cycle) {
    if (front_->resume(cycle))
        moved_ = true;
    else
        fetchAndProcess(cycle);
}

void CommandProcessor::drawing(sim::Cycle cycle) {
    if (settings_.pipelinedBatches) fetchAndProcess(cycle);
    if (state_ != State::Drawing || units.clipper.status.read(cycle) != UnitStatus::End) return;
    for (UnitPorts::Unit* unit : {&units.streamer, &units.assembly, &units.clipper})
        send(cycle, unit->command, UnitOperation::End, nullptr);
    geometryStarted_ = false;
    enter(State::EndGeometry);
}

void CommandProcessor::endGeometry(sim::Cycle cycle) {
    if (front_->resume(cycle))
        moved_ = true;
    else if (settings_.pipelinedBatches)
        fetchAndProcess(cycle);
    if (state_ != State::EndGeometry || !allShow(cycle, units.colorWrites, UnitStatus::End)) return;
    send(cycle, units.rasterizer.command, UnitOperation::End, nullptr);
    send(cycle, units.depthTests, UnitOperation::End);
    send(cycle, units.colorWrites, UnitOperation::End);
    enter(State::EndFragment);
}

void CommandProcessor::endFragment(sim::Cycle cycle) {
    if (front_->resume(cycle)) {
        moved_ = true;
        return;
    }
    const DrawRecord& ended = *fragments_;
    if (geometryStarted_)
        startFragments(cycle);
    else if (!settings_.pipelinedBatches)
        accepted_ = true;
    enter(geometryStarted_ ? State::Drawing : State::Ready);
    context_.earlier->forget();
    cycleEvents().endedDraw = &ended.state;
    if (ended.operation) log_.end(*ended.operation, cycle + 1);
    if (ended.tooLong) context_.findings->report(findings::kDrawWork, ended.place);
}

void CommandProcessor::giveUpLongDraw(sim::Cycle now, uint64_t limit) {
    const bool drawing = state_ == State::Drawing || state_ == State::EndGeometry;
    if (drawing && now - fragmentsStart_ > limit) fragments_->givenUp = fragments_->tooLong = true;
}

void CommandProcessor::startRead(sim::Cycle cycle, func::Address address, uint32_t bytes) {
    transfer.start(address, bytes);
    transfer.send(cycle, mem::Access::Read);
    stateAfterMemory_ = state_;
    enter(State::MemoryRead);
}

void CommandProcessor::follow(const MemoryTransfer::Progress& progress) {
    if (progress.moved) moved_ = true;
    if (progress.ended) enter(stateAfterMemory_);
}

void CommandProcessor::startExclusive(sim::Cycle cycle, const ExclusiveOperation& operation) {
    exclusive_ = operation;
    if (operation.rasterizer) send(cycle, units.rasterizer.command, UnitOperation::Clear, operation.record);
    send(cycle, *operation.units, operation.operation, operation.record);
    enter(State::Exclusive);
}

void CommandProcessor::exclusive(sim::Cycle cycle) {
    ExclusiveOperation& operation = exclusive_;
    if (!operation.unitsEnded) {
        if (!allShow(cycle, *operation.units, UnitStatus::End)) return;
        if (operation.rasterizer && units.rasterizer.status.read(cycle) != UnitStatus::ClearEnd) return;
        send(cycle, *operation.units, UnitOperation::End);
        if (operation.rasterizer) send(cycle, units.rasterizer.command, UnitOperation::End, nullptr);
        if (operation.dac) send(cycle, units.dac.command, *operation.dac, operation.record);
        operation.unitsEnded = true;
        operation.delayLeft = operation.dac ? 0 : operation.delay;
    }
    if (operation.dac) {
        if (units.dac.status.read(cycle) != UnitStatus::End) return;
        send(cycle, units.dac.command, UnitOperation::End, nullptr);
    } else if (--operation.delayLeft > 0) {
        return;
    }
    if (operation.ended) operation.ended();
    enter(State::Ready);
}

void CommandProcessor::startEngine() { enter(State::Engine); }

void CommandProcessor::endEngine() {
    enter(State::Ready);
    if (isOwnDraw(command_->operation)) cycleEvents().endedOwnDraw = &command_->operation;
}

void CommandProcessor::fetch() {
    if (!accepted_ || sourceEnded_ || context_.source == nullptr) return;
    context_.earlier->showNewest();
    command_ = context_.source->next(*view_);
    sourceEnded_ = !command_;
    accepted_ = sourceEnded_;
    if (command_) {
        cycleEvents().fetched = &*command_;
        front_->fetch(command_->cost);
        context_.drawInFlight->pass(command_->operation);
    }
    moved_ = true;
}

void CommandProcessor::fetchAndProcess(sim::Cycle cycle) {
    fetch();
    if (!command_ || sourceEnded_ || !front_->fetched()) return;
    accepted_ = std::visit([&](const auto& operation) { return execute(cycle, operation); }, command_->operation);
    if (!accepted_) return;
    moved_ = true;
    if (log_) logAccepted(cycle);
    if (isOwnDraw(command_->operation)) countDraw();
}

void CommandProcessor::logAccepted(sim::Cycle cycle) {
    if (!std::holds_alternative<gpu::Draw>(command_->operation))
        logged_ = log_.start(*command_, drawState(), frame().draws, cycle);
}

void CommandProcessor::logEnd(sim::Cycle cycle) {
    switch (state_) {
        case State::Ready:
        case State::Drawing:
        case State::EndGeometry:
        case State::EndFragment:
            log_.end(*std::exchange(logged_, std::nullopt), cycle + 1);
            break;
        default:
            // The operation has the processor to itself.
            break;
    }
}

DrawRecord& CommandProcessor::nextRecord() {
    DrawRecord& record = records_[recordsUsed_ % records_.size()];
    record.number = recordsUsed_;
    record.state = drawState();
    return record;
}

DrawRecord* CommandProcessor::newRecord() {
    DrawRecord* record = &nextRecord();
    ++recordsUsed_;
    return record;
}

void CommandProcessor::send(sim::Cycle cycle, sim::Output<UnitCommand>& output, UnitOperation operation,
                            DrawRecord* record) {
    output.write(cycle, UnitCommand{.operation = operation, .draw = record});
    moved_ = true;
}

void CommandProcessor::send(sim::Cycle cycle, Units& to, UnitOperation operation, DrawRecord* record) {
    for (auto& unit : to) send(cycle, unit->command, operation, record);
}

void CommandProcessor::enter(State state) {
    state_ = state;
    moved_ = true;
}

std::string CommandProcessor::place() const {
    return fmt::format("frame {}, draw {}, transaction {}", frame().number, frame().draws,
                       command_ ? command_->position.ordinal : 0);
}

void CommandProcessor::describeState(std::vector<std::string>& lines) const {
    constexpr std::array<std::string_view, 10> kStates{"Reset",       "Ready",       "Drawing",       "EndGeometry",
                                                       "EndFragment", "MemoryWrite", "MemoryPreload", "MemoryRead",
                                                       "Exclusive",   "Engine"};
    static_assert(kStates.size() == static_cast<size_t>(State::Engine) + 1);
    lines.push_back(fmt::format("state: {}, {}", kStates[static_cast<size_t>(state_)], place()));
    if (geometryStarted_) lines.push_back(fmt::format("geometry: draw {}", geometry_->number));
    if (fragments_ != nullptr) lines.push_back(fmt::format("fragments: draw {}", fragments_->number));
    if (command_ && !accepted_)
        lines.push_back(fmt::format("waiting command: {}", titleOf(command_->operation, drawState())));
}

std::string CommandProcessor::describeWait() const {
    switch (state_) {
        case State::Reset:
        case State::Ready:
        case State::EndFragment:
        case State::MemoryPreload:
            return {};
        case State::Drawing:
            return fmt::format("waits for the clipper to end a batch ({})", place());
        case State::EndGeometry:
            return fmt::format("waits for the colour writes to end a batch ({})", place());
        case State::MemoryWrite:
            return fmt::format("{} ({})", transfer.describe(mem::Access::Write), place());
        case State::MemoryRead:
            return fmt::format("{} ({})", transfer.describe(mem::Access::Read), place());
        case State::Exclusive:
            if (!exclusive_.dac) return fmt::format("waits for the {} ({})", exclusive_.name, place());
            return fmt::format("waits for the {} to end ({})", exclusive_.unitsEnded ? "DAC" : "ROPs' flush", place());
        case State::Engine:
            return fmt::format("waits for the {} ({})", front_->describeEngine(), place());
    }
    return {};
}

}  // namespace cyclorama::machine::timing
