// SPDX-License-Identifier: MIT
#pragma once
// The rasterizer's control: passes the command processor's commands on to triangle setup, traversal, hierarchical Z,
// the interpolator and the work distributor, and reports when all are done.
//
// Draw, End and Reset go to all five; Clear to hierarchical Z alone, which clears its buffer, and so does the End after
// it. The rasterizer is at its end a cycle after the last of the five has shown its own.
//
// Inputs: commands; the status of the five. Outputs: commands to the five; status.

#include <array>
#include <string>

#include "machine/timing/draw/draw_protocol.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

class Rasterizer final : public UnitBox<Rasterizer, DrawProtocol> {
    friend UnitBox;

  public:
    Rasterizer(sim::Simulation& simulation, sim::DomainId domain);

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

    std::string describeWait() const override;

  private:
    std::array<Unit*, 5> units() { return {&setup, &traversal, &hierarchicalZ, &interpolator, &distributor}; }
    void beginReset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void finish(sim::Cycle cycle);
    /// Clear, and the end of it.
    bool takeOther(sim::Cycle cycle, const UnitCommand& received);
    bool workInOtherState(sim::Cycle cycle);
    void pass(sim::Cycle cycle, const UnitCommand& received);
};

extern template class UnitBox<Rasterizer, DrawProtocol>;

}  // namespace cyclorama::machine::timing
