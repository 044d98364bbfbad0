// SPDX-License-Identifier: MIT
#include "machine/timing/command/unit_ports.h"

#include <fmt/format.h>

#include <algorithm>

namespace cyclorama::machine::timing {

UnitPorts::Unit::Unit(sim::Box& owner, const std::string& name)
    : command(owner, name + ".command"), status(owner, name + ".status", {}) {}

UnitPorts::UnitPorts(sim::Box& owner, const Counts& counts)
    : streamer(owner, "streamer"),
      assembly(owner, "assembly"),
      clipper(owner, "clipper"),
      rasterizer(owner, "rasterizer"),
      dac(owner, "dac") {
    const auto output = [&](const char* kind, uint32_t number) {
        return std::make_unique<sim::Output<UnitCommand>>(owner, fmt::format("{}{}", kind, number));
    };
    for (uint32_t i = 0; i < counts.ropUnits; ++i) {
        depthTests.push_back(std::make_unique<Unit>(owner, fmt::format("depthTest{}", i)));
        colorWrites.push_back(std::make_unique<Unit>(owner, fmt::format("colorWrite{}", i)));
    }
    for (uint32_t i = 0; i < counts.shaders; ++i) {
        vertexShaders.push_back(output("vertexShader", i));
        fragmentShaders.push_back(output("fragmentShader", i));
    }
    for (uint32_t i = 0; i < counts.textureUnits; ++i) textureUnits.push_back(output("textureUnit", i));
}

bool allShow(sim::Cycle cycle, const UnitPorts::Units& units, UnitStatus status) {
    return std::ranges::all_of(units, [&](const auto& unit) { return unit->status.read(cycle) == status; });
}

}  // namespace cyclorama::machine::timing
