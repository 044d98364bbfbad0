// SPDX-License-Identifier: MIT
#include "families/adreno/pc/tessellation_draw.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// The vertex stage's registers are those of the hull stage, which continues in the same fibers.
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

PrimitiveTopology topologyOf(const TessMode& mode) {
    return static_cast<PrimitiveTopology>(mode.cornersPerPrimitive() - 1);
}

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
                                   const PrimitiveControl& control, const RegisterValues& registers,
                                   TessellationBindings& bindings, QueryCounters& counters)
    : reporter_(*bindings.vertex.resources.reporter),
      control_(control),
      inputs_(VertexInputState::of(registers, reporter_)),
      outputs_(VertexOutputs::of(bindings.geometry ? LastStage::Geometry : LastStage::Domain, registers, reporter_)),
      mode_(consistent(tessModeOf(operands, registers), control.turnsPatches)),
      vertices_(bindings.vertex, inputs_, hullLinks(registers), counters, memory_),
      hull_(bindings.hull, registers, hullLinks(registers), counters, memory_),
      factors_(mode_.domain, registers, *bindings.hull.resources.memory),
      domain_(bindings.domain, registers, outputs_, counters, bindings.geometry ? &memory_ : nullptr),
      draw_(bindings.geometry ? describeDraw(geometry_
                                                 .emplace(*bindings.geometry, registers, outputs_, control,
                                                          domain_.links(), counters, memory_)
                                                 .topology(),
                                             LastStage::Geometry, control, outputs_)
                              : describeDraw(topologyOf(mode_), LastStage::Domain, control, outputs_)),
      mostPatches_(mostPatchesOf(operands, shape.vertices, registers)) {}

void TessellationDraw::run(VertexWalk& walk, PrimitiveOutput& output) {
    output.begin(draw_, control_);
    while (const InputBatch* const batch = walk.next()) draw(*batch, output);
    output.end();
}

void TessellationDraw::draw(const InputBatch& batch, PrimitiveOutput& output) {
    const size_t patches = batch.ids().size();
    for (size_t first = 0; first < patches && !reporter_.hung(); first += mostPatches_) {
        const size_t count = std::min(mostPatches_, patches - first);
        vertices_.run(batch, first, count);
        const std::span<const uint32_t> ids = batch.ids().subspan(first, count);
        hull_.run(ids);
        drawPatches(ids, output);
    }
}

void TessellationDraw::drawPatches(std::span<const uint32_t> ids, PrimitiveOutput& output) {
    for (uint32_t patch = 0; patch < ids.size() && !reporter_.hung(); ++patch) {
        tessellate(mode_, factors_.read(patch), mesh_);
        if (mesh_.corners.empty()) continue;
        if (geometry_)
            drawMeshByGeometry(patch, ids[patch], output);
        else
            drawMesh(patch, ids[patch], output);
    }
}

void TessellationDraw::drawMesh(uint32_t patch, uint32_t id, PrimitiveOutput& output) {
    points_.clear();
    for (const DomainPoint& point : mesh_.points) points_.push_back({.patch = patch, .id = id, .at = point});
    primitives_.clear();
    const uint32_t corners = mode_.cornersPerPrimitive();
    for (size_t i = 0; i + corners <= mesh_.corners.size(); i += corners) {
        Primitive primitive{.id = id};
        for (uint32_t c = 0; c < corners; ++c) primitive.vertices[c] = mesh_.corners[i + c];
        primitives_.push_back(primitive);
    }
    output.emit({.words = domain_.run(points_), .primitives = primitives_});
}

void TessellationDraw::drawMeshByGeometry(uint32_t patch, uint32_t id, PrimitiveOutput& output) {
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
        geometry_->run(std::span(ids).first(count), output);
    }
}

}  // namespace cyclorama::adreno
