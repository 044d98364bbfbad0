#pragma once
// What the two units of a render output pipe have in common (ATTILA: GenericROP). Quads go through five queues:
//
//   input -> [fetch: reserve the cache line] -> fetched -> [read, a port of the cache] -> read ->
//   [operate: rate and latency of the ALU] -> operated -> [write, a port of the cache] -> written -> out, one a cycle
//
// Where the destination is not needed a line is allocated and the quad goes straight to the read queue; where nothing
// can change it goes straight to the written queue. A quad is not read while an earlier one of the same place is on its
// way from its read to its write. With multisampling or several render targets a quad takes a step for each sample and
// target. The last quad of a batch leaves when nothing is left in the queues.
//
// In surfaces of rows or tiles, those of draws in window coordinates, a quad takes a step for each of its pieces
// (quad_pieces.h): one for each target in most layouts, whatever the samples. Targets that need no destination are not
// read, and pieces of which nothing is to be written do not take a port for it. How chips do that is not known.
//
// Inputs: quads, width StampsPerCycle, latency 1; commands, width 1, latency 1; memory data.
// Outputs: readiness for quads, shown one cycle late and with room for two cycles' worth; status; memory requests;
// block states at the end of a flush to be shown.
// Statistics: the columns with the suffix CW-SUn or ZST-SUn.
//
// Values: a quad is tested or blended in the address space in the cycle in which ATTILA's ALU gives its result. Nothing
// reads the place between that and ATTILA's write to the cache.
//
// Differs from ATTILA: render targets of which some need their destination and some do not, or of which a later one is
// masked, take a step each and leave together; ATTILA loses track of them. Quads that are culled as a whole end here.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "machine/timing/core/control.h"
#include "machine/timing/core/work.h"
#include "machine/timing/rop/cleared_lines.h"
#include "machine/timing/rop/quad_pieces.h"
#include "machine/timing/rop/rop_cache.h"
#include "machine/timing/rop/rop_ports.h"
#include "machine/timing/rop/rop_settings.h"
#include "machine/timing/rop/rop_statistics.h"
#include "machine/timing/rop/stage_schedule.h"
#include "machine/values/surfaces.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

class RopUnit : public sim::Box {
  public:
    sim::Signal<UnitCommand> command;
    sim::LevelOutput<UnitStatus> status;
    /// From the work distributor. Quads carry in `samples` what is covered where there is multisampling, and in
    /// `culled` the fragments that are not to be written.
    sim::Signal<QuadId> input;
    /// To the work distributor: whether it may send.
    sim::LevelOutput<bool> ready;
    mem::MemoryPort memory;
    /// To the DAC; latency as the DAC declares it.
    sim::Output<BlockStateUpdate> blockStates;

    void clock(sim::Cycle cycle) final;
    void settleStatistics(sim::Cycle end) final;
    std::string describeWait() const final;

    const RopSettings& settings() const { return settings_; }
    const RopCache& cache() const { return cache_; }

  protected:
    /// What a draw, or another operation, needs to know of each buffer that quads go to.
    struct Target {
        /// It is there and something of it can be written.
        bool active = false;
        bool readsDestination = false;
        uint32_t bytesPerSample = 4;
        /// Bytes that a write of four samples changes, one bit each, by which of the samples are covered.
        std::array<uint64_t, 16> writeMasks{};
        Surface surface{};
        uint32_t address = 0;
        /// Bytes of a sample that a write changes, one bit each; the tile status of the surface's lines. In rows or
        /// tiles.
        uint32_t sampleBytes = 0;
        SurfaceStatus status{};
    };

    /// A quad on its way through the queues.
    struct Stamp {
        uint32_t id = 0;  // in the pool
        QuadId quad = 0;
        uint32_t coverage = 0;
        /// In rows or tiles: the samples to be written.
        uint32_t written = 0;
        std::array<uint32_t, gpu::kRenderTargets> offset{};
        std::array<mem::CacheSlot, gpu::kRenderTargets> slot{};
        uint32_t nextTarget = 0;
        uint32_t nextSample = 0;
    };

    RopUnit(sim::Simulation& simulation, sim::DomainId domain, const std::string& name, const std::string& suffix,
            WorkPools& pools, mem::AddressSpace& space, const RopSettings& settings);

