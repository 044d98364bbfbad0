#pragma once
// The timing machine: executes a workload's commands through the hardware's stages, cycle by cycle. It calls the same
// functions for every value as the functional machine, so its images are the same.

#include <iosfwd>
#include <memory>

#include "gpu/command.h"
#include "machine/configuration.h"
#include "machine/frame_sink.h"
#include "machine/functional/draw_work.h"
#include "sim/clock_profile.h"
#include "sim/finding.h"
#include "sim/trace.h"

namespace cyclorama::machine {

/// Half a second of a GPU of 500 MHz: drivers take a GPU for hung, and reset it, that is no further after so long.
inline constexpr uint64_t kDrawCycleLimit = uint64_t{1} << 28;

class TimingMachine {
  public:
    /// Where samples of the statistics go; null for none. Columns are separated by semicolons.
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
        /// Gathers the host's time by box.
        sim::ClockProfile* profile = nullptr;
        /// What one draw may do, in shader instructions of one thread, and for how long; the rest of it is left out,
        /// with a finding.
        uint64_t drawWorkLimit = kDrawWorkLimit;
        uint64_t drawCycleLimit = kDrawCycleLimit;
        /// Off, every box is clocked in every cycle: slower, the same results.
        bool sleeping = true;
        /// The run ends where nothing moved for long.
        bool detectStalls = true;
    };

    /// The sink, the findings and what the options name must outlive the machine. The configuration must have passed
    /// check().
    TimingMachine(const Configuration& configuration, const Options& options, FrameSink& frames,
                  sim::Findings& findings);
    ~TimingMachine();

    /// Executes the commands of a source from power-on, until it ends or a limit is reached. Throws what the source
    /// throws, and sim::Deadlock where nothing can happen any more.
    void run(gpu::CommandSource& source);

    /// Cycles of the main clock that the last run took (ATTILA: END Cycle). ATTILA goes on to a multiple of 10000 where
    /// the workload ends before its limits.
    uint64_t cycles() const { return cycles_; }

  private:
    class Run;

    const Configuration* configuration_;
    Options options_;
    FrameSink* frames_;
    sim::Findings* findings_;
    uint64_t cycles_ = 0;
};

}  // namespace cyclorama::machine
