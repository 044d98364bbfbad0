// SPDX-License-Identifier: MIT
#pragma once
// A look at a run from outside: what a machine was asked for, when, and what it counted meanwhile. A machine without an
// observer pays a test of a pointer a command. An observer never throws, and nothing that it does reaches the machine.

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/pixel_counts.h"
#include "gpu/work_trace.h"
#include "isa/issue_counts.h"
#include "machine/values/observed_machine.h"
#include "machine/values/observed_operation.h"
#include "machine/values/state_rows.h"
#include "mem/bank_use.h"
#include "mem/cache_blocks.h"
#include "mem/memory_footprint.h"

namespace cyclorama::machine {

/// Derive, and override what is of interest.
class RunObserver {
  public:
    virtual ~RunObserver() = default;

    /// False: no event is reported, and none costs time. Changes between two jobs of a machine alone.
    bool watches() const { return watches_; }

    /// A machine begins. Where several follow each other in a run, they are the same.
    virtual void machine(const ObservedMachine& /*machine*/) {}
    virtual void command(const TakenCommand& /*command*/) {}
    /// An operation starts; the number that it has from then on, from 0. Several may be under way.
    uint32_t start(const StartedOperation& operation) {
        const uint32_t number = operations_++;
        started(number, operation);
        return number;
    }
    /// An operation that has started runs a program. Counts to be added to, which outlive the machine; or null.
    virtual isa::IssueCounts* program(uint32_t /*operation*/, const ObservedProgram& /*program*/) { return nullptr; }
    /// An operation that has started draws into a surface. Counts of its fragments to be added to until it ends; or
    /// null.
    virtual gpu::PixelCounts* pixels(uint32_t /*operation*/, const ObservedSurface& /*surface*/) { return nullptr; }
    /// An operation that has started draws into a surface. Trace that gets what the operation does until it ends; or
    /// null.
    virtual gpu::WorkTrace* trace(uint32_t /*operation*/, const ObservedSurface& /*surface*/) { return nullptr; }
    /// The fragments of a draw may begin in `cycle`.
    virtual void startFragments(uint32_t /*operation*/, uint64_t /*cycle*/) {}
    /// An operation has ended; `cycle` is the first cycle after it. A sample follows.
    virtual void end(uint32_t /*operation*/, std::optional<uint64_t> /*cycle*/) {}
    virtual void sample(const RunSample& /*sample*/) {}
    /// The cycle in which a sample is due although nothing ended. May change with samples and frames.
    virtual uint64_t nextSample() const { return std::numeric_limits<uint64_t>::max(); }

    // The state of draws.
    /// False: state() need not be called.
    virtual bool watchesState() const { return false; }
    /// The state of a draw that has started, in parts that draws share.
    virtual void state(uint32_t /*operation*/, std::span<const StateRows> /*parts*/) {}

    // The pixels that draws and clears leave in their targets.
    /// False: none of what follows need be called.
    virtual bool watchesTargets() const { return false; }
    /// The parts, y from the first row of memory, that show() is to have of a target of known size before an
    /// operation, or after it.
    virtual std::vector<ImagePart> wantedParts(uint32_t /*operation*/, bool /*after*/,
                                               const ObservedTarget& /*target*/) {
        return {};
    }
    /// True if something other than a draw may have changed a part of a target of unknown size since it was last
    /// shown: the draw that is about to change it shows it first.
    virtual bool wantsBefore(const ObservedTarget& /*target*/, const ImagePart& /*part*/) { return false; }
    /// Parts of a target before an operation, or after it those that it may have changed.
    virtual void show(uint32_t /*operation*/, bool /*after*/, const ObservedTarget& /*target*/,
                      const ShownParts& /*parts*/) {}

    // Events that only machines with time report.
    /// False: none of what follows need be called.
    virtual bool watchesUnits() const { return false; }
    /// A thread was found to wait at an instruction of a program, and is taken to have done so for `cycles` of the main
    /// clock. The counts are those that the observer gave for the program.
    virtual void wait(const isa::IssueCounts& /*program*/, uint32_t /*instruction*/, InstructionWait /*reason*/,
                      uint64_t /*cycles*/) {}
    /// Traffic since the last call, unordered. A sample follows.
    virtual void traffic(std::span<const mem::MemoryFootprint::Block> /*blocks*/) {}
    /// Counts of each bank of DRAM since the last call. A sample follows.
    virtual void banks(const mem::BankUses& /*uses*/) {}
    /// Hits and misses by block of memory, in no order, of all caches of a kind since the last call. The kind's name
    /// lives as long as the program. A sample follows.
    virtual void caches(std::string_view /*kind*/, std::span<const mem::CacheBlocks::Block> /*blocks*/) {}

  protected:
    void setWatching(bool watches) { watches_ = watches; }
    virtual void started(uint32_t /*operation*/, const StartedOperation& /*started*/) {}
    /// Operations that have started.
    uint32_t operations() const { return operations_; }

  private:
    bool watches_ = true;
    uint32_t operations_ = 0;
};

/// A draw that is observed; false if it is not.
struct ObservedDraw {
    RunObserver* observer = nullptr;
    uint32_t operation = 0;
    explicit operator bool() const { return observer != nullptr; }
};

}  // namespace cyclorama::machine
