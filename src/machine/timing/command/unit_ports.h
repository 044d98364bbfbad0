// SPDX-License-Identifier: MIT
#pragma once
// The command processor's side of the units that it commands: an output of commands for each, and a level with its
// status.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/timing/draw/draw_protocol.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

struct UnitPorts {
    /// Units of which a chip may have several.
    struct Counts {
        uint32_t ropUnits = 4;
        uint32_t shaders = 4;
        uint32_t textureUnits = 0;
    };
    UnitPorts(sim::Box& owner, const Counts& counts);

    struct Unit {
        Unit(sim::Box& owner, const std::string& name);
        sim::Output<UnitCommand> command;
        sim::Level<UnitStatus> status;
    };
    using Units = std::vector<std::unique_ptr<Unit>>;
    using Outputs = std::vector<std::unique_ptr<sim::Output<UnitCommand>>>;

    Unit streamer;
    Unit assembly;
    Unit clipper;
    Unit rasterizer;
    Unit dac;
    Units depthTests;
    Units colorWrites;
    /// Draws and resets, for each shader processor: of vertices, and of fragments.
    Outputs vertexShaders;
    Outputs fragmentShaders;
    /// Flushes, for each texture unit.
    Outputs textureUnits;
};

/// All of the units show `status` in `cycle`.
bool allShow(sim::Cycle cycle, const UnitPorts::Units& units, UnitStatus status);

/// Connects a unit of the command processor with the box that it commands.
template <typename Box>
void bindUnit(UnitPorts::Unit& unit, Box& box) {
    unit.command.bind(box.command);
    box.status.bind(unit.status);
}

}  // namespace cyclorama::machine::timing
