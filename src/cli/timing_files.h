#pragma once
// The files of a timed run beside its frames: statistics and the signal trace, those that the configuration asks for.

#include <memory>
#include <optional>

#include "machine/parameters/simulator_parameters.h"
#include "machine/timing/timing_machine.h"
#include "results/output_file.h"
#include "sim/trace.h"

namespace cyclorama::cli {

class TimingFiles {
  public:
    /// Throws sim::Error where a file cannot be created.
    TimingFiles(const results::OutputFolder& folder, const machine::SimulatorParameters& parameters);

    machine::TimingMachine::StatisticsStreams statistics() const;
    /// Null where none is asked for.
    sim::SignalTrace* trace() { return trace_ ? &*trace_ : nullptr; }
    /// Throws sim::Error where a file could not be written.
    void close();

  private:
    std::unique_ptr<results::OutputFile> frames_, batches_, windows_, signals_;
    uint64_t windowCycles_ = 0;
    std::optional<sim::TextSignalTrace> trace_;
};

}  // namespace cyclorama::cli
