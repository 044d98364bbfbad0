// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [GPU]: how many units the machine has, and its three clocks.
struct GpuParameters : ParameterSection {
    GpuParameters() : ParameterSection("GPU", "Units and clocks") {}

    // clang-format off
    Parameter<std::string> family{*this, {.name = "Family", .defaultValue = "",
        .sentence = "Family of the GPU; empty for the one whose section describes a chip, or else the first of all.",
        .source = ParameterSource::Own}};
    Parameter<std::uint32_t> numVertexShaders{*this, {.name = "NumVertexShaders", .unit = "units", .defaultValue = 8,
        .minimum = 1, .maximum = 64,
        .sentence = "Channels from the streamer to the shaders: the most vertices that start or end in a cycle."}};
    Parameter<std::uint32_t> numFragmentShaders{*this, {.name = "NumFragmentShaders", .unit = "units",
        .defaultValue = 4, .minimum = 1, .maximum = 64,
        .sentence = "Unified shader processors."}};
    Parameter<std::uint32_t> numStampPipes{*this, {.name = "NumStampPipes", .unit = "units", .defaultValue = 4,
        .allowed = {1, 2, 4, 8},
        .sentence = "Render output pipes, each a depth-and-stencil unit paired with a colour unit."}};
    Parameter<std::uint32_t> gpuClock{*this, {.name = "GPUClock", .unit = "MHz", .defaultValue = 500, .minimum = 1,
        .maximum = 1000000,
        .sentence = "Frequency of the main clock, on which all runs that has no clock of its own."}};
    Parameter<std::uint32_t> shaderClock{*this, {.name = "ShaderClock", .unit = "MHz", .defaultValue = 500,
        .minimum = 1, .maximum = 1000000,
        .sentence = "Frequency of the shader processors, without their texture units and outer links."}};
    Parameter<std::uint32_t> memoryClock{*this, {.name = "MemoryClock", .unit = "MHz", .defaultValue = 500,
        .minimum = 1, .maximum = 1000000,
        .sentence = "Frequency of the channel schedulers and the memory chips, without the controller's front side."}};
    // clang-format on
};

}  // namespace cyclorama::machine
