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
    /// They start with it, and show UnitStatus::End when their part is done.
    UnitPorts::Units* units = nullptr;
    UnitOperation operation = UnitOperation::Flush;
    /// With them the rasterizer, by UnitStatus::ClearEnd.
    bool rasterizer = false;
    /// What the DAC does after the units and the rasterizer.
    std::optional<UnitOperation> dac{};
    /// Cycles from their end to that of the operation, at least 1.
    uint32_t delay = 1;
    DrawRecord* record = nullptr;
    /// Counts its cycles; null for none.
    sim::Counter* cycles = nullptr;
    /// The units' name, for people.
    std::string_view name{};
    /// Called at its end.
    std::function<void()> ended{};

    // Progress.
    bool unitsEnded = false;
    uint32_t delayLeft = 0;
};

}  // namespace cyclorama::machine::timing
