// SPDX-License-Identifier: MIT
#pragma once
// The files of a timed run beside its frames: statistics, the signal trace and that of memory
// transactions, those that the configuration asks for.

#include <memory>
#include <optional>

#include "machine/configuration/configuration.h"
#include "machine/timing/timing_machine.h"
#include "results/output_file.h"
#include "sim/trace.h"

namespace cyclorama::cli {

class TimingFiles {
  public:
    /// Throws sim::Error where a file cannot be created.
    TimingFiles(const results::OutputFolder& folder, const machine::Configuration& configuration);

    machine::TimingMachine::StatisticsStreams statistics() const;
    /// Null where none is asked for.
    sim::SignalTrace* trace() { return trace_ ? &*trace_ : nullptr; }
    std::ostream* memoryTrace() { return transactions_ ? &transactions_->stream() : nullptr; }
    /// Throws sim::Error where a file could not be written.
    void close();

  private:
    std::unique_ptr<results::OutputFile> frames_, batches_, windows_, signals_, transactions_;
    uint64_t windowCycles_ = 0;
    std::optional<sim::TextSignalTrace> trace_;
};

}  // namespace cyclorama::cli
