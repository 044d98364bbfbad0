// SPDX-License-Identifier: MIT
#include "machine/timing/raster/hierarchical_z_cache.h"

#include <algorithm>

#include "func/raster/raster_hierarchical_z.h"

namespace cyclorama::machine::timing {

HierarchicalZBuffer::HierarchicalZBuffer(uint32_t blocks) : depths_(blocks, func::kHierarchicalZMask) {}

void HierarchicalZBuffer::read(uint32_t firstBlock, std::span<uint32_t> depths) const {
    for (size_t i = 0; i < depths.size(); ++i)
        depths[i] = firstBlock + i < depths_.size() ? depths_[firstBlock + i] : func::kHierarchicalZMask;
}

void HierarchicalZBuffer::fill(uint32_t depth) { depths_.fill(depth); }

HierarchicalZCache::HierarchicalZCache(uint32_t lines, uint32_t blocksPerLine)
    : blocksPerLine_(blocksPerLine), lines_(lines), depths_(static_cast<size_t>(lines) * blocksPerLine) {}

std::optional<uint32_t> HierarchicalZCache::find(uint32_t block) {
    const uint32_t first = firstBlock(block);
    for (Line& line : lines_) {
        if (!line.valid || line.firstBlock != first) continue;
        ++line.reservations;
        return static_cast<uint32_t>(&line - lines_.data());
    }
    return std::nullopt;
}

std::optional<uint32_t> HierarchicalZCache::allocate(uint32_t block) {
    auto line = std::ranges::find_if(lines_, [](const Line& l) { return !l.valid; });
    if (line == lines_.end()) line = std::ranges::find_if(lines_, [](const Line& l) { return l.reservations == 0; });
    if (line == lines_.end()) return std::nullopt;
    *line = {.firstBlock = firstBlock(block), .reservations = 1, .valid = true, .filled = false};
    return static_cast<uint32_t>(line - lines_.begin());
}

std::span<uint32_t> HierarchicalZCache::fill(uint32_t line) {
    lines_[line].filled = true;
    return std::span(depths_).subspan(static_cast<size_t>(line) * blocksPerLine_, blocksPerLine_);
}

void HierarchicalZCache::invalidate() {
    for (Line& line : lines_) line.valid = false;
}

}  // namespace cyclorama::machine::timing
