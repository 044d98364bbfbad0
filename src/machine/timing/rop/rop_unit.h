// SPDX-License-Identifier: MIT
#pragma once
// A unit of a render output pipe: the depth and stencil test (z_stencil_test.h) or the colour write (color_write.h).
// Quads go through its pipeline (rop_pipeline.h), which reads and writes them in its cache (rop_cache.h). Commands
// other than draws clear, flush, save, restore and reset.
//
// Inputs: quads, width StampsPerCycle, latency 1; commands, width 1, latency 1; memory data.
// Where surfaces have tile status: answers of the cache for it; requests to it.
// Outputs: readiness for quads, shown one cycle late and with room for two cycles' worth; status; memory requests;
// block states at the end of a flush to be shown.
// Statistics: the columns with the suffix CW-SUn or ZST-SUn (rop_statistics.h).
//
// Render targets of which some need their destination and some do not, or of which a later one is masked, take a step
// each and leave together. Quads that are culled as a whole end here. In scattered layouts steps without a read or
// write take no port; how chips do that is not known.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/timing/display/block_states.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/rop/rop_cache.h"
#include "machine/timing/rop/rop_memory.h"
#include "machine/timing/rop/rop_pipeline.h"
#include "machine/timing/rop/rop_settings.h"
#include "machine/timing/rop/rop_statistics.h"
#include "machine/timing/rop/rop_targets.h"
#include "machine/timing/rop/tile_status_unit.h"
#include "machine/values/fragment_trace.h"
#include "machine/values/surfaces.h"
#include "mem/memory_controller.h"
#include "sim/level.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

class RopUnit : public UnitBox<RopUnit, DrawProtocol>, protected QuadOperator {
    friend UnitBox;

  public:
    /// From the work distributor. Quads carry in `samples` what is covered where there is multisampling, and in
    /// `culled` the fragments that are not to be written.
    sim::Signal<QuadId> input;
    /// To the work distributor: it may send.
    sim::LevelOutput<bool> ready;
    mem::MemoryPort memory;
    /// To the cache for tile status, where there is one.
    std::optional<TileStatusPort> statusCache;
    /// To the DAC; latency as the DAC declares it.
    sim::Output<BlockStateUpdate> blockStates;

    void settleStatistics(sim::Cycle end) final;
    std::string describeWait() const final;
    sim::Backlog backlog() const final;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const final;
    const Box* holdup() const final;

    const RopSettings& settings() const { return settings_; }
    RopCache& cache() { return cache_; }
    const RopCache& cache() const { return cache_; }

  protected:
    RopUnit(sim::Simulation& simulation, sim::DomainId domain, const std::string& name, const std::string& suffix,
            QuadPool& quads, const RopMemory& contents, const RopSettings& settings);

    /// State for a draw or a clear: fills `targets`, whose metadata is set.
    virtual void configure(const gpu::DrawState& state) = 0;
    /// The buffer that block states belong to.
    virtual BlockStateBackend::Buffer buffer(const gpu::DrawState& state) const = 0;
    virtual uint32_t bytesPerSample(const gpu::DrawState& state) const = 0;
    /// The value of a clear goes to the unit's blocks of the buffer.
    virtual void fillCleared(std::span<std::byte> bytes) = 0;
    virtual void leaveLast(sim::Cycle cycle, QuadId quad) = 0;
    /// The cache has a report of a line's depth.
    virtual void reportDepth(sim::Cycle) {}
    /// A flush also ends with the states of the blocks sent to the DAC.
    virtual bool flushSendsBlockStates() const = 0;

    Surfaces& surfaces() { return surfaces_; }
    RopTargets& targets() { return targets_; }
    /// Finds the tile status of the lines of a target, which is not active where its surface is not valid; `buffer` is
    /// its number in FastClearTracker.
    void useTileStatus(RopTarget& target, uint32_t buffer, const gpu::SurfaceLayout& storage);
    /// Samples a pixel of the current draw.
    uint32_t samples() const { return pipeline_.samples(); }
    /// Among `samples` of a quad those of its fragment that a trace follows, bit i for sample i.
    uint32_t followedSamples(const gpu::WorkTrace& trace, const QuadInFlight& inFlight, uint32_t samples) const;
    /// The samples of that fragment in a target, before they change; none if it is not traced or not written.
    std::optional<TracedSamples> lookAt(const gpu::WorkTrace& trace, const RopQuad& quad, const QuadInFlight& inFlight,
                                        uint32_t target);

  private:
    // Hooks of UnitBox: inline, as its clock() is compiled with the unit.
    inline bool receive(sim::Cycle cycle);
    [[gnu::always_inline]] inline bool work(sim::Cycle cycle);
    bool workInOtherState(sim::Cycle cycle);
    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool takeOther(sim::Cycle cycle, const UnitCommand& received);
    inline void show(sim::Cycle cycle);
    /// The first cycle in which there is anything to do.
    inline sim::Cycle alarm(sim::Cycle cycle) const;

    bool updateCache(sim::Cycle cycle);
    void startClear(sim::Cycle cycle, const gpu::DrawState& state);
    void flush(sim::Cycle cycle, bool sendsBlockStates);
    /// One cycle of an operation of the cache that takes many.
    void continueOperation(RopCache::Operation operation);
    void end();
    void clear(sim::Cycle cycle);
    void clearBlocks();
    void sendBlockStates(sim::Cycle cycle);
    uint32_t blocksOfBuffer(const gpu::DrawState& state) const;

    RopSettings settings_;
    QuadPool* quads_;
    mem::StaleContents* earlier_;
    FastClearTracker* fastClears_;
    Surfaces surfaces_;
    RopStatistics statistics_;
    RopTargets targets_;
    RopCache cache_;
    RopPipeline pipeline_;

    uint32_t drawNumber_ = 0;
    bool lastReceived_ = false;
    QuadId lastQuad_ = 0;
    uint32_t bufferBlocks_ = 0;
    /// The status, or what it waits for, changed: the next cycle goes differently.
    bool moved_ = false;
    bool memoryUsed_ = false;  // in this cycle
    bool operationDone_ = false;
    sim::Cycle operationEnds_ = sim::kNever;  // a clear, or the sending of block states
};

extern template class UnitBox<RopUnit, DrawProtocol>;

}  // namespace cyclorama::machine::timing
