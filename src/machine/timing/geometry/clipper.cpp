// SPDX-License-Identifier: MIT
#include "machine/timing/geometry/clipper.h"

#include <algorithm>
#include <array>
#include <span>

#include "func/raster/clipping.h"
#include "func/raster/primitive_assembly.h"
#include "machine/timing/draw/work_names.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

/// After the last triangle, for as long as setup may still ask for more of its batch.
constexpr uint32_t kCyclesWithoutRequests = 4;

/// The last vertex gets the flat attributes of the provoking one.
void setFlatAttributes(TriangleInFlight& triangle, const func::VertexAttributes& provoking) {
    for (uint32_t a = 0; a < func::kVertexAttributes; ++a)
        if (!triangle.draw->state.interpolated[a]) triangle.vertices[2][a] = provoking[a];
}

}  // namespace

Clipper::Statistics::Statistics(sim::StatisticsRegistry& r)
    : inputs(r, {"InputTriangles_CLP", "triangles", "Triangles received, each batch's last one included."}),
      outputs(r, {"OutputTriangles_CLP", "triangles", "Triangles sent to setup, each batch's last one included."}),
      clipped(r, {"ClippedTriangles_CLP", "triangles", "Triangles outside of a frustum plane, or cut away."}) {}

Clipper::Clipper(sim::Simulation& simulation, sim::DomainId domain, TrianglePool& triangles,
                 const ClipperParameters& parameters, const Links& links)
    : UnitBox(simulation, domain, "Clipper"),
      input(*this, {.name = "input", .width = parameters.trianglesPerCycle}),
      inputRequests(*this, "inputRequests"),
      outputRequests(*this, {.name = "outputRequests"}),
      output(*this, "output"),
      triangles_(&triangles),
      trianglesPerCycle_(parameters.trianglesPerCycle),
      startLatency_(parameters.startLatency),
      setupStartLatency_(links.setupStartLatency),
      setupInputLatency_(links.setupInputLatency),
      statistics_(simulation.statistics()),
      inUnits_(*this, {.name = "units", .width = parameters.units, .latency = parameters.execLatency}),
      toUnits_(*this, "toUnits"),
      buffer_(parameters.clipBufferSize) {
    toUnits_.bind(inUnits_);
    input.describeBy(triangleNames(triangles));
    inUnits_.describeBy(triangleNames(triangles));
}

bool Clipper::receive(sim::Cycle cycle) {
    const auto request = outputRequests.read(cycle);
    if (!request || cycle < requestsFrom_) return false;
    requested_ += request->triangles;
    return true;
}

void Clipper::reset(sim::Cycle) { requestsFrom_ = 0; }

void Clipper::start(sim::Cycle, DrawRecord& draw) {
    inWindow_ = draw.inWindow();
    if (inWindow_) windowPrimitives_.startDraw(draw.state);
    startCycles_ = setupCycles_ = 0;
    reserved_ = requested_ = 0;
    lastBuffered_ = false;
}

bool Clipper::work(sim::Cycle cycle) {
    changed_ = false;
    requestTriangles(cycle);
    takeTriangles(cycle);
    finishTriangles(cycle);
    sendTriangles(cycle);
    return changed_;
}

void Clipper::requestTriangles(sim::Cycle cycle) {
    if (reserved_ + buffer_.size() >= buffer_.capacity()) return;
    const uint32_t request = std::min(buffer_.capacity() - reserved_ - buffer_.size(), trianglesPerCycle_);
    inputRequests.write(cycle, TriangleRequest{request});
    reserved_ += request;
    changed_ = true;
}

void Clipper::takeTriangles(sim::Cycle cycle) {
    if (startCycles_ > 0) {
        --startCycles_;
        changed_ = true;
        return;
    }
    for (const TriangleId id : input.take(cycle)) {
        toUnits_.write(cycle, id);
        startCycles_ = startLatency_ - 1;
        ++statistics_.inputs;
        changed_ = true;
    }
}

