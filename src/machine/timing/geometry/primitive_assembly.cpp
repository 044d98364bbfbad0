// SPDX-License-Identifier: MIT
#include "machine/timing/geometry/primitive_assembly.h"

#include <algorithm>

#include "func/raster/primitive_assembly.h"
#include "machine/timing/draw/work_names.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

PrimitiveAssembly::Statistics::Statistics(sim::StatisticsRegistry& r)
    : vertices(r, {"Vertices_PA", "vertices", "Vertices received."}),
      requests(r, {"Requests_PA", "requests", "Requests of vertices, of one or more each."}),
      triangles(r, {"Triangles_PA", "triangles", "Triangles sent to the clipper, each batch's last one included."}),
      degenerate(r, {"Degenerated_PA", "triangles", "Triangles with two equal indices."}) {}

PrimitiveAssembly::PrimitiveAssembly(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertexPool,
                                     TrianglePool& trianglePool, const PrimitiveAssemblyParameters& parameters,
                                     const Links& links)
    : UnitBox(simulation, domain, "PrimitiveAssembly"),
      vertices(*this, {.name = "vertices",
                       .width = parameters.verticesPerCycle,
                       .latency = parameters.inputBusLatency +
                                  (func::kVertexAttributes + links.attributesPerCycle - 1) / links.attributesPerCycle}),
      vertexRequests(*this, "vertexRequests"),
      triangleRequests(*this, {.name = "triangleRequests"}),
      triangles(*this, "triangles"),
      vertexPool_(&vertexPool),
      trianglePool_(&trianglePool),
      limits_{.verticesPerCycle = parameters.verticesPerCycle,
              .trianglesPerCycle = parameters.trianglesPerCycle,
              .clipperStartLatency = links.clipperStartLatency},
      statistics_(simulation.statistics()),
      queue_(parameters.assemblyQueueSize) {
    vertices.describeBy(vertexNames(vertexPool));
}

bool PrimitiveAssembly::receive(sim::Cycle cycle) {
    const auto request = triangleRequests.read(cycle);
    if (!request) return false;
    clipperRequests_ += request->triangles;
    return true;
}

void PrimitiveAssembly::reset(sim::Cycle) {
    while (!queue_.empty()) vertexPool_->drop(queue_.pop());
    keepCenter(kNoVertex);
    retired_ = primitive_ = 0;
    received_ = discard_ = 0;
    requested_ = 0;
    triangle_ = 0;
    lastIsNext_ = false;
    clipperRequests_ = clipperCycles_ = 0;
}

void PrimitiveAssembly::start(sim::Cycle cycle, DrawRecord& draw) {
    reset(cycle);
    draw_ = &draw;
    type_ = draw.state.input->primitive;
    cornersOfPrimitive_ = func::primitiveVertices(type_);
    keepsCenter_ = type_ == func::PrimitiveType::TriangleFan || type_ == func::PrimitiveType::LineFan ||
                   type_ == func::PrimitiveType::LineLoop;
    total_ = draw.vertices();
    run_ = 0;
    startRun();
    if (primitivesOfRun_ == 0) discard_ = total_;
}

bool PrimitiveAssembly::work(sim::Cycle cycle) {
    changed_ = false;
    if (clipperCycles_ > 0) {
        --clipperCycles_;
        changed_ = true;
    }
    requestVertices(cycle);
    if (lastIsNext_ && clipperRequests_ > 0 && clipperCycles_ == 0) sendLast(cycle);
    if (!lastIsNext_ && clipperCycles_ == 0) assembleTriangles(cycle);
    receiveVertices(cycle);
    if (received_ == total_ && !primitiveComplete()) {
        changed_ |= !lastIsNext_;
        lastIsNext_ = true;
    }
    return changed_;
}

void PrimitiveAssembly::requestVertices(sim::Cycle cycle) {
    if (received_ + requested_ >= total_) return;
    if (queue_.size() + requested_ >= queue_.capacity()) return;
    const uint32_t request = std::min(queue_.capacity() - queue_.size() - requested_, limits_.verticesPerCycle);
    vertexRequests.write(cycle, VertexRequest{request});
    requested_ += request;
    ++statistics_.requests;
    changed_ = true;
}

void PrimitiveAssembly::sendLast(sim::Cycle cycle) {
    const TriangleId id = trianglePool_->acquire();
    TriangleInFlight& triangle = (*trianglePool_)[id];
    triangle.draw = draw_;
    triangle.number = triangle_;
    triangle.last = true;
    triangle.created = cycle;
    triangles.write(cycle, id);
    --clipperRequests_;
    ++statistics_.triangles;
    changed_ = true;
    enter(UnitStatus::End);
}

void PrimitiveAssembly::assembleTriangles(sim::Cycle cycle) {
    for (uint32_t i = 0; i < limits_.trianglesPerCycle && clipperRequests_ > 0 && primitiveComplete(); ++i)
        assemble(cycle);
}

