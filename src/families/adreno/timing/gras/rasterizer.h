// SPDX-License-Identifier: MIT
#pragma once
// GRAS: primitives become quads of fragments, and those waves.
//
//   vertices with their primitives -> queue -> [PrimitiveCycles a primitive, ClipCycles for one that is cut] ->
//   triangles
//       -> [RasterTilesPerCycle tiles of 8x4 pixels, at least a cycle a triangle] -> early tests, to RB -> packer
//       -> waves -> [their early tests are done] -> HLSQ
//                -> in order, to RB
//       -> of binning passes, bins instead of quads: to VSC
//
// Parameters: [ADRENO] PrimitiveCycles to FragmentWaveQueue; docs/develop/timing_adreno.md has their sources.
// Inputs: vertices and primitives from PC, waves that HLSQ has started, tests and waves that RB has done. Outputs: room
// for varyings, early tests, waves.
// Statistics: *_TSE, *_RAS and *_LRZ, by the names of the chips' own counters where there are any.
//
// Values: primitives are set up, quads tested early and waves packed by the functional machine's stages, a primitive
// and a batch of quads at a time, between two cycles (betweenCycles()), in the order of the draws. A draw begins when
// those before it have left this box; if a draw's late tests may change what it tests, when they have left RB. What
// the moves of bins before it write is there by then.
// Simplified: low resolution depth is tested when a triangle is rasterized; its quads are made, and wait for the lines
// of its blocks. One draw at a time is here.

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/draw/draw_messages.h"
#include "families/adreno/timing/draw/lrz_messages.h"
#include "families/adreno/timing/geometry/geometry_front.h"
#include "families/adreno/timing/gras/counted_port.h"
#include "families/adreno/timing/vsc/binning_messages.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class Rasterizer final : public sim::Box {
  public:
    /// Messages that RB has not taken, and early tests that it has not done.
    static constexpr uint32_t kMostRendered = 256;
    static constexpr uint32_t kMostTests = 16;

    Rasterizer(sim::Simulation& simulation, sim::DomainId domain, const RasterSettings& settings);
    ~Rasterizer() override;

    sim::Signal<PrimitiveMessage> primitives;
    sim::Output<VaryingRoom> room;
    /// To HLSQ and back.
    sim::Output<GroupLaunch> launch;
    sim::Signal<GroupLaunch> started;
    /// To RB: waves in order, and early tests.
    CountedPort<RenderMessage> render;
    CountedPort<DepthMessage> tests;
    /// To VSC, in binning passes.
    CountedPort<BinMessage> bins;
    /// Low resolution depth, to LRZ: what follows a triangle waits for its blocks.
    CountedPort<LrzMessage> lrz;
    /// From the resolve unit: the moves that are done.
    sim::Level<uint32_t> movesDone;

    void addCounters(ChipCounters& counters) const;
    void clock(sim::Cycle cycle) override;
    /// After a cycle in which it was clocked, all boxes having been.
    void betweenCycles(sim::Cycle cycle);
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool atFullRate() const override { return working_; }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter settingUp, waitForPrimitives, waitForRaster, primitives, visible, triangles, clipped, clipCycles;
        sim::Counter busy, waitForTriangles, tiles, waves, quads, waitForTests, waitForUnits, waitForRender;
        sim::Counter shadedQuads, shaded;
    };
    /// Vertices whose primitives are set up, until their triangles are rasterized.
    struct SetUpVertices {
        uint64_t lastTriangle = 0;
        const VertexWave* wave = nullptr;
    };

    /// Messages to other boxes, sent one of each a cycle.
    struct Outbox {
        std::deque<uint32_t> room;      ///< bytes of varyings
        std::deque<RenderWave*> waves;  ///< for HLSQ
        uint32_t launched = 0;          ///< of these, that HLSQ has not started
    };

    void accountSetUp(uint64_t count);
    void receive(sim::Cycle cycle);
    void send(sim::Cycle cycle);
    bool setsUp(sim::Cycle cycle) const;
    bool rasterizes(sim::Cycle cycle) const;
    bool ends() const;
    void begin();
    void setUp(sim::Cycle cycle);
    void setUpBinned(sim::Cycle cycle);
    void leaveVertices(sim::Cycle cycle);
    void countSetUp(sim::Cycle cycle, bool clipped);
    void takeVertices();
    void rasterize(sim::Cycle cycle);
    void end();
    void keep(std::unique_ptr<RenderWave> wave);
    void freeVertices();
    void dropWork();
    bool mayBegin() const;
    template <typename Message>
    bool sends(const CountedPort<Message>& port) const {
        return port.next() != nullptr && port.next()->lrz <= lrz.done();
    }
    void sendLrz(LrzMessage message);
    bool waveWaitsForTests() const {
        return !out_.waves.empty() &&
               (out_.waves.front()->ticket > tests.done() || out_.waves.front()->lrz > lrz.done());
    }
    void sleepUntilNext(sim::Cycle cycle);

    RasterSettings settings_;
    Statistics statistics_;
    sim::BoundedQueue<PrimitiveMessage> queue_;
    DrawWork* work_ = nullptr;              ///< the draw that is here
    const VertexWave* vertices_ = nullptr;  ///< whose primitives are set up
    std::deque<SetUpVertices> setUp_;
    uint64_t triangles_ = 0;  ///< of the draw that were set up, and those that were rasterized
    uint64_t trianglesDone_ = 0;
    Outbox out_;
    uint64_t lateUntil_ = 0;  ///< the message to RB that ends the last draw that tests late
    uint32_t movesDone_ = 0;
    sim::Cycle setUpFree_ = 0;
    sim::Cycle rasterFree_ = 0;
    bool working_ = false;
    bool stepping_ = false;  ///< something is done after this cycle
};

}  // namespace cyclorama::adreno
