#include "machine/timing/command/command_processor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "machine/timing/core/memory_tickets.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

/// Cycles after a flush of the depth and stencil buffer, for its last updates of Hierarchical Z to arrive (ATTILA:
/// flushDelayCycles).
constexpr uint32_t kFlushDelay = 10000;

class MemoryView final : public gpu::MemoryReader {
  public:
    explicit MemoryView(const mem::AddressSpace& space) : space_(&space) {}
    bool read(uint32_t address, std::span<std::byte> out) const override { return space_->read(address, out); }

  private:
    const mem::AddressSpace* space_;
};

}  // namespace

CommandProcessor::Unit::Unit(CommandProcessor& owner, const std::string& name)
    : command(owner, name + ".command"), status(owner, name + ".status", {}) {}

CommandProcessor::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : registerWrites(registry, {"RegisterWrites_CP", "writes", "Register writes, and cycles that they waited."}),
      bytesWritten(registry, {"BytesWritten_CP", "bytes", "Bytes that the host wrote into the GPU's memory."}),
      bytesRead(registry, {"BytesRead_CP", "bytes", "Bytes of shader programs that were read."}),
      writeTransactions(registry, {"WriteTransactions_CP", "writes", "Writes of the host into the GPU's memory."}),
      batches(registry, {"Batches_CP", "draws", "Draws."}),
      frames(registry, {"Frames_CP", "frames", "Frames that were presented."}),
      blits(registry, {"Bit Blits_CP", "blits", "Blits."}),
      ready(registry, {"Ready_CP", "cycles", "Cycles in which nothing was under way but commands."}),
      draw(registry, {"Draw_CP", "cycles", "Cycles in which a draw was in the geometry units."}),
      endGeometry(registry, {"EndGeometry_CP", "cycles",
                             "Cycles in which a draw's fragments alone, or they and the next draw, were under way."}),
      endFragment(registry, {"EndFragment_CP", "cycles", "Cycles between the end of a draw and what follows."}),
      clear(registry, {"Clear_CP", "cycles", "Cycles of clears."}),
      present(registry, {"Swap_CP", "cycles", "Cycles in which a frame was presented."}),
      flush(registry, {"Flush_CP", "cycles", "Cycles in which caches were flushed."}),
      blockStates(registry, {"SaveRestoreState_CP", "cycles", "Cycles in which block states were saved or restored."}),
      memoryWrite(registry, {"MemoryWrite_CP", "cycles", "Cycles in which the host's data was written."}),
      memoryRead(registry, {"MemoryRead_CP", "cycles", "Cycles in which programs were read."}),
      memoryPreload(registry, {"MemoryPreload_CP", "cycles", "Cycles of writes that take no more than that."}),
      blit(registry, {"bitBlitCycles_CP", "cycles", "Cycles of blits."}) {}

CommandProcessor::VivanteStatistics::VivanteStatistics(sim::StatisticsRegistry& registry)
    : resolve(registry, {"Resolve_CP", "cycles", "Cycles of resolves, fills and copies."}) {}

CommandProcessor::CommandProcessor(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                                   const Surroundings& surroundings)
    : Box(simulation, domain, "CommandProcessor"),
      streamer(*this, "streamer"),
      assembly(*this, "assembly"),
      clipper(*this, "clipper"),
      rasterizer(*this, "rasterizer"),
      dac(*this, "dac"),
      memory(*this, "memory"),
      memoryController(*this, "memoryController"),
      source_(surroundings.source),
      space_(surroundings.space),
      earlier_(surroundings.earlier),
      drawInFlight_(surroundings.drawInFlight),
      checks_(surroundings.checks),
      findings_(surroundings.findings),
      onEvent_(surroundings.onEvent),
      takeSamples_(surroundings.takeSamples),
      view_(std::make_unique<MemoryView>(*surroundings.space)),
      pipelined_(settings.pipelinedBatches),
      frame_(settings.firstFrame),
      statistics_(simulation.statistics()),
      updates_{sim::BoundedQueue<RegisterUpdate>(kRegisterUpdates),
               sim::BoundedQueue<RegisterUpdate>(kRegisterUpdates)},
      freeTickets_(kMemoryTickets) {
    if (settings.vivante) {
        vivante_ = std::make_unique<VivanteCommands>(*this, *settings.vivante, *space_, memory);
        vivanteStatistics_.emplace(simulation.statistics());
    }
    for (uint32_t i = 0; i < settings.ropUnits; ++i) {
        depthTests.push_back(std::make_unique<Unit>(*this, fmt::format("depthTest{}", i)));
        colorWrites.push_back(std::make_unique<Unit>(*this, fmt::format("colorWrite{}", i)));
    }
    for (uint32_t i = 0; i < settings.shaders; ++i) {
        const auto output = [&](const char* kind) {
            return std::make_unique<sim::Output<UnitCommand>>(*this, fmt::format("{}{}", kind, i));
        };
        vertexShaders.push_back(output("vertexShader"));
        fragmentShaders.push_back(output("fragmentShader"));
    }
    for (uint32_t i = 0; i < settings.textureUnits; ++i)
        textureUnits.push_back(std::make_unique<sim::Output<UnitCommand>>(*this, fmt::format("textureUnit{}", i)));
}

