// SPDX-License-Identifier: MIT
#include "families/adreno/pc/tessellation_draw.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// The vertex stage's registers are those of the hull stage, which goes on in the same fibers.
LinkRegisters hullLinks(const RegisterValues& registers) {
    return {.header = registers.field("VFD_CONTROL_2/REGID_INVOCATIONID"_field),
            .relativePatch = registers.field("VFD_CONTROL_2/REGID_HSRELPATCHID"_field),
            .primitiveId = registers.field("VFD_CONTROL_1/REGID4PRIMID"_field)};
}

TessMode tessModeOf(const DrawOperands& operands, const RegisterValues& registers) {
    constexpr uint32_t kReservedPatch = 3;
    const uint32_t patch = operands.initiator.patch();
    return {.domain = static_cast<TessDomain>(patch == kReservedPatch ? 0 : patch),
            .spacing = static_cast<TessSpacing>(registers.field("PC_TESS_CNTL/SPACING"_field)),
            .output = static_cast<TessOutput>(registers.field("PC_TESS_CNTL/OUTPUT"_field))};
}

/// Isolines give lines, whatever kind of triangles is asked for.
TessMode consistent(TessMode mode, bool turned) {
    if (turned && mode.output == TessOutput::ClockwiseTriangles)
        mode.output = TessOutput::CounterTriangles;
    else if (turned && mode.output == TessOutput::CounterTriangles)
        mode.output = TessOutput::ClockwiseTriangles;
    const bool lines = mode.domain == TessDomain::Isolines;
    if (mode.output != TessOutput::Points && lines != (mode.output == TessOutput::Lines))
        mode.output = lines ? TessOutput::Lines : TessOutput::CounterTriangles;
    return mode;
}

Topology topologyOf(const TessMode& mode) { return static_cast<Topology>(mode.cornersPerPrimitive() - 1); }

/// Patches that fit the memory between vertex and hull stage, the header, and the buffers of factors and outputs, which
/// are as large as a piece of the draw.
size_t mostPatchesOf(const DrawOperands& operands, uint32_t vertices, const RegisterValues& registers) {
    const size_t bytes = (registers.read("PC_HS_INPUT_SIZE"_reg.word()) & 0x7ff) * StageMemory::kUnitBytes;
    const size_t byMemory = bytes == 0 ? StageHeader::kMostPrimitives : StageMemory::kBytes / bytes;
    const size_t byPiece =
        operands.subdrawIndices == 0 ? StageHeader::kMostPrimitives : operands.subdrawIndices / vertices;
    return std::clamp<size_t>(std::min(byMemory, byPiece), 1, StageHeader::kMostPrimitives);
}

}  // namespace

TessellationDraw::TessellationDraw(const InputShape& shape, const DrawOperands& operands,
                                   TessellationBindings& bindings, Execution& execution, PrimitiveSink& sink)
    : execution_(execution),
      state_(DrawState::of(execution.state.registers)),
      inputs_(VertexInputState::of(execution.state.registers, execution.reporter())),
      outputs_(VertexOutputs::of(bindings.geometry ? LastStage::Geometry : LastStage::Domain, execution.state.registers,
                                 execution.reporter())),
      mode_(consistent(tessModeOf(operands, execution.state.registers), state_.turnsPatches)),
      walk_(shape, operands, state_, execution),
      vertices_(bindings.vertex, inputs_, hullLinks(execution.state.registers), execution, memory_),
      hull_(bindings.hull, hullLinks(execution.state.registers), execution, memory_),
      factors_(mode_.domain, execution),
      domain_(bindings.domain, outputs_, execution, bindings.geometry ? &memory_ : nullptr),
      draw_(bindings.geometry
                ? describeDraw(
                      geometry_.emplace(*bindings.geometry, outputs_, state_, domain_.links(), execution, memory_)
                          .topology(),
                      LastStage::Geometry, state_, outputs_)
                : describeDraw(topologyOf(mode_), LastStage::Domain, state_, outputs_)),
      output_(draw_, state_, execution, sink),
      batch_(shape.vertices, execution.pipeline.recentVertices),
      mostPatches_(mostPatchesOf(operands, shape.vertices, execution.state.registers)) {}

void TessellationDraw::run() {
    output_.begin();
    walk_.run(batch_, [this] { flush(); });
    output_.end();
}

void TessellationDraw::flush() {
    const size_t patches = batch_.ids().size();
    for (size_t first = 0; first < patches && !execution_.reporter().hung(); first += mostPatches_) {
        const size_t count = std::min(mostPatches_, patches - first);
        vertices_.run(batch_, first, count);
        const std::span<const uint32_t> ids = batch_.ids().subspan(first, count);
        hull_.run(ids);
        drawPatches(ids);
    }
}

void TessellationDraw::drawPatches(std::span<const uint32_t> ids) {
    for (uint32_t patch = 0; patch < ids.size() && !execution_.reporter().hung(); ++patch) {
        tessellate(mode_, factors_.read(patch), mesh_);
        if (mesh_.corners.empty()) continue;
        if (geometry_)
            drawMeshByGeometry(patch, ids[patch]);
        else
            drawMesh(patch, ids[patch]);
    }
}

void TessellationDraw::drawMesh(uint32_t patch, uint32_t id) {
    points_.clear();
    for (const DomainPoint& point : mesh_.points) points_.push_back({.patch = patch, .id = id, .at = point});
    primitives_.clear();
    const uint32_t corners = mode_.cornersPerPrimitive();
    for (size_t i = 0; i + corners <= mesh_.corners.size(); i += corners) {
        Primitive primitive{.id = id};
        for (uint32_t c = 0; c < corners; ++c) primitive.vertices[c] = mesh_.corners[i + c];
        primitives_.push_back(primitive);
    }
    output_.hand({.words = domain_.run(points_), .primitives = primitives_});
}

void TessellationDraw::drawMeshByGeometry(uint32_t patch, uint32_t id) {
    const uint32_t corners = mode_.cornersPerPrimitive();
    const size_t primitives = mesh_.corners.size() / corners;
    const std::vector<uint32_t> ids(geometry_->mostPrimitives(), id);
    for (size_t first = 0; first < primitives; first += geometry_->mostPrimitives()) {
        const size_t count = std::min(geometry_->mostPrimitives(), primitives - first);
        points_.clear();
        for (uint32_t i = 0; i < count * corners; ++i)
            points_.push_back({.patch = patch,
                               .id = id,
                               .at = mesh_.points[mesh_.corners[first * corners + i]],
                               .header = {.primitive = i / corners, .vertex = i % corners}});
        domain_.run(points_);
        geometry_->run(std::span(ids).first(count), output_);
    }
}

}  // namespace cyclorama::adreno
