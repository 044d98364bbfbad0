// SPDX-License-Identifier: MIT
#include "families/adreno/operations/draw_operation.h"

#include <bit>

#include "families/adreno/fragment/renderer.h"
#include "families/adreno/pc/draw.h"
#include "families/adreno/pc/primitive_assembler.h"
#include "families/adreno/vpc/draw_state.h"
#include "families/adreno/vsc/binning_sink.h"

namespace cyclorama::adreno {

namespace {

/// Passes over bins can leave out primitives of the input where those are what is rasterized.
bool countsPrimitives(const DrawInitiator& initiator, const RegisterValues& registers) {
    const bool rectangles = initiator.primitive() == static_cast<uint32_t>(InputPrimitive::Rectangles);
    return !rectangles && !initiator.tessellates() && !initiator.hasGeometryStage() &&
           std::has_single_bit(DrawState::of(registers).views);
}

}  // namespace

void DrawOperation::run(Execution& execution) const {
    const machine::ObservedDraw observed =
        execution.context == nullptr ? machine::ObservedDraw{} : execution.context->observedDraw();
    if (!observed) return draw(execution);
    TexturesUsed textures;
    execution.textures = &textures;
    draw(execution);
    observed.observer->state(observed.operation,
                             execution.pipeline.stateParts.of(execution.state.registers, operands_, textures));
}

void DrawOperation::draw(Execution& execution) const {
    const RegisterValues& registers = execution.state.registers;
    execution.pipeline.checks.draw(registers, isBinningPass(registers));
    if (isBinningPass(registers) && operands_.initiator.usesVisibility() && execution.pipeline.binning.active()) {
        BinningSink sink(execution, countsPrimitives(operands_.initiator, registers));
        drawPrimitives(operands_, execution, sink);
        return;
    }
    Renderer renderer(execution);
    drawPrimitives(operands_, execution, renderer);
}

}  // namespace cyclorama::adreno
