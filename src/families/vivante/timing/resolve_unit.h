// SPDX-License-Identifier: MIT
#pragma once
// The engine that resolves, fills and copies outside of draws: Vivante's RS, or BLT. It goes through a plan block by
// block:
//
//   plan -> [blocks in order: one read of up to 64 bytes a cycle] -> wait for data -> [SamplesPerCycle] -> write queue
//        -> [one write of up to 64 bytes a cycle, as the bus takes them] -> memory
//
// Parameters: [VIVANTE] ResolveSamplesPerCycle (calibrated), ResolveBlocks, ResolveStartLatency (estimates).
// Inputs: plans from the command processor; memory data. Outputs: status; memory requests.
// Statistics: the columns with the suffix RS.
//
// Values: they are in the address space already (machine/values/resolve_operations.h); caches were flushed before.
// Simplified: one operation at a time. A block's data is converted when all of it has come. Writes go before reads.
// Calibrated: samples that are taken in and samples that are put out share the rate, so that a copy takes twice as long
// as a fill (docs/develop/timing_vivante.md).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "families/vivante/timing/resolve_plan.h"
#include "machine/timing/draw/draw_protocol.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::vivante {

/// A plan to carry out, which stays as it is until machine::timing::UnitStatus::End; none to acknowledge that.
struct ResolveCommand {
    const ResolvePlan* plan = nullptr;
};
std::string describe(const ResolveCommand& command);

class ResolveUnit final : public sim::Box {
  public:
    static constexpr std::string_view kMemoryClient = "ResolveEngine";

    struct Settings {
        uint32_t samplesPerCycle = 4;
        /// Blocks between their first read and their last write.
        uint32_t blocks = 8;
        /// Cycles before the first block.
        uint32_t startLatency = 16;
    };

    ResolveUnit(sim::Simulation& simulation, sim::DomainId domain, const Settings& settings);

    /// From the command processor.
    sim::Signal<ResolveCommand> command;
    /// Ready, Drawing, End.
    sim::LevelOutput<machine::timing::UnitStatus> status;
    /// Port of client kMemoryClient, unit 0.
    mem::MemoryPort memory;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override;
    /// It reads, converts or writes.
    bool atFullRate() const override { return waitCycles_ == 0; }

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter operations, blocks, readBytes, writtenBytes, busy;
    };
    struct Block {
        uint32_t toRead = 0;  // still to be asked for
        uint32_t toCome = 0;  // reads
        uint32_t toWrite = 0;
        uint32_t cycles = 0;  // of its conversion
    };

    /// Progress in one cycle, in increasing order: none; cycles counted down that a wait, transfer or conversion still
    /// takes; anything that more can follow from in the next cycle.
    enum class Movement : uint8_t { None, Counting, Acting };

    void takeCommand(sim::Cycle cycle);
    Movement work(sim::Cycle cycle);
    // Its steps.
    Movement receive();
    Movement write(sim::Cycle cycle);
    Movement convert();
    Movement request(sim::Cycle cycle);
    Movement startBlock();
    /// Calls `use` with each count of cycles (uint32_t&) that runs down and is not zero.
    template <typename Use>
    void forEachCount(Use use);

    Settings settings_;
    Statistics statistics_;
    machine::timing::UnitStatus status_ = machine::timing::UnitStatus::Ready;
    const ResolvePlan* plan_ = nullptr;
    uint32_t waitCycles_ = 0;
    uint64_t finished_ = 0;  // blocks of the plan
    uint64_t started_ = 0;
    uint64_t reads_ = 0;  // asked for
    uint64_t writes_ = 0;
    sim::BoundedQueue<Block> blocks_;  // the first has the number finished_
    uint32_t requesting_ = 0;          // of the queue
    uint32_t converting_ = 0;
    // Transfers on the memory bus.
    uint32_t readCycles_ = 0;
    uint64_t arriving_ = 0;
    uint32_t writeCycles_ = 0;
};

}  // namespace cyclorama::vivante
