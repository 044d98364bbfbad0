// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

enum class MemoryType : std::uint32_t { Gddr3 = 0 };
enum class GddrProfile : std::uint32_t { Custom = 0, Mhz600 = 1, Perfect = 2 };

/// [MEMORYCONTROLLER], the timing of the GDDR chips, in memory clock cycles.
struct GddrTimingParameters : ParameterSection {
    GddrTimingParameters() : ParameterSection("MEMORYCONTROLLER", "GDDR timing") {}

    // clang-format off
    Parameter<MemoryType> memoryType{*this, {.name = "V2MemoryType", .defaultValue = MemoryType::Gddr3,
        .choices = {{MemoryType::Gddr3, "gddr3", "GDDR3"}},
        .sentence = "Standard that the chips follow."}};
    Parameter<GddrProfile> profile{*this, {.name = "V2GDDR_Profile", .defaultValue = GddrProfile::Custom,
        .choices = {{GddrProfile::Custom, "custom", "the timings below"},
                    {GddrProfile::Mhz600, "600", "a 600 MHz GDDR3 chip"},
                    {GddrProfile::Perfect, "perfect", "no delay at all"}},
        .sentence = "Source of the timings: the parameters below count with \"custom\" alone."}};
    Parameter<std::uint32_t> tRRD{*this, {.name = "V2GDDR_tRRD", .unit = "memory cycles", .defaultValue = 9,
        .minimum = 0, .maximum = 4096,
        .sentence = "From opening a row to opening one in another bank."}};
    Parameter<std::uint32_t> tRCD{*this, {.name = "V2GDDR_tRCD", .unit = "memory cycles", .defaultValue = 13,
        .minimum = 0, .maximum = 4096,
        .sentence = "From opening a row to the first access to it."}};
    Parameter<std::uint32_t> tWTR{*this, {.name = "V2GDDR_tWTR", .unit = "memory cycles", .defaultValue = 5,
        .minimum = 0, .maximum = 4096,
        .sentence = "From the end of a write to a read."}};
    Parameter<std::uint32_t> tRTW{*this, {.name = "V2GDDR_tRTW", .unit = "memory cycles", .defaultValue = 2,
        .minimum = 0, .maximum = 4096,
        .sentence = "From a read to a write."}};
    Parameter<std::uint32_t> tWR{*this, {.name = "V2GDDR_tWR", .unit = "memory cycles", .defaultValue = 10,
        .minimum = 0, .maximum = 4096,
        .sentence = "From the end of a write to closing its row."}};
    Parameter<std::uint32_t> tRP{*this, {.name = "V2GDDR_tRP", .unit = "memory cycles", .defaultValue = 14,
        .minimum = 0, .maximum = 4096,
        .sentence = "From closing a row to opening another in the same bank."}};
    Parameter<std::uint32_t> casLatency{*this, {.name = "V2GDDR_CAS", .unit = "memory cycles", .defaultValue = 10,
        .minimum = 0, .maximum = 4096,
        .sentence = "From a read command to its first data."}};
    Parameter<std::uint32_t> writeLatency{*this, {.name = "V2GDDR_WL", .unit = "memory cycles", .defaultValue = 5,
        .minimum = 0, .maximum = 4096,
        .sentence = "From a write command to its first data."}};
    Parameter<std::uint32_t> returnLatency{*this, {.name = "V2ReturnLatency", .unit = "memory cycles",
        .defaultValue = 0, .minimum = 0, .maximum = 4096,
        .sentence = "Latency of the buses between memory and GPU, on top of each read's own, in all profiles.",
        .source = ParameterSource::Own}};
    // clang-format on
};

}  // namespace cyclorama::machine
