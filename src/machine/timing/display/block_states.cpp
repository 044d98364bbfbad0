// SPDX-License-Identifier: MIT
#include "machine/timing/display/block_states.h"

#include <fmt/format.h>

#include <algorithm>

namespace cyclorama::machine::timing {

std::string describe(const BlockStateUpdate& update) {
    if (update.blocks == nullptr) return fmt::format("unit {}, no blocks", update.unit);
    const auto count = [&](BlockState state) { return std::ranges::count(*update.blocks, state, &BlockInfo::state); };
    return fmt::format("unit {}, blocks: {} clear, {} uncompressed, {} compressed", update.unit,
                       count(BlockState::Clear), count(BlockState::Uncompressed), count(BlockState::Compressed));
}

}  // namespace cyclorama::machine::timing
