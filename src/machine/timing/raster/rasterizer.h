#pragma once
// The rasterizer's control: passes the command processor's commands on to triangle setup, traversal, hierarchical Z,
// the interpolator and the work distributor, and tells when all are done.
//
// Draw, End and Reset go to all five; Clear to hierarchical Z alone, which clears its buffer, and so does the End after
// it. The rasterizer is at its end a cycle after the last of the five has shown its own.
//
// Inputs: commands; the status of the five. Outputs: commands to the five; status.

#include <array>
#include <string>

#include "machine/timing/core/control.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

class Rasterizer final : public sim::Box {
  public:
    Rasterizer(sim::Simulation& simulation, sim::DomainId domain);

    /// From the command processor: Reset, Draw, Clear, End.
    sim::Signal<UnitCommand> command;
    /// To the command processor.
    sim::LevelOutput<UnitStatus> status;

    /// One of the units that the rasterizer controls.
    struct Unit {
        Unit(Rasterizer& owner, const std::string& name);
        sim::Output<UnitCommand> command;
        sim::Level<UnitStatus> status;
    };
    Unit setup;
    Unit traversal;
    Unit hierarchicalZ;
    Unit interpolator;
    Unit distributor;

    void clock(sim::Cycle cycle) override;
    std::string describeWait() const override;

  private:
    std::array<Unit*, 5> units() { return {&setup, &traversal, &hierarchicalZ, &interpolator, &distributor}; }
    void take(sim::Cycle cycle, const UnitCommand& command);
    void pass(sim::Cycle cycle, const UnitCommand& command);

    UnitStatus status_ = UnitStatus::Reset;
};

}  // namespace cyclorama::machine::timing
