// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [PRIMITIVEASSEMBLY]: from vertices to triangles.
struct PrimitiveAssemblyParameters : ParameterSection {
    PrimitiveAssemblyParameters() : ParameterSection("PRIMITIVEASSEMBLY", "Primitive assembly") {}

    // clang-format off
    Parameter<std::uint32_t> verticesPerCycle{*this, {.name = "VerticesCycle", .unit = "vertices/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 64,
        .sentence = "Shaded vertices received each cycle."}};
    Parameter<std::uint32_t> trianglesPerCycle{*this, {.name = "TrianglesCycle", .unit = "triangles/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 64,
        .sentence = "Triangles sent to the clipper each cycle."}};
    Parameter<std::uint32_t> inputBusLatency{*this, {.name = "InputBusLatency", .unit = "cycles", .defaultValue = 10,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that a vertex travels from the streamer, before its attributes are counted."}};
    Parameter<std::uint32_t> assemblyQueueSize{*this, {.name = "AssemblyQueueSize", .unit = "vertices",
        .defaultValue = 32, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Vertices that wait to be assembled."}};
    // clang-format on
};

}  // namespace cyclorama::machine
