// SPDX-License-Identifier: MIT
#pragma once
// The blocks of a timing machine and the signals between them. Each family has a topology of its own; this is what the
// machine needs of any: clocks, memory controller, command processor, and what a run asks for from outside.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "gpu/command.h"
#include "gpu/dialect.h"
#include "machine/configuration/configuration.h"
#include "machine/timing/command/command_processor.h"
#include "machine/timing/command/draw_checks.h"
#include "machine/timing/core/cache_uses.h"
#include "machine/timing/core/draw_faults.h"
#include "machine/timing/core/pace.h"
#include "machine/timing/core/work.h"
#include "machine/timing/display/fragment_map.h"
#include "machine/timing/topology/change.h"
#include "machine/values/draw_budget.h"
#include "machine/values/draw_in_flight.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "sim/box.h"
#include "sim/finding.h"
#include "sim/simulation.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// The domains of the three clocks; those with the same frequency as the GPU's are the same.
struct ClockDomains {
    sim::DomainId gpu = 0;
    sim::DomainId shader = 0;
    sim::DomainId memory = 0;
};
ClockDomains addClockDomains(sim::Simulation& simulation, const GpuParameters& parameters);

/// Counts cycles of the main clock.
class CycleCounter final : public sim::Box {
  public:
    CycleCounter(sim::Simulation& simulation, sim::DomainId domain);
    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override { return {}; }

  private:
    sim::Counter cycles_;
};

/// The surroundings of a topology. All must outlive it. The configuration must have passed check().
struct TopologyContext {
    sim::Simulation& simulation;
    const Configuration& configuration;
    mem::AddressSpace& space;
    sim::Findings& findings;
    FrameSink& frames;
    /// The number of the first frame, for the places of findings.
    uint32_t firstFrame = 0;
    /// The most that one draw may do, as DrawBudget counts it.
    uint64_t drawWork = kDrawWorkLimit;
    /// See CommandProcessor::Context.
    std::function<void(uint32_t event)> onEvent{};
    /// Told of operations; null for none.
    RunObserver* observer = nullptr;
};

class Topology {
  public:
    virtual ~Topology() = default;
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;

    CommandProcessor& commandProcessor() { return commandProcessor_; }
    mem::MemoryController& memory() { return *memory_; }

    /// After a cycle of the main clock in which the command processor was clocked: findings and files of the family.
    virtual void afterCycle() {}
    /// Gives, and forgets, the faults of the draws so far.
    virtual std::vector<DrawFaults> takeFaults() = 0;
    /// Cause of the pace at the moment, between cycles (limiting_unit.h).
    virtual Pace pace() const = 0;
    /// The changes whose gain a report estimates.
    virtual std::vector<Change> changes(const Configuration& configuration) const = 0;
    /// Has each miss of the texture caches compared with caches of twice the lines, or no longer.
    virtual void compareCaches(bool /*compare*/) {}
    /// Counts the uses of the caches that hold parts of surfaces from now on, or with null no longer. The uses must
    /// outlive that.
    virtual void countCacheUses(CacheUses* /*uses*/) {}
    /// The map of the fragments of the frame; null where none is asked for.
    virtual FragmentMap* fragmentMap() { return nullptr; }

    /// The flushes that a driver puts around commands which go on from others: behind them, and before them where
    /// their memory is another one.
    struct Flushes {
        std::span<const gpu::Buffer> behind;
        std::span<const gpu::Buffer> beforeOtherMemory;
    };
    virtual Flushes flushes() const { return {}; }
    /// Samples that passed all tests so far.
    virtual uint64_t samplesPassed() const = 0;

  protected:
    /// A family's choices for the common blocks.
    struct Settings {
        mem::ClientSettings memoryClients;
        gpu::Dialect dialect{};
        uint32_t depthFlushDelay = 1;
    };
    Topology(const TopologyContext& context, const Settings& settings);

    ClockDomains domains_;
    WorkPools pools_;

  private:
    DrawInFlight drawInFlight_;
    DrawChecks drawChecks_;
    CycleCounter cycles_;
    std::unique_ptr<mem::MemoryController> memory_;
    CommandProcessor commandProcessor_;
};

/// Builds the topology of a family.
using TopologyFactory = std::function<std::unique_ptr<Topology>(const TopologyContext& context)>;

}  // namespace cyclorama::machine::timing
