// SPDX-License-Identifier: MIT
#pragma once
// The part of HLSQ that gives the workgroups of dispatches to shader units.
//
//   dispatch -> queue -> [start: constants, instructions, preamble] -> [a wave a cycle: workgroups to units in turns]
//   -> units
//
// The workgroups of a dispatch are given out in the order of their numbers, those of the next one after its last. A
// unit takes a workgroup if its waves fit beside those that are there: each wave has the part of the unit that
// occupancy.h gives waves of its program.
//
// Parameters: [ADRENO] DispatchesInFlight, DispatchStartCycles and PreambleStepCycles (estimates), ShaderUnits,
// UnitWaves.
// Inputs: dispatches from the command processor, ends of workgroups. Outputs: workgroups, ends of dispatches.
// Statistics: HLSQ_*, by the names of the chips' own counters.
//
// Values: none of its own; programs, constants and preambles are the command processor's, which binds dispatches
// before they come here.
// Simplified: a preamble takes the same time for each of its instructions, and no unit of a wave's.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/compute_work.h"
#include "families/adreno/timing/settings.h"
#include "families/adreno/timing/shader_unit.h"
#include "sim/box.h"
#include "sim/queue.h"
#include "sim/signal.h"
#include "sim/statistics.h"

namespace cyclorama::adreno {

/// A dispatch that begins, or one that is over.
struct DispatchMessage {
    ComputeWork* work = nullptr;
};
std::string describe(const DispatchMessage& message);

class Dispatcher final : public sim::Box {
  public:
    Dispatcher(sim::Simulation& simulation, sim::DomainId domain, const OccupancySettings& settings,
               uint32_t dispatches);
    ~Dispatcher() override;

    /// From the command processor, which has no more under way than there is room for.
    sim::Signal<DispatchMessage> start;
    sim::Output<DispatchMessage> ended;
    /// A shader unit's.
    struct UnitPort {
        UnitPort(Dispatcher& dispatcher, uint32_t number);
        sim::Output<GroupLaunch> launch;
        sim::Signal<GroupEnd> ended;
    };
    UnitPort& unit(uint32_t number) { return *units_[number].port; }

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;

  private:
    struct Unit {
        std::unique_ptr<UnitPort> port;
        uint64_t used = 0;  ///< of kWholeUnit
    };
    struct Entry {
        ComputeWork* work = nullptr;
        sim::Cycle startAt = 0;
        uint64_t launched = 0;
        uint64_t ended = 0;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, dispatches, groups, fibers, unitsFull;
    };

    void receive(sim::Cycle cycle);
    /// Gives out a workgroup if there is one, and a unit takes it.
    void launchNext(sim::Cycle cycle);
    Unit* findUnit(const ComputeWork& work);
    uint64_t shareOf(const ComputeWork& work) const;
    bool firstHasEnded() const;
    void endDispatches(sim::Cycle cycle);
    Entry* entryToLaunch();
    static bool launchedAll(const Entry& entry);

    OccupancySettings settings_;
    Statistics statistics_;
    std::vector<Unit> units_;
    sim::BoundedQueue<Entry> entries_;
    sim::Cycle nextLaunch_ = 0;
    uint32_t turn_ = 0;
};

}  // namespace cyclorama::adreno
