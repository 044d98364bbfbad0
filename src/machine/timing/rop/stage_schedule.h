// SPDX-License-Identifier: MIT
#pragma once
// When each stage of a pipeline has to be looked at. A stage that waits is left alone until what it waits for has come,
// or its time is over; what it counts in each cycle of the wait is counted as the wait ends, or when statistics are
// taken.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "sim/statistics.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// `Stage` numbers the stages from 0 on, `Reason` says what a stage may wait for; the reason that is 0 stands for none
/// that another stage has a say in.
template <typename Stage, typename Reason, size_t kStages>
class StageSchedule {
  public:
    /// All stages are looked at in `cycle`, and from then on.
    void start(sim::Cycle cycle) { due_.fill(cycle); }
    /// None is looked at any more; the cycles before `end` count.
    void stop(sim::Cycle end) {
        accountIdleCycles(end);
        waits_.fill({});
        due_.fill(sim::kNever);
    }

    bool isDue(Stage stage, sim::Cycle cycle) const { return due_[at(stage)] <= cycle; }
    /// The first cycle in which a stage is due.
    sim::Cycle next() const { return *std::min_element(due_.begin(), due_.end()); }

    /// The stage is looked at in `cycle`: its wait is over. It is due in the next cycle again unless it says otherwise.
    void look(Stage stage, sim::Cycle cycle) {
        Wait& wait = waits_[at(stage)];
        if (wait.counter != nullptr) {
            accountIdleCycles(stage, cycle);
            wait.counter = nullptr;
        }
        wait.reason = {};
        due_[at(stage)] = cycle + 1;
    }

    /// The stage waits: `counter` grows in every cycle from `from` on. It is looked at in `until`, if not woken before.
    void wait(Stage stage, sim::Cycle from, Reason reason, sim::Counter& counter, sim::Cycle until = sim::kNever) {
        Wait& wait = waits_[at(stage)];
        wait.from = from;
        wait.counter = &counter;
        wait.reason = reason;
        wait.others = 0;
        due_[at(stage)] = until;
    }
    /// Another counter grows with the one of the wait.
    void countToo(Stage stage, sim::Counter& counter) {
        Wait& wait = waits_[at(stage)];
        assert(wait.others < kMostOthers);
        wait.other[wait.others++] = &counter;
    }
    /// The stage has nothing to count meanwhile.
    void sleepUntil(Stage stage, sim::Cycle cycle) { due_[at(stage)] = cycle; }

    bool waits(Stage stage, Reason reason) const { return waits_[at(stage)].reason == reason; }
    /// Something for which the stage may have waited has come: it is looked at when its turn comes.
    void wake(Stage stage, Reason reason) {
        if (waits(stage, reason)) due_[at(stage)] = 0;
    }

    /// The cycles before `end` count.
    void accountIdleCycles(sim::Cycle end) {
        for (size_t stage = 0; stage < kStages; ++stage) {
            if (waits_[stage].counter != nullptr) accountIdleCycles(static_cast<Stage>(stage), end);
            waits_[stage].from = end;
        }
    }

  private:
    static constexpr size_t kMostOthers = 3;

    struct Wait {
        sim::Cycle from = 0;
        sim::Counter* counter = nullptr;  // null unless the stage waits
        Reason reason{};
        uint32_t others = 0;
        std::array<sim::Counter*, kMostOthers> other;
    };

    static constexpr size_t at(Stage stage) { return static_cast<size_t>(stage); }
    void accountIdleCycles(Stage stage, sim::Cycle end) {
        const Wait& wait = waits_[at(stage)];
        wait.counter->add(end - wait.from);
        for (uint32_t i = 0; i < wait.others; ++i) wait.other[i]->add(end - wait.from);
    }

    std::array<sim::Cycle, kStages> due_{};
    std::array<Wait, kStages> waits_{};
};

}  // namespace cyclorama::machine::timing
