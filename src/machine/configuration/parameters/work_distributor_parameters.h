// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [RASTERIZER], the work distributor, which feeds the shader processors and sorts what they
/// return. A group is what a shader takes at once: VectorLength elements, or ThreadGroup in the scalar shader model.
struct WorkDistributorParameters : ParameterSection {
    WorkDistributorParameters() : ParameterSection("RASTERIZER", "Work distributor") {}

    // clang-format off
    Parameter<std::uint32_t> shaderInputQueueSize{*this, {.name = "ShaderInputQueueSize", .unit = "elements",
        .defaultValue = 512, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Vertices and fragments that wait to be sent to a shader processor, for each."}};
    Parameter<std::uint32_t> shaderOutputQueueSize{*this, {.name = "ShaderOutputQueueSize", .unit = "elements",
        .defaultValue = 512, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Shaded elements that wait to be sorted, for each shader processor.",
        .status = ParameterStatus::Unused, .statusReason = "outputs are sorted in the cycle in which they come"}};
    Parameter<std::uint32_t> shaderInputBatchSize{*this, {.name = "ShaderInputBatchSize", .unit = "fragments",
        .defaultValue = 64, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Consecutive fragments for the same shader processor, without TiledShaderDistribution."}};
    Parameter<bool> tiledShaderDistribution{*this, {.name = "TiledShaderDistribution", .defaultValue = true,
        .sentence = "Chooses the shader processor of a fragment by its scan tile instead of by order."}};
    Parameter<std::uint32_t> vertexInputQueueSize{*this, {.name = "VertexInputQueueSize", .unit = "vertices",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Vertices that wait for a shader processor."}};
    Parameter<std::uint32_t> shadedVertexQueueSize{*this, {.name = "ShadedVertexQueueSize", .unit = "vertices",
        .defaultValue = 512, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Vertices that are being shaded or wait to go back to the streamer in order."}};
    Parameter<std::uint32_t> triangleInputQueueSize{*this, {.name = "TriangleInputQueueSize", .unit = "triangles",
        .defaultValue = 32, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Triangles that wait for a shader processor with TriangleSetupOnShader.",
        .status = ParameterStatus::Unused, .statusReason = "it serves TriangleSetupOnShader alone"}};
    Parameter<std::uint32_t> triangleOutputQueueSize{*this, {.name = "TriangleOutputQueueSize", .unit = "triangles",
        .defaultValue = 32, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Triangles that are on a shader processor or wait to go back to setup.",
        .status = ParameterStatus::Unused, .statusReason = "it serves TriangleSetupOnShader alone"}};
    Parameter<std::uint32_t> generatedStampQueueSize{*this, {.name = "GeneratedStampQueueSize", .unit = "stamps",
        .defaultValue = 256, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Stamps from hierarchical Z, for each render output pipe."}};
    Parameter<std::uint32_t> earlyZTestedStampQueueSize{*this, {.name = "EarlyZTestedStampQueueSize", .unit = "stamps",
        .defaultValue = 32, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Stamps from the depth-and-stencil test, for each render output pipe."}};
    Parameter<std::uint32_t> interpolatedStampQueueSize{*this, {.name = "InterpolatedStampQueueSize", .unit = "stamps",
        .defaultValue = 32, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Stamps with interpolated attributes that wait to be shaded, for each render output pipe."}};
    Parameter<std::uint32_t> shadedStampQueueSize{*this, {.name = "ShadedStampQueueSize", .unit = "stamps",
        .defaultValue = 2048, .minimum = 1, .maximum = 1 << 20,
        .sentence = "Stamps being shaded or waiting to continue in order, for each render output pipe."}};
    // clang-format on
};

}  // namespace cyclorama::machine
