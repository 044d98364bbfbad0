// SPDX-License-Identifier: MIT
#pragma once
// The parts of a machine and what it counted, as they are reported to observers of a run.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "machine/values/observed_change.h"

namespace cyclorama::machine {

/// Something that a machine counts. Texts live as long as the program, but for the name.
struct ObservedCounter {
    std::string name{};
    std::string_view unit{};
    std::string_view sentence{};
    /// The mean of samples; else amounts that add up.
    bool average = false;
    /// Name of the command processor's state whose cycles it counts; else empty. Almost every cycle is in exactly one.
    std::string_view activity{};
    /// Name of the memory client whose traffic it counts; else empty.
    std::string_view client{};
    /// The traffic is written; else read.
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

}  // namespace cyclorama::machine
