// SPDX-License-Identifier: MIT
#pragma once
// The render backend's ways to what holds the targets: to GMEM, a way for each of its parts, and to the caches of a
// target (CCU), one for each pair of caches. Blocks of 256 bytes are shared out among the pairs in turns.

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/ccu/ccu.h"
#include "families/adreno/timing/ccu/gmem.h"
#include "families/adreno/timing/ccu/target_caching.h"
#include "families/adreno/timing/lines/line_accesses.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

class TargetTraffic {
  public:
    /// `owner` clocks this.
    TargetTraffic(sim::Box& owner, const CcuSettings& ccu, const GmemSettings& gmem, CcuTarget target);

    /// Before the first cycle.
    void connect(Ccu& ccu, Gmem& gmem);

    /// Lines that are read, and the others, which are written after them. The number of the reads for done().
    uint32_t add(const LineAccesses& reads, const LineAccesses& writes, const TargetCaching& caching);
    /// These reads, and all before them, have come.
    bool done(uint32_t number) const { return number < first_; }
    /// Little waits to be sent.
    bool hasRoom() const;
    /// GMEM has accesses that it has not answered.
    bool waitsForGmem() const;
    /// All that was added has been answered.
    bool idle() const;

    /// Takes answers and sends accesses.
    void clock(sim::Cycle cycle);
    /// It has something to do in the next cycle, whatever comes.
    bool isActive() const;

  private:
    static constexpr uint32_t kWrite = ~0u;
    struct Way {
        Way(sim::Box& owner, const std::string& name, uint32_t answerLatency);
        sim::Output<CcuAccess> access;
        sim::Signal<CcuAnswer> answers;
        std::deque<CcuAccess> waiting;
        uint32_t outstanding = 0;
    };

    void add(const LineAccesses& lines, const CcuAccess& access, const CompressedSurfaces* compressed);
    void answer(uint32_t number);
    Way& wayTo(uint64_t address);

    CcuTarget target_;
    std::string client_;
    GmemRange range_;
    uint32_t units_;
    std::vector<std::unique_ptr<Way>> ways_;  ///< to the caches, then to GMEM
    /// Reads that have not come, of each number from `first_` on.
    std::deque<uint32_t> reads_;
    uint32_t first_ = 0;
};

}  // namespace cyclorama::adreno
