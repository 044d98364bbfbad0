// SPDX-License-Identifier: MIT
#pragma once
// Triangle setup: edge and depth equations, culling by facing and by area.
//
//   clipper -> [setup units: SetupUnits triangles every SetupStartLatency cycles, SetupLatency each] -> setup queue
//           -> traversal, as it asks for triangles
//
// Parameters: TriangleSetupParameters. Setup asks the clipper for triangles every cycle in which the setup queue has
// room for them beside those already asked for; a culled triangle gives its place back when it comes out of its unit.
// In window coordinates the clipper has computed the equations already; they take their time here all the same. The
// last triangle of a batch goes the same way as the others, and the unit is at its end when it has left.
//
// Inputs: triangles, width TrianglesCycle, latency TriangleInputLatency; requests of traversal; commands.
// Outputs: requests to the clipper; triangles to traversal; status.
// Statistics: the columns with the suffix TS.
// Simplified: no setup on shader processors (TriangleSetupOnShader); any number of triangles may be set up and not yet
// rasterized (EmulatorStoredTriangles bounds a table of the simulator that it comes from, not of the hardware).

#include <string>
#include <vector>

#include "machine/configuration/parameters/triangle_setup_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class TriangleSetup final : public UnitBox<TriangleSetup, DrawProtocol> {
    friend UnitBox;

  public:
    TriangleSetup(sim::Simulation& simulation, sim::DomainId domain, TrianglePool& triangles,
                  const TriangleSetupParameters& parameters);

    /// From the clipper. It must leave SetupStartLatency cycles between triangles that arrive in different cycles.
    sim::Signal<TriangleId> input;
    /// To the clipper: up to TrianglesCycle more may be sent.
    sim::Output<TriangleRequest> inputRequest;
    /// From traversal.
    sim::Signal<TriangleRequest> outputRequest;
    /// To traversal: up to TrianglesCycle a cycle.
    sim::Output<TriangleId> output;

    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter inputs, outputs, requests, culled, front, back;
        sim::Counter below1, from1To4, from4To16, from16To100, from100To1000, from1000ToScreen, aboveScreen;
        sim::Counter withinPixel, withinQuad;
    };

    bool receive(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void requestInput(sim::Cycle cycle);
    void takeTriangles(sim::Cycle cycle);
    void finishSetup(sim::Cycle cycle);
    /// Returns true if the draw may do that much more work; else the rest of the draw is left out.
    static bool affordable(const TriangleInFlight& triangle);
    /// Returns true if the triangle is dropped.
    bool setUp(TriangleInFlight& triangle);
    bool setUpInWindow(TriangleInFlight& triangle);
    /// Counts by size: `pixels` covered, of `screen` pixels.
    void countSize(const func::SetupTriangle& triangle, double pixels, double screen);
    void send(sim::Cycle cycle);
    bool requestsInput() const { return !lastReceived_ && queue_.size() + reserved_ < queue_.capacity(); }

    TrianglePool* triangles_;
    uint32_t trianglesPerCycle_;
    uint32_t startLatency_;
    Statistics statistics_;

    /// Triangles in the setup units.
    sim::Signal<TriangleId> inSetup_;
    sim::BoundedQueue<TriangleId> queue_;
    /// Places of the queue for triangles asked for, on their way or in a unit.
    uint32_t reserved_ = 0;
    uint32_t requested_ = 0;  // by traversal
    sim::Cycle inputFrom_ = 0;
    bool lastReceived_ = false;
};

extern template class UnitBox<TriangleSetup, DrawProtocol>;

}  // namespace cyclorama::machine::timing
