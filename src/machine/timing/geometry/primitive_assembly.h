// SPDX-License-Identifier: MIT
#pragma once
// Primitive assembly: from shaded vertices in order to triangles, or where they are set up in window coordinates also
// points and lines.
//
// Parameters: PrimitiveAssemblyParameters; AttributesSentCycle and StartLatency of its neighbours.
// Inputs: commands; vertices, VerticesCycle a cycle; requests of the clipper.
// Outputs: requests of vertices, up to VerticesCycle a cycle, as far as the assembly queue has room beside those asked
// for; triangles, TrianglesCycle a cycle and in every StartLatency-th, as the clipper asks for them; status.
// Statistics: the columns with the suffix PA.
//
// Triangles with two equal indices are dropped, each in place of another one in its cycle. After the last triangle of a
// batch one more is sent that only says so. A vertex can be assembled in the cycle after it arrived. The first vertex
// of a fan or of a loop of lines is kept beside the queue.
//
// Every instance begins with a new primitive. In homogeneous coordinates primitives that are no triangles are dropped.
// In window coordinates lines and points take a triangle's place: an estimate, as no document gives their rate.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "machine/configuration/parameters/primitive_assembly_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/streamer/streamer_messages.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class PrimitiveAssembly final : public UnitBox<PrimitiveAssembly, DrawProtocol> {
    friend UnitBox;

  public:
    struct Links {
        /// STREAMER/AttributesSentCycle.
        uint32_t attributesPerCycle = 4;
        /// CLIPPER/StartLatency.
        uint32_t clipperStartLatency = 1;
    };

    PrimitiveAssembly(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertexPool,
                      TrianglePool& trianglePool, const PrimitiveAssemblyParameters& parameters, const Links& links);

    /// From the streamer's commit. Takes over the sender's use of the vertex.
    sim::Signal<VertexId> vertices;
    sim::Output<VertexRequest> vertexRequests;
    /// From the clipper.
    sim::Signal<TriangleRequest> triangleRequests;
    sim::Output<TriangleId> triangles;

    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    static constexpr VertexId kNoVertex = ~VertexId{0};

    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter vertices, requests, triangles, degenerate;
    };

    /// From the configuration.
    struct Limits {
        uint32_t verticesPerCycle = 0;
        uint32_t trianglesPerCycle = 0;
        uint32_t clipperStartLatency = 0;  // cycles
    };

    bool receive(sim::Cycle cycle);
    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void requestVertices(sim::Cycle cycle);
    void sendLast(sim::Cycle cycle);
    void assembleTriangles(sim::Cycle cycle);
    bool primitiveComplete() const;
    void assemble(sim::Cycle cycle);
    void sendPrimitive(sim::Cycle cycle, const std::array<VertexId, 3>& corners);
    void finishPrimitive();
    /// The first vertices of the queue are not used any more.
    void retire(uint32_t vertexCount);
    void startRun();
    void finishRun();
    void receiveVertices(sim::Cycle cycle);
    void keepCenter(VertexId id);
    /// Position in the run of the first vertex that a primitive uses, the centre of a fan or loop aside.
    uint32_t firstVertexOf(uint32_t primitive) const;
    /// Vertices of the run that have to be there for a primitive.
    uint32_t verticesNeeded(uint32_t primitive) const;

    VertexPool* vertexPool_;
    TrianglePool* trianglePool_;
    Limits limits_;
    Statistics statistics_;

    bool changed_ = false;  // in this cycle: the next may be different
    DrawRecord* draw_ = nullptr;
    func::PrimitiveType type_ = func::PrimitiveType::Triangles;
    uint32_t cornersOfPrimitive_ = 3;
    bool keepsCenter_ = false;
    uint32_t run_ = 0;  // of the instance
    uint32_t verticesOfRun_ = 0;
    uint32_t primitivesOfRun_ = 0;

    sim::BoundedQueue<VertexId> queue_;
    VertexId center_ = kNoVertex;  // of a fan, or the end of a loop
    uint32_t retired_ = 0;         // vertices of the run that are not in the queue any more
    uint32_t primitive_ = 0;       // of the run, the next to be assembled
    uint64_t received_ = 0;        // vertices of the batch
    uint64_t total_ = 0;
    uint64_t discard_ = 0;    // next vertices to be received, which no primitive uses
    uint32_t requested_ = 0;  // vertices on their way
    uint32_t triangle_ = 0;   // of the batch
    bool lastIsNext_ = false;
    uint32_t clipperRequests_ = 0;
    uint32_t clipperCycles_ = 0;
};

extern template class UnitBox<PrimitiveAssembly, DrawProtocol>;

}  // namespace cyclorama::machine::timing
