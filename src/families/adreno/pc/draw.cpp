// SPDX-License-Identifier: MIT
#include "families/adreno/pc/draw.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "families/adreno/pc/geometry_draw.h"
#include "families/adreno/pc/geometry_findings.h"
#include "families/adreno/pc/tessellation_draw.h"
#include "families/adreno/pc/vertex_draw.h"

namespace cyclorama::adreno {

namespace {

void drawVertices(const InputShape& shape, const DrawOperands& operands, Execution& execution, PrimitiveSink& sink) {
    std::optional<StageBinding> vertex = bind(ShaderStage::Vertex, execution);
    if (!vertex) return;
    if (!operands.initiator.hasGeometryStage()) return VertexDraw(shape, operands, *vertex, execution, sink).run();
    std::optional<StageBinding> geometry = bind(ShaderStage::Geometry, execution);
    if (geometry) GeometryDraw(shape, operands, *vertex, *geometry, execution, sink).run();
}

void drawPatches(const InputShape& shape, const DrawOperands& operands, Execution& execution, PrimitiveSink& sink) {
    std::optional<StageBinding> vertex = bind(ShaderStage::Vertex, execution);
    std::optional<StageBinding> hull = bind(ShaderStage::Hull, execution);
    std::optional<StageBinding> domain = bind(ShaderStage::Domain, execution);
    if (!vertex || !hull || !domain) return;
    TessellationBindings bindings{
        .vertex = std::move(*vertex), .hull = std::move(*hull), .domain = std::move(*domain), .geometry = std::nullopt};
    if (operands.initiator.hasGeometryStage()) {
        bindings.geometry = bind(ShaderStage::Geometry, execution);
        if (!bindings.geometry) return;
    }
    TessellationDraw(shape, operands, bindings, execution, sink).run();
}

}  // namespace

void drawPrimitives(const DrawOperands& operands, Execution& execution, PrimitiveSink& sink) {
    Reporter& reporter = execution.reporter();
    if (uint64_t{operands.count} * operands.instances > kMostDrawVertices)
        return reporter.hang(findings::kEndlessDraw,
                             fmt::format("{} vertices in {} instances", operands.count, operands.instances));
    const uint32_t primitive = operands.initiator.primitive();
    constexpr auto kFirstPatch = static_cast<uint32_t>(InputPrimitive::Patches);
    const bool patches = primitive >= kFirstPatch && primitive < kFirstPatch + kMostPatchVertices;
    const InputShape* const shape = findInputShape(primitive);
    if (operands.initiator.tessellates() != patches || (!patches && shape == nullptr))
        return reporter.report(findings::kPrimitiveKind, fmt::format("initiator {:#x}", operands.initiator.word));
    if (!patches) return drawVertices(*shape, operands, execution, sink);
    drawPatches(patchesOf(primitive - kFirstPatch + 1), operands, execution, sink);
}

}  // namespace cyclorama::adreno
