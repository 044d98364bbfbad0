// SPDX-License-Identifier: MIT
#pragma once
// The scheduler: clock domains, the boxes in them, and time. A cycle of a domain clocks its boxes that are awake; when
// none is, time jumps to the next cycle in which one will be. Results do not depend on whether boxes sleep, nor on the
// order in which the boxes of a domain are clocked.

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/box.h"
#include "sim/statistics.h"
#include "sim/time.h"
#include "sim/wake_schedule.h"

namespace cyclorama::sim {

class ClockWatch;
class SignalTrace;

struct SimulationSettings {
    /// Off, every box is clocked in every cycle: slower, the same results.
    bool sleeping = true;
    /// Clocks the boxes of a domain from the last to the first: tests use it to show that order does not matter.
    bool reverseOrder = false;
    /// A domain whose boxes ran for this number of cycles without anything moving on any signal has stalled; 0 turns it
    /// off.
    uint64_t stallCycles = 1'000'000;
};

class Simulation {
  public:
    explicit Simulation(SimulationSettings settings = {});
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// Domains come first, in the order in which they go where their ticks coincide. Statistics are sampled in cycles
    /// of the first.
    DomainId addDomain(ClockDomainInfo info);

    StatisticsRegistry& statistics() { return statistics_; }

    /// The trace must outlive the simulation; null turns tracing off.
    void setTrace(SignalTrace* trace) { trace_ = trace; }
    SignalTrace* trace() const { return trace_; }

    /// The watch must outlive the simulation; null turns it off.
    void setWatch(ClockWatch* watch) {
        watch_ = watch;
        observed_ = watch_ != nullptr || counting_;
    }

    /// Cycles in which a box was clocked, and those of them in which anything moved through its inputs or outputs;
    /// cycle 0 counts as one of these.
    struct Activity {
        uint64_t clocked = 0;
        uint64_t moving = 0;
    };
    /// Counts the activity of all boxes from now on, or no longer.
    void countActivity(bool count) {
        counting_ = count;
        observed_ = watch_ != nullptr || counting_;
    }
    const Activity& activity(const Box& box) const { return domains_[box.domain()].boxes[box.place()].activity; }

    uint32_t domains() const { return static_cast<uint32_t>(domains_.size()); }
    const ClockDomainInfo& domain(DomainId id) const { return domains_[id].info; }
    /// All boxes of a domain, by Box::place().
    std::vector<const Box*> boxes(DomainId id) const;

    struct Step {
        DomainId domain = 0;
        Cycle cycle = 0;
    };
    /// Runs the next cycle in which anything is awake, in one domain, and says which it was. The first call checks that
    /// every input and output is bound (Fault). Throws Deadlock where nothing will ever be awake again, or nothing
    /// moved for too long.
    Step step();

    /// The same as long as that cycle comes no later than `last` of the domain; otherwise time passes to there, with
    /// nothing run.
    std::optional<Step> stepWithin(DomainId domain, Cycle last);

    /// Runs every cycle up to and including `last` of the domain; the other domains follow as far as their ticks come
    /// before it. Nothing awake is not a deadlock here: the cycles then pass.
    void runThrough(DomainId domain, Cycle last);

    /// The first cycle of the domain that has not been run or passed.
    Cycle nextCycle(DomainId domain) const;
    /// The last cycle that was run, over all domains in the order of time.
    const Step& current() const { return current_; }

    /// Has all boxes account for the cycles that they slept through, up to now. Before statistics are read.
    void settle();

    /// A line a box that waits for something: who, for whom or what, since which cycle.
    std::string describeWaits() const;
    /// All boxes with their states, waits, queues and inputs, for people.
    std::string describeBoxes() const;

  private:
    friend class Box;

    struct Clocked {
        Box* box = nullptr;
        Cycle accountedTo = 0;  // every cycle before this was clocked or accounted as slept
        Activity activity{};    // where it is counted
    };
    struct Domain {
        ClockDomainInfo info;
        WakeSchedule schedule;
        std::vector<Clocked> boxes;   // by their numbers in the schedule
        uint64_t executed = 0;        // cycles run since the last look for a stall
        Cycle lastMovement = kNever;  // when something had last moved on a signal at that look
    };

    void add(Box& box);
    void start();
    /// The next cycle to run, and its time; false where nothing is awake.
    bool findNext(Step& next, uint64_t& time);
    void run(const Step& step, uint64_t time);
    /// Cycles up to `last` of the domain pass with nothing awake.
    void passThrough(DomainId domain, Cycle last);
    /// `due`: see WakeSchedule::start().
    void clockBackwards(Domain& domain, std::span<const uint64_t> due, Cycle cycle);
    void clockBox(Domain& domain, uint32_t index, Cycle cycle);
    /// Clocks a box under the watch, or with its activity counted.
    void clockObserved(Clocked& clocked, Cycle cycle);
    void checkForStall(Domain& domain);
    static void settleBox(Clocked& clocked, Cycle end);
    uint64_t timeOf(const Domain& domain, Cycle cycle) const { return (cycle + 1) * domain.info.periodPicoseconds; }
    /// The first cycle of `domain` that comes after the present moment.
    Cycle firstCycleAfterNow(DomainId domain) const;

    SimulationSettings settings_;
    StatisticsRegistry statistics_;
    std::deque<Domain> domains_;  // boxes know where their schedules are
    SignalTrace* trace_ = nullptr;
    ClockWatch* watch_ = nullptr;
    bool counting_ = false;
    bool observed_ = false;  // watched or counted
    Step current_;
    uint64_t now_ = 0;  // picoseconds
    bool started_ = false;
};

}  // namespace cyclorama::sim
