// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [MEMORYCONTROLLER], the simple model: used where MemoryControllerV2 is FALSE.
struct SimpleMemoryParameters : ParameterSection {
    SimpleMemoryParameters() : ParameterSection("MEMORYCONTROLLER", "Memory controller, simple model") {}

    // clang-format off
    Parameter<std::uint32_t> memoryClockMultiplier{*this, {.name = "MemoryClockMultiplier", .unit = "GPU clocks",
        .defaultValue = 1, .minimum = 1, .maximum = 1024,
        .sentence = "Multiplied the GPU clock for the memory's.", .status = ParameterStatus::Unused,
        .statusReason = "the reference calls it unused"}};
    Parameter<std::uint32_t> memoryFrequency{*this, {.name = "MemoryFrequency", .unit = "cycles", .defaultValue = 1,
        .minimum = 1, .maximum = 1024,
        .sentence = "Divided the multiplied clock for the memory's.", .status = ParameterStatus::Unused,
        .statusReason = "the reference calls it unused"}};
    Parameter<std::uint32_t> memoryBusWidth{*this, {.name = "MemoryBusWidth", .unit = "bits", .defaultValue = 64,
        .minimum = 1, .maximum = 4096,
        .sentence = "Width of one memory bus.", .status = ParameterStatus::Unused,
        .statusReason = "the reference calls it unused"}};
    Parameter<std::uint32_t> memoryBuses{*this, {.name = "MemoryBuses", .unit = "buses", .defaultValue = 4,
        .minimum = 1, .maximum = 64,
        .sentence = "Independent buses to memory, each 64 bits wide."}};
    Parameter<bool> sharedBanks{*this, {.name = "SharedBanks", .defaultValue = false,
        .sentence = "Lets every bus reach every page, as if the memory were one device with several ports."}};
    Parameter<std::uint32_t> bankGranularity{*this, {.name = "BankGranurality", .unit = "bytes", .defaultValue = 1024,
        .minimum = 4, .maximum = 1 << 20,
        .sentence = "Consecutive bytes that stay on one bus before the next bus follows.",
        .aliases = {"BankGranularity"}}};
    Parameter<std::uint32_t> readLatency{*this, {.name = "ReadLatency", .unit = "cycles", .defaultValue = 10,
        .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from a read command to its first data."}};
    Parameter<std::uint32_t> writeLatency{*this, {.name = "WriteLatency", .unit = "cycles", .defaultValue = 5,
        .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from a write command to its first data."}};
    Parameter<std::uint32_t> writeToReadLatency{*this, {.name = "WriteToReadLatency", .unit = "cycles",
        .defaultValue = 5, .minimum = 0, .maximum = 65536,
        .sentence = "Cycles lost when a read follows a write; from read to write ReadLatency is lost."}};
    Parameter<std::uint32_t> memoryPageSize{*this, {.name = "MemoryPageSize", .unit = "bytes", .defaultValue = 4096,
        .minimum = 64, .maximum = 1 << 20,
        .sentence = "Bytes of an open page (a row of a bank)."}};
    Parameter<std::uint32_t> openPages{*this, {.name = "OpenPages", .unit = "banks", .defaultValue = 8, .minimum = 1,
        .maximum = 64,
        .sentence = "Banks of a bus, each of which holds one page open."}};
    Parameter<std::uint32_t> pageOpenLatency{*this, {.name = "PageOpenLatency", .unit = "cycles", .defaultValue = 13,
        .minimum = 1, .maximum = 65536,
        .sentence = "Cycles from the request for a page to the first access to it."}};
    // clang-format on
};

}  // namespace cyclorama::machine
