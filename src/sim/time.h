// SPDX-License-Identifier: MIT
#pragma once
// Time: cycles of a clock domain, and the picoseconds that order the domains among each other.

#include <cstdint>
#include <limits>
#include <string>

namespace cyclorama::sim {

/// Cycles of one clock domain, from 0 on. A number means nothing without its domain.
using Cycle = uint64_t;

/// A cycle that does not come.
inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// Index of a clock domain, in the order in which they were added. Where ticks of several domains coincide, the domain
/// added first goes first.
using DomainId = uint32_t;

struct ClockDomainInfo {
    std::string name;
    /// Cycle n of the domain takes place at (n + 1) periods.
    uint64_t periodPicoseconds = 1000;
};

/// The period of a clock of `megahertz`, cut to whole picoseconds: that decides how the cycles of two domains
/// interleave.
constexpr uint64_t periodOfMegahertz(uint32_t megahertz) { return 1'000'000 / megahertz; }

}  // namespace cyclorama::sim
