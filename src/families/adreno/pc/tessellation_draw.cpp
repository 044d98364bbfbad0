// SPDX-License-Identifier: MIT
#include "families/adreno/pc/tessellation_draw.h"

#include <algorithm>
#include <utility>

namespace cyclorama::adreno {

TessellationDraw::TessellationDraw(uint32_t vertices, VertexWalk&& walk, TessellationBindings&& bindings,
                                   const DrawOperands& operands, const PrimitiveControl& control,
                                   const RegisterValues& registers, QueryCounters& counters)
    : input_(std::move(walk)),
      bindings_(std::move(bindings)),
      reporter_(*bindings_.vertex.resources.reporter),
      inputs_(VertexInputState::of(registers, reporter_)),
      outputs_(VertexOutputs::of(bindings_.geometry ? LastStage::Geometry : LastStage::Domain, registers, reporter_)),
      control_(TessellationControl::of(operands, vertices, control, registers)),
      vertices_(bindings_.vertex, inputs_, LinkRegisters::beforeHull(registers), counters),
      hull_(bindings_.hull, registers, LinkRegisters::beforeHull(registers), counters),
      factors_(control_.mode.domain, registers, *bindings_.hull.resources.memory),
      domain_(bindings_.domain, registers, outputs_, counters, bindings_.geometry.has_value()),
      draw_(bindings_.geometry
                ? describeDraw(
                      geometry_.emplace(*bindings_.geometry, registers, outputs_, control, domain_.links(), counters)
                          .topology(),
                      LastStage::Geometry, control, outputs_)
                : describeDraw(control_.topology(), LastStage::Domain, control, outputs_)),
      places_(control_) {}

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
    const std::optional<InputPart> part = input_.next(places_.most());
    if (!part) return false;
    firstPatch_ = places_.take(part->count);
    memory_.clear();
    vertices_.run(*part, firstPatch_, memory_);
    patches_ = part->ids();
    hull_.run(patches_, firstPatch_, memory_);
    nextPatch_ = 0;
    return true;
}

bool TessellationDraw::nextMesh() {
    while (!reporter_.hung()) {
        if (nextPatch_ == patches_.size()) {
            if (!runPatches()) return false;
            continue;
        }
        func::tessellate(control_.mode, factors_.read(firstPatch_ + nextPatch_++), mesh_);
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
    for (const func::DomainPoint& point : mesh_.points)
        points_.push_back({.patch = firstPatch_ + patch, .id = id, .at = point});
    primitives_.clear();
    const uint32_t corners = control_.mode.cornersPerPrimitive();
    for (size_t i = 0; i + corners <= mesh_.corners.size(); i += corners) {
        Primitive primitive{.id = id};
        for (uint32_t c = 0; c < corners; ++c) primitive.vertices[c] = mesh_.corners[i + c];
        primitives_.push_back(primitive);
    }
    batch_ = {.words = domain_.run(points_, nullptr), .primitives = primitives_};
    return &batch_;
}

bool TessellationDraw::runGeometry() {
    const uint32_t corners = control_.mode.cornersPerPrimitive();
    const size_t primitives = mesh_.corners.size() / corners;
    if (nextPrimitive_ >= primitives) return false;
    const uint32_t patch = nextPatch_ - 1;
    const size_t count = std::min(geometry_->mostPrimitives(), primitives - nextPrimitive_);
    ids_.assign(count, patches_[patch]);
    points_.clear();
    for (uint32_t i = 0; i < count * corners; ++i)
        points_.push_back({.patch = firstPatch_ + patch,
                           .id = patches_[patch],
                           .at = mesh_.points[mesh_.corners[nextPrimitive_ * corners + i]],
                           .header = {.primitive = i / corners, .vertex = i % corners}});
    nextPrimitive_ += count;
    memory_.clear();
    domain_.run(points_, &memory_);
    geometry_->run(ids_, memory_);
    return true;
}

}  // namespace cyclorama::adreno
