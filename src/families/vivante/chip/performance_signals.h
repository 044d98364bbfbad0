// SPDX-License-Identifier: MIT
#pragma once
// The performance counters of the 3D pipe as the kernel names and numbers them (Linux: etnaviv_perfmon.c).

#include <cstdint>
#include <span>
#include <string_view>

namespace cyclorama::vivante {

struct PerformanceDomain {
    std::string_view name;
    std::span<const std::string_view> signals;
};

/// By number.
std::span<const PerformanceDomain> performanceDomains();

}  // namespace cyclorama::vivante
