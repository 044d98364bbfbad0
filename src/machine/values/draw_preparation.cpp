// SPDX-License-Identifier: MIT
#include "machine/values/draw_preparation.h"

#include <algorithm>

#include "func/raster/multisample_pattern.h"
#include "func/raster/primitive_assembly.h"
#include "isa/program.h"
#include "machine/values/machine_findings.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

const sim::FindingKind* drawProblem(const gpu::DrawState& state, const gpu::Dialect& dialect) {
    if (state.stages[gpu::Stage::Vertex].program == nullptr || state.stages[gpu::Stage::Fragment].program == nullptr)
        return &findings::kNoProgram;
    // Points and lines are widened in window coordinates.
    if (func::primitiveVertices(state.input->primitive) != 3 &&
        dialect.raster.coordinates != func::SetupCoordinates::Window)
        return &findings::kPrimitive;
    const uint32_t samples = state.multisampling.samplesPerPixel();
    if (samples != 1 && func::samplePattern(dialect.raster.samplePattern, samples).empty()) return &findings::kSamples;
    return nullptr;
}

bool leavesAttributesOut(const gpu::DrawState& state, bool byProgram) {
    if (!byProgram) return false;
    const isa::Program& program = *state.stages[gpu::Stage::Vertex].program;
    const auto loads = [](const isa::Instruction& instruction) {
        return instruction.operation == isa::Operation::LoadAttribute;
    };
    if (std::ranges::any_of(program.instructions, loads)) return false;
    for (uint32_t attribute = 0; attribute < state.input->attributeStream.size(); ++attribute)
        if ((program.resources.inputsRead >> attribute & 1) != 0 &&
            state.input->attributeStream[attribute] < gpu::kVertexStreams)
            return true;
    return false;
}

void DrawPreparation::write(func::RasterState& raster, const Choices& choices) const {
    raster.rules = dialect_.raster;
    raster.samples = choices.samples;
    raster.clipDepth = choices.clipDepth;
    if (dialect_.raster.coordinates == func::SetupCoordinates::Window)
        raster.viewport = {.x = 0, .y = 0, .width = raster.surfaceWidth, .height = raster.surfaceHeight};
}

void DrawPreparation::write(func::DepthStencilState& tests, const Choices& choices) const {
    tests.samples = choices.samples;
    tests.maskedBits = dialect_.maskedStencilBits;
    tests.format = choices.depthFormat;
}

void DrawPreparation::write(gpu::ColorBuffer& color, const Choices& choices) const {
    for (gpu::RenderTarget& target : color.targets) {
        target.color.samples = choices.samples;
        target.color.conversion = dialect_.colorConversion;
    }
}

template <typename Group>
void DrawPreparation::complete(gpu::Shared<Group>& group, const Choices& choices, Completed<Group>& last) {
    if (last.choices != choices || !last.given.same(group)) {
        last.given = group;
        write(group.edit(), choices);
        last.completed = group;
        last.choices = choices;
    }
    group = last.completed;
}

void DrawPreparation::complete(gpu::DrawState& state) {
    const Choices choices{.samples = state.multisampling.samplesPerPixel(),
                          .clipDepth = state.clipping.frustum,
                          .depthFormat = depthStencilFormat(state)};
    complete(state.raster, choices, raster_);
    complete(state.depthStencil, choices, depthStencil_);
    complete(state.color, choices, color_);
    if (dialect_.earlyTests == gpu::EarlyTests::WhereHarmless) state.earlyZ = state.earlyZ && testsCanComeFirst(state);
}

bool testsCanComeFirst(const gpu::DrawState& state) {
    return !state.fragmentWritesDepth && !state.alphaTest.enabled && !state.multisampling.coversByAlpha() &&
           !state.stages[gpu::Stage::Fragment].program->resources.kills;
}

}  // namespace cyclorama::machine
