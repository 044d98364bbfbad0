// SPDX-License-Identifier: MIT
#pragma once
// One run of a workload for `cyclorama reduce`, in a process of its own: it may crash, and it may never end.

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "machine/configuration/configuration.h"
#include "reduce/outcome.h"

namespace cyclorama::cli {

struct ReductionRunSettings {
    machine::Configuration configuration;
    /// In the timing machine.
    bool timed = false;
    reduce::Questions questions{};
    /// Seconds of the host after which a run is stopped.
    uint32_t secondsAtMost = 0;
};

/// Runs a workload in a child of this process, which requires that this one has a single thread. Nothing is written.
/// Throws sim::Error where no child can be started, or where the child was stopped from outside.
reduce::Outcome runForReduction(const ReductionRunSettings& settings, std::span<const std::byte> workload);

}  // namespace cyclorama::cli
