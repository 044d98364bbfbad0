// SPDX-License-Identifier: MIT
#pragma once
// The way of quads through a render output unit, in six stages with a queue before each:
//
//   input -> [fetch: reserve the cache line] -> fetched -> [read, a port of the cache] -> read ->
//   [operate: rate and latency of the ALU] -> operated -> [write, a port of the cache] -> written -> out, one a cycle
//
// Without a target to read a line is allocated and the quad goes straight to the read queue; if nothing can change it
// goes straight to the written queue. A quad is not read while an earlier one of the same place is on its way from its
// read to its write. Quads take a step for each piece, and where pieces have several steps for each of those
// (quad_pieces.h).
//
// Values: a quad is tested or blended in the address space in the cycle in which the ALU gives its result. Nothing
// reads the place between that and the write to the cache.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/timing/draw/work_pools.h"
#include "machine/timing/rop/line_runs.h"
#include "machine/timing/rop/quad_operator.h"
#include "machine/timing/rop/rop_cache.h"
#include "machine/timing/rop/rop_quad.h"
#include "machine/timing/rop/rop_settings.h"
#include "machine/timing/rop/rop_statistics.h"
#include "machine/timing/rop/rop_targets.h"
#include "machine/timing/rop/stage_schedule.h"
#include "mem/retried_cache.h"
#include "sim/queue.h"
#include "sim/trace.h"

namespace cyclorama::machine::timing {

class RopPipeline {
  public:
    RopPipeline(const RopSettings& settings, QuadPool& quadPool, const RopTargets& targets, RopCache& cache,
                RopStatistics& statistics, QuadOperator& quadOperator, const sim::Box& unit);

    // A draw: start(), then clock() in each cycle, after the cache's, and receive() for each quad that arrives in it.
    void start(sim::Cycle cycle, const RopDraw& draw);
    void clock(sim::Cycle cycle);
    void receive(QuadId id);
    /// The last cycle of a draw is over.
    void stop(sim::Cycle cycle);

    uint32_t samples() const { return draw_.samples; }
    /// No quad is on its way.
    bool empty() const { return quads_.inUse() == 0; }
    /// There is room for two cycles' quads.
    bool takesQuads() const { return inputs_.size() < inputLimit_; }
    /// A stage waits for a line, or for a place for one.
    bool waitsForLines() const;
    /// The first cycle in which a stage is due.
    sim::Cycle due() const { return stages_.next(); }
    /// Before statistics are taken, all cycles before `end` having passed.
    void accountIdleCycles(sim::Cycle end);
    /// The ALU is free when the next draw starts.
    void resetAlu() { aluCycles_ = 0; }
    std::string describeWait() const;
    void appendQueues(std::vector<sim::QueueLevel>& queues) const;

  private:
    /// In the order in which they go in a cycle, the last one first.
    enum class Stage : uint8_t { Terminate, Write, EndOperation, StartOperation, Read, Fetch };
    static constexpr size_t kStages = 6;
    /// Reasons to wait: a quad, room in the queue after it, the next unit, a write of the place to read, the cache, or
    /// its line or request for a fetch.
    enum class Wait : uint8_t { None, Quad, Room, Consumer, Hazard, Cache, Line };

    struct Operation {
        RopQuad* quad = nullptr;
        sim::Cycle ends = 0;
    };

    // The stages. clock() is the only one to call them: inline, they share what it keeps in registers.
    [[gnu::always_inline]] inline void terminate(sim::Cycle cycle);
    [[gnu::always_inline]] inline void write(sim::Cycle cycle);
    [[gnu::always_inline]] inline void endOperation(sim::Cycle cycle);
    [[gnu::always_inline]] inline void startOperation(sim::Cycle cycle);
    [[gnu::always_inline]] inline void read(sim::Cycle cycle);
    [[gnu::always_inline]] inline void fetch(sim::Cycle cycle);

    /// Finds the quad's places in the targets.
    [[gnu::always_inline]] inline void place(RopQuad& quad, uint32_t x, uint32_t y);
    /// Bytes that the current step of a quad writes, one bit each.
    uint64_t stepBytes(const RopQuad& quad, const QuadPiece& piece, uint32_t step) const;

    // The stages end each step with these: by itself, or as the first of a run.
    [[gnu::always_inline]] inline void endReadStep(sim::Cycle cycle, RopQuad& quad);
    [[gnu::always_inline]] inline void endWriteStep(sim::Cycle cycle, RopQuad& quad);
    // In place of the stage, in the cycle of the last step of a run.
    void endReadRun(sim::Cycle cycle);
    void endWriteRun(sim::Cycle cycle);
    // A quad has gone through its stage.
    void endFetch(sim::Cycle cycle);
    void endRead(sim::Cycle cycle);
    void endWrite(sim::Cycle cycle);
    /// A stage waits for the cache, which refused it what it tried.
    void waitForCache(Stage stage, sim::Cycle cycle, Wait reason, sim::Counter& counter);

    const RopSettings* settings_;
    uint32_t inputLimit_;
    QuadPool* quadPool_;
    const RopTargets* targets_;
    RopCache* cache_;
    RopStatistics* statistics_;
    QuadOperator* operator_;
    RopDraw draw_;
    /// Quads are stored in scattered pieces. A step that neither reads nor writes then takes no port, and else takes it
    /// all the same.
    bool scattered_ = false;
    /// Steps after the first follow in runs: each is as sure as the first.
    bool inRuns_ = false;

    sim::Pool<RopQuad> quads_;
    std::vector<std::unique_ptr<QuadPieces>> pieces_;  // of each quad of the pool
    sim::BoundedQueue<RopQuad*> inputs_;
    sim::BoundedQueue<RopQuad*> fetched_;
    sim::BoundedQueue<RopQuad*> reads_;
    sim::BoundedQueue<Operation> operating_;
    sim::BoundedQueue<RopQuad*> operated_;
    sim::BoundedQueue<RopQuad*> written_;
    QuadHazards hazards_;
    StageSchedule<Stage, Wait, kStages> stages_;
    sim::TracePoint operations_;  // quads in the ALU
    sim::Cycle aluFree_ = 0;      // the ALU can start again
    sim::Cycle aluCycles_ = 0;    // until then, while nothing is drawn
    LineRuns runs_;
    mem::RefusedTry refusedFetch_;  // that the fetch stage waits for
};

}  // namespace cyclorama::machine::timing
