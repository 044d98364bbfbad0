// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [RASTERIZER], hierarchical Z: the early test of whole generation tiles against depth bounds kept on chip.
struct HierarchicalZParameters : ParameterSection {
    HierarchicalZParameters() : ParameterSection("RASTERIZER", "Hierarchical Z") {}

    // clang-format off
    Parameter<bool> disable{*this, {.name = "DisableHZ", .defaultValue = false,
        .sentence = "Lets every tile pass the test, as a machine without depth compression must."}};
    Parameter<std::uint32_t> stampsPerBlock{*this, {.name = "StampsPerHZBlock", .unit = "stamps", .defaultValue = 16,
        .minimum = 1, .maximum = 4096,
        .sentence = "Stamps that one entry of the buffer covers: those of a generation tile."}};
    Parameter<std::uint32_t> bufferSize{*this, {.name = "HierarchicalZBufferSize", .unit = "blocks",
        .defaultValue = 262144, .minimum = 1, .maximum = 1 << 24,
        .sentence = "Entries of the buffer, which bound the samples of a frame buffer that can use it."}};
    Parameter<std::uint32_t> cacheLines{*this, {.name = "HZCacheLines", .unit = "lines", .defaultValue = 8,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Lines of the small cache in front of the buffer."}};
    Parameter<std::uint32_t> cacheLineSize{*this, {.name = "HZCacheLineSize", .unit = "blocks", .defaultValue = 16,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Entries of the buffer in one such line."}};
    Parameter<std::uint32_t> earlyZQueueSize{*this, {.name = "EarlyZQueueSize", .unit = "stamps", .defaultValue = 256,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Stamps anywhere in this stage."}};
    Parameter<std::uint32_t> accessLatency{*this, {.name = "HZAccessLatency", .unit = "cycles", .defaultValue = 5,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles of an access to the buffer, which takes one each cycle."}};
    Parameter<std::uint32_t> updateLatency{*this, {.name = "HZUpdateLatency", .unit = "cycles", .defaultValue = 4,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that a new bound travels from a depth cache."}};
    Parameter<std::uint32_t> blocksClearedPerCycle{*this, {.name = "HZBlocksClearedPerCycle", .unit = "blocks/cycle",
        .defaultValue = 256, .minimum = 1, .maximum = 1 << 24,
        .sentence = "Entries that a fast depth clear resets each cycle."}};
    // clang-format on
};

}  // namespace cyclorama::machine
