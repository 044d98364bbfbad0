// SPDX-License-Identifier: MIT
#include "families/adreno/timing/tp/measured_blocks.h"

#include "families/adreno/surface/compressed_size.h"

namespace cyclorama::adreno {

void MeasuredBlocks::measure(const TexelGroups::Block& block, const BlockSizes& sizes) {
    Known& recent = placeOf(block.number);
    if (recent.number == block.number && recent.sectors) return;
    const auto [known, isNew] = sectors_.try_emplace(block.number, 0);
    if (isNew) known->second = sizes.sectorsOf(block.number * kCompressedBlockBytes, *block.format);
    recent = {.number = block.number, .sectors = known->second};
}

std::optional<uint32_t> MeasuredBlocks::sectorsOf(uint64_t number) {
    if (sectors_.empty()) return std::nullopt;
    Known& recent = placeOf(number);
    if (recent.number != number) {
        const auto known = sectors_.find(number);
        recent = {.number = number, .sectors = {}};
        if (known != sectors_.end()) recent.sectors = known->second;
    }
    return recent.sectors;
}

void MeasuredBlocks::clear() {
    if (sectors_.empty()) return;
    sectors_.clear();
    recent_ = {};
}

}  // namespace cyclorama::adreno
