// SPDX-License-Identifier: MIT
#include "report/cached_blocks.h"

namespace cyclorama::report {

CachedBlocks::CachedBlocks(const ReportFile& file) : row_(file, "INSERT INTO cache_blocks VALUES (?, ?, ?, ?, ?)") {}

void CachedBlocks::add(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks) {
    for (const mem::CacheBlocks::Block& block : blocks) {
        Uses& uses = blocks_[{block.address, kind}];
        uses.hits += block.hits;
        uses.misses += block.misses;
    }
}

void CachedBlocks::writeFrame(uint32_t frame) {
    for (const auto& [place, uses] : blocks_) row_.run(frame, place.first, place.second, uses.hits, uses.misses);
    blocks_.clear();
}

}  // namespace cyclorama::report
