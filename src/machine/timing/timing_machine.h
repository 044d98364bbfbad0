// SPDX-License-Identifier: MIT
#pragma once
// The timing machine: executes a workload's commands through the hardware's stages, cycle by cycle. It calls the same
// functions for every value as the functional machine, so its images are the same.

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/command.h"
#include "machine/configuration/configuration.h"
#include "machine/timing/topology/topology.h"
#include "machine/values/counted.h"
#include "machine/values/draw_budget.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"
#include "machine/values/run_pause.h"
#include "mem/address_space.h"
#include "sim/clock_profile.h"
#include "sim/finding.h"
#include "sim/trace.h"

namespace cyclorama::machine {

/// Half a second of a GPU of 500 MHz: drivers take a GPU for hung, and reset it, that is no further after so long.
inline constexpr uint64_t kDrawCycleLimit = uint64_t{1} << 28;

class TimingMachine {
  public:
    /// Destinations of the samples of the statistics; null for none. Columns are separated by semicolons.
    struct StatisticsStreams {
        std::ostream* frames = nullptr;
        std::ostream* batches = nullptr;
        std::ostream* windows = nullptr;
        uint64_t windowCycles = 10000;
    };

    struct Options {
        RunLimits limits{};
        /// Cycles of the main clock after which the run ends; 0 for no limit.
        uint64_t cycles = 0;
        StatisticsStreams statistics{};
        sim::SignalTrace* trace = nullptr;
        /// The trace of the memory controller's transactions.
        std::ostream* memoryTrace = nullptr;
        /// Gathers the host's time by box.
        sim::ClockProfile* profile = nullptr;
        /// Observer of what is executed, and what it takes; in place of a profile.
        RunObserver* observer = nullptr;
        /// Places where runs stand still; null for none.
        RunPause* pause = nullptr;
        /// The most that one draw may do, in shader instructions of one thread, and its most cycles; the rest is left
        /// out, with a finding.
        uint64_t drawWorkLimit = kDrawWorkLimit;
        uint64_t drawCycleLimit = kDrawCycleLimit;
        /// Off, every box is clocked in every cycle: slower, the same results.
        bool sleeping = true;
        /// The run ends if nothing moved for long.
        bool detectStalls = true;
        /// Called when everything before a signal to the host is done, with the number of its event.
        std::function<void(uint32_t event)> onEvent{};
    };

    /// Builds the blocks of `topology`. The configuration, which must have passed check(), the sink, the findings and
    /// what the options name must outlive the machine.
    TimingMachine(timing::TopologyFactory topology, const Configuration& configuration, const Options& options,
                  FrameSink& frames, sim::Findings& findings);
    ~TimingMachine();

    /// Executes the commands of a source from power-on, until it ends or a limit is reached. Throws what the source
    /// throws, and sim::Deadlock if nothing can happen any more.
    void run(gpu::CommandSource& source);

    /// Executes the commands of a source on memory with flat addresses that others hold and write between two runs. It
    /// continues, in time and in the contents of caches, where the last call ended, perhaps with another source and
    /// another memory. Flushes are put around the commands as the family's driver does (timing::Topology::flushes).
    void run(gpu::CommandSource& source, mem::AddressSpace& memory);

    /// Both in steps: start with a source, and continue until it ends or a limit is reached (true), or until the pause
    /// is due (false). What they refer to must outlive the last step.
    void start(gpu::CommandSource& source);
    void start(gpu::CommandSource& source, mem::AddressSpace& memory);
    bool advance();

    /// Ends a frame, which the host shows: what was executed since the last call. Samples its statistics.
    FrameTime endFrame(uint32_t index);
    /// A counter over all of those runs, by its column's name; none if no column has it.
    std::optional<uint64_t> counter(std::string_view column) const;
    /// Samples that passed all tests in all of those runs.
    uint64_t samplesPassed() const;
    /// All counters and averages, by name; empty before the first run, or after one from power-on.
    std::vector<Counted> counted() const;
    /// The machine's own memory, of a run from power-on that was started; null without one.
    mem::AddressSpace* memory();
    /// All boxes with their states, waits, queues and inputs, for people; empty before the first run, or after one
    /// from power-on.
    std::string describe() const;
    /// After the last run that was started: ends the tables of the statistics.
    void finish();

    /// Cycles of the main clock that the last run took, or all runs that continued each other.
    uint64_t cycles() const { return cycles_; }

  private:
    class Flushes;
    class Run;

    timing::TopologyFactory topology_;
    const Configuration* configuration_;
    Options options_;
    FrameSink* frames_;
    sim::Findings* findings_;
    uint64_t cycles_ = 0;
    /// The run that continues from call to call, or step to step.
    std::unique_ptr<Run> kept_;
};

}  // namespace cyclorama::machine
