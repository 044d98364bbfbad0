// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [CLIPPER]: the trivial rejection of triangles.
struct ClipperParameters : ParameterSection {
    ClipperParameters() : ParameterSection("CLIPPER", "Clipper") {}

    // clang-format off
    Parameter<std::uint32_t> trianglesPerCycle{*this, {.name = "TrianglesCycle", .unit = "triangles/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 64,
        .sentence = "Triangles received and sent each cycle."}};
    Parameter<std::uint32_t> units{*this, {.name = "ClipperUnits", .unit = "units", .defaultValue = 2, .minimum = 1,
        .maximum = 64,
        .sentence = "Clipping units, which take one triangle each."}};
    Parameter<std::uint32_t> startLatency{*this, {.name = "StartLatency", .unit = "cycles", .defaultValue = 1,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles between two triangles given to the same unit."}};
    Parameter<std::uint32_t> execLatency{*this, {.name = "ExecLatency", .unit = "cycles", .defaultValue = 6,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that a triangle spends in a unit."}};
    Parameter<std::uint32_t> clipBufferSize{*this, {.name = "ClipBufferSize", .unit = "triangles", .defaultValue = 32,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Triangles that wait for a unit."}};
    // clang-format on
};

}  // namespace cyclorama::machine
