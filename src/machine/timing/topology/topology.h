// SPDX-License-Identifier: MIT
#pragma once
// The blocks of a timing machine and the signals between them. Each family has a topology of its own; this is what the
// machine needs of any: a command unit, a memory controller and caches; the first clock domain is the main clock's.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "func/output/resolve.h"
#include "gpu/command.h"
#include "machine/configuration/configuration.h"
#include "machine/timing/core/draw_faults.h"
#include "machine/timing/core/pace.h"
#include "machine/timing/observation/cache_kinds.h"
#include "machine/timing/observation/driver_counter.h"
#include "machine/timing/topology/change.h"
#include "machine/timing/topology/clock_domains.h"
#include "machine/timing/topology/command_unit.h"
#include "machine/values/draw_budget.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "sim/finding.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

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
    /// Called when everything before a signal to the host is done, with the number of its event.
    std::function<void(uint32_t event)> onEvent{};
    /// Observer of operations; null for none.
    RunObserver* observer = nullptr;
};

class Topology {
  public:
    virtual ~Topology() = default;
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;

    virtual CommandUnit& commandUnit() = 0;
    mem::MemoryController& memory() { return *memory_; }
    CacheKinds& caches() { return caches_; }

    /// After a cycle of the main clock in which the command unit was clocked: findings and files of the family.
    virtual void afterCycle() {}
    /// After each cycle of the GPU's clock in which any box was clocked, before afterCycle().
    virtual void betweenCycles(sim::Cycle cycle) { (void)cycle; }
    /// Takes the faults of the draws since the last call.
    virtual std::vector<DrawFaults> takeFaults() { return {}; }
    /// Cause of the pace at the moment, between cycles.
    virtual Pace pace() const = 0;
    /// The changes whose gain a report estimates.
    virtual std::vector<Change> changes(const Configuration& /*configuration*/) const { return {}; }
    /// The performance counters that a driver may read, and what answers them; by group, in the driver's order.
    virtual std::vector<DriverCounter> driverCounters() const { return {}; }
    /// Has each miss of the texture caches compared with caches of twice the lines, or no longer.
    virtual void compareCaches(bool /*compare*/) {}
    /// A frame whose picture could be read was presented; `order`: of the rows of its buffers in memory.
    virtual void afterFrame(const PresentedFrame& /*frame*/, func::RowOrder /*order*/) {}

    /// The flushes that a driver puts around commands which continue those of another source: after them, and before
    /// them if their memory is another one.
    struct Flushes {
        std::span<const gpu::Buffer> after;
        std::span<const gpu::Buffer> beforeOtherMemory;
    };
    virtual Flushes flushes() const { return {}; }
    /// Samples that passed all tests so far.
    virtual uint64_t samplesPassed() const { return 0; }

  protected:
    /// `clients`: all that are connected to the memory controller.
    Topology(const TopologyContext& context, const mem::ClientSettings& clients);

    const ClockDomains& domains() const { return domains_; }

  private:
    ClockDomains domains_;
    CycleCounter cycles_;
    std::unique_ptr<mem::MemoryController> memory_;
    CacheKinds caches_;
};

/// Builds the topology of a family.
using TopologyFactory = std::function<std::unique_ptr<Topology>(const TopologyContext& context)>;

}  // namespace cyclorama::machine::timing
