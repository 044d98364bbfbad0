// SPDX-License-Identifier: MIT
#pragma once
// Tells an observer of a timed run about its cycles: counters, the activity of each box, and the reasons for waits.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "machine/values/run_observer.h"
#include "sim/activity_watch.h"
#include "sim/simulation.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class RunSampler {
  public:
    /// When all boxes are there. Puts a watch on the simulation. Both must outlive it.
    RunSampler(sim::Simulation& simulation, RunObserver& observer);

    /// To be called often: `cycles` of the main clock have passed. Looks now and then at what the boxes wait for, and
    /// gives a sample where the observer wants one.
    void look(uint64_t cycles) {
        if (cycles >= nextLook_) lookAtWaits(cycles);
        if (observer_->wantsSample(cycles)) sample(cycles);
    }
    /// Gives a sample of what happened since the last one.
    void sample(uint64_t cycles);

  private:
    struct Unit {
        const sim::Box* box = nullptr;
        sim::ActivityWatch::Count told;
        uint64_t cycles = 0;  // told
        /// Its clock at the last look at waits.
        uint64_t looked = 0;
    };
    /// A counter's columns of the same name.
    struct Counter {
        const std::vector<std::unique_ptr<sim::Statistic>>* column = nullptr;
        RunSample::Counter told;
    };

    ObservedMachine describe();
    void lookAtWaits(uint64_t cycles);
    /// Cycles of the box's clock that have passed.
    uint64_t cyclesOf(const sim::Box& box) const { return simulation_->nextCycle(box.domain()); }

    sim::Simulation* simulation_;
    RunObserver* observer_;
    sim::ActivityWatch watch_;
    std::vector<Unit> units_;
    std::vector<Counter> counters_;
    /// Cycles by unit and reason since the last sample.
    std::map<std::pair<uint32_t, std::string>, uint64_t> waits_;
    uint64_t nextLook_ = 0;
    std::vector<RunSample::Counter> counterAmounts_;
    std::vector<RunSample::Unit> unitAmounts_;
};

}  // namespace cyclorama::machine::timing
