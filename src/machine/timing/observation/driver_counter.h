// SPDX-License-Identifier: MIT
#pragma once
// A performance counter of the chip, as its driver names it.

#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::machine::timing {

struct DriverCounter {
    /// Names that live as long as the program.
    std::string_view group;
    std::string_view name;
    /// Columns of statistics whose sum answers it, or a phrase for what is no column; empty if nothing counts it: it
    /// reads as zero, with a finding.
    std::vector<std::string> sources;

    bool operator==(const DriverCounter&) const = default;
};

}  // namespace cyclorama::machine::timing
