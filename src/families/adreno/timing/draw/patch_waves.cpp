// SPDX-License-Identifier: MIT
#include "families/adreno/timing/draw/patch_waves.h"

#include <algorithm>
#include <span>
#include <utility>

#include "families/adreno/timing/draw/geometry_waves.h"

namespace cyclorama::adreno {
namespace {

/// Points after which no further patch joins a batch: as many as vertices.
constexpr size_t kMostPoints = InputBatch::kVertices;

}  // namespace

HullWaves::HullWaves(DrawStages& stages, std::shared_ptr<GeometryPart> part,
                     std::shared_ptr<const TessellationPiece> piece)
    : stages_(stages), part_(std::move(part)), piece_(std::move(piece)) {}

WaveMaker::Made HullWaves::next() {
    if (atEnd_) return {};
    if (nextPatch_ == part_->ids.size()) {
        atEnd_ = true;
        return {.maker = std::make_unique<DomainWaves>(stages_, part_, piece_)};
    }
    DrawStages::Patches& patches = *stages_.patches;
    const size_t first = nextPatch_;
    const size_t count = std::min(patches.hull.patchesInWave(), part_->ids.size() - first);
    nextPatch_ += count;
    auto wave = std::make_unique<VertexWave>(patches.hullProgram, stages_.draw,
                                             VertexWave::Results{.batch = nullptr, .first = first, .count = count},
                                             patches.hull.start(part_->ids, part_->firstPatch, first, count));
    wave->part = part_;
    wave->piece = piece_;
    stages_.operation.counters().count(PipelineStatistic::HullPatches, count);
    part_->read = nextPatch_ == part_->ids.size();
    return {.wave = std::move(wave)};
}

DomainWaves::DomainWaves(DrawStages& stages, std::shared_ptr<GeometryPart> part,
                         std::shared_ptr<const TessellationPiece> piece)
    : stages_(stages), part_(std::move(part)), piece_(std::move(piece)) {
    const FactorReader& factors = stages_.patches->factors;
    factorLines_.access(factors.addressOf(part_->firstPatch), factors.bytes() * part_->ids.size());
}

uint32_t DomainWaves::roomForNext() const {
    if (!stages_.geometry) return recordBytesOf(stages_.patches->domainProgram, stages_.draw);
    return nextPoint_ == 0 && linked_ ? linked_->bytes : 0;
}

bool DomainWaves::nextMesh() {
    while (nextPatch_ < part_->ids.size()) {
        const auto place = static_cast<uint32_t>(part_->firstPatch + nextPatch_++);
        func::tessellate(stages_.patches->control.mode, stages_.patches->factors.read(place), mesh_);
        ++patches_;
        nextInMesh_ = 0;
        if (!mesh_.corners.empty()) return true;
    }
    return false;
}

void DomainWaves::addMesh() {
    const auto patch = static_cast<uint32_t>(nextPatch_ - 1);
    const uint32_t id = part_->ids[patch];
    const auto first = static_cast<uint32_t>(points_.size());
    for (const func::DomainPoint& point : mesh_.points)
        points_.push_back({.patch = part_->firstPatch + patch, .id = id, .at = point});
    const uint32_t corners = stages_.patches->control.mode.cornersPerPrimitive();
    for (size_t i = 0; i + corners <= mesh_.corners.size(); i += corners) {
        Primitive primitive{.id = id};
        for (uint32_t c = 0; c < corners; ++c) primitive.vertices[c] = first + mesh_.corners[i + c];
        primitives_.push_back(primitive);
    }
}

void DomainWaves::takeCorners() {
    const auto patch = static_cast<uint32_t>(nextPatch_ - 1);
    const uint32_t corners = stages_.patches->control.mode.cornersPerPrimitive();
    const size_t left = mesh_.corners.size() / corners - nextInMesh_;
    const size_t count = std::min(stages_.geometry->stage.mostPrimitives(), left);
    linked_ = std::make_shared<GeometryPart>();
    linked_->ids.assign(count, part_->ids[patch]);
    linked_->bytes = stages_.linkedBytes(count);
    for (uint32_t i = 0; i < count * corners; ++i)
        points_.push_back({.patch = part_->firstPatch + patch,
                           .id = part_->ids[patch],
                           .at = mesh_.points[mesh_.corners[nextInMesh_ * corners + i]],
                           .header = {.primitive = i / corners, .vertex = i % corners}});
    nextInMesh_ += count;
}

void DomainWaves::pull() {
    began_ = true;
    points_.clear();
    primitives_.clear();
    nextPoint_ = nextPrimitive_ = 0;
    if (stages_.geometry) {
        const uint32_t corners = stages_.patches->control.mode.cornersPerPrimitive();
        if (nextInMesh_ < mesh_.corners.size() / corners || nextMesh()) takeCorners();
    } else {
        while (points_.size() < kMostPoints && nextMesh()) addMesh();
        batch_ = std::make_shared<VertexBatch>();
        batch_->records.words.assign(points_.size() * stages_.draw.outputs.layout.stride, 0);
    }
    atEnd_ = points_.empty();
}

WaveMaker::Made DomainWaves::next() {
    if (!began_) pull();
    if (atEnd_) return {};
    if (nextPoint_ < points_.size()) {
        auto wave = makeWave();
        if (nextPoint_ == points_.size() && !stages_.geometry) pull();
        return {.wave = std::move(wave)};
    }
    Made made{.maker = std::make_unique<GeometryWaves>(stages_, std::move(linked_))};
    pull();
    return made;
}

std::unique_ptr<VertexWave> DomainWaves::makeWave() {
    DrawStages::Patches& patches = *stages_.patches;
    const size_t first = nextPoint_;
    const size_t count = std::min<size_t>(patches.domainProgram.binding().shape.width, points_.size() - first);
    const uint32_t room = roomForNext();
    nextPoint_ += count;
    auto wave = std::make_unique<VertexWave>(
        patches.domainProgram, stages_.draw,
        VertexWave::Results{.batch = stages_.geometry ? nullptr : batch_, .first = first, .count = count},
        patches.domain.start(std::span(points_).subspan(first, count)));
    wave->part = linked_;
    wave->piece = piece_;
    wave->patches = std::exchange(patches_, 0);
    wave->recordBytes = room;
    stages_.operation.counters().count(PipelineStatistic::DomainInvocations, count);
    const uint32_t corners = stages_.draw.primitives.verticesPerPrimitive();
    for (; nextPrimitive_ < primitives_.size(); ++nextPrimitive_) {
        const Primitive& primitive = primitives_[nextPrimitive_];
        const auto vertices = std::span(primitive.vertices).first(corners);
        if (std::ranges::any_of(vertices, [this](uint32_t vertex) { return vertex >= nextPoint_; })) break;
        wave->primitives.push_back(primitive);
    }
    return wave;
}

}  // namespace cyclorama::adreno
