// SPDX-License-Identifier: MIT
#pragma once

#include "machine/configuration/parameters/rop_parameters.h"

namespace cyclorama::machine {

/// Compression of evicted depth lines: there is one algorithm.
enum class DepthCompression : std::uint32_t { HiLo = 0 };

/// Names and sentences of the section.
struct ZStencilTestTexts {
    using Compression = DepthCompression;
    static constexpr std::string_view kSection = "ZSTENCILTEST";
    static constexpr std::string_view kTitle = "Depth and stencil test";
    static constexpr std::string_view kStamps = "Stamps exchanged with the work distributor each cycle.";
    static constexpr std::string_view kReadQueue = "Stamps with their data that wait for the test.";
    static constexpr ParameterStatus kWriteQueueStatus = ParameterStatus::Modelled;
    static constexpr std::string_view kWriteQueueStatusReason{};
    static constexpr Literal kCache = "ZCache";
    static constexpr sim::LiteralList<sim::Choice<Compression>> kCompressions{
        {Compression::HiLo, "0", "high bits from four reference depths, to a half or a quarter"}};
};

/// [ZSTENCILTEST]: the depth-and-stencil unit of a render output pipe and its cache.
struct ZStencilTestParameters : RopParameters<ZStencilTestTexts> {
    // clang-format off
    Parameter<std::uint32_t> testRate{*this, {.name = "ZALUTestRate", .unit = "cycles/stamp", .defaultValue = 1,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles between two stamps that start the test."}};
    Parameter<std::uint32_t> aluLatency{*this, {.name = "ZALULatency", .unit = "cycles", .defaultValue = 2,
        .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that the test of a stamp takes."}};
    // clang-format on
};

}  // namespace cyclorama::machine
