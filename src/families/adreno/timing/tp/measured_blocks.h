// SPDX-License-Identifier: MIT
#pragma once
// Sizes of the compressed blocks of textures that a work has read, by the pixels that memory had when it first did.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "families/adreno/timing/lines/compressed_blocks.h"
#include "families/adreno/timing/programs/texel_groups.h"

namespace cyclorama::adreno {

class MeasuredBlocks {
  public:
    /// A block is read. Between cycles.
    void measure(const TexelGroups::Block& block, const BlockSizes& sizes);
    /// Sectors of a block by its number; empty if none of that number was read.
    std::optional<uint32_t> sectorsOf(uint64_t number);
    /// Another work begins.
    void clear();

  private:
    static constexpr uint64_t kNoBlock = ~uint64_t{0};
    struct Known {
        uint64_t number = kNoBlock;
        std::optional<uint32_t> sectors{};
    };

    Known& placeOf(uint64_t number) { return recent_[static_cast<size_t>(number % recent_.size())]; }

    std::unordered_map<uint64_t, uint32_t> sectors_;
    /// Blocks that were asked for last: lanes beside each other read the same ones.
    std::array<Known, 64> recent_{};
};

}  // namespace cyclorama::adreno
