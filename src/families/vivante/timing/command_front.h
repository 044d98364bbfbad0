// SPDX-License-Identifier: MIT
#pragma once
// The part of a Vivante chip's command processor: the command stream is fetched from the chip's memory, a resolve
// engine (RS or BLT) copies and fills outside of draws.
//
// Inputs: status of the resolve engine. Outputs: its plans. Statistics: StreamBytes_CP, StreamWait_CP, Resolve_CP.

#include <cstdint>

#include "families/vivante/operations/operations.h"
#include "families/vivante/timing/resolve_plan.h"
#include "families/vivante/timing/resolve_unit.h"
#include "families/vivante/timing/stream_fetch.h"
#include "gpu/command.h"
#include "machine/timing/command/command_front.h"
#include "machine/timing/command/command_processor.h"
#include "machine/values/resolve_operations.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "sim/level.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::vivante {

class CommandFront final : public machine::timing::CommandFront {
  public:
    struct Settings {
        StreamFetch::Settings stream{};
    };

    /// Counts the cycles of the resolve engine.
    static sim::StatisticInfo resolveCycles();

    /// Both must outlive the front.
    CommandFront(machine::timing::CommandProcessor& processor, const Settings& settings, mem::AddressSpace& space);

    sim::Output<ResolveCommand> resolveCommand;
    sim::Level<machine::timing::UnitStatus> resolveStatus;

    bool execute(sim::Cycle cycle, const gpu::FamilyOperation& operation) override;
    bool execute(sim::Cycle cycle, const machine::timing::EngineOperation& operation) override;
    void reset() override { statesKept_ = 0; }
    bool resume(sim::Cycle cycle) override;
    bool engineEnded(sim::Cycle cycle) override;
    std::string describeEngine() const override { return "resolve engine"; }

    void fetch(const gpu::FetchCost& cost) override { stream_.start(cost); }
    bool fetched() const override { return stream_.done(); }
    bool receive(const mem::MemoryTransaction& transaction) override;
    bool portFree() const override { return stream_.quiet(); }
    bool clock(sim::Cycle cycle, bool mayRequest) override { return stream_.clock(cycle, mayRequest); }
    void accountSleep(uint64_t cycles) override { stream_.accountSleep(cycles); }

  private:
    bool execute(const TrailingState& state);
    // Executes an operation of the resolve engine on memory.
    machine::ResolveResult apply(const gpu::Resolve& operation) { return machine::resolve(operation, surfaces_); }
    machine::ResolveResult apply(const gpu::Fill& operation) { return machine::fill(operation, surfaces_); }
    machine::ResolveResult apply(const gpu::ResolveTileStatus& operation) {
        return machine::resolveTileStatus(operation, surfaces_);
    }
    machine::ResolveResult apply(const gpu::CopyMemory& operation) { return machine::copyMemory(operation, *space_); }
    machine::ResolveResult apply(const CombinePlanes& operation);
    machine::ResolveResult apply(const engine2d::Drawing& operation) { return engine2d::draw(operation, *space_); }
    machine::ResolveResult apply(const engine2d::FilterBlit& operation) {
        return engine2d::filterBlit(operation, *space_);
    }
    /// Executes an operation, and gives the engine its plan.
    template <typename EachOperation>
    bool start(sim::Cycle cycle, const EachOperation& operation);
    /// The same for the 2D engine, whose plans do not depend on memory.
    template <typename EachOperation>
    bool start2d(sim::Cycle cycle, const EachOperation& operation);

    machine::timing::CommandProcessor& processor_;
    StreamFetch stream_;
    mem::AddressSpace* space_;
    machine::Surfaces surfaces_;
    ResolvePlanner planner_;
    /// State without work that came while a draw was in the geometry units: each takes a cycle after it.
    uint32_t statesKept_ = 0;
};

}  // namespace cyclorama::vivante
