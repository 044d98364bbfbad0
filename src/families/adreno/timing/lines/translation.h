// SPDX-License-Identifier: MIT
#pragma once
// Translation of addresses between a unit's buses and memory (SMMU, TLB): the entries of the pages that it has used
// last, more of them in a table that is farther away, and a read of the page tables for others.
//
//   first access of a bus -> its page is among TlbEntries -> goes
//                         -> a lookup, TlbMissCycles, one after the other -> in the main table -> goes
//                                                                         -> a line of page tables, from memory
//
// A bus whose first access has no translation waits, and its accesses after it do. The other buses continue.
//
// Simplified: all pages have one size, and the tables above the last one are known. Entries are never invalidated.
// Caches of colours and of depth, and the command processor, have their addresses translated in no time.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/timing/chip/settings.h"
#include "sim/statistics.h"
#include "sim/time.h"

namespace cyclorama::adreno {

/// Numbers of pages, of which the one used longest ago is replaced.
class PageEntries {
  public:
    explicit PageEntries(uint32_t count) : count_(count) {}

    /// False if it is not there.
    bool use(uint64_t page);
    void insert(uint64_t page);

  private:
    uint32_t count_;
    std::vector<uint64_t> pages_;  ///< the one used last is the last
};

class Translation {
  public:
    Translation(const TranslationSettings& settings, sim::StatisticsRegistry& statistics);

    /// One cycle, before the buses'.
    void clock(sim::Cycle cycle);
    /// A lookup in the main table is under way.
    bool counts() const { return lookup_ && !lookup_->walks; }
    /// An access may go. Else it asks again in each cycle.
    bool mayGo(uint64_t address, sim::Cycle cycle);
    /// The line of page tables that the lookup under way waits for, until it is sent.
    std::optional<uint64_t> walk() const { return walk_; }
    void sendWalk() { walk_.reset(); }
    /// It has come.
    void endWalk(sim::Cycle cycle);

  private:
    struct Lookup {
        uint64_t page = 0;
        sim::Cycle since = 0;
        bool walks = false;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter misses, walks, latency;
    };

    /// The page of the lookup under way is known.
    void end(sim::Cycle cycle);

    TranslationSettings settings_;
    Statistics statistics_;
    PageEntries entries_;
    PageEntries main_;
    std::optional<Lookup> lookup_;
    std::optional<uint64_t> walk_;
};

}  // namespace cyclorama::adreno
