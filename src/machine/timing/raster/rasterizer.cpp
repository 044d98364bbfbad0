#include "machine/timing/raster/rasterizer.h"

#include <algorithm>

namespace cyclorama::machine::timing {

Rasterizer::Unit::Unit(Rasterizer& owner, const std::string& name)
    : command(owner, name + ".command"), status(owner, name + ".status", UnitStatus::Reset) {}

Rasterizer::Rasterizer(sim::Simulation& simulation, sim::DomainId domain)
    : Box(simulation, domain, "Rasterizer"),
      command(*this, {.name = "command", .width = 1, .latency = 1}),
      status(*this, "status"),
      setup(*this, "setup"),
      traversal(*this, "traversal"),
      hierarchicalZ(*this, "hierarchicalZ"),
      interpolator(*this, "interpolator"),
      distributor(*this, "distributor") {}

void Rasterizer::clock(sim::Cycle cycle) {
    bool idle = true;
    switch (status_) {
        case UnitStatus::Reset:
            status_ = UnitStatus::Ready;
            idle = false;
            break;
        case UnitStatus::Drawing:
            if (std::ranges::all_of(units(), [&](Unit* u) { return u->status.read(cycle) == UnitStatus::End; }))
                status_ = UnitStatus::End;
            break;
        case UnitStatus::Clear:
            if (hierarchicalZ.status.read(cycle) == UnitStatus::ClearEnd) status_ = UnitStatus::ClearEnd;
            break;
        default:
            if (const auto received = command.read(cycle)) take(cycle, *received);
            idle = status_ != UnitStatus::Reset;
            break;
    }
    status.write(cycle, status_);
    if (idle) sleep();
}

void Rasterizer::take(sim::Cycle cycle, const UnitCommand& received) {
    if (received.operation == UnitOperation::Reset) {
        pass(cycle, received);
        status_ = UnitStatus::Reset;
    } else if (received.operation == UnitOperation::Draw && status_ == UnitStatus::Ready) {
        pass(cycle, received);
        status_ = UnitStatus::Drawing;
    } else if (received.operation == UnitOperation::Clear && status_ == UnitStatus::Ready) {
        hierarchicalZ.command.write(cycle, received);
        status_ = UnitStatus::Clear;
    } else if (received.operation == UnitOperation::End && status_ == UnitStatus::End) {
        pass(cycle, received);
        status_ = UnitStatus::Ready;
    } else if (received.operation == UnitOperation::End && status_ == UnitStatus::ClearEnd) {
        hierarchicalZ.command.write(cycle, received);
        status_ = UnitStatus::Ready;
    } else {
        refuse(received, name());
    }
}

void Rasterizer::pass(sim::Cycle cycle, const UnitCommand& received) {
    for (Unit* unit : units()) unit->command.write(cycle, received);
}

std::string Rasterizer::describeWait() const {
    if (status_ == UnitStatus::Drawing) return "waits for the end of the batch in its units";
    if (status_ == UnitStatus::Clear) return "waits for hierarchical Z to clear its buffer";
    if (status_ == UnitStatus::End || status_ == UnitStatus::ClearEnd)
        return "waits for the command processor to end the batch";
    return {};
}

}  // namespace cyclorama::machine::timing
