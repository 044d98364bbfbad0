// SPDX-License-Identifier: MIT
#pragma once
// Hierarchical Z: drops fragments outside of the viewport or scissor, and tests the nearest depth of a quad against the
// farthest of the blocks of the depth buffer that it is in.
//
//   traversal -> [fragments outside are culled] -> queue: [read: find the blocks in the cache] -> [test] -> [send]
//             -> work distributor
//   depth test -> updates -> buffer <- reads of whole cache lines
//
// Parameters: HierarchicalZParameters. The queue is one, of EarlyZQueueSize quads, through which read, test and send
// run in order, each up to as many quads a cycle as traversal makes. Where the test is off a quad goes straight to
// send. A quad whose block misses in the cache waits for a line that no quad in the queue reserves, and for a cycle in
// which no update came: buffer accesses take HZAccessLatency. Lines of the cache do not see updates. The last quad of a
// batch leaves when the queue is empty.
//
// Inputs: quads, latency 1; updates, one signal for each render output pipe, latency HZUpdateLatency; readiness of the
// work distributor; commands.
// Outputs: quads, with QuadInFlight::culled, samples and ropUnit set; readiness for quads; status.
// Statistics: the columns with the suffix HZ.
//
// Before the first clear the buffer holds the farthest depth. Blocks beyond the buffer and compare functions that
// cannot be tested so let every quad pass.

#include <memory>
#include <string>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/raster/raster_hierarchical_z.h"
#include "machine/configuration/parameters/hierarchical_z_parameters.h"
#include "machine/configuration/parameters/rasterization_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "machine/timing/raster/hierarchical_z_cache.h"
#include "machine/timing/raster/hierarchical_z_update.h"
#include "sim/level.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// An access of Hierarchical Z to its on-chip buffer: the read of a block into a line of the cache, or the write of a
/// block's depth.
struct HierarchicalZAccess {
    bool write = false;
    uint32_t block = 0;
    uint32_t line = 0;   // of a read
    uint32_t depth = 0;  // of a write, 24 bits
};
std::string describe(const HierarchicalZAccess& access);

class HierarchicalZ final : public UnitBox<HierarchicalZ, DrawProtocol> {
    friend UnitBox;

  public:
    /// `ropUnits` render output pipes: `updates` has an input for each.
    HierarchicalZ(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads,
                  const RasterizationParameters& rasterization, const HierarchicalZParameters& parameters,
                  uint32_t ropUnits);

    /// From traversal.
    sim::Signal<TraversedQuads> input;
    /// To traversal.
    sim::LevelOutput<bool> ready;
    /// From the depth and stencil tests.
    std::vector<std::unique_ptr<sim::Signal<HierarchicalZUpdate>>> updates;
    /// To the work distributor: up to generatedQuadsPerCycle() quads a cycle.
    sim::Output<QuadId> output;
    /// From the work distributor: it takes a cycle's worth of quads.
    sim::Level<bool> outputReady;

    std::string describeWait() const override;
    sim::Backlog backlog() const override;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const override;

  private:
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter inputs, outputs, outsideTriangle, outsideViewport;
        sim::Counter culled, culledOutside, culledByDepth;
        sim::Counter misses, hits, reads, writes;
    };

    /// Blocks of a quad: with 8 samples it has as many samples as 8 blocks of a quad each.
    static constexpr uint32_t kMaxBlocks = 8;
    /// Bytes per sample of the layout that blocks are numbered by.
    static constexpr uint32_t kLayoutBytes = 4;

    /// A quad in the queue.
    struct Entry {
        QuadId quad = kNoQuad;
        func::HierarchicalZBlocks blocks;
        uint32_t nextBlock = 0;
        std::array<uint32_t, kMaxBlocks> line{};  // of the cache
        uint32_t nearest = 0;
        uint32_t farthest = 0;  // of the blocks tested
        bool culled = false;
    };

    /// An access to the buffer on its way.
    void takeUpdates(sim::Cycle cycle);
    void finishAccesses(sim::Cycle cycle);
    inline bool receive(sim::Cycle cycle);
    void reset(sim::Cycle cycle);
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    /// Clear, and the end of it.
    bool takeOther(sim::Cycle cycle, const UnitCommand& command);
    bool workInOtherState(sim::Cycle cycle);
    sim::Cycle alarm(sim::Cycle) const { return state() == UnitStatus::Clear ? clearEnd_ : sim::kNever; }
    inline void show(sim::Cycle cycle);
    void startClear(sim::Cycle cycle);
    void sendLast(sim::Cycle cycle);
    void takeQuads(sim::Cycle cycle);
    void admit(QuadId id);
    void dropEmpty(uint32_t quads);
    void readBlocks(sim::Cycle cycle);
    std::optional<uint32_t> reserveLine(sim::Cycle cycle, uint32_t block);
    void send(sim::Cycle cycle);
    void test();
    /// Report to the run's observer, if any.
    void countRejected(const QuadInFlight& quad) const;
    void reportCoverage(const QuadInFlight& quad) const;
    /// Returns true if the queue can move in the next cycle without an input.
    bool canMove(sim::Cycle cycle) const;

    QuadPool* quads_;
    uint32_t quadsPerCycle_;
    func::TileSizes tiles_;
    bool disabled_;
    uint32_t blockSize_;  // samples
    uint32_t blocksClearedPerCycle_;
    uint32_t ropUnits_;
    Statistics statistics_;

    DrawRecord* draw_ = nullptr;
    func::PixelLayout layout_;
    func::PixelRectangle rectangle_;
    bool testing_ = false;

    sim::Signal<HierarchicalZAccess> accesses_;
    bool bufferBusy_ = false;  // in this cycle
    HierarchicalZBuffer buffer_;
    HierarchicalZCache cache_;

    sim::BoundedQueue<Entry> queue_;
    // The entries of the queue, from its front: those to send, to test and to read.
    uint32_t toSend_ = 0;
    uint32_t toTest_ = 0;
    uint32_t toRead_ = 0;
    QuadId last_ = kNoQuad;
    sim::Cycle clearEnd_ = 0;
};

extern template class UnitBox<HierarchicalZ, DrawProtocol>;

}  // namespace cyclorama::machine::timing