    // What the unit does its own way.
    virtual bool consumerReady(sim::Cycle) const { return true; }
    /// State for a draw or a clear: fills `targets`.
    virtual void configure(const gpu::DrawState& state) = 0;
    virtual RopCache::Buffer buffer(const gpu::DrawState& state) const = 0;
    virtual uint32_t bytesPerSample(const gpu::DrawState& state) const = 0;
    /// The value of a clear goes to the unit's blocks of the buffer.
    virtual void fillCleared(std::span<std::byte> bytes) = 0;
    /// The quad's values: its coverage and the bytes of its buffers change.
    virtual void operate(Stamp& stamp, QuadInFlight& quad) = 0;
    /// The quad leaves the unit.
    virtual void leave(sim::Cycle cycle, Stamp& stamp) = 0;
    virtual void leaveLast(sim::Cycle cycle, QuadId quad) = 0;
    /// The cache has a report of a line's depth.
    virtual void reportDepth(sim::Cycle) {}
    /// A flush also ends with the states of the blocks sent to the DAC.
    virtual bool flushSendsBlockStates() const = 0;

    WorkPools& pools() { return *pools_; }
    Surfaces& surfaces() { return surfaces_; }
    RopCache& ownCache() { return cache_; }
    RopStatistics& statistics() { return statistics_; }
    std::array<Target, gpu::kRenderTargets>& targets() { return targets_; }
    const Target& target(uint32_t index) const { return targets_[index]; }
    // Those of them that are active, in their order, from the first on: the first comes after the last.
    uint32_t activeTargets() const { return activeTargets_; }
    uint32_t firstTarget() const { return firstTarget_; }
    uint32_t targetAfter(uint32_t index) const { return targetAfter_[index]; }
    /// The draw is in window coordinates, its surfaces in rows or tiles.
    bool tiled() const { return tiled_; }
    /// Of a target in rows or tiles, with this number in TileStatusWatch: what holds for its lines.
    void placeTiled(Target& target, uint32_t buffer, const gpu::BufferStorage& storage);
    /// Before bytes of a quad are tested or changed.
    static void openTiles(const Target& target, uint32_t offset) {
        if (target.surface.status.enabled())
            target.surface.status.open(target.surface.bytes, offset, target.surface.layout->quad().extent);
    }
    /// Samples a pixel of the current state.
    uint32_t samples() const { return samples_; }
    /// Writes of four samples that change `bytes` of each, one bit each.
    static std::array<uint64_t, 16> writeMasks(uint32_t bytes, uint32_t bytesPerSample);

  private:
    /// In the order in which they go in a cycle, the last one first.
    enum class Stage : uint8_t { Terminate, Write, EndOperation, StartOperation, Read, Fetch };
    static constexpr size_t kStages = 6;
    /// What a stage waits for: a quad, room in the queue after it, the next unit, a write of the place to read, or the
    /// cache; a fetch that the cache refuses waits until it no longer does.
    enum class Wait : uint8_t { None, Quad, Room, Consumer, Hazard, Cache, Refusal };

    bool updateCache(sim::Cycle cycle);
    /// Of a unit that does not draw.
    void advanceStatus(sim::Cycle cycle);
    void draw(sim::Cycle cycle, bool memoryUsed);
    void takeCommand(sim::Cycle cycle);
    void start(sim::Cycle cycle, const UnitCommand& command);
    void startDraw(sim::Cycle cycle, const gpu::DrawState& state);
    void powerOn(sim::Cycle cycle);
    void flush(sim::Cycle cycle, bool sendsBlockStates);
    /// The first cycle in which there is anything to do.
    sim::Cycle due() const;
    /// One cycle of an operation of the cache that takes many.
    void endOrGoOn(bool (RopCache::*operation)());
    void end();
    void clear(sim::Cycle cycle);
    void clearBlocks();
    void sendBlockStates(sim::Cycle cycle);
    uint32_t blocksOfBuffer(const gpu::DrawState& state) const;
    /// The bits of `coverage` that count, of a quad that arrives.
    uint32_t arrivingCoverage(const QuadInFlight& quad) const;

    // The stages, last first as they go. draw() is the only one to call them: inline, they share what it keeps in
    // registers.
    [[gnu::always_inline]] inline void terminate(sim::Cycle cycle);
    [[gnu::always_inline]] inline void write(sim::Cycle cycle);
    [[gnu::always_inline]] inline void endOperation(sim::Cycle cycle);
    [[gnu::always_inline]] inline void startOperation(sim::Cycle cycle);
    [[gnu::always_inline]] inline void read(sim::Cycle cycle);
    [[gnu::always_inline]] inline void fetch(sim::Cycle cycle);
    void receive(sim::Cycle cycle);
    void enter(QuadId id);

