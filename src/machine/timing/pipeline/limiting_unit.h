// SPDX-License-Identifier: MIT
#pragma once
// Search for the unit that sets the pace: the one that holds up the pipeline at a moment. The chip would be faster then
// with this unit faster, and not with any other.
//
// Work piles up before the slowest unit, and the units after it run dry. So it is the unit nearest to the end whose
// input is full (sim::Backlog::Full); if none is, the pipeline fills or drains, and it is the unit nearest to the
// beginning that has work. A unit that waits for another to answer passes the blame on (sim::Box::holdup): shaders
// to their texture units, these, the render output units and the vertex loaders to the memory. Without work in any unit
// it is the command processor.
//
// While the geometry of the next draw is ahead of the fragments of this one, the units of fragments count first: they
// decide when this draw ends.

#include <vector>

#include "machine/timing/command/command_processor.h"
#include "machine/timing/core/pace.h"
#include "machine/timing/pipeline/draw_pipeline.h"
#include "mem/memory_controller.h"
#include "sim/box.h"

namespace cyclorama::machine::timing {

class LimitingUnit {
  public:
    /// All must outlive this.
    LimitingUnit(const CommandProcessor& commandProcessor, const DrawPipeline& pipeline,
                 const mem::MemoryController& memory);

    /// An engine that works while no draw does, as the display does.
    void addEngine(const sim::Box& engine) { engines_.insert(engines_.end() - 1, &engine); }

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
    Boxes engines_;  // the display last
    // From the beginning to the end.
    Boxes geometry_;
    Boxes fragmentsTestedEarly_;
    Boxes fragmentsTestedLate_;
    std::vector<const TextureUnit*> textureUnits_;
    std::vector<const ShaderProcessor*> shaders_;
    std::vector<Boxes> groups_;  // of units side by side
};

}  // namespace cyclorama::machine::timing
