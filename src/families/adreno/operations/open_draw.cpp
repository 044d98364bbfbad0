// SPDX-License-Identifier: MIT
#include "families/adreno/operations/open_draw.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "families/adreno/fragment/draw_reports.h"
#include "families/adreno/observation/shown_targets.h"
#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/pc/geometry_stage.h"
#include "families/adreno/pc/tessellation_control.h"
#include "families/adreno/rb/render_findings.h"
#include "families/adreno/vpc/streamout.h"

namespace cyclorama::adreno {

std::vector<uint32_t> DrawOperation::lrzState() const {
    const RegisterValues& registers = state_.registers;
    const RasterControl raster = decodeRasterControl(registers, {});
    if (!decodeLrzControl(registers, chip_.generation, raster.samples).enabled()) return {};
    std::vector<uint32_t> state{static_cast<uint32_t>(depthOrder(registers)), isBinned() ? 1u : 0u};
    for (const Register& reg :
         {"GRAS_LRZ_BUFFER_PITCH"_reg, "GRAS_LRZ_DEPTH_VIEW"_reg, "RB_DEPTH_BUFFER_INFO"_reg,
          "RB_DEPTH_BUFFER_PITCH"_reg, "RB_DEPTH_BUFFER_BASE_GMEM"_reg, "RB_BIN_CONTROL"_reg, "RB_WINDOW_OFFSET"_reg})
        state.push_back(registers.read(reg.word()));
    for (const Register& reg :
         {"GRAS_LRZ_BUFFER_BASE"_reg, "GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg, "RB_DEPTH_BUFFER_BASE"_reg}) {
        state.push_back(registers.read(reg.word()));
        state.push_back(registers.read(reg.word() + 1));
    }
    return state;
}

bool DrawOperation::bindStages(const StageBinder& binder, OpenDraw& draw) const {
    std::optional<StageBinding> vertex = binder.bind(ShaderStage::Vertex);
    const bool tessellates = operands_.initiator.tessellates();
    if (tessellates) {
        draw.hull = binder.bind(ShaderStage::Hull);
        draw.domain = binder.bind(ShaderStage::Domain);
    }
    if (!vertex || (tessellates && (!draw.hull || !draw.domain))) return false;
    draw.vertex = std::move(*vertex);
    if (!operands_.initiator.hasGeometryStage()) return true;
    draw.geometry = binder.bind(ShaderStage::Geometry);
    return draw.geometry.has_value();
}

PrimitiveTopology DrawOperation::topologyOf(const OpenDraw& draw) const {
    const RegisterValues& registers = state_.registers;
    if (draw.geometry) return GeometryStage::topologyOf(registers);
    if (draw.domain) return TessellationControl::of(operands_, draw.shape.vertices, draw.control, registers).topology();
    return draw.shape.topology;
}

std::unique_ptr<OpenDraw> DrawOperation::open(const GpuMemory& memory, machine::OperationContext& context) const {
    reporter().setPlace(describe());
    const RegisterValues& registers = state_.registers;
    announceState();
    auto draw = std::make_unique<OpenDraw>();
    draw->recorded.emplace(registers, listeners_.work);
    Streamout streamout(registers, state_.streamoutProgram, memory, counters_, chipRegisters_);
    StageBinder binder = makeBinder(memory);
    const GeometryPipe pipe(registers, binder, memory, blocks_.recentVertices, counters_, reporter());
    const std::optional<InputShape> shape = pipe.inputOf(operands_);
    draw->binned = isBinned();
    draw->empty = true;
    // A binning pass counts draws without primitives, too.
    if (!shape) return draw->binned ? std::move(draw) : nullptr;
    draw->shape = *shape;
    draw->control = pipe.control();
    binder.observe(&context, context.observedDraw() ? &draw->textures : nullptr);
    if (!bindStages(binder, *draw)) return draw->binned ? std::move(draw) : nullptr;
    draw->empty = false;
    draw->inputs = VertexInputState::of(registers, reporter());
    draw->outputs = VertexOutputs::of(draw->lastStage(), registers, reporter());
    draw->primitives = describeDraw(topologyOf(*draw), draw->lastStage(), draw->control, draw->outputs);
    unsigned& used = draw->vertex.shape.registers;
    used = std::max(used, draw->inputs.registersUsed());
    if (draw->lastStage() == LastStage::Vertex) used = std::max(used, draw->outputs.registersUsed());
    if (streamout.writes()) draw->streamout.emplace(std::move(streamout));
    if (!draw->control.rasterizes(draw->primitives)) return draw;
    if (draw->binned)
        draw->bins = BinningState::of(registers, chip_.generation, draw->primitives);
    else if (drawsFragments(registers))
        openFragments(memory, binder, context, *draw);
    return draw;
}

void DrawOperation::openFragments(const GpuMemory& memory, const StageBinder& binder,
                                  machine::OperationContext& context, OpenDraw& draw) const {
    const RegisterValues& registers = state_.registers;
    auto fragments =
        std::make_unique<FragmentDraw>(registers, chip_, memory, draw.primitives, listeners_.lrz, reporter());
    announceTargets(registers, *fragments, {.lrz = listeners_.lrz, .images = listeners_.images});
    draw.pixels = observePixels(registers, context, *fragments);
    if (!fragments->bind(binder)) return;
    if (StageBinding* const binding = fragments->binding())
        binding->shape.registers = std::max(binding->shape.registers,
                                            registersOf(fragments->stages().control, binding->shape.mergedRegisters));
    draw.fragments = std::move(fragments);
}

VertexWalk DrawOperation::walkOver(const OpenDraw& draw, const GpuMemory& memory) const {
    return {draw.shape, operands_, draw.control, memory, blocks_.recentVertices, counters_, reporter()};
}

void DrawOperation::countPrimitives(const OpenDraw& draw, uint64_t primitives) const {
    if (draw.control.discards || !draw.hasRasterStream()) return;
    counters_.count(PipelineStatistic::ClipInvocations, primitives);
}

void DrawOperation::close(const OpenDraw& draw, const OpenDrawCounts& counts,
                          machine::OperationContext& context) const {
    const RegisterValues& registers = state_.registers;
    reporter().setPlace(describe());
    const machine::ObservedDraw observed = context.observedDraw();
    if (const FragmentDraw* const fragments = draw.fragments.get()) {
        counters_.count(PipelineStatistic::ClipPrimitives, counts.clipped);
        showTargetsAfter(observed, registers, fragments->targets(), fragments->raster().reach(), draw.pixels);
        fragments->count(counts.fragments, !registers.flag("RB_SAMPLE_COUNT_CONTROL/DISABLE"_field), counters_);
        if (counts.fragments.readUndefined) reporter().report(findings::kUndefinedInput);
    }
    if (observed)
        observed.observer->state(observed.operation, blocks_.stateParts.of(registers, operands_, draw.textures));
}

}  // namespace cyclorama::adreno
