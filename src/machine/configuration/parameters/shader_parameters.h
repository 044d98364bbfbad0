// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [FRAGMENTSHADER], what the vector and the scalar shader models share.
struct ShaderParameters : ParameterSection {
    ShaderParameters() : ParameterSection("FRAGMENTSHADER", "Shader processor") {}

    // clang-format off
    Parameter<bool> vertexAttributeLoadFromShader{*this, {.name = "VertexAttributeLoadFromShader",
        .defaultValue = false,
        .sentence = "Makes vertex programs load their attributes themselves: the streamer passes indices alone."}};
    Parameter<bool> swapOnBlock{*this, {.name = "SwapOnBlock", .defaultValue = false,
        .sentence = "Stays with a thread until it blocks or ends instead of changing at every fetch."}};
    Parameter<bool> fixedLatencyAlu{*this, {.name = "FixedLatencyALU", .defaultValue = false,
        .sentence = "Gives every instruction the same execution latency instead of one that depends on its opcode."}};
    Parameter<std::uint32_t> inputsPerCycle{*this, {.name = "InputsPerCycle", .unit = "elements/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 1024,
        .sentence = "Vertices or fragments received each cycle."}};
    Parameter<std::uint32_t> outputsPerCycle{*this, {.name = "OutputsPerCycle", .unit = "elements/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 1024,
        .sentence = "Shaded elements sent each cycle, fewer where they have many outputs."}};
    Parameter<std::uint32_t> outputLatency{*this, {.name = "OutputLatency", .unit = "cycles", .defaultValue = 11,
        .minimum = 1, .maximum = 4096,
        .sentence = "Most cycles that a shaded element with all its outputs takes to reach the work distributor."}};
    Parameter<std::uint32_t> textureUnits{*this, {.name = "TextureUnits", .unit = "units", .defaultValue = 1,
        .minimum = 1, .maximum = 64,
        .sentence = "Texture units of each shader processor."}};
    Parameter<std::uint32_t> textureRequestRate{*this, {.name = "TextureRequestRate", .unit = "quads/cycle",
        .defaultValue = 1, .minimum = 1, .maximum = 64,
        .sentence = "Texture requests, of four elements each, sent to and answered by all of them each cycle."}};
    Parameter<std::uint32_t> textureRequestGroup{*this, {.name = "TextureRequestGroup", .unit = "quads",
        .defaultValue = 64, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Consecutive requests that go to the same texture unit before the next takes its turn."}};
    // clang-format on
};

}  // namespace cyclorama::machine
