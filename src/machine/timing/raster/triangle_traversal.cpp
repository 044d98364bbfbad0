// SPDX-License-Identifier: MIT
#include "machine/timing/raster/triangle_traversal.h"

#include <algorithm>
#include <utility>

#include "func/raster/raster_scan_line.h"
#include "machine/configuration/settings.h"
#include "machine/timing/draw/work_names.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

sim::StatisticInfo traversalStatistic(const char* name, const char* unit, const char* sentence) {
    return sim::statisticOf(name, "TT", unit, sentence);
}

std::unique_ptr<func::TileTraversal> makeTraversal(const RasterizationParameters& parameters) {
    if (parameters.recursiveMode) return std::make_unique<func::RecursiveTraversal>(tileSizes(parameters));
    return std::make_unique<func::ScanLineTraversal>(tileSizes(parameters));
}

}  // namespace

uint32_t generatedQuadsPerCycle(const RasterizationParameters& parameters) {
    return parameters.stampsPerCycle * (parameters.genWidth / func::kQuadWidth) *
           (parameters.genHeight / func::kQuadWidth);
}

TriangleTraversal::Statistics::Statistics(sim::StatisticsRegistry& r)
    : inputs(r, traversalStatistic("InputTriangles", "triangles", "Triangles received, the last of a batch included.")),
      requests(r, traversalStatistic("RequestedTriangles", "requests", "Requests for triangles.")),
      outputs(r, traversalStatistic("GeneratedFragments", "fragments", "Fragments of quads sent, covered or not.")),
      utilization(r, traversalStatistic("UtilizationCycles", "cycles",
                                        "Cycles of tile tests, or in which a group is started.")),
      covered{{{r, traversalStatistic("Stamps0Fragment", "stamps",
                                      "Quads without a covered fragment, the last one included.")},
               {r, traversalStatistic("Stamps1Fragment", "stamps", "Quads with one covered fragment.")},
               {r, traversalStatistic("Stamps2Fragment", "stamps", "Quads with two covered fragments.")},
               {r, traversalStatistic("Stamps3Fragment", "stamps", "Quads with three covered fragments.")},
               {r, traversalStatistic("Stamps4Fragment", "stamps", "Quads with all fragments covered.")}}} {}

TriangleTraversal::TriangleTraversal(sim::Simulation& simulation, sim::DomainId domain, TrianglePool& triangles,
                                     QuadPool& quads, const RasterizationParameters& parameters,
                                     const TriangleSetupParameters& setup)
    : UnitBox(simulation, domain, "TriangleTraversal"),
      input(*this, {.name = "input", .width = setup.trianglesPerCycle, .latency = setup.triangleOutputLatency}),
      inputRequest(*this, "inputRequest"),
      output(*this, "output"),
      outputReady(*this, "outputReady", true),
      triangles_(&triangles),
      quads_(&quads),
      trianglesPerCycle_(setup.trianglesPerCycle),
      quadsPerCycle_(generatedQuadsPerCycle(parameters)),
      configuredGroupSize_(parameters.recursiveMode ? static_cast<uint32_t>(parameters.batchSize) : 1),
      groupSize_(configuredGroupSize_),
      configuredTraversal_(makeTraversal(parameters)),
      recursiveTraversal_(parameters.recursiveMode ? nullptr
                                                   : std::make_unique<func::RecursiveTraversal>(tileSizes(parameters))),
      traversal_(configuredTraversal_.get()),
      statistics_(simulation.statistics()),
      queue_(parameters.batchQueueSize) {
    group_.reserve(configuredGroupSize_);
    input.describeBy(triangleNames(triangles));
}

void TriangleTraversal::start(sim::Cycle, DrawRecord& draw) {
    draw_ = &draw;
    const bool single = draw_->dialect.traversal == gpu::TraversalGroups::SingleTriangle;
    groupSize_ = single ? 1 : configuredGroupSize_;
    traversal_ = (single && recursiveTraversal_ ? recursiveTraversal_ : configuredTraversal_).get();
    queue_.clear();
    requested_ = 0;
    groupTriangles_ = 0;
    traversing_ = false;
}

