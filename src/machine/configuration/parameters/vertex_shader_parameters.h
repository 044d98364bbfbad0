// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [VERTEXSHADER]: the vertex processors of the machine whose shaders are not unified. Vertices are shaded by
/// the unified processors here, which take nothing but OutputLatency from this section.
struct VertexShaderParameters : ParameterSection {
    VertexShaderParameters() : ParameterSection("VERTEXSHADER", "Vertex shader of the non-unified model") {}

    static constexpr std::string_view kReason =
        "it serves the non-unified shader model alone, which no setting selects";

    // clang-format off
    Parameter<std::uint32_t> executableThreads{*this, {.name = "ExecutableThreads", .unit = "vertices",
        .defaultValue = 12, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Vertices that can be executing.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<std::uint32_t> inputBuffers{*this, {.name = "InputBuffers", .unit = "vertices", .defaultValue = 4,
        .minimum = 1, .maximum = 1 << 20,
        .sentence = "Vertices that can be loaded while they wait to execute.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<std::uint32_t> threadResources{*this, {.name = "ThreadResources", .unit = "128-bit registers",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 24,
        .sentence = "Registers that the vertices share.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<std::uint32_t> threadRate{*this, {.name = "ThreadRate", .unit = "vertices/cycle", .defaultValue = 1,
        .minimum = 1, .maximum = 1024,
        .sentence = "Vertices for which instructions are fetched each cycle.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<std::uint32_t> fetchRate{*this, {.name = "FetchRate", .unit = "instructions/cycle", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "Instructions fetched for each of those vertices.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<std::uint32_t> threadGroup{*this, {.name = "ThreadGroup", .unit = "vertices", .defaultValue = 1,
        .minimum = 1, .maximum = 4096,
        .sentence = "Vertices that are handled as one group.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<bool> lockedExecutionMode{*this, {.name = "LockedExecutionMode", .defaultValue = false,
        .sentence = "Makes a group execute the same instruction at the same time.",
        .status = ParameterStatus::Unused, .statusReason = kReason}};
    Parameter<bool> scalarAlu{*this, {.name = "ScalarALU", .defaultValue = true,
        .sentence = "Puts a scalar ALU beside the SIMD4 one.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<bool> threadWindow{*this, {.name = "ThreadWindow", .defaultValue = true,
        .sentence = "Takes any ready vertex next instead of the one at the head of a queue.",
        .status = ParameterStatus::Unused, .statusReason = kReason}};
    Parameter<std::uint32_t> fetchDelay{*this, {.name = "FetchDelay", .unit = "cycles", .defaultValue = 0, .minimum = 0,
        .maximum = 4096,
        .sentence = "Fewest cycles between two fetches for the same group.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<bool> swapOnBlock{*this, {.name = "SwapOnBlock", .defaultValue = false,
        .sentence = "Stays with a group until it blocks instead of changing at every fetch.",
        .status = ParameterStatus::Unused, .statusReason = kReason}};
    Parameter<std::uint32_t> inputsPerCycle{*this, {.name = "InputsPerCycle", .unit = "vertices/cycle",
        .defaultValue = 1, .minimum = 1, .maximum = 1024,
        .sentence = "Vertices received each cycle.", .status = ParameterStatus::Unused, .statusReason = kReason}};
    Parameter<std::uint32_t> outputsPerCycle{*this, {.name = "OutputsPerCycle", .unit = "vertices/cycle",
        .defaultValue = 1, .minimum = 1, .maximum = 1024,
        .sentence = "Shaded vertices sent each cycle.", .status = ParameterStatus::Unused,
        .statusReason = kReason}};
    Parameter<std::uint32_t> outputLatency{*this, {.name = "OutputLatency", .unit = "cycles", .defaultValue = 11,
        .minimum = 1, .maximum = 4096,
        .sentence = "Most cycles that a shaded vertex with all its outputs takes to reach the streamer."}};
    // clang-format on
};

}  // namespace cyclorama::machine
