// SPDX-License-Identifier: MIT
#pragma once
// The command processor: takes one command of the workload a cycle and runs the pipeline with it. What only one family
// does is its command front's (command_front.h).
//
//   commands -> draw: streamer, assembly, clipper; then, when the batch before has left, rasterizer and ROPs
//            -> clear, flush, present: ROPs and DAC, one at a time, with nothing else running
//            -> memory writes, through the memory controller in transactions of 64 bytes
//            -> copies between surfaces, and operations of the family: its command front
//            -> queries and signals, with nothing else running
//
// Parameters: CommandProcessorParameters. With PipelinedBatchRendering commands continue while a batch is drawn; the
// geometry of the next draw starts when that of the last has ended. Every command takes its cycle; what is fetched from
// the host costs no more than that.
//
// Inputs: status of the units, as levels; memory data. Outputs: commands to the units; memory requests.
// Statistics: the columns with the suffix CP.
//
// Simplified: units get no register writes, but all of their state with the command that uses it. A write's bytes are
// in memory in the cycle in which the command is accepted; their time is accounted for. A write never changes what a
// draw that is still under way sees: what a chip would make of it depends on time, and is a finding.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/command.h"
#include "machine/timing/command/command_context.h"
#include "machine/timing/command/command_front.h"
#include "machine/timing/command/command_statistics.h"
#include "machine/timing/command/exclusive_operation.h"
#include "machine/timing/command/memory_transfer.h"
#include "machine/timing/command/unit_ports.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work.h"
#include "machine/timing/topology/command_unit.h"
#include "machine/values/occlusion_count.h"
#include "machine/values/operation_log.h"
#include "sim/box.h"
#include "sim/finding.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class CommandProcessor final : public CommandUnit {
    CommandStatistics statistics_;

  public:
    static constexpr std::string_view kMemoryClient = "CommandProcessor";

    CommandProcessor(sim::Simulation& simulation, sim::DomainId domain, const CommandSettings& settings,
                     const CommandContext& context);
    ~CommandProcessor() override;

    UnitPorts units;
    MemoryTransfer transfer;

    /// The family's part, before the first cycle. It must outlive this.
    void setFront(CommandFront& front) { front_ = &front; }

    void setSource(gpu::CommandSource& source) override;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    void describeState(std::vector<std::string>& lines) const override;

    bool done() const override { return sourceEnded_ && state_ == State::Ready; }
    std::string place() const override;
    void giveUpLongDraw(sim::Cycle now, uint64_t limit) override;
    OperationLog& operations() override { return log_; }

    // For the command front.
    enum class State : uint8_t {
        Reset,
        Ready,
        Drawing,      // the newest batch is in the geometry units
        EndGeometry,  // they are done; the batch's fragments are still under way, or the next batch has started
        EndFragment,  // the batch is done
        MemoryWrite,
        MemoryPreload,
        MemoryRead,
        Exclusive,
        Engine  // of the front
    };
    State state() const { return state_; }
    /// A draw is in the geometry units.
    bool geometryStarted() const { return geometryStarted_; }
    bool geometryIsAhead() const { return geometry_ != fragments_; }  // of the draw whose fragments came last
    const gpu::DrawState& drawState() const override { return context_.source->state(); }
    CommandStatistics& statistics() { return statistics_; }
    void report(const sim::FindingKind& kind, std::string_view detail = {}) {
        context_.findings->report(kind, place(), detail);
    }
    /// A record with a number and the present state.
    DrawRecord* newRecord();
    void send(sim::Cycle cycle, sim::Output<UnitCommand>& output, UnitOperation operation, DrawRecord* record);
    void startExclusive(sim::Cycle cycle, const ExclusiveOperation& operation);
    /// The front's engine works until engineEnded(). Requires CommandSettings::engineCycles.
    void startEngine();
    /// Reads memory, and continues in the present state.
    void startRead(sim::Cycle cycle, func::Address address, uint32_t bytes);

  private:
    using Units = UnitPorts::Units;

    // A cycle in each state that is more than a line.
    void ready(sim::Cycle cycle);
    void drawing(sim::Cycle cycle);
    void endGeometry(sim::Cycle cycle);
    void endFragment(sim::Cycle cycle);
    void exclusive(sim::Cycle cycle);

    /// Reports to the observer that a command other than a draw was taken, or that the one before has ended.
    void logAccepted(sim::Cycle cycle);
    void logEnd(sim::Cycle cycle);
    void fetch();
    void fetchAndProcess(sim::Cycle cycle);
    /// The front's engine has ended the command.
    void endEngine();
    // Each operation says whether the next command may be fetched.
    bool execute(sim::Cycle cycle, const gpu::WriteMemory& operation);
    bool execute(sim::Cycle cycle, const gpu::Draw& operation);
    bool execute(sim::Cycle cycle, const gpu::ClearColor& operation);
    bool execute(sim::Cycle cycle, const gpu::ClearDepthStencil& operation);
    bool execute(sim::Cycle cycle, const gpu::Present& operation);
    bool execute(sim::Cycle cycle, const gpu::FlushCache& operation);
    bool execute(sim::Cycle cycle, const gpu::Reset& operation);
    bool execute(sim::Cycle, const gpu::Marker&) { return state_ == State::Ready; }
    bool execute(sim::Cycle cycle, const gpu::Synchronize& operation);
    bool execute(sim::Cycle cycle, const gpu::OcclusionQuery& operation);
    bool execute(sim::Cycle cycle, const gpu::FenceSignal& operation);
    bool execute(sim::Cycle cycle, const gpu::FamilyOperationPointer& operation) {
        return front_->execute(cycle, *operation);
    }
    /// The others: of a copy engine.
    template <typename Operation>
    bool execute(sim::Cycle cycle, const Operation& operation) {
        return front_->execute(cycle, EngineOperation(&operation));
    }

    /// Stores a value that the host or a later command reads.
    template <typename Value>
    void writeValue(func::Address address, Value value);
    void reset();
    void keepForDrawInFlight(const gpu::WriteMemory& write);
    DrawRecord& nextRecord();
    void send(sim::Cycle cycle, Units& to, UnitOperation operation, DrawRecord* record = nullptr);
    void startFragments(sim::Cycle cycle);
    void enter(State state);
    /// Continues when the memory transfer has ended.
    void follow(const MemoryTransfer::Progress& progress);
    sim::Counter* cyclesOf(State state);

    OperationLog log_;
    CommandSettings settings_;
    CommandContext context_;
    CommandFront* front_ = nullptr;
    std::unique_ptr<gpu::MemoryReader> view_;

    State state_ = State::Reset;
    State stateAfterMemory_ = State::Ready;
    bool moved_ = false;  // in this cycle
    std::optional<gpu::Command> command_;
    bool accepted_ = true;  // the command: the next may be fetched
    bool sourceEnded_ = false;

    // Draws in the two halves of the pipeline, and other operations: the oldest is free when a new one comes.
    std::array<DrawRecord, 4> records_;
    uint32_t recordsUsed_ = 0;
    bool geometryStarted_ = false;
    DrawRecord* geometry_ = nullptr;   // the draw in the geometry units
    DrawRecord* fragments_ = nullptr;  // the draw whose fragments are under way
    sim::Cycle fragmentsStart_ = 0;
    uint32_t drawDelay_ = 0;

    ExclusiveOperation exclusive_;
    OcclusionCount query_;
    /// The operation, other than a draw, that is under way for the observer.
    std::optional<uint32_t> logged_;
};

}  // namespace cyclorama::machine::timing
