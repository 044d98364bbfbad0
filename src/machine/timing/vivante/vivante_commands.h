#pragma once
// What the command processor of a Vivante chip has beside ATTILA's: the fetching of its stream, the resolve engine, and
// occlusion queries.
//
// Inputs: status of the resolve engine. Outputs: its plans.

#include <cstdint>
#include <functional>
#include <optional>

#include "gpu/command.h"
#include "machine/timing/vivante/resolve_plan.h"
#include "machine/timing/vivante/resolve_unit.h"
#include "machine/timing/vivante/stream_fetch.h"
#include "machine/values/resolve_operations.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

class VivanteCommands {
  public:
    struct Settings {
        StreamFetch::Settings stream{};
    };

    /// `owner` is the command processor, `port` its memory port. The memory must outlive it.
    VivanteCommands(sim::Box& owner, const Settings& settings, mem::AddressSpace& space, mem::MemoryPort& port);

    sim::Output<ResolveCommand> resolveCommand;
    sim::Level<UnitStatus> resolveStatus;
    StreamFetch stream;

    /// Executes an operation of the resolve engine on memory. It takes its time from startResolve() to resolveEnded().
    template <typename Operation>
    ResolveResult execute(const Operation& operation);
    void startResolve(sim::Cycle cycle) { resolveCommand.write(cycle, ResolveCommand{.plan = plan_}); }
    /// Whether the engine has ended what it was given; it is told so.
    bool resolveEnded(sim::Cycle cycle);

    /// Where a query that stops puts its count.
    std::optional<uint32_t> query(const gpu::OcclusionQuery& operation);

  private:
    mem::AddressSpace* space_;
    Surfaces surfaces_;
    ResolvePlanner planner_;
    const ResolvePlan* plan_ = nullptr;
    /// Where the count of the query that runs goes.
    uint32_t queryAddress_ = 0;
};

template <typename Operation>
ResolveResult VivanteCommands::execute(const Operation& operation) {
    plan_ = &planner_.plan(operation);
    if constexpr (std::is_same_v<Operation, gpu::Resolve>)
        return resolve(operation, surfaces_);
    else if constexpr (std::is_same_v<Operation, gpu::Fill>)
        return fill(operation, surfaces_);
    else if constexpr (std::is_same_v<Operation, gpu::ResolveTileStatus>)
        return resolveTileStatus(operation, surfaces_);
    else if constexpr (std::is_same_v<Operation, gpu::CombinePlanes>)
        return combinePlanes(operation, surfaces_, *space_);
    else
        return copyMemory(operation, *space_);
}

}  // namespace cyclorama::machine::timing
