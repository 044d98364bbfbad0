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

namespace {

/// Reads the switches of the optional stages, as a chip does for each draw. Values come from the draw packet instead.
void readStageSwitches(const RegisterValues& registers) {
    for (const ShaderStage stage : {ShaderStage::Hull, ShaderStage::Domain, ShaderStage::Geometry}) {
        registers.read(registersOf(stage).config);
        registers.read(registersOf(stage).constants);
    }
}

}  // namespace

GeometryPipe::GeometryPipe(const RegisterValues& registers, const StageBinder& binder, const GpuMemory& memory,
                           RecentVertices& recent, QueryCounters& counters, Reporter& reporter)
    : registers_(registers),
      binder_(binder),
      memory_(memory),
      recent_(recent),
      counters_(counters),
      reporter_(reporter),
      control_(PrimitiveControl::of(registers)) {
    readStageSwitches(registers);
}

VertexWalk GeometryPipe::walkOver(const InputShape& shape, const DrawOperands& operands) const {
    return {shape, operands, control_, memory_, recent_, counters_, reporter_};
}

std::unique_ptr<PrimitiveSource> GeometryPipe::openVertices(const InputShape& shape,
                                                            const DrawOperands& operands) const {
    std::optional<StageBinding> vertex = binder_.bind(ShaderStage::Vertex);
    if (!vertex) return nullptr;
    if (!operands.initiator.hasGeometryStage())
        return std::make_unique<VertexDraw>(shape, walkOver(shape, operands), std::move(*vertex), control_, registers_,
                                            counters_);
    std::optional<StageBinding> geometry = binder_.bind(ShaderStage::Geometry);
    if (!geometry) return nullptr;
    return std::make_unique<GeometryDraw>(
        walkOver(shape, operands), GeometryBindings{.vertex = std::move(*vertex), .geometry = std::move(*geometry)},
        control_, registers_, counters_);
}

std::unique_ptr<PrimitiveSource> GeometryPipe::openPatches(const InputShape& patches,
                                                           const DrawOperands& operands) const {
    std::optional<StageBinding> vertex = binder_.bind(ShaderStage::Vertex);
    std::optional<StageBinding> hull = binder_.bind(ShaderStage::Hull);
    std::optional<StageBinding> domain = binder_.bind(ShaderStage::Domain);
    if (!vertex || !hull || !domain) return nullptr;
    TessellationBindings bindings{
        .vertex = std::move(*vertex), .hull = std::move(*hull), .domain = std::move(*domain), .geometry = std::nullopt};
    if (operands.initiator.hasGeometryStage()) {
        bindings.geometry = binder_.bind(ShaderStage::Geometry);
        if (!bindings.geometry) return nullptr;
    }
    return std::make_unique<TessellationDraw>(patches.vertices, walkOver(patches, operands), std::move(bindings),
                                              operands, control_, registers_, counters_);
}

std::optional<InputShape> GeometryPipe::inputOf(const DrawOperands& operands) const {
    if (uint64_t{operands.count} * operands.instances > kMostDrawVertices) {
        reporter_.hang(findings::kEndlessDraw,
                       fmt::format("{} vertices in {} instances", operands.count, operands.instances));
        return std::nullopt;
    }
    const uint32_t primitive = operands.initiator.primitive();
    constexpr auto kFirstPatch = static_cast<uint32_t>(InputPrimitive::Patches);
    const bool patches = primitive >= kFirstPatch && primitive < kFirstPatch + kMostPatchVertices;
    const InputShape* const shape = findInputShape(primitive);
    if (operands.initiator.tessellates() != patches || (!patches && shape == nullptr)) {
        reporter_.report(findings::kPrimitiveKind, fmt::format("initiator {:#x}", operands.initiator.word));
        return std::nullopt;
    }
    return patches ? patchesOf(primitive - kFirstPatch + 1) : *shape;
}

std::unique_ptr<PrimitiveSource> GeometryPipe::open(const DrawOperands& operands) const {
    const std::optional<InputShape> input = inputOf(operands);
    if (!input) return nullptr;
    return operands.initiator.tessellates() ? openPatches(*input, operands) : openVertices(*input, operands);
}

}  // namespace cyclorama::adreno
