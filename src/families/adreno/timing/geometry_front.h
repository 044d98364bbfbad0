// SPDX-License-Identifier: MIT
#pragma once
// The front of the geometry pipe: PC, which walks over the indices of draws, VFD, which fetches and decodes the
// attributes of their vertices, and the storage of VPC for what vertex programs leave.
//
//   draw -> queue -> [start: constants, instructions, preambles]
//       -> [vertices of a wave, if VaryingStorage has room for its records]
//       -> indices from UCHE -> [IndicesPerCycle, SkippedPerCycle] -> attributes from UCHE -> [AttributesPerCycle] ->
//       wave, to HLSQ
//       -> [in order, when its program has ended] -> its vertices and primitives, to GRAS -> room, when they are
//       rasterized
//
// Parameters: [ADRENO] DrawsInFlight to VaryingStorage; docs/develop/timing_adreno.md has their sources.
// Inputs: draws from the command processor, answers of UCHE, waves that have started or ended, room. Outputs: fetches,
// waves, primitives.
// Statistics: *_PC, *_VFD and *_VPC, by the names of the chips' own counters where there are any.
//
// Values: vertices that come again within 1024 are not shaded again, as in the functional machine, whose walk this is
// (pc/vertex_walk.h); indices and attributes are read when a wave is made (betweenCycles()).
// Simplified: of a vertex that later waves' primitives use again, the records take no room then.

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "families/adreno/timing/chip_counters.h"
#include "families/adreno/timing/draw_messages.h"
#include "families/adreno/timing/line_port.h"
#include "families/adreno/timing/settings.h"
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
    /// To GRAS, and room that comes back with each.
    sim::Output<PrimitiveMessage> primitives;
    sim::Signal<VaryingRoom> room;

    void addCounters(ChipCounters& counters) const;
    void clock(sim::Cycle cycle) override;
    /// After a cycle in which it was clocked, all boxes having been.
    void betweenCycles();
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool atFullRate() const override { return busy_; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;
    bool waitsForMemory() const;

  private:
    enum class Stage : uint8_t {
        Indices,     ///< their lines are asked for
        IndexLines,  ///< they are on their way
        IndexWalk,   ///< until a cycle
        Attributes,  ///< their lines are asked for
        AttributeLines,
        Decode,  ///< until a cycle
        Program,
        Done
    };
    /// A wave from its making to GRAS, or the end of a draw.
    struct Item {
        DrawWork* work = nullptr;
        VertexWave* wave = nullptr;
        uint32_t attributes = 0;
        Stage stage = Stage::Done;
        sim::Cycle until = 0;
        uint32_t id = 0;     ///< its lines'
        uint32_t asked = 0;  ///< lines of the stage, and those that have come
        uint32_t come = 0;
    };
    struct Start {
        DrawWork* work = nullptr;
        sim::Cycle at = 0;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, draws, indices, vertices, primitives, skipped, attributes, lines, waitForLines, storageFull,
            storage;
    };

    void receive(sim::Cycle cycle);
    void advance(Item& item, sim::Cycle cycle);
    /// The stage's lines are to be read, one a cycle.
    void ask(Item& item, const LineAccesses& lines, Stage next, sim::Cycle cycle);
    void takeLine(uint32_t id);
    uint32_t walkCycles(const VertexWave& wave) const;
    static void wait(Item& item, Stage stage);
    void send(sim::Cycle cycle);
    bool hasRoom();
    bool prepares(sim::Cycle cycle);
    uint32_t inFetch() const;
    void sleepUntilNext(sim::Cycle cycle);

    GeometrySettings settings_;
    Statistics statistics_;
    sim::BoundedQueue<Start> draws_;
    std::deque<Item> items_;
    bool preparing_ = false;  ///< a wave is made after this cycle
    bool busy_ = false;
    uint32_t used_ = 0;        ///< bytes of the storage
    uint32_t sent_ = 0;        ///< to GRAS, without room back
    uint32_t unanswered_ = 0;  ///< lines that are on their way
    uint32_t nextId_ = 0;
    uint32_t launched_ = 0;   ///< of HLSQ, which has not started them
    bool fetchUsed_ = false;  ///< in this cycle, as the launch
    bool launchUsed_ = false;
    sim::Cycle indexFree_ = 0;
    sim::Cycle decodeFree_ = 0;
};

}  // namespace cyclorama::adreno
