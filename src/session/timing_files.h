// SPDX-License-Identifier: MIT
#pragma once
// The files of a timed run beside its frames: statistics, the signal trace and that of memory
// transactions, those that the configuration asks for.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/timing/timing_machine.h"
#include "results/output_file.h"
#include "sim/trace.h"

namespace cyclorama::session {

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
    using File = std::unique_ptr<results::OutputFile>;
    /// The file of a kind of statistics, which always has the same name; one that the configuration names otherwise
    /// becomes its copy.
    File openStatistics(const results::OutputFolder& folder, std::string_view always, const std::string& named);

    struct Copy {
        std::filesystem::path from;
        results::OutputFile to;
    };
    File frames_, batches_, windows_, signals_, transactions_;
    std::vector<Copy> copies_;
    uint64_t windowCycles_ = 0;
    std::optional<sim::TextSignalTrace> trace_;
};

}  // namespace cyclorama::session
