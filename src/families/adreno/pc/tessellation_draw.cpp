// SPDX-License-Identifier: MIT
#include "families/adreno/pc/tessellation_draw.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cyclorama::adreno {
namespace {

/// The vertex stage's registers are those of the hull stage, which continues in the same fibers.
LinkRegisters hullLinks(const RegisterValues& registers) {
    return {.header = registers.field("VFD_CONTROL_2/REGID_INVOCATIONID"_field),
            .relativePatch = registers.field("VFD_CONTROL_2/REGID_HSRELPATCHID"_field),
            .primitiveId = registers.field("VFD_CONTROL_1/REGID4PRIMID"_field)};
}

func::TessellationMode modeOf(const DrawOperands& operands, const RegisterValues& registers) {
    // By the number in the packet and the register; reserved ones are taken as the first.
    constexpr std::array kDomains = {func::TessellationDomain::Quads, func::TessellationDomain::Triangles,
                                     func::TessellationDomain::Isolines, func::TessellationDomain::Quads};
    constexpr std::array kSpacings = {func::TessellationSpacing::Equal, func::TessellationSpacing::Equal,
                                      func::TessellationSpacing::FractionalOdd,
                                      func::TessellationSpacing::FractionalEven};
    constexpr std::array kOutputs = {func::TessellationOutput::Points, func::TessellationOutput::Lines,
                                     func::TessellationOutput::ClockwiseTriangles,
                                     func::TessellationOutput::CounterTriangles};
    return {.domain = kDomains[operands.initiator.patch()],
            .spacing = kSpacings[registers.field("PC_TESS_CNTL/SPACING"_field)],
            .output = kOutputs[registers.field("PC_TESS_CNTL/OUTPUT"_field)]};
}

/// Isolines give lines, whatever kind of triangles is asked for.
func::TessellationMode consistent(func::TessellationMode mode, bool turned) {
    if (turned && mode.output == func::TessellationOutput::ClockwiseTriangles)
        mode.output = func::TessellationOutput::CounterTriangles;
    else if (turned && mode.output == func::TessellationOutput::CounterTriangles)
        mode.output = func::TessellationOutput::ClockwiseTriangles;
    const bool lines = mode.domain == func::TessellationDomain::Isolines;
    if (mode.output != func::TessellationOutput::Points && lines != (mode.output == func::TessellationOutput::Lines))
        mode.output = lines ? func::TessellationOutput::Lines : func::TessellationOutput::CounterTriangles;
    return mode;
}

PrimitiveTopology topologyOf(const func::TessellationMode& mode) {
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

TessellationDraw::TessellationDraw(uint32_t vertices, VertexWalk&& walk, TessellationBindings&& bindings,
                                   const DrawOperands& operands, const PrimitiveControl& control,
                                   const RegisterValues& registers, QueryCounters& counters)
    : input_(std::move(walk)),
      bindings_(std::move(bindings)),
      reporter_(*bindings_.vertex.resources.reporter),
      inputs_(VertexInputState::of(registers, reporter_)),
      outputs_(VertexOutputs::of(bindings_.geometry ? LastStage::Geometry : LastStage::Domain, registers, reporter_)),
      mode_(consistent(modeOf(operands, registers), control.turnsPatches)),
      vertices_(bindings_.vertex, inputs_, hullLinks(registers), counters, memory_),
      hull_(bindings_.hull, registers, hullLinks(registers), counters, memory_),
      factors_(mode_.domain, registers, *bindings_.hull.resources.memory),
      domain_(bindings_.domain, registers, outputs_, counters, bindings_.geometry ? &memory_ : nullptr),
      draw_(bindings_.geometry ? describeDraw(geometry_
                                                  .emplace(*bindings_.geometry, registers, outputs_, control,
                                                           domain_.links(), counters, memory_)
                                                  .topology(),
                                              LastStage::Geometry, control, outputs_)
                               : describeDraw(topologyOf(mode_), LastStage::Domain, control, outputs_)),
      mostPatches_(mostPatchesOf(operands, vertices, registers)) {}

const PrimitiveBatch* TessellationDraw::next() {
    while (true) {
        if (geometry_) {
            if (const PrimitiveBatch* const batch = geometry_->next()) return batch;
            if (runGeometry()) continue;
        }
        if (!nextMesh()) return nullptr;
        if (!geometry_) return drawMesh();
    }
}

bool TessellationDraw::runPatches() {
    const std::optional<InputPart> part = input_.next(mostPatches_);
    if (!part) return false;
    vertices_.run(*part->batch, part->first, part->count);
    patches_ = part->ids();
    hull_.run(patches_);
    nextPatch_ = 0;
    return true;
}

bool TessellationDraw::nextMesh() {
    while (!reporter_.hung()) {
        if (nextPatch_ == patches_.size()) {
            if (!runPatches()) return false;
            continue;
        }
        func::tessellate(mode_, factors_.read(nextPatch_++), mesh_);
        if (mesh_.corners.empty()) continue;
        nextPrimitive_ = 0;
        return true;
    }
    return false;
}

const PrimitiveBatch* TessellationDraw::drawMesh() {
    const uint32_t patch = nextPatch_ - 1;
    const uint32_t id = patches_[patch];
    points_.clear();
    for (const func::DomainPoint& point : mesh_.points) points_.push_back({.patch = patch, .id = id, .at = point});
    primitives_.clear();
    const uint32_t corners = mode_.cornersPerPrimitive();
    for (size_t i = 0; i + corners <= mesh_.corners.size(); i += corners) {
        Primitive primitive{.id = id};
        for (uint32_t c = 0; c < corners; ++c) primitive.vertices[c] = mesh_.corners[i + c];
        primitives_.push_back(primitive);
    }
    batch_ = {.words = domain_.run(points_), .primitives = primitives_};
    return &batch_;
}

bool TessellationDraw::runGeometry() {
    const uint32_t corners = mode_.cornersPerPrimitive();
    const size_t primitives = mesh_.corners.size() / corners;
    if (nextPrimitive_ >= primitives) return false;
    const uint32_t patch = nextPatch_ - 1;
    const size_t count = std::min(geometry_->mostPrimitives(), primitives - nextPrimitive_);
    ids_.assign(count, patches_[patch]);
    points_.clear();
    for (uint32_t i = 0; i < count * corners; ++i)
        points_.push_back({.patch = patch,
                           .id = patches_[patch],
                           .at = mesh_.points[mesh_.corners[nextPrimitive_ * corners + i]],
                           .header = {.primitive = i / corners, .vertex = i % corners}});
    nextPrimitive_ += count;
    domain_.run(points_);
    geometry_->run(ids_);
    return true;
}

}  // namespace cyclorama::adreno
