// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [FRAGMENTSHADER], the scalar shader model: used where VectorShader is FALSE.
struct ScalarShaderParameters : ParameterSection {
    ScalarShaderParameters() : ParameterSection("FRAGMENTSHADER", "Scalar shader model") {}

    // clang-format off
    Parameter<std::uint32_t> executableThreads{*this, {.name = "ExecutableThreads", .unit = "elements",
        .defaultValue = 8192, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Vertices and fragments that can be executing on a processor."}};
    Parameter<std::uint32_t> inputBuffers{*this, {.name = "InputBuffers", .unit = "elements", .defaultValue = 128,
        .minimum = 1, .maximum = 1 << 20,
        .sentence = "Elements that can be loaded while they wait to execute."}};
    Parameter<std::uint32_t> threadResources{*this, {.name = "ThreadResources", .unit = "128-bit registers",
        .defaultValue = 16384, .minimum = 1, .maximum = 1 << 24,
        .sentence = "Registers that the elements share."}};
    Parameter<std::uint32_t> threadRate{*this, {.name = "ThreadRate", .unit = "elements/cycle", .defaultValue = 16,
        .minimum = 1, .maximum = 1024,
        .sentence = "Elements for which instructions are fetched each cycle."}};
    Parameter<bool> threadWindow{*this, {.name = "ThreadWindow", .defaultValue = true,
        .sentence = "Takes any ready group next instead of the one at the head of a queue."}};
    Parameter<std::uint32_t> fetchDelay{*this, {.name = "FetchDelay", .unit = "cycles", .defaultValue = 4, .minimum = 0,
        .maximum = 4096,
        .sentence = "Fewest cycles between two fetches for the same group."}};
    Parameter<std::uint32_t> fetchRate{*this, {.name = "FetchRate", .unit = "instructions/cycle", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "SIMD4 instructions that an ALU executes at once for an element."}};
    Parameter<bool> scalarAlu{*this, {.name = "ScalarALU", .defaultValue = true,
        .sentence = "Makes the second of two instructions fetched together a scalar one."}};
    Parameter<std::uint32_t> threadGroup{*this, {.name = "ThreadGroup", .unit = "elements", .defaultValue = 64,
        .minimum = 1, .maximum = 4096,
        .sentence = "Elements that share one state and one program counter."}};
    Parameter<bool> lockedExecutionMode{*this, {.name = "LockedExecutionMode", .defaultValue = true,
        .sentence = "Makes a group execute the same instruction at the same time, which texture derivatives need."}};
    // clang-format on
};

}  // namespace cyclorama::machine
