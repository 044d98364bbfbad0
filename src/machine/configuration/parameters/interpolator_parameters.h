// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [RASTERIZER], attribute interpolation.
struct InterpolatorParameters : ParameterSection {
    InterpolatorParameters() : ParameterSection("RASTERIZER", "Interpolator") {}

    // clang-format off
    Parameter<std::uint32_t> numInterpolators{*this, {.name = "NumInterpolators", .unit = "attributes/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 64,
        .sentence = "Attributes interpolated each cycle for each fragment that the stage processes."}};
    // clang-format on
};

}  // namespace cyclorama::machine
