#pragma once
// The command processor: takes one command of the workload a cycle and runs the pipeline with it (ATTILA:
// CommandProcessor).
//
//   commands -> [register writes, also those kept back while a batch is drawn] -> state of the next draw
//            -> draw: streamer, assembly, clipper; then, when the batch before has left, rasterizer and ROPs
//            -> clear, flush, block states, present, blit, dump: ROPs and DAC, one at a time, with nothing else running
//            -> memory writes and program loads, through the memory controller in transactions of 64 bytes
//            -> resolves, fills, copies, queries and signals (Vivante), one at a time, with nothing else running
//
// Parameters: CommandProcessorParameters. With PipelinedBatchRendering commands go on while a batch is drawn: register
// writes are kept, kRegisterUpdates of each half of the pipeline, and made when that half is free, one a cycle; the
// geometry of the next draw starts when that of the last has ended. Every command takes its cycle; what is fetched from
// the host costs no more than that; a Vivante chip fetches its stream from its own memory (StreamFetch), and decodes
// while it draws.
//
// Inputs: status of the units, as levels; memory data. Outputs: commands to the units; memory requests.
// Statistics: the columns with the suffix CP.
//
// Simplified: units get no register writes, but all of their state with the command that uses it. A write's bytes are
// in memory, and a loaded program can be drawn with, in the cycle in which the command is accepted; their time is
// accounted for. A write never changes what a draw that is still under way sees: what a chip would make of it depends
// on time, and is a finding. A load of a program always asks for its own bytes first, where ATTILA's first request of a
// unified program has the size of the fragment program.

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/command.h"
#include "machine/timing/command/draw_checks.h"
#include "machine/timing/core/control.h"
#include "machine/timing/core/work.h"
#include "machine/timing/vivante/vivante_commands.h"
#include "machine/values/draw_in_flight.h"
#include "machine/values/machine_findings.h"
#include "mem/address_space.h"
#include "mem/earlier_contents.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/finding.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class CommandProcessor final : public sim::Box {
  public:
    struct Settings {
        bool pipelinedBatches = true;
        uint32_t ropUnits = 4;
        uint32_t shaders = 4;
        uint32_t textureUnits = 0;
        /// The number of the first frame that the source presents, for the places of findings.
        uint32_t firstFrame = 0;
        /// Of a Vivante chip.
        std::optional<VivanteCommands::Settings> vivante{};
    };

    /// What it executes, and what with. All must outlive it. Without a source it waits for one.
    struct Surroundings {
        gpu::CommandSource* source = nullptr;
        mem::AddressSpace* space = nullptr;
        mem::EarlierContents* earlier = nullptr;
        DrawInFlight* drawInFlight = nullptr;
        DrawChecks* checks = nullptr;
        sim::Findings* findings = nullptr;
        /// Called when everything before a signal to the host is done.
        std::function<void(uint32_t event)> onEvent{};
        /// Gives, and forgets, the number of samples that passed all tests.
        std::function<uint64_t()> takeSamples{};
    };

    CommandProcessor(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings,
                     const Surroundings& surroundings);
    ~CommandProcessor() override;

    /// A unit that gets commands and shows its status.
    struct Unit {
        Unit(CommandProcessor& owner, const std::string& name);
        sim::Output<UnitCommand> command;
        sim::Level<UnitStatus> status;
    };
    Unit streamer;
    Unit assembly;
    Unit clipper;
    Unit rasterizer;
    Unit dac;
    std::vector<std::unique_ptr<Unit>> depthTests;
    std::vector<std::unique_ptr<Unit>> colorWrites;

    /// Draws alone, and resets, for each shader processor: of vertices, and of fragments.
    std::vector<std::unique_ptr<sim::Output<UnitCommand>>> vertexShaders;
    std::vector<std::unique_ptr<sim::Output<UnitCommand>>> fragmentShaders;
    /// Flushes alone, for each texture unit.
    std::vector<std::unique_ptr<sim::Output<UnitCommand>>> textureUnits;

    mem::MemoryPort memory;
    sim::Output<mem::MemoryControllerCommand> memoryController;

    /// Vivante's part; null for other chips.
    VivanteCommands* vivante() { return vivante_.get(); }

    /// Commands come from there now. Only when done(), or before the first cycle.
    void setSource(gpu::CommandSource& source);

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;

    /// What the last clock() brought about.
    struct Events {
        bool batchEnded = false;
        /// The state of a frame that is complete and shown, of a buffer whose dump is, or of a complete blit.
        const DrawRecord* presented = nullptr;
        const DrawRecord* dumped = nullptr;
        gpu::DumpBuffer::Content dumpedContent = gpu::DumpBuffer::Content::Color;
        const DrawRecord* blitted = nullptr;
        /// Whose load from memory began.
        std::optional<gpu::LoadProgram> loaded;
    };
    const Events& events() const { return events_; }
    /// The workload has no more commands and all that it gave are done.
    bool done() const { return sourceEnded_ && state_ == State::Ready; }
    /// Where in the workload it is, for findings.
    std::string place() const;
    /// Leaves out the rest of a draw that has taken more than `limit` cycles.
    void giveUpLongDraw(sim::Cycle now, uint64_t limit);

  private:
    enum class State : uint8_t {
        Reset,
        Ready,
        Drawing,      // the newest batch is in the geometry units
        EndGeometry,  // they are done; the batch's fragments are still under way, or the next batch has started
        EndFragment,  // the batch is done
        MemoryWrite,
        MemoryPreload,
        MemoryRead,
        Present,  // with ROPs and DAC, as the two that follow
        Dump,
        Blit,
        ClearColor,
        ClearDepthStencil,
        FlushColor,
        FlushDepthStencil,
        BlockStateColor,
        BlockStateDepthStencil,
        Resolve
    };

    /// A register write that is kept back.
    struct RegisterUpdate {
        bool changesInterleaving = false;
        uint32_t secondInterleavingStart = 0;
    };

    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter registerWrites, bytesWritten, bytesRead, writeTransactions, batches, frames, blits;
        sim::Counter ready, draw, endGeometry, endFragment, clear, present, flush, blockStates, memoryWrite, memoryRead,
            memoryPreload, blit;
    };
    struct VivanteStatistics {
        explicit VivanteStatistics(sim::StatisticsRegistry& registry);
        sim::Counter resolve;
    };

    using Units = std::vector<std::unique_ptr<Unit>>;

    // A cycle in each state that is more than a line.
    void ready(sim::Cycle cycle);
    void drawing(sim::Cycle cycle);
    void endGeometry(sim::Cycle cycle);
    void endFragment(sim::Cycle cycle);
    void writeMemory(sim::Cycle cycle);
    void readMemory(sim::Cycle cycle);
    void passToDac(sim::Cycle cycle);
    void clearDepthStencil(sim::Cycle cycle);
    void flushDepthStencil(sim::Cycle cycle);
    void endOperation(sim::Cycle cycle, Units& units);

    void fetch();
    void fetchAndProcess(sim::Cycle cycle);
    // Each operation says whether the next command may be fetched.
    bool execute(sim::Cycle cycle, const gpu::SetState& operation);
    bool execute(sim::Cycle cycle, const gpu::WriteMemory& operation);
    bool execute(sim::Cycle cycle, const gpu::LoadProgram& operation);
    bool execute(sim::Cycle cycle, const gpu::Draw& operation);
    bool execute(sim::Cycle cycle, const gpu::ClearColor& operation);
    bool execute(sim::Cycle cycle, const gpu::ClearDepthStencil& operation);
    bool execute(sim::Cycle cycle, const gpu::Blit& operation);
    bool execute(sim::Cycle cycle, const gpu::Present& operation);
    bool execute(sim::Cycle cycle, const gpu::FlushCache& operation);
    bool execute(sim::Cycle cycle, const gpu::BlockState& operation);
    bool execute(sim::Cycle cycle, const gpu::DumpBuffer& operation);
    bool execute(sim::Cycle cycle, const gpu::Reset& operation);
    bool execute(sim::Cycle cycle, const gpu::Marker& operation);
    bool execute(sim::Cycle cycle, const gpu::EndOfInitialization& operation);
    bool execute(sim::Cycle cycle, const gpu::Resolve& operation) { return resolve(cycle, operation); }
    bool execute(sim::Cycle cycle, const gpu::Fill& operation) { return resolve(cycle, operation); }
    bool execute(sim::Cycle cycle, const gpu::ResolveTileStatus& operation) { return resolve(cycle, operation); }
    bool execute(sim::Cycle cycle, const gpu::CopyMemory& operation) { return resolve(cycle, operation); }
    bool execute(sim::Cycle cycle, const gpu::CombinePlanes& operation) { return resolve(cycle, operation); }
    bool execute(sim::Cycle cycle, const gpu::Synchronize& operation);
    bool execute(sim::Cycle cycle, const gpu::OcclusionQuery& operation);
    bool execute(sim::Cycle cycle, const gpu::Signal& operation);

    template <typename Operation>
    bool resolve(sim::Cycle cycle, const Operation& operation);
    bool flushAsVivante(sim::Cycle cycle, gpu::Buffer buffer);
    /// A value that the host or a later command reads.
    template <typename Value>
    void writeValue(uint32_t address, Value value);

    void reset();
    void keepForDrawInFlight(const gpu::WriteMemory& write);
    void applyOldest(sim::Cycle cycle, gpu::StateDomain domain);
    void apply(sim::Cycle cycle, const RegisterUpdate& update);
    void startTransfer(uint32_t address, uint32_t bytes);
    void startLoad(sim::Cycle cycle, const gpu::LoadProgram& load);
    bool accessMemory(sim::Cycle cycle, mem::Access access);
    void startWithDac(sim::Cycle cycle, State state, Units& units, UnitOperation operation, UnitOperation dacOperation);
    /// The record that newRecord() will give, with its number and the state of now.
    DrawRecord& nextRecord();
    DrawRecord* newRecord();
    void send(sim::Cycle cycle, sim::Output<UnitCommand>& output, UnitOperation operation, DrawRecord* record);
    void send(sim::Cycle cycle, Units& units, UnitOperation operation, DrawRecord* record = nullptr);
    void startFragments(sim::Cycle cycle);
    static bool allShow(sim::Cycle cycle, const Units& units, UnitStatus status);
    void enter(State state);
    sim::Counter* cyclesOf(State state);
    sim::BoundedQueue<RegisterUpdate>& updates(gpu::StateDomain domain) {
        return updates_[static_cast<size_t>(domain)];
    }

    gpu::CommandSource* source_;
    mem::AddressSpace* space_;
    mem::EarlierContents* earlier_;
    DrawInFlight* drawInFlight_;
    DrawChecks* checks_;
    sim::Findings* findings_;
    std::function<void(uint32_t)> onEvent_;
    std::function<uint64_t()> takeSamples_;
    std::unique_ptr<gpu::MemoryReader> view_;
    bool pipelined_;
    uint32_t frame_;
    uint32_t drawOfFrame_ = 0;
    Statistics statistics_;
    std::unique_ptr<VivanteCommands> vivante_;
    std::optional<VivanteStatistics> vivanteStatistics_;

    State state_ = State::Reset;
    State stateAfterMemory_ = State::Ready;
    Events events_;
    bool moved_ = false;  // in this cycle

    std::optional<gpu::Command> command_;
    bool accepted_ = true;  // the command: the next may be fetched
    bool sourceEnded_ = false;
    std::array<sim::BoundedQueue<RegisterUpdate>, 2> updates_;
    uint32_t secondInterleavingStart_ = 0;

    // Draws in the two halves of the pipeline, and other operations: the oldest is free when a new one comes.
    std::array<DrawRecord, 4> records_;
    uint32_t recordsUsed_ = 0;
    /// A draw is in the geometry units.
    bool geometryStarted_ = false;
    DrawRecord* geometry_ = nullptr;   // that draw
    DrawRecord* fragments_ = nullptr;  // the draw whose fragments are under way
    sim::Cycle fragmentsStart_ = 0;
    uint32_t drawDelay_ = 0;
    std::optional<gpu::LoadProgram> storedLoad_;
    bool loadingStored_ = false;
    /// What is presented, blitted or dumped: which units end their part first, and what the DAC does then.
    struct WithDac {
        Units* units = nullptr;
        UnitOperation operation = UnitOperation::Present;
        DrawRecord* record = nullptr;
        bool passedOn = false;
    };
    WithDac withDac_;
    gpu::DumpBuffer::Content dumpContent_ = gpu::DumpBuffer::Content::Color;
    uint32_t flushDelay_ = 0;

    // The transfer under way.
    uint32_t address_ = 0;
    uint32_t bytes_ = 0;
    uint32_t sent_ = 0;  // or asked for
    uint32_t received_ = 0;
    uint32_t arriving_ = 0;
    uint32_t busCycles_ = 0;
    uint32_t freeTickets_;
    uint32_t nextTicket_ = 0;
};

}  // namespace cyclorama::machine::timing
