// SPDX-License-Identifier: MIT
#pragma once
// Search for the unit that sets the pace: the one that holds up the pipeline at a moment. The chip would be faster then
// with this unit faster, and not with any other.
//
// Work piles up in front of the slowest unit, and what comes behind it runs dry. So it is the unit nearest to the end
// whose input is full (sim::Backlog::Full); where none is, the pipeline fills or drains, and it is the unit nearest to
// the beginning that has work. A unit that waits for another to answer passes the blame on (sim::Box::holdup): shaders
// to their texture units, these, the render output units and the vertex loaders to the memory. Without work in any unit
// it is the command processor.
//
// While the geometry of the next draw is ahead of the fragments of this one, the units of fragments count first: they
// decide when this draw ends.

#include <vector>

#include "machine/timing/command/command_processor.h"
#include "machine/timing/core/pace.h"
#include "machine/timing/topology/draw_pipeline.h"
#include "mem/memory_controller.h"
#include "sim/box.h"

namespace cyclorama::machine::timing {

class LimitingUnit {
  public:
    /// `engines` work while no draw does: display and copy engines. All must outlive this.
    LimitingUnit(const CommandProcessor& commandProcessor, const DrawPipeline& pipeline,
                 const mem::MemoryController& memory, std::vector<const sim::Box*> engines);

    /// The one of now, between cycles.
    Pace find() const;

  private:
    using Boxes = std::vector<const sim::Box*>;

    /// Pace that the unit sets, or the unit that it waits for in the end.
    Pace paceOf(const sim::Box& unit) const;
    /// True if a unit is full; of units side by side, each with places of its own on the screen, all have to be.
    bool isFull(const sim::Box& unit) const;

    const CommandProcessor* commandProcessor_;
    const WorkDistributor* distributor_;
    const mem::MemoryController* memory_;
    Boxes engines_;
    // From the beginning to the end.
    Boxes geometry_;
    Boxes fragmentsTestedEarly_;
    Boxes fragmentsTestedLate_;
    std::vector<const TextureUnit*> textureUnits_;
    std::vector<const ShaderProcessor*> shaders_;
    std::vector<Boxes> groups_;  // of units side by side
};

}  // namespace cyclorama::machine::timing