CommandProcessor::~CommandProcessor() = default;

void CommandProcessor::setSource(gpu::CommandSource& source) {
    source_ = &source;
    sourceEnded_ = false;
    accepted_ = true;
    command_.reset();
    wake();
}

void CommandProcessor::clock(sim::Cycle cycle) {
    events_ = {};
    moved_ = false;
    if (const auto data = memory.data.read(cycle); data && vivante_) {
        vivante_->stream.receive(*data);
    } else if (data) {
        busCycles_ = memory.cyclesFor(data->bytes);
        arriving_ = data->bytes;
        statistics_.bytesRead.add(data->bytes);
    }
    if (vivante_ && vivante_->stream.clock(cycle, state_ != State::MemoryWrite)) moved_ = true;
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
            writeMemory(cycle);
            break;
        case State::MemoryPreload:
            enter(stateAfterMemory_);
            break;
        case State::MemoryRead:
            readMemory(cycle);
            break;
        case State::Present:
        case State::Dump:
        case State::Blit:
            passToDac(cycle);
            break;
        case State::ClearColor:
        case State::FlushColor:
        case State::BlockStateColor:
            endOperation(cycle, colorWrites);
            break;
        case State::BlockStateDepthStencil:
            endOperation(cycle, depthTests);
            break;
        case State::ClearDepthStencil:
            clearDepthStencil(cycle);
            break;
        case State::FlushDepthStencil:
            flushDepthStencil(cycle);
            break;
        case State::Resolve:
            if (vivante_->resolveEnded(cycle)) enter(State::Ready);
            break;
    }
    if (!moved_ && drawDelay_ == 0 && busCycles_ == 0 && flushDelay_ == 0) sleep();
}

void CommandProcessor::accountSleep(sim::Cycle, uint64_t count) {
    if (vivante_) vivante_->stream.accountSleep(count);
    if (sim::Counter* cycles = cyclesOf(state_)) cycles->add(count);
    // A register write that cannot be kept is tried, and counted, in every cycle.
    const bool tries = state_ == State::Drawing || state_ == State::EndGeometry;
    if (tries && !accepted_ && command_ && std::holds_alternative<gpu::SetState>(command_->operation))
        statistics_.registerWrites.add(count);
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
        case State::Present:
            return &statistics_.present;
        case State::Blit:
            return &statistics_.blit;
        case State::ClearColor:
        case State::ClearDepthStencil:
            return &statistics_.clear;
        case State::FlushColor:
        case State::FlushDepthStencil:
            return &statistics_.flush;
        case State::BlockStateColor:
        case State::BlockStateDepthStencil:
            return &statistics_.blockStates;
        case State::Resolve:
            return &vivanteStatistics_->resolve;
        case State::Reset:
        case State::Dump:
            break;
    }
    return nullptr;
}

void CommandProcessor::reset() {
    for (auto& updates : updates_) updates.clear();
    accepted_ = true;
    geometryStarted_ = false;
    storedLoad_.reset();
    loadingStored_ = false;
    drawDelay_ = 0;
    earlier_->forget();
    enter(State::Ready);
}

void CommandProcessor::ready(sim::Cycle cycle) {
    if (!updates(gpu::StateDomain::Geometry).empty())
        applyOldest(cycle, gpu::StateDomain::Geometry);
    else if (!updates(gpu::StateDomain::Fragment).empty())
        applyOldest(cycle, gpu::StateDomain::Fragment);
    else
        fetchAndProcess(cycle);
}

