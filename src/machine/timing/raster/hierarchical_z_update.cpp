// SPDX-License-Identifier: MIT
#include "machine/timing/raster/hierarchical_z_update.h"

#include <fmt/format.h>

namespace cyclorama::machine::timing {

std::string describe(const HierarchicalZUpdate& update) {
    return fmt::format("block {}, depth {:#08x}", update.block, update.depth);
}

}  // namespace cyclorama::machine::timing