uint32_t PrimitiveAssembly::firstVertexOf(uint32_t primitive) const {
    if (type_ == func::PrimitiveType::LineLoop) return primitive;
    const bool quads = type_ == func::PrimitiveType::Quads || type_ == func::PrimitiveType::QuadStrip;
    return func::verticesNeeded(type_, primitive) - (quads ? 4 : cornersOfPrimitive_);
}

uint32_t PrimitiveAssembly::verticesNeeded(uint32_t primitive) const {
    return std::min(func::verticesNeeded(type_, primitive), verticesOfRun_);
}

bool PrimitiveAssembly::primitiveComplete() const {
    return primitive_ < primitivesOfRun_ && queue_.size() >= verticesNeeded(primitive_) - retired_;
}

void PrimitiveAssembly::assemble(sim::Cycle cycle) {
    changed_ = true;
    const auto positions = func::assemblePrimitive(type_, primitive_).vertices;
    std::array<VertexId, 3> corners{};
    for (size_t i = 0; i < cornersOfPrimitive_; ++i) {
        // A loop ends after its last vertex, which stands for the first.
        const bool center = positions[i] < retired_ || positions[i] >= verticesOfRun_;
        corners[i] = center ? center_ : queue_[positions[i] - retired_];
    }
    const auto indexOf = [this](VertexId id) { return (*vertexPool_)[id].name.index; };
    if (cornersOfPrimitive_ == 3 && func::isDegenerate(indexOf(corners[0]), indexOf(corners[1]), indexOf(corners[2])))
        ++statistics_.degenerate;
    else
        sendPrimitive(cycle, corners);
    ++triangle_;
    finishPrimitive();
}

void PrimitiveAssembly::sendPrimitive(sim::Cycle cycle, const std::array<VertexId, 3>& corners) {
    const TriangleId id = trianglePool_->acquire();
    TriangleInFlight& triangle = (*trianglePool_)[id];
    triangle.draw = draw_;
    triangle.number = triangle_;
    triangle.created = cycle;
    triangle.provoking =
        static_cast<uint8_t>(func::provokingVertex(type_, primitive_, draw_->state.provokingVertexLast));
    for (size_t i = 0; i < cornersOfPrimitive_; ++i) triangle.vertices[i] = (*vertexPool_)[corners[i]].attributes;
    triangles.write(cycle, id);
    clipperCycles_ = limits_.clipperStartLatency;
    --clipperRequests_;
    ++statistics_.triangles;
}

void PrimitiveAssembly::finishPrimitive() {
    if (keepsCenter_ && primitive_ == 0) {
        vertexPool_->use(queue_.front());
        keepCenter(queue_.front());
    }
    ++primitive_;
    retire(firstVertexOf(primitive_) - retired_);
    if (primitive_ == primitivesOfRun_) finishRun();
}

void PrimitiveAssembly::retire(uint32_t vertexCount) {
    retired_ += vertexCount;
    for (uint32_t i = 0; i < vertexCount; ++i) vertexPool_->drop(queue_.pop());
}

void PrimitiveAssembly::startRun() {
    verticesOfRun_ = draw_->runs() == 0 ? 0 : draw_->run(run_).count;
    const bool drawn = cornersOfPrimitive_ == 3 || draw_->inWindow();
    primitivesOfRun_ = drawn ? func::primitiveCount(type_, verticesOfRun_) : 0;
    retired_ = primitive_ = 0;
}

void PrimitiveAssembly::finishRun() {
    const uint32_t unused = verticesOfRun_ - retired_;
    const uint32_t there = std::min(unused, queue_.size());
    retire(there);
    discard_ = unused - there;
    keepCenter(kNoVertex);
    run_ = run_ + 1 < draw_->runs() ? run_ + 1 : 0;
    startRun();
}

void PrimitiveAssembly::keepCenter(VertexId id) {
    if (center_ != kNoVertex) vertexPool_->drop(center_);
    center_ = id;
}

void PrimitiveAssembly::receiveVertices(sim::Cycle cycle) {
    for (const VertexId id : vertices.take(cycle)) {
        ++received_;
        --requested_;
        ++statistics_.vertices;
        changed_ = true;
        if (discard_ == 0) {
            queue_.push(id);
            continue;
        }
        --discard_;
        vertexPool_->drop(id);
    }
}

std::string PrimitiveAssembly::describeWait() const {
    if (!working()) return {};
    if ((lastIsNext_ || primitiveComplete()) && clipperRequests_ == 0)
        return "waits for the clipper to ask for triangles";
    return "waits for vertices from the streamer (" + std::to_string(received_) + " of " + std::to_string(total_) +
           " received)";
}

sim::Backlog PrimitiveAssembly::backlog() const {
    if (!working() || !primitiveComplete()) return sim::Backlog::None;
    return clipperRequests_ == 0 || queue_.full() ? sim::Backlog::Full : sim::Backlog::Some;
}

void PrimitiveAssembly::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "input", .unit = "vertices", .used = queue_.size(), .capacity = queue_.capacity()});
}

template class UnitBox<PrimitiveAssembly, DrawProtocol>;

}  // namespace cyclorama::machine::timing
