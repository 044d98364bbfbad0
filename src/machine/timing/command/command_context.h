// SPDX-License-Identifier: MIT
#pragma once
// The command processor's parameters, and the parts of the machine that it works with.

#include <cstdint>
#include <functional>
#include <optional>

#include "func/layout/pixel_layout.h"
#include "gpu/command.h"
#include "machine/timing/command/draw_checks.h"
#include "machine/timing/command/unit_ports.h"
#include "machine/values/draw_in_flight.h"
#include "machine/values/run_observer.h"
#include "mem/address_space.h"
#include "mem/stale_contents.h"
#include "sim/finding.h"
#include "sim/statistic_info.h"

namespace cyclorama::machine::timing {

struct CommandSettings {
    bool pipelinedBatches = true;
    UnitPorts::Counts units{};
    /// Cycles of a flush of the depth and stencil buffer after the ROPs' part, at least 1.
    uint32_t depthFlushDelay = 1;
    /// The number of the first frame that the source presents, for the places of findings.
    uint32_t firstFrame = 0;
    func::TileSizes tiles{};
    /// Counts the cycles of the command front's engine, if it has one.
    std::optional<sim::StatisticInfo> engineCycles{};
};

/// The machine around it. All must outlive it. Without a source it waits for one.
struct CommandContext {
    gpu::CommandSource* source = nullptr;
    mem::AddressSpace* space = nullptr;
    mem::StaleContents* earlier = nullptr;
    DrawInFlight* drawInFlight = nullptr;
    DrawChecks* checks = nullptr;
    sim::Findings* findings = nullptr;
    /// Called when everything before a signal to the host is done.
    std::function<void(uint32_t event)> onEvent{};
    /// Samples that passed all tests so far.
    std::function<uint64_t()> samplesPassed{};
    /// Observer of operations; null for none.
    RunObserver* observer = nullptr;
};

}  // namespace cyclorama::machine::timing
