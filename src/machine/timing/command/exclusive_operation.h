// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "machine/timing/command/unit_ports.h"
#include "machine/timing/draw/draw_protocol.h"
#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// An operation of some units during which nothing else is under way: a clear, a flush, a frame that is presented.
struct ExclusiveOperation {
    /// Required: the units that start the operation, each done when it shows UnitStatus::End.
    UnitPorts::Units* units = nullptr;
    UnitOperation operation = UnitOperation::Flush;
    /// The rasterizer takes part, too, and is done when it shows UnitStatus::ClearEnd.
    bool rasterizer = false;
    /// Operation that the DAC starts when the units and the rasterizer are done; none: the DAC takes no part.
    std::optional<UnitOperation> dac{};
    /// Cycles from the end of all parts to that of the operation, at least 1.
    uint32_t delay = 1;
    DrawRecord* record = nullptr;
    /// Counts its cycles; null for none.
    sim::Counter* cycles = nullptr;
    /// Name of the units, as messages show it.
    std::string_view name{};
    /// Called at its end.
    std::function<void()> ended{};

    // Progress.
    bool unitsEnded = false;
    uint32_t delayLeft = 0;
};

}  // namespace cyclorama::machine::timing