bool TriangleTraversal::work(sim::Cycle cycle) {
    bool busy = false;
    if (traversing_ && outputReady.read(cycle)) {
        if (groupTriangles_ == 0) {
            sendLast(cycle);
        } else {
            busy = true;
            generate(cycle);
        }
    }
    if (groupDone()) finishGroup();
    if (groupWaits()) {
        startGroup();
        busy = busy || groupTriangles_ != 0;
    }
    for (const TriangleId id : input.take(cycle)) {
        queue_.push(id);
        --requested_;
        ++statistics_.inputs;
    }
    if (requestsInput()) {
        inputRequest.write(cycle, TriangleRequest{trianglesPerCycle_});
        requested_ += trianglesPerCycle_;
        ++statistics_.requests;
    }
    if (busy) ++statistics_.utilization;
    return requestsInput() || groupWaits() || (traversing_ && outputReady.read(cycle)) || groupDone();
}

void TriangleTraversal::generate(sim::Cycle cycle) {
    traversal_->step();
    TraversedQuads quads;
    uint32_t left = quadsPerCycle_;
    while (left != 0) {
        const uint32_t empty = traversal_->skipEmptyQuads(left);
        quads.empty += empty;
        statistics_.covered[0].add(empty);
        left -= empty;
        if (left == 0 || !generateQuad(cycle, quads)) break;
        --left;
    }
    statistics_.outputs.add(uint64_t{quadsPerCycle_ - left} * func::kQuadFragments);
    if (quads.empty != 0) output.write(cycle, quads);
}

bool TriangleTraversal::generateQuad(sim::Cycle cycle, TraversedQuads& quads) {
    if (spare_ == kNoQuad) spare_ = quads_->acquire();
    QuadInFlight& quad = (*quads_)[spare_];
    if (!traversal_->nextQuad(quad.quad)) return false;
    const bool multisampling = draw_->state.raster->samples > 1;
    const uint32_t counted = multisampling ? quad.quad.cornerCoverage : quad.quad.coverage;
    ++statistics_.covered[func::countFragments(counted)];
    if (quad.quad.coverage == 0) {
        ++quads.empty;
        return true;
    }
    quad.draw = draw_;
    quad.triangle = queue_[quad.quad.triangle];
    quad.created = cycle;
    triangles_->use(quad.triangle);
    quads.quad = std::exchange(spare_, kNoQuad);
    output.write(cycle, quads);
    quads = {};
    return true;
}

void TriangleTraversal::sendLast(sim::Cycle cycle) {
    const QuadId id = quads_->acquire();
    QuadInFlight& quad = (*quads_)[id];
    quad.draw = draw_;
    quad.last = true;
    quad.created = cycle;
    output.write(cycle, TraversedQuads{.empty = 0, .quad = id});
    statistics_.outputs.add(func::kQuadFragments);
    ++statistics_.covered[0];

    triangles_->drop(queue_.pop());
    traversing_ = false;
    enter(UnitStatus::End);
}

void TriangleTraversal::finishGroup() {
    for (uint32_t t = 0; t < groupTriangles_; ++t) triangles_->drop(queue_.pop());
    traversing_ = false;
}

bool TriangleTraversal::groupWaits() const {
    if (traversing_ || queue_.empty()) return false;
    return queue_.size() >= groupSize_ || (*triangles_)[queue_[queue_.size() - 1]].last;
}

void TriangleTraversal::startGroup() {
    traversing_ = true;
    groupTriangles_ = std::min(queue_.size(), groupSize_);
    if ((*triangles_)[queue_[groupTriangles_ - 1]].last) --groupTriangles_;
    if (groupTriangles_ == 0) return;
    group_.clear();
    for (uint32_t t = 0; t < groupTriangles_; ++t) group_.push_back((*triangles_)[queue_[t]].setup);
    traversal_->start(*draw_->state.raster, group_);
}

std::string TriangleTraversal::describeWait() const {
    if (state() == UnitStatus::End) return "waits for the rasterizer to end the batch";
    if (!working()) return {};
    if (traversing_) return "waits for room in hierarchical Z";
    return "waits for triangles of setup, with " + std::to_string(queue_.size()) + " in its queue";
}

sim::Backlog TriangleTraversal::backlog() const {
    if (queue_.size() + trianglesPerCycle_ > queue_.capacity()) return sim::Backlog::Full;
    return queue_.empty() ? sim::Backlog::None : sim::Backlog::Some;
}

void TriangleTraversal::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "input",
                      .unit = "triangles",
                      .used = queue_.size(),
                      .capacity = queue_.capacity(),
                      .needed = trianglesPerCycle_});
}

template class UnitBox<TriangleTraversal, DrawProtocol>;

}  // namespace cyclorama::machine::timing
