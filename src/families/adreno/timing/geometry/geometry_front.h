// SPDX-License-Identifier: MIT
#pragma once
// The front of the geometry pipe: PC, which walks over the indices of draws and tessellates patches, VFD, which fetches
// and decodes attributes, and the storage of VPC for what programs leave.
//
//   draw -> queue -> [start: constants, instructions, preambles]
//       -> [a wave of vertices, if VaryingStorage has room for its records]
//       -> indices from UCHE -> [IndicesPerCycle, SkippedPerCycle] -> attributes from UCHE -> [AttributesPerCycle] ->
//       wave, to HLSQ
//       -> [in order, when its program has ended] -> varying_output.h -> its vertices and primitives, to GRAS -> room,
//       when they are rasterized
//   the vertices of some patches, ended -> waves of hull programs, ended, and those of the piece before -> factors from
//       UCHE -> [PatchCycles, TessellatorPointsPerCycle] -> waves of domain programs, as of vertices
//   the vertices of some primitives, ended -> waves of geometry programs, as of vertices
//
// Parameters: [ADRENO] DrawsInFlight to TessellatorPointsPerCycle; docs/develop/timing_adreno.md has their sources.
// Inputs: draws from the command processor, answers of UCHE, waves that have started or ended, room. Outputs: fetches,
// waves, primitives.
// Statistics: *_PC, *_VFD and *_VPC, by the names of the chips' own counters where there are any.
//
// Values: vertices that come again within 1024 are not shaded again, as in the functional machine, whose walk this is
// (pc/vertex_walk.h); indices and attributes are read when a wave is made (betweenCycles()).
// Vertices before a hull or geometry program are shaded for each primitive. Waves of such programs are made by a maker,
// which has the place of their primitives in the order (wave_maker.h).
// Simplified: of a vertex that later waves' primitives use again, the records take no room then. The first wave in the
// order has room always.

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/draw/draw_messages.h"
#include "families/adreno/timing/geometry/stage_statistics.h"
#include "families/adreno/timing/geometry/varying_output.h"
#include "families/adreno/timing/geometry/vertex_item.h"
#include "families/adreno/timing/lines/line_port.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// Bytes of the storage for varyings that are free again.
struct VaryingRoom {
    uint32_t bytes = 0;
};
std::string describe(const VaryingRoom& room);

class GeometryFront final : public sim::Box {
  public:
    /// Messages to GRAS that it has not made room for.
    static constexpr uint32_t kMostSent = 8;

    /// `answerLatency`: the longest from UCHE's answers to their arrival.
    GeometryFront(sim::Simulation& simulation, sim::DomainId domain, const GeometrySettings& settings,
                  uint32_t answerLatency);
    ~GeometryFront() override;

    /// From the command processor, which has no more under way than DrawsInFlight.
    sim::Signal<DrawMessage> start;
    /// To UCHE and back.
    sim::Output<LineRequest> fetch;
    sim::Signal<LineAnswer> fetched;
    /// To HLSQ and back.
    sim::Output<GroupLaunch> launch;
    sim::Signal<GroupLaunch> started;
    sim::Signal<GroupEnd> ended;
    /// What is done before GRAS gets a wave.
    VaryingOutput output;
    /// To GRAS, and room that comes back with each.
    sim::Output<PrimitiveMessage> primitives;
    sim::Signal<VaryingRoom> room;

    void addCounters(ChipCounters& counters) const;
    void clock(sim::Cycle cycle) override;
    /// After a cycle in which it was clocked, all boxes having been.
    void betweenCycles(sim::Cycle cycle);
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool atFullRate() const override { return busy_; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    bool waitsForMemory() const;

  private:
    using Item = VertexItem;
    using Stage = VertexItem::Stage;
    using Items = std::list<Item>;
    struct Start {
        DrawWork* work = nullptr;
        sim::Cycle at = 0;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, working, draws, indices, hits, vertices, waves, primitives, skipped, sent;
        sim::Counter fetching, attributes, lines, waitForIndices, waitForAttributes;
        sim::Counter storageUsed, storageFull, storage;
    };

    /// A wave is made after the cycle: by a maker, or, at the end of the items, by the first draw.
    using Preparation = std::optional<Items::iterator>;

    void receive(sim::Cycle cycle);
    /// The wave's program has ended.
    void end(const WaveGroup* group);
    void advance(Item& item, sim::Cycle cycle);
    void advanceMaker(Item& item, sim::Cycle cycle);
    /// The stage's lines are to be read, one a cycle.
    void ask(Item& item, Stage next, sim::Cycle cycle);
    void takeLine(uint32_t id);
    /// True when its unit, which is free in a cycle and takes some, has done it.
    bool passes(Item& item, sim::Cycle& free, uint64_t cycles, sim::Cycle cycle);
    void launchWhenPassed(Item& item, bool passed, sim::Cycle cycle);
    uint32_t walkCycles(const VertexWave& wave) const;
    uint64_t decodeCycles(const Item& item) const;
    uint64_t tessellationCycles(const VertexWave& wave) const;
    void prepare();
    void countMade(const Item& item);
    void send(sim::Cycle cycle);
    bool fits(uint32_t bytes) const;
    /// For what the first draw has next.
    bool hasRoom() const;
    Preparation nextPreparation(sim::Cycle cycle);
    uint32_t inFetch() const;
    bool pieceIsFree(const Item& maker) const;
    void sleepUntilNext(sim::Cycle cycle);

    GeometrySettings settings_;
    Statistics statistics_;
    StageStatistics stages_;
    sim::BoundedQueue<Start> draws_;
    Items items_;
    Preparation preparing_;
    bool busy_ = false;
    uint32_t used_ = 0;        ///< bytes of the storage
    uint32_t sent_ = 0;        ///< to GRAS, without room back
    uint32_t unanswered_ = 0;  ///< lines that are on their way
    uint32_t nextId_ = 0;
    uint32_t launched_ = 0;  ///< of HLSQ, which has not started them
    GeometryWays ways_;
};

}  // namespace cyclorama::adreno
