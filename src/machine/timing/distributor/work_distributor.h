// SPDX-License-Identifier: MIT
#pragma once
// The work distributor: the hub between hierarchical Z, interpolator, shader processors, depth test and colour write
// for fragments, and between streamer and shader processors for vertices.
//
// Parameters: WorkDistributorParameters, with NumStampPipes, NumFragmentShaders, NumVertexShaders, StampsPerCycle, tile
// sizes, NumInterpolators and the shaders' InputsPerCycle, OutputsPerCycle, OutputLatency and VectorLength or
// ThreadGroup.
//
// In a cycle, while drawing: shaded (or late tested) quads go to colour write, late shaded ones to the depth test;
// vertices to the streamer; outputs of the shaders are taken and sorted, of each processor those of one kind; vertices
// are taken; a group of vertices, or groups of fragments where none of vertices is due, are queued for the shaders;
// queued inputs go to the shaders; interpolated quads are taken, others go to the interpolator, come from and go to the
// early depth test; generated quads are taken. The vertex path alone runs whenever nothing is drawn.
//
// Inputs: commands (Reset, Draw, End, in states that take them), and those of the paths.
// Outputs: status, and those of the paths.
// Statistics: the columns with the suffix FFU; those of triangles are always 0.
// Simplified: no triangle setup on the shaders; the state of a draw arrives with it.

#include <string>
#include <vector>

#include "machine/timing/distributor/work_distributor_fragments.h"
#include "machine/timing/distributor/work_distributor_settings.h"
#include "machine/timing/distributor/work_distributor_shaders.h"
#include "machine/timing/distributor/work_distributor_vertices.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class WorkDistributor final : public UnitBox<WorkDistributor, DrawProtocol> {
    friend UnitBox;

  public:
    WorkDistributor(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertexPool, QuadPool& quadPool,
                    const WorkDistributorSettings& settings);

    ShaderQueues shaders;
    VertexPath vertices;
    FragmentPath fragments;

    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    const Box* holdup() const override;

  private:
    struct TriangleStatistics {
        explicit TriangleStatistics(sim::StatisticsRegistry& registry);
        sim::Counter inputs, outputs, shaded, inputOccupation, outputOccupation;
    };

    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    inline bool work(sim::Cycle cycle);
    bool standBy(sim::Cycle cycle) { return shade(cycle, false); }
    inline void show(sim::Cycle cycle);
    inline sim::Cycle alarm(sim::Cycle cycle) const;
    bool shade(sim::Cycle cycle, bool drawing);
    bool sortOutputs(sim::Cycle cycle);
    bool sortVertices(ElementQueue& outputs);
    bool sortFragments(ElementQueue& outputs, sim::Cycle cycle);

    VertexPool* vertexPool_;
    QuadPool* quadPool_;
    TriangleStatistics triangleStatistics_;
    sim::Cycle clocked_ = 0;  // last
};

extern template class UnitBox<WorkDistributor, DrawProtocol>;

}  // namespace cyclorama::machine::timing
