// SPDX-License-Identifier: MIT
#include "machine/timing/raster/triangle_setup.h"

#include <algorithm>
#include <cmath>

#include "machine/timing/draw/work_names.h"
#include "machine/values/window_primitives.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

sim::StatisticInfo setupStatistic(const char* name, const char* sentence) {
    return sim::statisticOf(name, "TS", "triangles", sentence);
}

/// Pixels across, without the one more that bounds have on each side.
uint32_t pixelsAcross(int32_t minimum, int32_t maximum) { return static_cast<uint32_t>(maximum - minimum - 1); }

}  // namespace

TriangleSetup::Statistics::Statistics(sim::StatisticsRegistry& r)
    : inputs(r, setupStatistic("InputTriangles", "Triangles received, the last of a batch included.")),
      outputs(r, setupStatistic("OutputTriangles", "Triangles sent to traversal, the last of a batch included.")),
      requests(r, {"RequestedTriangles_TS", "requests", "Requests of traversal."}),
      culled(r, setupStatistic("CulledTriangles", "Triangles dropped for their facing, or having no area.")),
      front(r, setupStatistic("FrontFacingTriangles", "Triangles that face the eye, or have no area.")),
      back(r, setupStatistic("BackFacingTriangles", "Triangles that face away.")),
      below1(r, setupStatistic("TrianglesLess_1", "Triangles kept by their facing, of less than 1 pixel.")),
      from1To4(r, setupStatistic("Triangles1_to_4", "Triangles kept by their facing, of 1 pixel and less than 4.")),
      from4To16(r, setupStatistic("Triangles4_to_16", "Triangles kept by their facing, of 4 pixels and less than 16.")),
      from16To100(
          r, setupStatistic("Triangles16_to_100", "Triangles kept by their facing, of 16 pixels and less than 100.")),
      from100To1000(r, setupStatistic("Triangles100_to_1000",
                                      "Triangles kept by their facing, of 100 pixels and less than 1000.")),
      from1000ToScreen(r, setupStatistic("Triangles1000_to_Screen",
                                         "Triangles kept by their facing, of 1000 pixels and less than the viewport.")),
      aboveScreen(r, setupStatistic("TrianglesGreaterScreen",
                                    "Triangles kept by their facing, as large as the viewport or larger.")),
      withinPixel(r,
                  setupStatistic("TrianglesOverlap_1x1", "Triangles kept by their facing, with bounds of one pixel.")),
      withinQuad(r, setupStatistic("TrianglesOverlap_2x2",
                                   "Triangles kept by their facing, with bounds of up to 2x2 pixels.")) {}

TriangleSetup::TriangleSetup(sim::Simulation& simulation, sim::DomainId domain, TrianglePool& triangles,
                             const TriangleSetupParameters& parameters)
    : UnitBox(simulation, domain, "TriangleSetup"),
      input(*this,
            {.name = "input", .width = parameters.trianglesPerCycle, .latency = parameters.triangleInputLatency}),
      inputRequest(*this, "inputRequest"),
      outputRequest(*this, {.name = "outputRequest", .width = 1, .latency = 1}),
      output(*this, "output"),
      triangles_(&triangles),
      trianglesPerCycle_(parameters.trianglesPerCycle),
      startLatency_(parameters.setupStartLatency),
      statistics_(simulation.statistics()),
      inSetup_(*this, {.name = "inSetup", .width = parameters.setupUnits, .latency = parameters.setupLatency}),
      queue_(parameters.setupFifoSize) {
    inSetup_.driveFromOutside();
    input.describeBy(triangleNames(triangles));
    inSetup_.describeBy(triangleNames(triangles));
}

bool TriangleSetup::receive(sim::Cycle cycle) {
    const auto request = outputRequest.read(cycle);
    if (!request) return false;
    requested_ += request->triangles;
    ++statistics_.requests;
    return true;
}

void TriangleSetup::start(sim::Cycle cycle, DrawRecord&) {
    queue_.clear();
    reserved_ = 0;
    requested_ = 0;
    inputFrom_ = cycle;
    lastReceived_ = false;
}

bool TriangleSetup::work(sim::Cycle cycle) {
    if (requestsInput()) requestInput(cycle);
    if (cycle >= inputFrom_) takeTriangles(cycle);
    finishSetup(cycle);
    send(cycle);
    return requestsInput() || (requested_ != 0 && !queue_.empty());
}

void TriangleSetup::requestInput(sim::Cycle cycle) {
    const uint32_t triangles = std::min(queue_.free() - reserved_, trianglesPerCycle_);
    inputRequest.write(cycle, TriangleRequest{triangles});
    reserved_ += triangles;
}

