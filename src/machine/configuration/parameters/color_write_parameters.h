// SPDX-License-Identifier: MIT
#pragma once

#include "machine/configuration/parameters/rop_parameters.h"

namespace cyclorama::machine {

/// Compression of evicted colour lines.
enum class ColorCompression : std::uint32_t { HiLo = 0, EnhancedHiLo = 1, Msaa = 2 };

/// Names and sentences of the section.
struct ColorWriteTexts {
    using Compression = ColorCompression;
    static constexpr std::string_view kSection = "COLORWRITE";
    static constexpr std::string_view kTitle = "Color write";
    static constexpr std::string_view kStamps = "Stamps received from the work distributor each cycle.";
    static constexpr std::string_view kReadQueue = "Stamps with their data that wait to be blended.";
    static constexpr ParameterStatus kWriteQueueStatus = ParameterStatus::Unused;
    static constexpr std::string_view kWriteQueueStatusReason =
        "nothing comes after a colour write: a finished stamp leaves in the next cycle, and one place is enough";
    static constexpr Literal kCache = "ColorCache";
    static constexpr sim::LiteralList<sim::Choice<Compression>> kCompressions{
        {Compression::HiLo, "0", "high bits from four reference values, to a half or a quarter"},
        {Compression::EnhancedHiLo, "1", "the same with three ratios and rearranged fields"},
        {Compression::Msaa, "2", "equal samples of a pixel stored once"}};
};

/// [COLORWRITE]: the colour unit of a render output pipe and its cache.
struct ColorWriteParameters : RopParameters<ColorWriteTexts> {
    // clang-format off
    // The reference calls it BlendALUTestRate; files call it BlendALURate.
    Parameter<std::uint32_t> blendRate{*this, {.name = "BlendALURate", .unit = "cycles/stamp", .defaultValue = 1,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles between two stamps that start blending.", .aliases = {"BlendALUTestRate"}}};
    Parameter<std::uint32_t> blendLatency{*this, {.name = "BlendALULatency", .unit = "cycles", .defaultValue = 2,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that blending a stamp takes."}};
    // clang-format on
};

}  // namespace cyclorama::machine
