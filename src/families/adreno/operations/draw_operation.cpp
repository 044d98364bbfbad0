// SPDX-License-Identifier: MIT
#include "families/adreno/operations/draw_operation.h"

#include <bit>
#include <memory>

#include "families/adreno/fragment/renderer.h"
#include "families/adreno/vpc/primitive_output.h"

namespace cyclorama::adreno {

namespace {

/// True if visibility is recorded for each primitive of the input.
bool countsPrimitives(const DrawInitiator& initiator, const RegisterValues& registers) {
    const bool rectangles = initiator.primitive() == static_cast<uint32_t>(InputPrimitive::Rectangles);
    return !rectangles && !initiator.tessellates() && !initiator.hasGeometryStage() &&
           std::has_single_bit(PrimitiveControl::of(registers).views);
}

}  // namespace

void DrawOperation::run(const GpuMemory& memory, machine::OperationContext& context) const {
    const machine::ObservedDraw observed = context.observedDraw();
    if (!observed) return draw(memory, context, nullptr);
    TexturesUsed textures;
    draw(memory, context, &textures);
    observed.observer->state(observed.operation, blocks_.stateParts.of(state_.registers, operands_, textures));
}

void DrawOperation::announceState() const {
    if (listeners_.work != nullptr) listeners_.work->drawBegins(state_.registers, isBinningPass(state_.registers));
}

StageBinder DrawOperation::makeBinder(const GpuMemory& memory) const {
    StageBinder binder(state_.stages(), memory, chip_, blocks_.programs, reporter());
    binder.setListeners(listeners_.programs, listeners_.images);
    return binder;
}

void DrawOperation::draw(const GpuMemory& memory, machine::OperationContext& context, TexturesUsed* textures) const {
    announceState();
    const RecordedWork recorded(state_.registers, listeners_.work);
    StageBinder binder = makeBinder(memory);
    binder.observe(&context, textures);
    if (isBinned()) return bin(memory, binder);
    Renderer renderer(state_.registers, chip_, memory, binder, workers_, counters_, reporter());
    renderer.setListeners(listeners_.lrz, listeners_.images);
    renderer.observe(&context);
    drawPrimitives(memory, binder, [&](PrimitiveSource& primitives) { renderer.draw(primitives); });
}

bool DrawOperation::isBinned() const {
    return isBinningPass(state_.registers) && operands_.initiator.usesVisibility() && blocks_.binning.active();
}

std::unique_ptr<BinningDraw> DrawOperation::openBins(const GpuMemory& memory) const {
    return std::make_unique<BinningDraw>(memory, blocks_.binning, counters_, listeners_.lrz,
                                         countsPrimitives(operands_.initiator, state_.registers));
}

void DrawOperation::bin(const GpuMemory& memory, const StageBinder& binder) const {
    const std::unique_ptr<BinningDraw> draw = openBins(memory);
    drawPrimitives(memory, binder, [&](PrimitiveSource& primitives) {
        const auto state = BinningState::of(state_.registers, chip_.generation, primitives.draw());
        if (!state) return primitives.drain();
        draw->run(primitives, *state);
    });
}

void DrawOperation::drawPrimitives(const GpuMemory& memory, const StageBinder& binder,
                                   const std::function<void(PrimitiveSource&)>& rasterize) const {
    Streamout streamout(state_.registers, state_.streamoutProgram, memory, counters_, chipRegisters_);
    const GeometryPipe pipe(state_.registers, binder, memory, blocks_.recentVertices, counters_, reporter());
    const std::unique_ptr<PrimitiveSource> stages = pipe.open(operands_);
    if (stages == nullptr) return;
    PrimitiveOutput output(*stages, pipe.control(), streamout, counters_);
    if (output.rasterizes())
        rasterize(output);
    else
        output.drain();
}

}  // namespace cyclorama::adreno
