#include "machine/timing/vivante/vivante_commands.h"

#include <utility>

#include "sim/simulation.h"

namespace cyclorama::machine::timing {

VivanteCommands::VivanteCommands(sim::Box& owner, const Settings& settings, mem::AddressSpace& space,
                                 mem::MemoryPort& port)
    : resolveCommand(owner, "resolve"),
      resolveStatus(owner, "resolveStatus", {}),
      stream(owner.simulation().statistics(), settings.stream, port),
      space_(&space),
      surfaces_(space, {}),
      planner_(space) {}

bool VivanteCommands::resolveEnded(sim::Cycle cycle) {
    if (resolveStatus.read(cycle) != UnitStatus::End) return false;
    resolveCommand.write(cycle, ResolveCommand{});
    return true;
}

std::optional<uint32_t> VivanteCommands::query(const gpu::OcclusionQuery& operation) {
    const uint32_t address = operation.address != 0 ? operation.address : queryAddress_;
    queryAddress_ = operation.address;
    if (operation.start) return std::nullopt;
    return address;
}

}  // namespace cyclorama::machine::timing
