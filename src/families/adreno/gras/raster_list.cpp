// SPDX-License-Identifier: MIT
#include "families/adreno/gras/raster_list.h"

#include <algorithm>

namespace cyclorama::adreno {

uint32_t* RecordStore::make(size_t words) {
    while (current_ < blocks_.size() && blocks_[current_]->size - blocks_[current_]->used < words) ++current_;
    if (current_ == blocks_.size()) {
        blocks_.push_back(std::make_unique<Block>(std::max(words, kBlockWords)));
    }
    Block& block = *blocks_[current_];
    uint32_t* const place = block.words.get() + block.used;
    block.used += words;
    return place;
}

const uint32_t* RecordStore::keep(std::span<const uint32_t> words) {
    uint32_t* const place = make(words.size());
    std::ranges::copy(words, place);
    return place;
}

void RecordStore::clear() {
    for (const auto& block : blocks_) block->used = 0;
    current_ = 0;
}

}  // namespace cyclorama::adreno
