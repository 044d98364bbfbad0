// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// Operations of one element's ALU in a cycle.
enum class VectorAluConfig : std::uint32_t { Simd4 = 0, Simd4PlusScalar = 1, Scalar = 2 };

/// [FRAGMENTSHADER], the vector shader model: used where VectorShader is TRUE.
struct VectorShaderParameters : ParameterSection {
    VectorShaderParameters() : ParameterSection("FRAGMENTSHADER", "Vector shader model") {}

    // clang-format off
    Parameter<bool> vectorShader{*this, {.name = "VectorShader", .defaultValue = true,
        .sentence = "Selects the vector shader model instead of the scalar one."}};
    Parameter<std::uint32_t> threads{*this, {.name = "VectorThreads", .unit = "threads", .defaultValue = 128,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Vector threads that a processor can hold."}};
    Parameter<std::uint32_t> resources{*this, {.name = "VectorResources", .unit = "vector registers",
        .defaultValue = 512, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Vector registers, of 128 bits for each element, that the threads share."}};
    Parameter<std::uint32_t> length{*this, {.name = "VectorLength", .unit = "elements", .defaultValue = 64,
        .minimum = 1, .maximum = 4096,
        .sentence = "Vertices or fragments of a vector thread."}};
    Parameter<std::uint32_t> aluWidth{*this, {.name = "VectorALUWidth", .unit = "ALUs", .defaultValue = 64,
        .minimum = 1, .maximum = 4096,
        .sentence = "Elements of a thread that execute an instruction each cycle."}};
    Parameter<VectorAluConfig> aluConfig{*this, {.name = "VectorALUConfig",
        .defaultValue = VectorAluConfig::Simd4PlusScalar,
        .choices = {{VectorAluConfig::Simd4, "simd4", "one scalar or SIMD4 operation"},
                    {VectorAluConfig::Simd4PlusScalar, "simd4+scalar", "a SIMD4 and a scalar operation at once"},
                    {VectorAluConfig::Scalar, "scalar", "one scalar operation"}},
        .sentence = "Operations that the ALU of one element executes each cycle."}};
    Parameter<bool> waitOnStall{*this, {.name = "VectorWaitOnStall", .defaultValue = false,
        .sentence = "Makes decode wait for an operand instead of giving the instruction back to fetch."}};
    Parameter<bool> explicitBlock{*this, {.name = "VectorExplicitBlock", .defaultValue = false,
        .sentence = "Blocks a thread at marked instructions alone instead of at every texture request."}};
    // clang-format on
};

}  // namespace cyclorama::machine