void CommandProcessor::drawing(sim::Cycle cycle) {
    if (pipelined_) fetchAndProcess(cycle);
    if (state_ != State::Drawing || clipper.status.read(cycle) != UnitStatus::End) return;
    for (Unit* unit : {&streamer, &assembly, &clipper}) send(cycle, unit->command, UnitOperation::End, nullptr);
    geometryStarted_ = false;
    enter(State::EndGeometry);
}

void CommandProcessor::endGeometry(sim::Cycle cycle) {
    if (!updates(gpu::StateDomain::Geometry).empty() && !geometryStarted_)
        applyOldest(cycle, gpu::StateDomain::Geometry);
    else if (pipelined_)
        fetchAndProcess(cycle);
    if (state_ != State::EndGeometry || !allShow(cycle, colorWrites, UnitStatus::End)) return;
    send(cycle, rasterizer.command, UnitOperation::End, nullptr);
    send(cycle, depthTests, UnitOperation::End);
    send(cycle, colorWrites, UnitOperation::End);
    enter(State::EndFragment);
}

void CommandProcessor::endFragment(sim::Cycle cycle) {
    if (!updates(gpu::StateDomain::Fragment).empty()) {
        applyOldest(cycle, gpu::StateDomain::Fragment);
    } else if (storedLoad_ && loadingStored_) {
        storedLoad_.reset();
        loadingStored_ = false;
        moved_ = true;
    } else if (storedLoad_) {
        loadingStored_ = true;
        startLoad(cycle, *storedLoad_);
    } else {
        const DrawRecord& ended = *fragments_;
        if (geometryStarted_)
            startFragments(cycle);
        else if (!pipelined_)
            accepted_ = true;
        enter(geometryStarted_ ? State::Drawing : State::Ready);
        earlier_->forget();
        events_.batchEnded = true;
        if (ended.tooLong) findings_->report(findings::kDrawWork, ended.place);
    }
}

void CommandProcessor::giveUpLongDraw(sim::Cycle now, uint64_t limit) {
    const bool drawing = state_ == State::Drawing || state_ == State::EndGeometry;
    if (drawing && now - fragmentsStart_ > limit) fragments_->givenUp = fragments_->tooLong = true;
}

void CommandProcessor::writeMemory(sim::Cycle cycle) {
    if (busCycles_ > 0 && --busCycles_ == 0) ++freeTickets_;
    if (sent_ < bytes_ && busCycles_ == 0) accessMemory(cycle, mem::Access::Write);
    if (busCycles_ == 0 && sent_ == bytes_) enter(stateAfterMemory_);
}

void CommandProcessor::readMemory(sim::Cycle cycle) {
    if (busCycles_ > 0 && --busCycles_ == 0) {
        received_ += arriving_;
        ++freeTickets_;
    }
    if (sent_ < bytes_) accessMemory(cycle, mem::Access::Read);
    if (received_ == bytes_) enter(stateAfterMemory_);
}

bool CommandProcessor::accessMemory(sim::Cycle cycle, mem::Access access) {
    const mem::AcceptState accepts = memory.accepts.read(cycle);
    if (!(access == mem::Access::Read ? accepts.reads : accepts.writes) || freeTickets_ == 0) return false;
    const uint32_t size = std::min(bytes_ - sent_, mem::kTransactionBytes);
    if (size == 0) return false;
    memory.request.write(cycle, mem::MemoryTransaction{.address = address_ + sent_,
                                                       .bytes = size,
                                                       .id = nextTicket_++,
                                                       .client = mem::Client::CommandProcessor,
                                                       .access = access});
    --freeTickets_;
    sent_ += size;
    if (access == mem::Access::Write) {
        busCycles_ = memory.cyclesFor(size);
        statistics_.bytesWritten.add(size);
    }
    moved_ = true;
    return true;
}

void CommandProcessor::passToDac(sim::Cycle cycle) {
    if (!withDac_.passedOn && allShow(cycle, *withDac_.units, UnitStatus::End)) {
        send(cycle, *withDac_.units, UnitOperation::End);
        send(cycle, dac.command, withDac_.operation, withDac_.record);
        withDac_.passedOn = true;
    }
    if (dac.status.read(cycle) != UnitStatus::End) return;
    send(cycle, dac.command, UnitOperation::End, nullptr);
    if (state_ == State::Present) {
        events_.presented = withDac_.record;
        ++frame_;
        drawOfFrame_ = 0;
    } else if (state_ == State::Dump) {
        events_.dumped = withDac_.record;
        events_.dumpedContent = dumpContent_;
    } else {
        events_.blitted = withDac_.record;
    }
    enter(State::Ready);
}

