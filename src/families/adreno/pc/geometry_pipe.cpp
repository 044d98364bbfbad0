// SPDX-License-Identifier: MIT
#include "families/adreno/pc/geometry_pipe.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "families/adreno/pc/geometry_draw.h"
#include "families/adreno/pc/geometry_findings.h"
#include "families/adreno/pc/tessellation_draw.h"
#include "families/adreno/pc/vertex_draw.h"

namespace cyclorama::adreno {

VertexWalk GeometryPipe::walkOver(const InputShape& shape, const DrawOperands& operands) const {
    return {shape, operands, control_, memory_, recent_, counters_, reporter_};
}

void GeometryPipe::drawVertices(const InputShape& shape, const DrawOperands& operands, PrimitiveOutput& output) {
    std::optional<StageBinding> vertex = binder_.bind(ShaderStage::Vertex);
    if (!vertex) return;
    VertexWalk walk = walkOver(shape, operands);
    if (!operands.initiator.hasGeometryStage())
        return VertexDraw(shape, control_, registers_, *vertex, counters_).run(walk, output);
    std::optional<StageBinding> geometry = binder_.bind(ShaderStage::Geometry);
    if (geometry) GeometryDraw(control_, registers_, *vertex, *geometry, counters_).run(walk, output);
}

void GeometryPipe::drawPatches(const InputShape& shape, const DrawOperands& operands, PrimitiveOutput& output) {
    std::optional<StageBinding> vertex = binder_.bind(ShaderStage::Vertex);
    std::optional<StageBinding> hull = binder_.bind(ShaderStage::Hull);
    std::optional<StageBinding> domain = binder_.bind(ShaderStage::Domain);
    if (!vertex || !hull || !domain) return;
    TessellationBindings bindings{
        .vertex = std::move(*vertex), .hull = std::move(*hull), .domain = std::move(*domain), .geometry = std::nullopt};
    if (operands.initiator.hasGeometryStage()) {
        bindings.geometry = binder_.bind(ShaderStage::Geometry);
        if (!bindings.geometry) return;
    }
    VertexWalk walk = walkOver(shape, operands);
    TessellationDraw(shape, operands, control_, registers_, bindings, counters_).run(walk, output);
}

void GeometryPipe::draw(const DrawOperands& operands, PrimitiveOutput& output) {
    if (uint64_t{operands.count} * operands.instances > kMostDrawVertices)
        return reporter_.hang(findings::kEndlessDraw,
                              fmt::format("{} vertices in {} instances", operands.count, operands.instances));
    const uint32_t primitive = operands.initiator.primitive();
    constexpr auto kFirstPatch = static_cast<uint32_t>(InputPrimitive::Patches);
    const bool patches = primitive >= kFirstPatch && primitive < kFirstPatch + kMostPatchVertices;
    const InputShape* const shape = findInputShape(primitive);
    if (operands.initiator.tessellates() != patches || (!patches && shape == nullptr))
        return reporter_.report(findings::kPrimitiveKind, fmt::format("initiator {:#x}", operands.initiator.word));
    if (!patches) return drawVertices(*shape, operands, output);
    drawPatches(patchesOf(primitive - kFirstPatch + 1), operands, output);
}

}  // namespace cyclorama::adreno
