// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "func/types.h"

namespace cyclorama::machine {

/// The count of the occlusion query that runs.
struct OcclusionCount {
    /// Place for it.
    func::Address address{};
    /// Samples that had passed when a query last began or ended.
    uint64_t samples = 0;
};

}  // namespace cyclorama::machine
