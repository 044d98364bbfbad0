// SPDX-License-Identifier: MIT
#pragma once
// Reports the cycles of a timed run to its observer: counters, the activity of each box, the reasons for waits, and
// which box set the pace.

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/timing/core/pace.h"
#include "machine/timing/core/stall_reporter.h"
#include "machine/timing/observation/cache_kinds.h"
#include "machine/values/run_observer.h"
#include "mem/bank_use.h"
#include "mem/memory_controller.h"
#include "sim/simulation.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

class RunSampler {
  public:
    using Changes = std::function<std::vector<ObservedChange>(std::span<const ObservedUnit> units)>;

    /// When all boxes exist, and nothing is under way: reports what happens from now on, when `cycles` of the main
    /// clock have passed. Has the simulation count the activity of boxes until this ends. Both must outlive it. `pace`
    /// finds what sets it at the moment; `changes` names those whose gain is to be estimated, of such units.
    RunSampler(sim::Simulation& simulation, RunObserver& observer, std::function<Pace()> pace, const Changes& changes,
               uint64_t cycles = 0);
    ~RunSampler();
    RunSampler(const RunSampler&) = delete;
    RunSampler& operator=(const RunSampler&) = delete;

    /// Has the traffic of a memory controller reported, too, and what its banks do; it must outlive this.
    void watch(mem::MemoryController& memory);
    /// Has the uses of caches counted and reported; they must outlive this.
    void watch(CacheKinds& caches);

    /// To be called often: `cycles` of the main clock have passed. Looks now and then at what the boxes wait for, and
    /// gives a sample when the observer wants one.
    void look(uint64_t cycles) {
        if (cycles >= next_) lookNow(cycles);
    }
    /// The number of cycles with which look() has something to do.
    uint64_t nextLook() const { return next_; }
    /// Gives a sample of what happened since the last one.
    void sample(uint64_t cycles);

  private:
    struct Unit {
        const sim::Box* box = nullptr;
        sim::Simulation::Activity reported;
        uint64_t cycles = 0;  // reported
        /// Its clock at the last look at waits.
        uint64_t looked = 0;
    };
    /// A number that a box counts up.
    struct Count {
        const uint64_t* place = nullptr;
        uint64_t reported = 0;
    };
    /// The column of the tables that it adds up to, and what of it.
    struct PartOfCounter {
        uint32_t counter = 0;
        uint64_t RunSample::Counter::*part = nullptr;
    };

    ObservedMachine describe(const Changes& changes);
    /// As describe(), of the queues of all boxes, in their order.
    std::vector<ObservedQueue> describeQueues();
    void describeCounts();
    void takeCounts();
    /// Reports the uses of memory by block, of its banks and of the caches since the last sample.
    void reportMemory();
    void lookNow(uint64_t cycles);
    void lookAtWaits(uint64_t cycles);
    void lookAtPace(uint64_t cycles);
    void lookAtThreads(uint64_t cycles);
    /// The queues have been as they are for `passed` cycles.
    void lookAtQueues(uint64_t passed);
    /// Cycles of the box's clock that have passed.
    uint64_t cyclesOf(const sim::Box& box) const { return simulation_->nextCycle(box.domain()); }

    /// Takes note of all counts as they are.
    void begin(uint64_t cycles);

    sim::Simulation* simulation_;
    mem::MemoryController* memory_ = nullptr;  // whose traffic is reported
    RunObserver* observer_;
    bool watchesUnits_;  // the observer
    std::vector<Unit> units_;
    /// In the order of their addresses: those of a box are neighbours.
    std::vector<Count> counts_;
    std::vector<PartOfCounter> parts_;  // of each count
    /// Cycles by unit and reason since the last sample.
    std::map<std::pair<uint32_t, std::string>, uint64_t> waits_;
    uint64_t nextWaits_ = 0;   // at waits
    uint64_t nextPace_ = 0;    // look at what sets it
    uint64_t pacesUntil_ = 0;  // looked at
    uint64_t nextThreads_ = 0;
    uint64_t threadsUntil_ = 0;
    uint64_t next_ = 0;  // for a look or a sample
    std::function<Pace()> pace_;
    std::unordered_map<const sim::Box*, uint32_t> numbers_;  // of units
    std::map<LimitCause, uint64_t> limits_;                  // cycles since the last sample
    std::vector<const sim::Box*> queueing_;                  // boxes with queues
    std::vector<sim::QueueLevel> levels_;
    std::vector<const StallReporter*> stalling_;
    mem::MemoryFootprint footprint_;
    mem::BankUses banks_;
    CacheKinds* caches_ = nullptr;
    std::vector<RunSample::Queue> queueAmounts_;      // since the last sample
    std::vector<RunSample::Counter> counterAmounts_;  // since the last sample
    /// The place of each counter there, if `counterAmounts_` has it at that place.
    std::vector<size_t> placeOfCounter_;
    std::vector<RunSample::Unit> unitAmounts_;
};

}  // namespace cyclorama::machine::timing