void CommandProcessor::endOperation(sim::Cycle cycle, Units& units) {
    if (!allShow(cycle, units, UnitStatus::End)) return;
    send(cycle, units, UnitOperation::End);
    enter(State::Ready);
}

void CommandProcessor::clearDepthStencil(sim::Cycle cycle) {
    if (!allShow(cycle, depthTests, UnitStatus::End) || rasterizer.status.read(cycle) != UnitStatus::ClearEnd) return;
    send(cycle, depthTests, UnitOperation::End);
    send(cycle, rasterizer.command, UnitOperation::End, nullptr);
    enter(State::Ready);
}

void CommandProcessor::flushDepthStencil(sim::Cycle cycle) {
    if (flushDelay_ == 0) {
        if (!allShow(cycle, depthTests, UnitStatus::End)) return;
        send(cycle, depthTests, UnitOperation::End);
        // Without Hierarchical Z there are no updates to wait for.
        flushDelay_ = vivante_ ? 1 : kFlushDelay;
    }
    if (--flushDelay_ == 0) enter(State::Ready);
}

void CommandProcessor::fetch() {
    if (!accepted_ || sourceEnded_ || source_ == nullptr) return;
    earlier_->showNewest();
    command_ = source_->next(*view_);
    sourceEnded_ = !command_;
    accepted_ = sourceEnded_;
    if (vivante_ && command_) vivante_->stream.start(command_->cost);
    if (command_) std::visit([this](const auto& operation) { drawInFlight_->pass(operation); }, command_->operation);
    moved_ = true;
}

void CommandProcessor::fetchAndProcess(sim::Cycle cycle) {
    fetch();
    if (!command_ || sourceEnded_ || (vivante_ && !vivante_->stream.done())) return;
    accepted_ = std::visit([&](const auto& operation) { return execute(cycle, operation); }, command_->operation);
    if (accepted_) moved_ = true;
}

void CommandProcessor::applyOldest(sim::Cycle cycle, gpu::StateDomain domain) {
    apply(cycle, updates(domain).pop());
    moved_ = true;
}

void CommandProcessor::apply(sim::Cycle cycle, const RegisterUpdate& update) {
    if (!update.changesInterleaving) return;
    secondInterleavingStart_ = update.secondInterleavingStart;
    memoryController.write(cycle, mem::MemoryControllerCommand{.secondInterleavingStart = secondInterleavingStart_});
}

DrawRecord& CommandProcessor::nextRecord() {
    DrawRecord& record = records_[recordsUsed_ % records_.size()];
    record.number = recordsUsed_;
    record.state = source_->state();
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

void CommandProcessor::send(sim::Cycle cycle, Units& units, UnitOperation operation, DrawRecord* record) {
    for (auto& unit : units) send(cycle, unit->command, operation, record);
}

bool CommandProcessor::allShow(sim::Cycle cycle, const Units& units, UnitStatus status) {
    return std::ranges::all_of(units, [&](const auto& unit) { return unit->status.read(cycle) == status; });
}

void CommandProcessor::enter(State state) {
    state_ = state;
    moved_ = true;
}

std::string CommandProcessor::place() const {
    return fmt::format("frame {}, draw {}, transaction {}", frame_, drawOfFrame_,
                       command_ ? command_->position.ordinal : 0);
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
            return fmt::format("has written {} of {} bytes ({})", sent_, bytes_, place());
        case State::MemoryRead:
            return fmt::format("has got {} of {} bytes of a program ({})", received_, bytes_, place());
        case State::Present:
        case State::Dump:
        case State::Blit:
            return fmt::format("waits for the {} to end ({})", withDac_.passedOn ? "DAC" : "ROPs' flush", place());
        case State::ClearColor:
        case State::FlushColor:
        case State::BlockStateColor:
            return fmt::format("waits for the colour writes ({})", place());
        case State::ClearDepthStencil:
        case State::FlushDepthStencil:
        case State::BlockStateDepthStencil:
            return fmt::format("waits for the depth and stencil tests ({})", place());
        case State::Resolve:
            return fmt::format("waits for the resolve engine ({})", place());
    }
    return {};
}

}  // namespace cyclorama::machine::timing
