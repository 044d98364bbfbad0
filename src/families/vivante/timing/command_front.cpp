// SPDX-License-Identifier: MIT
#include "families/vivante/timing/command_front.h"

#include <variant>

#include "families/vivante/operations/combine_planes.h"
#include "machine/values/machine_findings.h"
#include "sim/simulation.h"

namespace cyclorama::vivante {

using State = machine::timing::CommandProcessor::State;
using machine::timing::UnitStatus;

CommandFront::CommandFront(machine::timing::CommandProcessor& processor, const Settings& settings,
                           mem::AddressSpace& space)
    : resolveCommand(processor, "resolve"),
      resolveStatus(processor, "resolveStatus", {}),
      processor_(processor),
      stream_(processor.simulation().statistics(), settings.stream, processor.transfer.port),
      space_(&space),
      surfaces_(space, {}),
      planner_(space) {}

sim::StatisticInfo CommandFront::resolveCycles() {
    return {.name = "Resolve_CP",
            .unit = "cycles",
            .sentence = "Cycles of resolves, fills and copies.",
            .role = sim::StatisticRole::Activity,
            .part = "resolve"};
}

bool CommandFront::receive(const mem::MemoryTransaction& transaction) {
    // Nothing else of a Vivante chip's command processor reads.
    stream_.receive(transaction);
    return true;
}

bool CommandFront::execute(sim::Cycle cycle, const gpu::FamilyOperation& operation) {
    const auto* own = dynamic_cast<const Operation*>(&operation);
    if (own == nullptr) {
        if (processor_.state() != State::Ready) return false;
        processor_.report(machine::findings::kOperation, operation.describe());
        return true;
    }
    if (const auto* planes = std::get_if<CombinePlanes>(&own->value())) return start(cycle, *planes);
    if (const auto* drawing = std::get_if<engine2d::Drawing>(&own->value())) return start2d(cycle, *drawing);
    if (const auto* blit = std::get_if<engine2d::FilterBlit>(&own->value())) return start2d(cycle, *blit);
    return execute(std::get<TrailingState>(own->value()));
}

bool CommandFront::execute(sim::Cycle cycle, const machine::timing::EngineOperation& operation) {
    return std::visit([&](const auto* each) { return start(cycle, *each); }, operation);
}

bool CommandFront::execute(const TrailingState&) {
    ++processor_.statistics().registerWrites;
    const bool kept = processor_.state() == State::Drawing ||
                      (processor_.state() == State::EndGeometry && processor_.geometryStarted());
    if (kept) ++statesKept_;
    return true;
}

bool CommandFront::resume(sim::Cycle) {
    const State state = processor_.state();
    const bool takes = state == State::Ready || (state == State::EndGeometry && !processor_.geometryStarted());
    if (!takes || statesKept_ == 0) return false;
    --statesKept_;
    return true;
}

template <typename EachOperation>
bool CommandFront::start(sim::Cycle cycle, const EachOperation& operation) {
    if (processor_.state() != State::Ready) return false;
    const ResolvePlan& plan = planner_.plan(operation);
    if (const sim::FindingKind* problem = machine::findingOf(apply(operation))) {
        processor_.report(*problem);
        return true;
    }
    resolveCommand.write(cycle, ResolveCommand{.plan = &plan});
    processor_.startEngine();
    return true;
}

template <typename EachOperation>
bool CommandFront::start2d(sim::Cycle cycle, const EachOperation& operation) {
    if (processor_.state() != State::Ready) return false;
    if (const sim::FindingKind* problem = machine::findingOf(apply(operation))) {
        processor_.report(*problem);
        return true;
    }
    resolveCommand.write(cycle, ResolveCommand{.plan = &planner_.plan(operation)});
    processor_.startEngine();
    return true;
}

machine::ResolveResult CommandFront::apply(const CombinePlanes& operation) {
    return combinePlanes(operation, surfaces_, *space_);
}

bool CommandFront::engineEnded(sim::Cycle cycle) {
    if (resolveStatus.read(cycle) != UnitStatus::End) return false;
    resolveCommand.write(cycle, ResolveCommand{});
    return true;
}

}  // namespace cyclorama::vivante
