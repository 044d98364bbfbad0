// SPDX-License-Identifier: MIT
#pragma once
// The clipper. In homogeneous coordinates it drops the triangles that are outside of one frustum plane as a whole; all
// others pass uncut. In window coordinates it makes triangles of the primitives: lines and points become two, polygons
// are cut at the guard band and the near plane where they must be (WindowPrimitives).
//
//   primitive assembly -> [units: TrianglesCycle triangles every StartLatency cycles, ExecLatency each] -> clip buffer
//                      -> triangle setup, as it asks for triangles
//
// Parameters: ClipperParameters; SetupStartLatency and TriangleInputLatency of triangle setup.
// Inputs: commands; triangles, TrianglesCycle a cycle, latency 1; requests of triangle setup.
// Outputs: requests of triangles, up to TrianglesCycle a cycle, as far as the buffer has room beside those asked for;
// triangles, TrianglesCycle a cycle and in every SetupStartLatency-th, as setup asks for them and as soon as there are
// TrianglesCycle, or the last one; status.
// Statistics: the columns with the suffix CLP.
//
// All triangles of a primitive take one place of the buffer until the last of them has been sent. Cutting a polygon
// takes a unit no longer than any other, and setup as many turns as triangles come out: an estimate.
//
// A dropped triangle gives its place back when it comes out of its unit. The batch's last triangle passes whatever its
// position. For TriangleInputLatency + 4 cycles after it, requests count for nothing: setup still asks for triangles of
// a batch that has no more.
//
// With frustum clipping off no triangle is rejected.

#include <cstdint>
#include <string>
#include <vector>

#include "machine/configuration/parameters/clipper_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/values/window_primitives.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class Clipper final : public UnitBox<Clipper, DrawProtocol> {
    friend UnitBox;

  public:
    struct Links {
        /// RASTERIZER/SetupStartLatency.
        uint32_t setupStartLatency = 4;
        /// RASTERIZER/TriangleInputLatency.
        uint32_t setupInputLatency = 2;
    };

    Clipper(sim::Simulation& simulation, sim::DomainId domain, TrianglePool& triangles,
            const ClipperParameters& parameters, const Links& links);

    /// From primitive assembly. It must leave StartLatency cycles between triangles of different cycles.
    sim::Signal<TriangleId> input;
    sim::Output<TriangleRequest> inputRequests;
    /// From triangle setup.
    sim::Signal<TriangleRequest> outputRequests;
    sim::Output<TriangleId> output;

    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter inputs, outputs, clipped;
    };

    bool receive(sim::Cycle cycle);
    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void requestTriangles(sim::Cycle cycle);
    void takeTriangles(sim::Cycle cycle);
    void finishTriangles(sim::Cycle cycle);
    void sendTriangles(sim::Cycle cycle);
    static bool isOutside(const TriangleInFlight& triangle);
    /// The first of the triangles that a primitive becomes, or kNoTriangle where none is left of it.
    TriangleId makeTriangles(TriangleId id);
    TriangleId takeTriangle();

    TrianglePool* triangles_;
    uint32_t trianglesPerCycle_;
    uint32_t startLatency_;
    uint32_t setupStartLatency_;
    uint32_t setupInputLatency_;
    Statistics statistics_;

    bool changed_ = false;  // in this cycle: the next may be different
    /// Triangles in the units.
    sim::Signal<TriangleId> inUnits_;
    sim::Output<TriangleId> toUnits_;
    /// For a primitive that has become several triangles: the first of those that are left.
    sim::BoundedQueue<TriangleId> buffer_;
    bool inWindow_ = false;
    WindowPrimitives windowPrimitives_{false};
    TriangleList made_;
    /// Places of the buffer for triangles asked for, on their way or in a unit.
    uint32_t reserved_ = 0;
    uint32_t requested_ = 0;  // by triangle setup
    uint32_t startCycles_ = 0;
    uint32_t setupCycles_ = 0;
    bool lastBuffered_ = false;
    /// Requests that come before this cycle do not count.
    sim::Cycle requestsFrom_ = 0;
};

extern template class UnitBox<Clipper, DrawProtocol>;

}  // namespace cyclorama::machine::timing
