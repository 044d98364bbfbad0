// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace cyclorama::machine::timing {

/// The largest depth of a block, from the depth cache to Hierarchical Z as a line leaves the cache.
struct HierarchicalZUpdate {
    /// Number of the block in the depth buffer: a cache line each.
    uint32_t block = 0;
    /// In 24 bits.
    uint32_t depth = 0;
};
std::string describe(const HierarchicalZUpdate& update);

}  // namespace cyclorama::machine::timing
