// SPDX-License-Identifier: MIT
#pragma once
// The work distributor's fragment path.
//
//   early:  hierarchical Z -> generated -> depth test -> tested -> interpolator -> interpolated -> shader -> shaded
//           -> colour write
//   late:   hierarchical Z -> generated -> interpolator -> interpolated -> shader -> shaded -> depth test -> tested
//           -> colour write
//
// Four queues for each render output pipe. Room in the interpolated and the shaded queue is taken when a quad leaves
// for the interpolator or the shader. The interpolator takes quads of one pipe until their scan tile changes, or the
// pipe has no more, then those of the next. A group for the shader is quads of one pipe. Shaded quads leave a pipe in
// their order. Quads of which the depth test leaves nothing end here. The last quad of a batch is multiplied, one for
// each pipe, fills up its pipe's last group with padding, and leaves when all that was sent to the shaders is back.
//
// The path of a draw is early where its state says so and its program does not write depth.
//
// In window coordinates the path is early where nothing but the tests can remove a fragment. Quads belong to the pipes
// by their rows (rop/pixel_pipes.h), come without the samples that the state masks out, and lose, as they are back from
// the shader, those that fail the alpha test: it takes no time of its own.

#include <memory>
#include <string>
#include <vector>

#include "gpu/pixel_counts.h"
#include "machine/timing/distributor/quad_coverage.h"
#include "machine/timing/distributor/work_distributor_queues.h"
#include "machine/timing/distributor/work_distributor_settings.h"
#include "machine/timing/distributor/work_distributor_shaders.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/rop/pixel_pipes.h"
#include "sim/box.h"
#include "sim/level.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class FragmentPath {
  public:
    FragmentPath(sim::Box& owner, QuadPool& quads, const WorkDistributorSettings& settings);

    /// From hierarchical Z: as many quads as traversal makes in a cycle, latency 1.
    sim::Signal<QuadId> generated;
    /// To hierarchical Z: the queue of every pipe has room for all quads of two cycles.
    sim::LevelOutput<bool> generatedReady;
    sim::Output<QuadId> toInterpolator;
    /// From the interpolator: width StampsPerCycle, latency 1.
    sim::Signal<QuadId> fromInterpolator;

    struct Pipe {
        Pipe(sim::Box& owner, uint32_t number, const WorkDistributorSettings& settings);

        sim::Output<QuadId> toDepthTest;
        /// Width quadsPerPipe(), latency 1.
        sim::Signal<QuadId> fromDepthTest;
        sim::Level<bool> depthTestReady;
        /// To the depth test: more than two cycles' room in the tested queue.
        sim::LevelOutput<bool> testedReady;
        sim::Output<QuadId> toColorWrite;
        sim::Level<bool> colorWriteReady;
    };
    std::vector<std::unique_ptr<Pipe>> pipes;

    void reset();
    void startDraw(const gpu::DrawState& state);
    /// The last quad has gone to every colour write.
    bool ended() const { return pipesToEnd_ == 0; }

    // The steps of a cycle while drawing, in this order; whether anything moved.
    bool sendOn(sim::Cycle cycle);
    bool shade(ShaderQueues& shaders);
    bool interpolateAndTest(sim::Cycle cycle);
    /// An output of a processor; `complete` with the last elements of its quad.
    void takeShaded(const ShaderElements& output, bool complete, sim::Cycle cycle);

    void showStatus(sim::Cycle cycle);
    void account(uint64_t cycles);
    /// When the interpolator takes quads again that wait for it.
    sim::Cycle alarm(sim::Cycle cycle) const;
    std::string describeWait(sim::Cycle cycle) const;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const;
    /// Hierarchical Z has to wait.
    bool isFull() const { return generatedFull_ != 0; }
    /// Groups are there for the shader processors, and the first quads to leave are in these.
    bool waitsForShaders() const {
        return interpolated_.quads() >= quadsPerGroup_ && shaded_.quads() > 0 && shadedFronts_ == 0;
    }
    /// Quads are there, and no group for the shader processors.
    bool waitsForInterpolator() const { return interpolated_.quads() < quadsPerGroup_; }
    /// The depth test of the draw comes before the shader.
    bool testsEarly() const { return early_; }

  private:
    /// Room taken in a pipe's queues, by quads in them or on the way.
    struct Reserved {
        uint32_t interpolated = 0;
        uint32_t shaded = 0;
    };
    /// The queues that the interpolator is fed from, the pipe whose turn it is, and when the interpolator is free.
    struct InterpolatorFeed {
        PipeQueues* queues = nullptr;
        uint32_t next = 0;
        uint32_t cycles = 1;  // that quads sent together take
        sim::Cycle free = 0;
    };
    struct Tile {
        uint32_t x = 0;
        uint32_t y = 0;
        bool operator==(const Tile&) const = default;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter inputs, outputs, interpolated, shaded;
        sim::Counter generatedOccupation, testedOccupation, interpolatedOccupation, shadedOccupation;
    };

    bool sendShaded(sim::Cycle cycle);
    bool sendTested(sim::Cycle cycle);
    bool startInterpolation(sim::Cycle cycle);
    bool endInterpolation(sim::Cycle cycle);
    bool startDepthTest(sim::Cycle cycle);
    bool endDepthTest(sim::Cycle cycle);
    bool receive(sim::Cycle cycle);
    bool admit(QuadInFlight& quad) const;
    void receiveLast(QuadId id);

    uint32_t freeInterpolated(uint32_t pipe) const { return interpolated_.capacity() - reserved_[pipe].interpolated; }
    uint32_t freeShaded(uint32_t pipe) const { return shaded_.capacity() - reserved_[pipe].shaded; }
    /// To be called where what interpolated_, shaded_ or reserved_ say of the pipe has changed.
    void recordGroup(uint32_t pipe);
    void recordShadedFront(uint32_t pipe);
    /// Passes over pipes without a group until one has, at most `visited` have been seen.
    void findGroup(uint32_t& visited);
    /// Requires TiledShaderDistribution; false without a quad.
    bool chooseShader(ShaderQueues& shaders) const;
    void sendGroup(ShaderQueues& shaders, uint32_t pipe);
    bool canFeed(uint32_t pipe) const;
    void findFeed(uint32_t& visited);

    uint32_t after(uint32_t pipe) const { return pipe + 1 == settings_.pipes ? 0 : pipe + 1; }
    Tile tileOf(QuadId id) const;

    QuadPool* quads_;
    WorkDistributorSettings settings_;
    uint32_t quadsPerPipe_;
    uint32_t quadsPerGroup_;
    PipeQueues generated_;
    PipeQueues tested_;
    PipeQueues interpolated_;
    PipeQueues shaded_;
    std::vector<Reserved> reserved_;
    UnitSet lastInterpolated_ = 0;
    UnitSet generatedFull_ = 0;  // pipes without room for all quads of two cycles
    UnitSet groups_ = 0;         // pipes with a group for the shaders
    UnitSet shadedFronts_ = 0;   // pipes of which the first quad of shaded_ is back from the shader
    /// Last quads of pipes: on the early path they count as in the shaded queue until the next draw.
    uint32_t lingeringLasts_ = 0;
    bool early_ = true;
    /// Pipes of buffers outside of the tile hierarchy, whose quads have no pipe yet.
    std::optional<PixelPipes> pixelPipes_;
    QuadCoverage coverage_;
    InterpolatorFeed feed_;
    uint32_t nextGroup_ = 0;  // pipe
    uint32_t pipesToEnd_ = 0;
    uint64_t shading_ = 0;  // elements of the draw that are at the shaders, padding included
    Statistics statistics_;
};

}  // namespace cyclorama::machine::timing
