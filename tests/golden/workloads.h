// SPDX-License-Identifier: MIT
#pragma once
// The workloads of the golden runs, and how one is run by the program.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "golden/golden_run.h"

namespace cyclorama::golden {

enum class Mode { Functional, Timing, TimingAwake };

struct Workload {
    /// Also that of the file which holds its golden run, without `.txt`.
    std::string name;
    /// The trace, not compressed; a capture where there is none.
    std::function<std::vector<std::byte>()> trace = {};
    std::string capture = {};
    /// Configuration: options of `cyclorama run`.
    std::vector<std::string> options = {};
    /// Length of a window of the golden run.
    uint64_t windowCycles = 128;
    /// Run without sleep as well, which has to give the same.
    bool alsoAwake = false;
};

const std::vector<Workload>& workloads();

/// Runs a workload in `folder`, where the results stay; there are no counters without time. Throws std::runtime_error
/// with what the program said where it failed.
GoldenRun runWorkload(const Workload& workload, Mode mode, const std::filesystem::path& folder);

/// The file of a golden run.
std::filesystem::path goldenFile(const Workload& workload);

}  // namespace cyclorama::golden
