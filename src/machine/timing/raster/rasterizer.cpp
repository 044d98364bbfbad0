// SPDX-License-Identifier: MIT
#include "machine/timing/raster/rasterizer.h"

#include <algorithm>

namespace cyclorama::machine::timing {

Rasterizer::Unit::Unit(Rasterizer& owner, const std::string& name)
    : command(owner, name + ".command"), status(owner, name + ".status", UnitStatus::Reset) {}

Rasterizer::Rasterizer(sim::Simulation& simulation, sim::DomainId domain)
    : UnitBox(simulation, domain, "Rasterizer"),
      setup(*this, "setup"),
      traversal(*this, "traversal"),
      hierarchicalZ(*this, "hierarchicalZ"),
      interpolator(*this, "interpolator"),
      distributor(*this, "distributor") {}

void Rasterizer::beginReset(sim::Cycle cycle) { pass(cycle, {.operation = UnitOperation::Reset}); }

void Rasterizer::start(sim::Cycle cycle, DrawRecord& draw) {
    pass(cycle, {.operation = UnitOperation::Draw, .draw = &draw});
}

bool Rasterizer::work(sim::Cycle cycle) {
    if (std::ranges::all_of(units(), [&](Unit* u) { return u->status.read(cycle) == UnitStatus::End; }))
        enter(UnitStatus::End);
    return false;
}

void Rasterizer::finish(sim::Cycle cycle) { pass(cycle, {.operation = UnitOperation::End}); }

bool Rasterizer::takeOther(sim::Cycle cycle, const UnitCommand& received) {
    if (received.operation == UnitOperation::Clear && state() == UnitStatus::Ready) {
        enter(UnitStatus::Clear);
    } else if (received.operation == UnitOperation::End && state() == UnitStatus::ClearEnd) {
        enter(UnitStatus::Ready);
    } else {
        return false;
    }
    hierarchicalZ.command.write(cycle, received);
    return true;
}

bool Rasterizer::workInOtherState(sim::Cycle cycle) {
    if (hierarchicalZ.status.read(cycle) == UnitStatus::ClearEnd) enter(UnitStatus::ClearEnd);
    return false;
}

void Rasterizer::pass(sim::Cycle cycle, const UnitCommand& received) {
    for (Unit* unit : units()) unit->command.write(cycle, received);
}

std::string Rasterizer::describeWait() const {
    if (working()) return "waits for the end of the batch in its units";
    if (state() == UnitStatus::Clear) return "waits for hierarchical Z to clear its buffer";
    if (state() == UnitStatus::End || state() == UnitStatus::ClearEnd)
        return "waits for the command processor to end the batch";
    return {};
}

template class UnitBox<Rasterizer, DrawProtocol>;

}  // namespace cyclorama::machine::timing
