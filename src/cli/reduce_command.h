// SPDX-License-Identifier: MIT
#pragma once
// `cyclorama reduce`: the smallest workload that still shows something.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "family/workload.h"
#include "machine/configuration/configuration.h"
#include "reduce/condition.h"

namespace cyclorama::cli {

struct ReduceOptions {
    std::string workload;
    /// A condition (reduce/condition.h).
    std::string keep;
    /// Empty: a file in the current folder, named after the workload.
    std::string file;
    bool timed = false;
    /// Seconds of the host that a run may take.
    uint32_t timeLimit = 60;
    /// Runs before it stops, to be continued; none for all.
    std::optional<uint64_t> mostTries;
};

/// The file where the options name none: the workload's name with "reduced" before its endings.
std::filesystem::path reducedFileOf(const std::string& workload);

/// Writes the reduced workload and prints its size. Tries are in a journal beside it until the end; where it is there
/// already, those in it are not run again. Throws sim::Error where the workload does not show the condition, cannot be
/// taken apart, or a file cannot be written.
void reduceWorkload(const ReduceOptions& options, const reduce::Condition& condition, const family::Workload& workload,
                    const machine::Configuration& configuration);

}  // namespace cyclorama::cli