void Clipper::finishTriangles(sim::Cycle cycle) {
    for (TriangleId id : inUnits_.take(cycle)) {
        changed_ = true;
        --reserved_;
        const TriangleInFlight& triangle = (*triangles_)[id];
        lastBuffered_ = triangle.last;
        if (!triangle.last && inWindow_) {
            id = makeTriangles(id);
        } else if (!triangle.last && isOutside(triangle)) {
            triangles_->drop(id);
            id = kNoTriangle;
        }
        if (id == kNoTriangle)
            ++statistics_.clipped;
        else
            buffer_.push(id);
    }
}

bool Clipper::isOutside(const TriangleInFlight& triangle) {
    const gpu::DrawState& state = triangle.draw->state;
    const auto position = [&triangle](size_t i) -> const func::Vec4& {
        return triangle.vertices[i][func::kPositionAttribute];
    };
    return state.clipping.frustum &&
           func::trivialReject(position(0), position(1), position(2), state.raster->depthRange.zeroToOne);
}

TriangleId Clipper::makeTriangles(TriangleId id) {
    TriangleInFlight& primitive = (*triangles_)[id];
    const gpu::DrawState& state = primitive.draw->state;
    std::array<WindowPrimitives::Vertex, 3> vertices{};
    const uint32_t corners = func::primitiveVertices(state.input->primitive);
    for (uint32_t v = 0; v < corners; ++v) vertices[v] = &primitive.vertices[v];
    made_.clear();
    windowPrimitives_.clear();
    windowPrimitives_.add(std::span(vertices).first(corners), primitive.provoking, made_);
    if (made_.triangles.size() == 1 && made_.vertices[0] == vertices) {
        primitive.setup = made_.triangles[0];
        setFlatAttributes(primitive, primitive.vertices[primitive.provoking]);
        return id;
    }
    TriangleId first = kNoTriangle;
    for (size_t t = made_.triangles.size(); t-- > 0;) {
        const TriangleId made = triangles_->acquire();
        TriangleInFlight& triangle = (*triangles_)[made];
        triangle.draw = primitive.draw;
        triangle.number = primitive.number;
        triangle.created = primitive.created;
        for (size_t v = 0; v < 3; ++v) triangle.vertices[v] = *made_.vertices[t][v];
        triangle.setup = made_.triangles[t];
        triangle.next = first;
        setFlatAttributes(triangle, *made_.provoking[t]);
        first = made;
    }
    triangles_->drop(id);
    return first;
}

TriangleId Clipper::takeTriangle() {
    const TriangleId id = buffer_.front();
    const TriangleId next = (*triangles_)[id].next;
    if (next == kNoTriangle)
        buffer_.pop();
    else
        buffer_.front() = next;
    return id;
}

void Clipper::sendTriangles(sim::Cycle cycle) {
    if (setupCycles_ > 0) {
        --setupCycles_;
        changed_ = true;
    }
    if (setupCycles_ > 0 || (buffer_.size() < trianglesPerCycle_ && !lastBuffered_)) return;
    for (uint32_t i = 0; i < trianglesPerCycle_ && !buffer_.empty() && requested_ > 0; ++i) {
        const TriangleId id = takeTriangle();
        if ((*triangles_)[id].last) {
            requestsFrom_ = cycle + setupInputLatency_ + kCyclesWithoutRequests + 1;
            enter(UnitStatus::End);
        }
        output.write(cycle, id);
        --requested_;
        setupCycles_ = setupStartLatency_;
        ++statistics_.outputs;
        changed_ = true;
    }
}

std::string Clipper::describeWait() const {
    if (!working()) return {};
    if (!buffer_.empty() && requested_ == 0) return "waits for triangle setup to ask for triangles";
    return "waits for triangles from primitive assembly";
}

sim::Backlog Clipper::backlog() const {
    if (buffer_.full()) return sim::Backlog::Full;
    return buffer_.empty() && inUnits_.inFlight() == 0 ? sim::Backlog::None : sim::Backlog::Some;
}

void Clipper::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "input", .unit = "triangles", .used = buffer_.size(), .capacity = buffer_.capacity()});
}

template class UnitBox<Clipper, DrawProtocol>;

}  // namespace cyclorama::machine::timing
