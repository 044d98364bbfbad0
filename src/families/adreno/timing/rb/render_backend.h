// SPDX-License-Identifier: MIT
#pragma once
// RB: the tests of depth and stencil, and the colours of waves.
//
//   early tests -> queue -> [DepthPixelsPerCycle, depths from CCU] -> done, to GRAS
//   waves, in order -> queue -> [the program has ended, the wave's early tests are done]
//       -> [late tests: DepthPixelsPerCycle; colours: ColorPixelsPerCycle pixels of 32 bits] -> taken, to HLSQ
//       -> lines, to GMEM or CCU
//
// Parameters: [ADRENO] ColorPixelsPerCycle, DepthPixelsPerCycle (estimates, from a published rate).
// Inputs: early tests and waves from GRAS, waves whose programs have ended, answers of GMEM and CCU. Outputs: tests
// that are done, waves that are taken, accesses, draws that are over. Statistics: *_RB, by the names of the chips' own
// counters where there are any.
//
// Values: a wave takes effect when this box takes it, between two cycles (betweenCycles()), in the order in which GRAS
// has packed them, which is that of the draws; so pixels see their fragments in the order of the API. Early tests have
// taken effect when GRAS made their quads.
// Simplified: a wave does not wait for what blending and late tests read, but for room among the accesses of those
// before it.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/draw/draw_messages.h"
#include "families/adreno/timing/gras/rasterizer.h"
#include "families/adreno/timing/rb/target_traffic.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

class RenderBackend final : public sim::Box {
  public:
    RenderBackend(sim::Simulation& simulation, sim::DomainId domain, const RenderSettings& settings,
                  const CcuSettings& ccu, const GmemSettings& gmem);
    ~RenderBackend() override;

    sim::Signal<RenderMessage> render;
    sim::LevelOutput<uint64_t> rendered;
    sim::Signal<DepthMessage> tests;
    sim::LevelOutput<uint64_t> tested;
    /// From HLSQ and back.
    sim::Signal<GroupEnd> shaded;
    sim::Output<UnitRoom> taken;
    /// To LRZ: low resolution depths of draws that are over.
    sim::Output<LrzMessage> feedback;
    /// To the command processor.
    sim::Output<DrawMessage> ended;
    /// To the resolve unit: the draws that are over.
    sim::LevelOutput<uint32_t> drawsEnded;
    /// To the caches of colours and of depth, and GMEM, before the first cycle.
    void connect(Ccu& ccu, Gmem& gmem);

    void addCounters(ChipCounters& counters) const;
    void clock(sim::Cycle cycle) override;
    /// After a cycle in which it was clocked, all boxes having been.
    void betweenCycles(sim::Cycle cycle);
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    bool atFullRate() const override { return std::max(colorFree_, depthFree_) > clocked_; }
    /// Accesses to targets have not been answered, and nothing is done before.
    bool waitsForTargets() const;
    /// Of these accesses some are to GMEM.
    bool waitsForGmem() const { return colors_.waitsForGmem() || depth_.waitsForGmem(); }
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, waves, samplesTested, depthPassed, passed, pixels, colorWords, depthCycles, colorCycles;
        sim::Counter blendCycles, blendedFixed, blendedHalf, blendedFloat;
        sim::Counter waitForPrograms, waitForDepths, waitForRoom;
    };
    /// Tests whose samples have their cycles, until the depths have come.
    struct Test {
        uint64_t ticket = 0;
        uint32_t reads = 0;
        sim::Cycle until = 0;
    };

    /// For the next cycle: to HLSQ, the command processor and LRZ.
    struct Outgoing {
        std::optional<UnitRoom> taken{};
        DrawWork* ended = nullptr;
        std::optional<LrzMessage> fedBack{};

        bool any() const { return taken || ended != nullptr || fedBack; }
    };

    bool isReady(sim::Cycle cycle) const;
    void sendOut(sim::Cycle cycle);
    void testNext(sim::Cycle cycle);
    void countStep(const DrawOutput::Step& step);
    void close(DrawWork& work);
    void finish(RenderWave& wave, DrawWork& work, sim::Cycle cycle);
    void sleepUntilNext(sim::Cycle cycle);

    RenderSettings settings_;
    Statistics statistics_;
    TargetTraffic colors_;
    TargetTraffic depth_;
    sim::BoundedQueue<RenderMessage> queue_;
    sim::BoundedQueue<DepthMessage> depths_;
    uint32_t drawsEnded_ = 0;
    uint64_t rendersTaken_ = 0;
    uint64_t testsDone_ = 0;
    sim::Cycle depthFree_ = 0;
    sim::Cycle colorFree_ = 0;
    sim::Cycle clocked_ = 0;  ///< last
    std::deque<Test> testing_;
    Outgoing out_;
    bool stepping_ = false;  ///< the first in the queue takes effect after this cycle
};

}  // namespace cyclorama::adreno