    // Steps of quads in surfaces of rows or tiles.
    void split(Stamp& stamp);
    void fetchPiece(sim::Cycle cycle, Stamp& stamp);
    void readPiece(sim::Cycle cycle, Stamp& stamp);
    void writePiece(sim::Cycle cycle, const Stamp& stamp);

    bool waitsForWrite(const Stamp& stamp) const;
    void noteRead(Stamp& stamp);
    static constexpr uint32_t kPlaces = 64;
    uint32_t placeOf(const Stamp& stamp) const {
        // The top bits of a product by the golden ratio spread offsets of any step.
        return stamp.offset[firstTarget_] * 0x9e3779b1u >> 26;
    }
    uint32_t stepBytes(const Stamp& stamp) const {
        return func::kQuadFragments * targets_[stamp.nextTarget].bytesPerSample;
    }
    uint32_t addressOf(const Stamp& stamp) const {
        return targets_[stamp.nextTarget].address + stamp.offset[stamp.nextTarget];
    }
    // The samples of a quad and target after the first, where nothing can keep them from their port and line, one in
    // each cycle. They are counted as the last of them is done, or someone looks.
    void startReadRun(sim::Cycle cycle);
    void settleReadRun(sim::Cycle end);
    void startWriteRun(sim::Cycle cycle, const Stamp& stamp);
    void settleWriteRun(sim::Cycle end);
    // A quad has gone through its stage.
    void endFetch(sim::Cycle cycle);
    void endRead(sim::Cycle cycle);
    void endWrite(sim::Cycle cycle);
    /// A stage waits for the cache, which refused it what it tried.
    void waitForCache(Stage stage, sim::Cycle cycle, Wait reason, sim::Counter& counter);
    /// Moves a stamp to its next sample, or target; true where it has done them all and is at the first again.
    bool advanceSample(Stamp& stamp) const;
    bool advanceTarget(Stamp& stamp) const;

    struct Operation {
        Stamp* stamp = nullptr;
        sim::Cycle ends = 0;
    };

    RopSettings settings_;
    WorkPools* pools_;
    mem::AddressSpace* space_;
    Surfaces surfaces_;
    RopStatistics statistics_;
    RopCache cache_;

    UnitStatus status_ = UnitStatus::Reset;
    uint32_t drawNumber_ = 0;
    std::array<Target, gpu::kRenderTargets> targets_;
    uint32_t samples_ = 1;
    uint32_t activeTargets_ = 0;
    uint32_t firstTarget_ = 0;
    std::array<uint32_t, gpu::kRenderTargets> targetAfter_{};  // of those that are active; the first after the last
    bool anyRead_ = false;
    bool wholeQuads_ = true;
    bool tiled_;
    uint32_t bufferBlocks_ = 0;
    ClearedLines clearedLines_;
    bool tracksClear_ = false;
    bool lastReceived_ = false;
    QuadId lastQuad_ = 0;

    sim::Pool<Stamp> stamps_;
    std::vector<QuadPieces> pieces_;  // of each stamp
    sim::BoundedQueue<Stamp*> inputs_;
    sim::BoundedQueue<Stamp*> fetched_;
    sim::BoundedQueue<Stamp*> reads_;
    sim::BoundedQueue<Operation> operating_;
    sim::BoundedQueue<Stamp*> operated_;
    sim::BoundedQueue<Stamp*> written_;
    sim::BoundedQueue<Stamp*> betweenReadAndWrite_;
    /// How many of them are at places in the first target with the same placeOf().
    std::array<uint32_t, kPlaces> betweenAtPlace_{};
    StageSchedule<Stage, Wait, kStages> stages_;
    sim::Cycle operationFree_ = 0;    // the ALU can start again
    sim::Cycle operationCycles_ = 0;  // until then, while nothing is drawn
    /// Samples after the first follow in runs: they are fewer steps, and each is as sure as the first.
    bool inRuns_ = false;
    uint32_t samplesToRead_ = 0;   // of the quad that is read, those not counted yet
    uint32_t samplesToWrite_ = 0;  // of the quad that is written
    sim::Cycle readRunFrom_ = 0;   // the cycle of the first of them
    sim::Cycle writeRunFrom_ = 0;
    mem::FetchCache::WriteRun writeRun_;
    uint64_t writeRunBits_ = 0;  // of all its samples
    uint32_t writeRunAt_ = 0;    // where the bytes of the next sample begin

    /// The status, or what it waits for, changed: the next cycle goes differently.
    bool moved_ = false;
    bool flushed_ = false;
    sim::Cycle operationEnds_ = sim::kNever;  // a clear, or the sending of block states
};

}  // namespace cyclorama::machine::timing
