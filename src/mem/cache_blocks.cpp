// SPDX-License-Identifier: MIT
#include "mem/cache_blocks.h"

namespace cyclorama::mem {

std::vector<CacheBlocks::Block> CacheBlocks::take() {
    for (CacheUse* const cache : caches_) cache->settle();
    std::vector<Block> taken;
    taken.reserve(blocks_.size());
    for (const auto& [block, uses] : blocks_)
        taken.push_back({.address = block * kBlockBytes, .hits = uses.hits, .misses = uses.misses});
    blocks_.clear();
    return taken;
}

CacheUse::CacheUse(CacheBlocks& blocks, const CacheTags& tags, ToMemory toMemory)
    : blocks_(&blocks), toMemory_(toMemory), lines_(tags.slots()) {
    blocks.attach(*this);
    for (CacheSlot slot; slot.line < tags.geometry().lines; ++slot.line)
        for (slot.way = 0; slot.way < tags.geometry().ways; ++slot.way)
            if (tags[slot].valid) lines_[tags.index(slot)].address = toMemory_(tags.addressOf(slot));
}

}  // namespace cyclorama::mem
