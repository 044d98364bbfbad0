// SPDX-License-Identifier: MIT
#pragma once
// The part of HLSQ that gives waves to shader units.
//
//   waves of fragments -> queue -----------------------------------------------.
//   waves of vertices  -> queue ------------------------------------------------+-> [a wave a cycle, to units in turns]
//   dispatch -> queue -> [its start, preamble] -> workgroups -------------------'       -> units
//
// Fragments come first, then vertices, then workgroups: work that is nearest to its end makes room for others. The
// workgroups of a dispatch are given out in the order of their numbers, those of the next one after its last. A unit
// takes a workgroup if its waves fit beside those that are there: each wave has the part of the unit that occupancy.h
// gives waves of its program. A wave of fragments keeps its part until the render backend has taken what it leaves.
//
// Parameters: [ADRENO] DispatchesInFlight, DispatchStartCycles and PreambleStepCycles (estimates), ShaderUnits,
// UnitWaves.
// Inputs: dispatches from the command processor, waves from PC and GRAS, ends of groups, waves that RB has taken.
// Outputs: groups, ends of dispatches, waves that have started or ended.
// Statistics: HLSQ_*, by the names of the chips' own counters.
//
// Values: none of its own; programs, constants and preambles are the command processor's, which binds dispatches
// before they come here.
// Simplified: a preamble takes the same time for each of its instructions, and no unit of a wave's.

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "families/adreno/timing/chip/chip_counters.h"
#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/programs/compute_work.h"
#include "families/adreno/timing/sp/shader_unit.h"
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

/// The command processor's side of dispatches.
struct DispatchPort {
    explicit DispatchPort(sim::Box& owner)
        : start(owner, "dispatch"), ended(owner, {.name = "ended", .width = 1, .latency = 1}) {}
    sim::Output<DispatchMessage> start;
    sim::Signal<DispatchMessage> ended;
};

class Dispatcher final : public sim::Box {
  public:
    Dispatcher(sim::Simulation& simulation, sim::DomainId domain, const OccupancySettings& settings,
               uint32_t dispatches);
    ~Dispatcher() override;

    /// From the command processor, which has no more under way than there is room for.
    sim::Signal<DispatchMessage> start;
    sim::Output<DispatchMessage> ended;
    /// Waves of a draw, which wait here until there is room: from PC or GRAS, and back.
    struct WavePort {
        WavePort(Dispatcher& dispatcher, const std::string& name);
        sim::Signal<GroupLaunch> launch;
        sim::Output<GroupLaunch> started;
        sim::Output<GroupEnd> ended;
    };
    WavePort vertices;
    WavePort fragments;
    /// Waves of fragments that RB has taken.
    sim::Signal<UnitRoom> taken;
    /// A shader unit's.
    struct UnitPort {
        UnitPort(Dispatcher& dispatcher, uint32_t number);
        sim::Output<GroupLaunch> launch;
        sim::Signal<GroupEnd> ended;
    };
    UnitPort& unit(uint32_t number) { return *units_[number].port; }

    void addCounters(ChipCounters& counters) const;

    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override;
    sim::Backlog backlog() const override;

  private:
    struct Unit {
        std::unique_ptr<UnitPort> port;
        uint64_t used = 0;  ///< of all of it
    };
    struct Entry {
        ComputeWork* work = nullptr;
        sim::Cycle startAt = 0;
        uint64_t launched = 0;
        uint64_t ended = 0;
    };
    struct Statistics {
        explicit Statistics(sim::StatisticsRegistry& registry);
        sim::Counter busy, dispatches, groups, fibers, vertexWaves, fragmentWaves, wideFragmentWaves, unitsFull;
    };

    /// Waves that wait for room in a unit.
    struct Waiting {
        WavePort* port = nullptr;
        std::deque<WaveGroup*> queue{};
    };

    void receive(sim::Cycle cycle);
    void receiveEnd(WaveGroup& group, sim::Cycle cycle);
    void free(const UnitRoom& room);
    /// Gives out a group if there is one, and a unit takes it.
    void launchNext(sim::Cycle cycle);
    void launchWave(Waiting& waiting, sim::Cycle cycle);
    void countWave(const WaveGroup& group);
    void launchWorkgroup(Entry& entry, sim::Cycle cycle);
    void launch(WaveGroup& group, sim::Cycle cycle);
    /// The waves that go first; null: there are only workgroups.
    Waiting* waves();
    /// The cycle from which on something can be given out, as seen in `cycle`; sim::kNever if that is when a unit has
    /// room.
    sim::Cycle nextCycle(sim::Cycle cycle);
    bool hasRoom(const ShaderProgram& program, uint32_t waves) const;
    static uint64_t shareOf(const ShaderProgram& program, uint32_t waves);
    bool firstHasEnded() const;
    void endDispatches(sim::Cycle cycle);
    Entry* entryToLaunch();
    static bool launchedAll(const Entry& entry);

    OccupancySettings settings_;
    Statistics statistics_;
    std::vector<Unit> units_;
    std::array<Waiting, 2> waiting_;  ///< fragments, vertices
    sim::BoundedQueue<Entry> entries_;
    sim::Cycle nextLaunch_ = 0;
    uint32_t turn_ = 0;
};

}  // namespace cyclorama::adreno
