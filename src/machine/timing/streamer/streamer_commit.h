// SPDX-License-Identifier: MIT
#pragma once
// Puts shaded vertices back into the order of their indices and sends them to primitive assembly, as it asks for them:
// the output queue, and the output memory that it points into.
//
// Parameters: StreamerParameters: IndicesCycle, OutputFIFOSize, OutputMemorySize, VerticesCycle, AttributesSentCycle.
// Inputs: commands; indices of the output cache; shaded vertices, one a cycle and channel; requests of assembly.
// Outputs: vertices, VerticesCycle a cycle, each on a bus that its active outputs keep busy for as many cycles as
// AttributesSentCycle makes of them; they arrive InputBusLatency cycles after their last attribute was sent. What
// became free, to fetch and output cache. Status. Whether the last vertex of the batch was sent, to the work
// distributor. Statistics: the columns with the suffix StC.
//
// A vertex can be sent in the cycle after it came from the shader, one that hits in the cycle after its index came. The
// last index of a batch always goes through the shader, and is sent when that comes back.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/configuration/parameters/streamer_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/streamer/streamer_messages.h"
#include "sim/level.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class StreamerCommit final : public UnitBox<StreamerCommit, DrawProtocol> {
    friend UnitBox;

  public:
    struct Links {
        uint32_t channels = 8;
        uint32_t shaderOutputLatency = 11;
        uint32_t assemblyBusLatency = 10;
    };

    StreamerCommit(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertexPool,
                   const StreamerParameters& parameters, const Links& links);

    sim::Signal<StreamIndex> indices;
    /// One for each channel, of width 1 and latency OutputLatency.
    std::vector<std::unique_ptr<sim::Signal<VertexId>>> shaded;
    /// From primitive assembly.
    sim::Signal<VertexRequest> requests;
    /// To primitive assembly, with a latency for each. Every vertex counts as one more user.
    sim::Output<VertexId> vertices;
    sim::Output<FreedOutputs> freed;
    sim::Output<LineRelease> lineReleases;
    /// To the work distributor: true when the last vertex of the batch was sent, false again with the first index of
    /// the next.
    sim::LevelOutput<bool> lastVertexCommitted;

    std::string describeWait() const override;
    sim::Backlog backlog() const override;

  private:
    static constexpr VertexId kNoVertex = ~VertexId{0};

    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter indices, shaderOutputs, outputs, requests, outputAttributes;
        sim::Average shadeLatency;
    };

    struct Entry {
        VertexName name;
        uint32_t line = 0;
        bool shaded = false;
        sim::Cycle received = 0;
    };

    struct Line {
        VertexId vertex = kNoVertex;
        /// The youngest entry that waits for the line.
        std::optional<uint32_t> lastUser;
    };

    /// A line of the output cache released in the cycle before.
    struct Release {
        VertexName name;
        uint32_t line = 0;
        bool usedAgain = false;
    };

    bool receive(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void takeIndices(sim::Cycle cycle);
    void confirmReleases(sim::Cycle cycle);
    void sendVertices(sim::Cycle cycle);
    void send(sim::Cycle cycle, uint32_t& busCycles);
    void takeShaded(sim::Cycle cycle);
    void store(sim::Cycle cycle, VertexId id);

    VertexPool* vertices_;
    uint32_t attributesPerCycle_;
    uint32_t busLatency_;
    Statistics statistics_;

    bool changed_ = false;       // in this cycle: the next may be different
    bool clampsColors_ = false;  // of the batch's vertices
    uint64_t total_ = 0;         // vertices of the batch
    uint64_t sent_ = 0;          // of them
    uint32_t requested_ = 0;     // by assembly
    uint32_t cyclesOfVertex_ = 0;
    std::vector<uint32_t> busCycles_;  // until each bus is free again

    std::vector<Entry> queue_;
    uint32_t next_ = 0;
    std::vector<Line> lines_;  // of the output memory
    std::vector<Release> releases_;
    FreedOutputs freedNow_;
};

extern template class UnitBox<StreamerCommit, DrawProtocol>;

}  // namespace cyclorama::machine::timing
