// SPDX-License-Identifier: MIT
#include "families/adreno/geometry/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "families/adreno/geometry/draw_state.h"
#include "families/adreno/geometry/geometry_findings.h"
#include "families/adreno/geometry/index_stream.h"
#include "families/adreno/geometry/primitive_assembler.h"
#include "families/adreno/geometry/rectangles.h"
#include "families/adreno/geometry/vertex_stage.h"

namespace cyclorama::adreno {
namespace {

/// A draw whose only stage before the rasterizer is the vertex stage.
class VertexDraw {
  public:
    VertexDraw(const InputShape& shape, const DrawOperands& operands, StageBinding& binding, Execution& execution,
               PrimitiveSink& sink);

    void run();

  private:
    void runInstance(uint32_t instance);
    /// The next primitive of the input reaches the bin.
    bool isSeen();
    void flush();
    /// The batch's primitives, without their neighbours.
    void collectPrimitives();
    void hand(std::span<const uint32_t> records, uint32_t view);

    const InputShape& shape_;
    const DrawOperands& operands_;
    Execution& execution_;
    PrimitiveSink& sink_;
    const DrawState state_;
    const VertexInputState inputs_;
    const VertexOutputs outputs_;
    const PrimitiveDraw draw_;
    VertexStage vertices_;
    IndexStream indices_;
    InputBatch batch_;
    std::vector<Primitive> primitives_;
    RectangleExpansion rectangles_;
    /// Of all that the input makes, and the runs of those that reach the bin.
    uint32_t nextPrimitive_ = 0;
    size_t nextRun_ = 0;
};

PrimitiveDraw describe(const InputShape& shape, const DrawState& state, const VertexOutputs& outputs) {
    return {.topology = shape.topology,
            .stage = LastStage::Vertex,
            .layout = outputs.layout,
            .positions = outputs.positions,
            .primitiveIdLocation = state.primitiveIdLocation,
            .viewIdLocation = state.viewIdLocation,
            .provokingLast = state.provokingLast};
}

VertexDraw::VertexDraw(const InputShape& shape, const DrawOperands& operands, StageBinding& binding,
                       Execution& execution, PrimitiveSink& sink)
    : shape_(shape),
      operands_(operands),
      execution_(execution),
      sink_(sink),
      state_(DrawState::of(execution.state.registers)),
      inputs_(VertexInputState::of(execution.state.registers, execution.reporter())),
      outputs_(VertexOutputs::of(LastStage::Vertex, execution.state.registers, execution.reporter())),
      draw_(describe(shape, state_, outputs_)),
      vertices_(binding, inputs_, outputs_, execution),
      indices_(operands, execution.memory),
      batch_(shape.vertices) {}

void VertexDraw::run() {
    const bool rasterizes = !state_.discards && draw_.layout.position != VertexLayout::kNone;
    if (rasterizes) sink_.beginDraw(draw_);
    for (uint32_t instance = 0; instance < operands_.instances && !execution_.reporter().hung(); ++instance)
        runInstance(instance);
    if (!batch_.empty()) flush();
    if (rasterizes) sink_.endDraw();
}

void VertexDraw::runInstance(uint32_t instance) {
    PrimitiveAssembler assembler(shape_, state_.provokingLast);
    uint32_t id = 0;
    batch_.beginInstance(instance);
    const auto use = [this, &id](std::span<const uint32_t> vertices) {
        const uint32_t primitive = id++;
        if (!isSeen()) return;
        batch_.add(vertices, primitive);
        if (batch_.full()) flush();
    };
    for (uint32_t position = 0; position < operands_.count && !execution_.reporter().hung();) {
        const std::span<const uint32_t> block = indices_.read(position);
        for (const uint32_t index : block) {
            if (index == state_.restartIndex)
                assembler.finish(use);
            else
                assembler.add(index, use);
        }
        position += static_cast<uint32_t>(block.size());
    }
    assembler.finish(use);
}

bool VertexDraw::isSeen() {
    if (operands_.seen == nullptr) return true;
    const uint32_t number = nextPrimitive_++;
    const std::vector<PrimitiveRun>& runs = *operands_.seen;
    while (nextRun_ < runs.size() && number >= runs[nextRun_].first + runs[nextRun_].count) ++nextRun_;
    return nextRun_ < runs.size() && number >= runs[nextRun_].first;
}

void VertexDraw::flush() {
    collectPrimitives();
    const bool rasterizes = !state_.discards && draw_.layout.position != VertexLayout::kNone;
    for (uint32_t views = state_.views; views != 0; views &= views - 1) {
        const auto view = static_cast<uint32_t>(std::countr_zero(views));
        const std::span<const uint32_t> records = vertices_.run(batch_, view);
        if (rasterizes) hand(records, view);
        if (!rasterizes || !state_.positionPerView) continue;
        // The records have all positions.
        for (uint32_t others = views & (views - 1); others != 0; others &= others - 1)
            hand(records, static_cast<uint32_t>(std::countr_zero(others)));
        break;
    }
    batch_.clear();
}

void VertexDraw::collectPrimitives() {
    primitives_.clear();
    for (size_t i = 0; i < batch_.ids().size(); ++i) {
        const std::span<const uint32_t> corners = batch_.corners(i);
        Primitive primitive{.id = batch_.ids()[i]};
        uint32_t corner = shape_.first;
        for (uint32_t v = 0; v < draw_.verticesPerPrimitive() && corner < corners.size(); ++v, corner += shape_.step)
            primitive.vertices[v] = corners[corner];
        primitives_.push_back(primitive);
    }
}

void VertexDraw::hand(std::span<const uint32_t> records, uint32_t view) {
    const uint32_t position = std::min(view, draw_.positions - 1);
    PrimitiveBatch batch{.words = records,
                         .primitives = primitives_,
                         .view = view,
                         .positionOfView = state_.positionPerView ? position : 0};
    if (shape_.primitive == InputPrimitive::Rectangles) batch = rectangles_.expand(draw_, batch);
    sink_.take(batch);
}

}  // namespace

void drawPrimitives(const DrawOperands& operands, Execution& execution, PrimitiveSink& sink) {
    Reporter& reporter = execution.reporter();
    if (uint64_t{operands.count} * operands.instances > kMostDrawVertices)
        return reporter.hang(findings::kEndlessDraw,
                             fmt::format("{} vertices in {} instances", operands.count, operands.instances));
    const InputShape* const shape = findInputShape(operands.initiator.primitive());
    if (shape == nullptr || operands.initiator.tessellates() || operands.initiator.hasGeometryStage())
        return reporter.report(findings::kPrimitiveKind, fmt::format("initiator {:#x}", operands.initiator.word));
    std::optional<StageBinding> binding = bind(ShaderStage::Vertex, execution);
    if (binding) VertexDraw(*shape, operands, *binding, execution, sink).run();
}

}  // namespace cyclorama::adreno
