// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [RASTERIZER], triangle setup.
struct TriangleSetupParameters : ParameterSection {
    TriangleSetupParameters() : ParameterSection("RASTERIZER", "Triangle setup") {}

    // clang-format off
    Parameter<std::uint32_t> trianglesPerCycle{*this, {.name = "TrianglesCycle", .unit = "triangles/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 64,
        .sentence = "Triangles received and sent each cycle."}};
    Parameter<std::uint32_t> setupFifoSize{*this, {.name = "SetupFIFOSize", .unit = "triangles", .defaultValue = 32,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Triangles that wait to be set up."}};
    Parameter<std::uint32_t> setupUnits{*this, {.name = "SetupUnits", .unit = "units", .defaultValue = 2, .minimum = 1,
        .maximum = 64,
        .sentence = "Setup units, which take one triangle each."}};
    Parameter<std::uint32_t> setupLatency{*this, {.name = "SetupLatency", .unit = "cycles", .defaultValue = 10,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that setting up one triangle takes."}};
    Parameter<std::uint32_t> setupStartLatency{*this, {.name = "SetupStartLatency", .unit = "cycles", .defaultValue = 4,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles between two triangles given to the same unit."}};
    Parameter<std::uint32_t> triangleInputLatency{*this, {.name = "TriangleInputLatency", .unit = "cycles",
        .defaultValue = 2, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from the clipper to setup."}};
    Parameter<std::uint32_t> triangleOutputLatency{*this, {.name = "TriangleOutputLatency", .unit = "cycles",
        .defaultValue = 2, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles from setup to traversal."}};
    Parameter<bool> setupOnShader{*this, {.name = "TriangleSetupOnShader", .defaultValue = false,
        .sentence = "Computes edge and depth equations with a program on the shader processors.",
        .status = ParameterStatus::NotModelled,
        .statusReason = "setup always has its own units; the reference expects this option no longer to work"}};
    Parameter<std::uint32_t> shaderQueueSize{*this, {.name = "TriangleShaderQueueSize", .unit = "triangles",
        .defaultValue = 32, .minimum = 0, .maximum = 1 << 16,
        .sentence = "Triangles that can be on the shader processors with TriangleSetupOnShader.",
        .status = ParameterStatus::Unused, .statusReason = "it serves TriangleSetupOnShader alone"}};
    Parameter<std::uint32_t> emulatorStoredTriangles{*this, {.name = "EmulatorStoredTriangles", .unit = "triangles",
        .defaultValue = 64, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Triangles that setup, traversal and interpolation can hold between them.",
        .status = ParameterStatus::Unused, .statusReason = "there is room for any number"}};
    // clang-format on
};

}  // namespace cyclorama::machine