void TriangleSetup::takeTriangles(sim::Cycle cycle) {
    for (const TriangleId id : input.take(cycle)) {
        lastReceived_ = (*triangles_)[id].last;
        inSetup_.write(cycle, id);
        inputFrom_ = cycle + startLatency_;
        ++statistics_.inputs;
    }
}

void TriangleSetup::finishSetup(sim::Cycle cycle) {
    for (const TriangleId id : inSetup_.take(cycle)) {
        TriangleInFlight& triangle = (*triangles_)[id];
        --reserved_;
        if (!triangle.last && setUp(triangle)) {
            ++statistics_.culled;
            triangles_->drop(id);
        } else {
            queue_.push(id);
        }
    }
}

bool TriangleSetup::affordable(const TriangleInFlight& triangle) {
    DrawRecord& draw = *triangle.draw;
    if (draw.limitsTriangles && !draw.trianglesEnded && !draw.work.takeTriangle(triangle.setup))
        draw.trianglesEnded = draw.tooLong = true;
    return !draw.trianglesEnded && !draw.givenUp;
}

bool TriangleSetup::setUpInWindow(TriangleInFlight& triangle) {
    const gpu::DrawState& state = triangle.draw->state;
    const bool dropped = cullWindowTriangle(triangle.setup, state) || !affordable(triangle);
    ++(triangle.setup.area < 0.0 ? statistics_.back : statistics_.front);
    const double screen = static_cast<double>(state.raster->surfaceWidth) * state.raster->surfaceHeight;
    if (!dropped) countSize(triangle.setup, std::abs(triangle.setup.area) * 0.5, screen);
    return dropped;
}

bool TriangleSetup::setUp(TriangleInFlight& triangle) {
    if (triangle.draw->inWindow()) return setUpInWindow(triangle);
    const func::RasterState& state = *triangle.draw->state.raster;
    auto& vertices = triangle.vertices;
    triangle.setup = func::setupTriangle(vertices[0][func::kPositionAttribute], vertices[1][func::kPositionAttribute],
                                         vertices[2][func::kPositionAttribute], state);
    const double area = triangle.setup.area;
    ++(area < 0.0 ? statistics_.back : statistics_.front);
    const bool dropped = func::cullTriangle(triangle.setup, state.cullMode) || !affordable(triangle);
    const double screen = static_cast<double>(state.viewport.width * state.viewport.height);
    if (!dropped || (area == 0.0 && state.cullMode != func::CullMode::FrontAndBack))
        countSize(triangle.setup, std::abs(triangle.setup.viewportShare) * screen, screen);
    if (!dropped && state.twoSidedColor)
        for (func::VertexAttributes& vertex : vertices) func::selectFaceColors(area, vertex);
    return dropped;
}

void TriangleSetup::countSize(const func::SetupTriangle& triangle, double pixels, double screen) {
    const auto size = [&]() -> sim::Counter* {
        if (pixels < 1.0) return &statistics_.below1;
        if (pixels < 4.0) return &statistics_.from1To4;
        if (pixels < 16.0) return &statistics_.from4To16;
        if (pixels < 100.0) return &statistics_.from16To100;
        if (pixels < 1000.0) return &statistics_.from100To1000;
        if (pixels < screen) return &statistics_.from1000ToScreen;
        return pixels >= screen ? &statistics_.aboveScreen : nullptr;
    }();
    if (size != nullptr) ++*size;

    const uint32_t width = pixelsAcross(triangle.bounds.minX, triangle.bounds.maxX);
    const uint32_t height = pixelsAcross(triangle.bounds.minY, triangle.bounds.maxY);
    if (width == 1 && height == 1) ++statistics_.withinPixel;
    if (width <= 2 && height <= 2) ++statistics_.withinQuad;
}

void TriangleSetup::send(sim::Cycle cycle) {
    for (uint32_t i = 0; i < trianglesPerCycle_ && requested_ > 0 && !queue_.empty(); ++i) {
        const TriangleId id = queue_.pop();
        output.write(cycle, id);
        if ((*triangles_)[id].last) enter(UnitStatus::End);
        --requested_;
        ++statistics_.outputs;
    }
}

std::string TriangleSetup::describeWait() const {
    if (state() == UnitStatus::End) return "waits for the rasterizer to end the batch";
    if (!working()) return {};
    if (!queue_.empty()) return "waits for traversal to take " + std::to_string(queue_.size()) + " triangles";
    return "waits for triangles of the clipper";
}

sim::Backlog TriangleSetup::backlog() const {
    if (queue_.full()) return sim::Backlog::Full;
    return queue_.empty() ? sim::Backlog::None : sim::Backlog::Some;
}

void TriangleSetup::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "input", .unit = "triangles", .used = queue_.size(), .capacity = queue_.capacity()});
}

template class UnitBox<TriangleSetup, DrawProtocol>;

}  // namespace cyclorama::machine::timing
