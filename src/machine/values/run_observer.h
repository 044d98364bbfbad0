// SPDX-License-Identifier: MIT
#pragma once
// A look at a run from outside: what a machine was asked for, when, and what it counted meanwhile. A machine without an
// observer pays a test of a pointer a command. An observer never throws, and nothing that it does reaches the machine.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "func/output/resolve.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "gpu/pixel_counts.h"
#include "gpu/work_kind.h"
#include "gpu/work_trace.h"
#include "isa/issue_counts.h"
#include "machine/values/observed_change.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

/// Something that a machine counts. Texts live as long as the program, but for the name.
struct ObservedCounter {
    std::string name{};
    std::string_view unit{};
    std::string_view sentence{};
    /// The mean of samples; else amounts that add up.
    bool average = false;
    /// Not empty for a counter of the command processor's states, of which each cycle but few is in exactly one.
    std::string_view activity{};
    /// Not empty for the traffic of a user of memory.
    std::string_view client{};
    bool written = false;
};

/// A part of the machine that has a clock.
struct ObservedUnit {
    std::string name{};
    uint32_t clock = 0;
};

/// Something of a unit that fills up. Texts live as long as the program.
struct ObservedQueue {
    uint32_t unit = 0;
    std::string_view name{};
    /// Plural noun of the entries, as "quads".
    std::string_view holds{};
    uint64_t capacity = 0;
};

struct ObservedClock {
    std::string name{};
    uint64_t periodPicoseconds = 0;
};

/// Clock 0 is the main clock. Without time there are counters alone.
struct ObservedMachine {
    std::vector<ObservedCounter> counters{};
    std::vector<ObservedUnit> units{};
    std::vector<ObservedQueue> queues{};
    std::vector<ObservedClock> clocks{};
    std::vector<ObservedChange> changes{};
    /// Cycles of the main clock that have passed before.
    uint64_t cycle = 0;
};

/// Counts and times gathered since the last sample of the same machine.
struct RunSample {
    struct Counter {
        /// Its place among the machine's.
        uint32_t number = 0;
        uint64_t sum = 0;
        /// Number of samples in `sum`, of an average; else 0.
        uint64_t samples = 0;
    };
    /// In cycles of the unit's clock.
    struct Unit {
        uint64_t cycles = 0;
        uint64_t awake = 0;
        uint64_t busy = 0;
    };
    /// From looks now and then, in each of which it counts for the cycles since the one before.
    struct Queue {
        /// Sum of the entries over the cycles of the main clock.
        uint64_t sum = 0;
        uint64_t most = 0;
        /// Cycles of the main clock in which it took nothing more.
        uint64_t full = 0;
    };
    /// A unit had work, and nothing moved: an estimate.
    struct Wait {
        uint32_t unit = 0;
        /// Without numbers. Lives until the next sample.
        std::string_view reason;
        uint64_t cycles = 0;
    };
    struct Limit {
        LimitCause cause;
        /// Cycles of the main clock.
        uint64_t cycles = 0;
    };

    /// The end of the last of its cycles on the main clock; empty without time.
    std::optional<uint64_t> cycle{};
    /// Counters that changed, each once, in any order.
    std::span<const Counter> counters{};
    std::span<const Unit> units{};
    std::span<const Wait> waits{};
    /// An estimate, whose sum is exact.
    std::span<const Limit> limits{};
    std::span<const Queue> queues{};
};

struct StartedOperation {
    gpu::WorkKind kind = gpu::WorkKind::Other;
    /// The operation and its operands.
    std::string title{};
    gpu::StreamPosition position{};
    /// The number of a draw in its frame.
    std::optional<uint32_t> draw{};
    /// Cycle of the main clock in which it starts; empty without time.
    std::optional<uint64_t> cycle{};
    const gpu::DrawState& state;
};

/// A program that an operation runs.
struct ObservedProgram {
    /// "vertex", "fragment", "compute"...
    std::string_view stage{};
    /// Equal addresses are the same program, as long as it is held.
    std::shared_ptr<const void> program{};
    /// The text of each of its instructions.
    std::vector<std::string> (*list)(const void* program) = nullptr;
    /// Registers of four components that a thread takes.
    uint32_t registers = 0;
};

/// A surface that an operation draws into.
struct ObservedSurface {
    /// Address of the first colour buffer that the operation can write, or else of its depth buffer.
    uint64_t address = 0;
    /// In pixels.
    uint32_t width = 0;
    uint32_t height = 0;
    func::RowOrder order = func::RowOrder::TopFirst;

    bool operator==(const ObservedSurface&) const = default;
};

/// A place in time at which the targets of an operation can be looked at.
struct TargetsMoment {
    uint32_t operation = 0;
    /// The operation has written all of them; else it is about to.
    bool after = true;
    gpu::WorkKind kind = gpu::WorkKind::Draw;
    const gpu::DrawState& state;
    Surfaces& surfaces;
};

class RunObserver {
  public:
    virtual ~RunObserver() = default;

    /// False: no event is reported, and none costs time. Changes between two jobs of a machine alone.
    bool watches() const { return watches_; }

    /// A machine begins. Where several follow each other in a run, they are the same.
    virtual void machine(const ObservedMachine& machine) = 0;
    /// A command is taken, before its operation starts. The state is that of the workload then.
    virtual void command(const gpu::Command& command, const gpu::DrawState& state) = 0;
    /// An operation starts; the number that it has from then on. Several may be under way.
    virtual uint32_t start(const StartedOperation& operation) = 0;
    /// An operation that has started runs a program. Counts to be added to, which outlive the machine; or null.
    virtual isa::IssueCounts* program(uint32_t operation, const ObservedProgram& program) = 0;
    /// An operation that has started draws into a surface. Counts of its fragments to be added to until it ends; or
    /// null.
    virtual gpu::PixelCounts* pixels(uint32_t operation, const ObservedSurface& surface) = 0;
    /// An operation that has started draws into a surface. Told of what it follows until the operation ends; or null.
    virtual gpu::WorkTrace* trace(uint32_t /*operation*/, const ObservedSurface& /*surface*/) { return nullptr; }
    /// The fragments of a draw may begin in `cycle`.
    virtual void startFragments(uint32_t operation, uint64_t cycle) = 0;
    virtual void targets(const TargetsMoment& moment) = 0;
    /// `cycle` is the first after it. A sample follows.
    virtual void end(uint32_t operation, std::optional<uint64_t> cycle) = 0;
    virtual void sample(const RunSample& sample) = 0;
    /// The cycle in which time has come for a sample although nothing ended. May change with samples and frames.
    virtual uint64_t nextSample() const = 0;

  protected:
    void setWatching(bool watches) { watches_ = watches; }

  private:
    bool watches_ = true;
};

}  // namespace cyclorama::machine
