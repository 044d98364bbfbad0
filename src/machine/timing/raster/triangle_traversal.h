// SPDX-License-Identifier: MIT
#pragma once
// Triangle traversal: which quads of fragments triangles cover.
//
//   setup -> triangle queue -> [group of triangles: tile tests, generation tiles] -> quads -> hierarchical Z
//
// Parameters: RasterizationParameters. A group is up to RasterizationBatchSize triangles with recursive traversal, one
// with scan lines, and one in window coordinates, which are always traversed recursively; the next is started when the
// one before has given its last quad and as many triangles wait, or fewer with the last of the batch. In each cycle in
// which hierarchical Z is ready, a step of tile tests is made and up to StampsPerCycle generation tiles' worth of quads
// come out, covered or not. The order and timing of tiles is that of func::TileTraversal.
//
// Inputs: triangles, width TrianglesCycle, latency TriangleOutputLatency; readiness of hierarchical Z; commands.
// Outputs: requests for triangles, TrianglesCycle at a time; quads; status.
// Statistics: the columns with the suffix TT. With multisampling, Stamps*Fragment counts the fragments of which the
// corner of the pixel is inside.
// Simplified: MSAASamplesCycle costs nothing.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "func/raster/raster_traversal.h"
#include "machine/configuration/parameters/rasterization_parameters.h"
#include "machine/configuration/parameters/triangle_setup_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// Quads that traversal makes, and hierarchical Z takes and passes on, each cycle.
uint32_t generatedQuadsPerCycle(const RasterizationParameters& parameters);

class TriangleTraversal final : public UnitBox<TriangleTraversal, DrawProtocol> {
    friend UnitBox;

  public:
    TriangleTraversal(sim::Simulation& simulation, sim::DomainId domain, TrianglePool& triangles, QuadPool& quads,
                      const RasterizationParameters& parameters, const TriangleSetupParameters& setup);

    /// From setup.
    sim::Signal<TriangleId> input;
    /// To setup.
    sim::Output<TriangleRequest> inputRequest;
    /// To hierarchical Z: up to generatedQuadsPerCycle() quads a cycle, those of one cycle in order.
    sim::Output<TraversedQuads> output;
    /// From hierarchical Z: it has room for two cycles' worth of quads.
    sim::Level<bool> outputReady;

    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter inputs, requests, outputs, utilization;
        /// By the number of covered fragments.
        std::array<sim::Counter, func::kQuadFragments + 1> covered;
    };

    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void generate(sim::Cycle cycle);
    /// Sends the next quad of the group, or makes it one more empty quad. False without a next quad.
    bool generateQuad(sim::Cycle cycle, TraversedQuads& quads);
    void sendLast(sim::Cycle cycle);
    void finishGroup();
    bool groupWaits() const;
    void startGroup();
    bool groupDone() const { return traversing_ && groupTriangles_ != 0 && traversal_->finished(); }
    bool requestsInput() const { return queue_.size() + requested_ + trianglesPerCycle_ <= queue_.capacity(); }

    TrianglePool* triangles_;
    QuadPool* quads_;
    uint32_t trianglesPerCycle_;
    uint32_t quadsPerCycle_;
    uint32_t configuredGroupSize_;
    uint32_t groupSize_;  // of the draw
    std::unique_ptr<func::TileTraversal> configuredTraversal_;
    /// For single triangles; null if the configured one is recursive.
    std::unique_ptr<func::TileTraversal> recursiveTraversal_;
    func::TileTraversal* traversal_;  // of the draw
    Statistics statistics_;

    DrawRecord* draw_ = nullptr;
    /// The triangles of the group come first.
    sim::BoundedQueue<TriangleId> queue_;
    uint32_t requested_ = 0;
    /// Triangles of the group, while traversing; 0 if the last of the batch is next.
    uint32_t groupTriangles_ = 0;
    bool traversing_ = false;
    std::vector<func::SetupTriangle> group_;
    /// Storage for the next quad; kNoQuad if the last was sent.
    QuadId spare_ = kNoQuad;
};

extern template class UnitBox<TriangleTraversal, DrawProtocol>;

}  // namespace cyclorama::machine::timing
