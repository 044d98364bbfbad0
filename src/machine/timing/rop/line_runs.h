// SPDX-License-Identifier: MIT
#pragma once
// Runs of steps of a quad. After the first step of a piece nothing can delay the others: they take a cycle each. They
// are counted together, when the last is done or the counts are read, to spare the host their events.

#include <array>
#include <cstdint>

#include "machine/timing/rop/quad_pieces.h"
#include "machine/timing/rop/rop_cache.h"
#include "machine/timing/rop/rop_statistics.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// At most one run of reads and one of writes at a time.
class LineRuns {
  public:
    /// Both outlive it.
    LineRuns(RopCache& cache, RopStatistics& statistics) : cache_(&cache), statistics_(&statistics) {}
    /// No run is under way.
    void reset() {
        reads_ = {};
        writes_ = {};
    }

    /// A run of writes changes 64 bytes at most, aligned.
    static bool canWrite(const QuadPiece& piece) {
        return piece.address.misalignment(kWriteBytes) + piece.steps * piece.bytes <= kWriteBytes;
    }

    // In `cycle` the first step of a piece was read, or written. Return the cycle of its last step.
    sim::Cycle startReads(sim::Cycle cycle, const QuadPiece& piece);
    /// `masks` are the bytes that a step writes, by the coverage of its four samples; `written` is the quad's coverage.
    sim::Cycle startWrites(sim::Cycle cycle, const QuadPiece& piece, const std::array<uint64_t, 16>& masks,
                           uint32_t written);

    // In `cycle` the last step of the run of reads, or of writes, is done: counts its steps. False, and nothing done,
    // if no such run is under way.
    bool endRead(sim::Cycle cycle) {
        if (!reads()) return false;
        countReads(cycle + 1);
        return true;
    }
    bool endWrite(sim::Cycle cycle) {
        if (!writes()) return false;
        countWrites(cycle + 1);
        return true;
    }
    /// Before the reads of a cycle: in each cycle writes use their lines before reads do.
    void beforeReads() {
        if (writes()) cache_->touch(writes_.slot);
    }
    /// Before the fetches of `cycle`: the choice of a victim depends on all uses of lines so far.
    void beforeFetch(sim::Cycle cycle) { count(cycle + 1); }
    /// Counts the steps before `end`.
    void count(sim::Cycle end) {
        if (writes()) countWrites(end);
        if (reads()) countReads(end);
    }

  private:
    bool reads() const { return reads_.left != 0; }
    bool writes() const { return writes_.left != 0; }
    // Count the steps before `end`.
    void countReads(sim::Cycle end);
    void countWrites(sim::Cycle end);

    static constexpr uint32_t kWriteBytes = 64;

    struct Run {
        uint32_t left = 0;    // steps not counted yet
        sim::Cycle from = 0;  // cycle of the first of them
        mem::CacheSlot slot;
        uint32_t bytes = 0;  // of a step

        /// Takes the steps before `end` off.
        uint32_t take(sim::Cycle end) {
            const auto times = end > from ? static_cast<uint32_t>(end - from) : 0;
            from += times;
            left -= times;
            return times;
        }
    };
    static Run after(sim::Cycle cycle, const QuadPiece& piece) {
        return {.left = piece.steps - 1, .from = cycle + 1, .slot = piece.slot, .bytes = piece.bytes};
    }

    RopCache* cache_;
    RopStatistics* statistics_;
    Run reads_;
    Run writes_;
    func::Address address_{};  // of the next step that is written
    uint64_t mask_ = 0;        // bytes that change, from there on
};

}  // namespace cyclorama::machine::timing
