// SPDX-License-Identifier: MIT
#pragma once
// The findings of accesses to memory (docs/reference/findings.md).

#include <array>

#include "sim/finding.h"

namespace cyclorama::adreno::findings {

inline constexpr sim::FindingKind kMemoryUnmapped{
    .identifier = "gpu-memory-not-mapped",
    .severity = sim::Severity::Corruption,
    .sentence =
        "a block of the GPU accesses memory that nothing is mapped to; it reads zeros, and what it writes is "
        "lost",
    .hint = "each buffer that the GPU uses has to be in the submit's list of buffers, and large enough"};

inline constexpr std::array kMemory{kMemoryUnmapped};

}  // namespace cyclorama::adreno::findings
