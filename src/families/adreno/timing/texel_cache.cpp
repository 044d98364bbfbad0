// SPDX-License-Identifier: MIT
#include "families/adreno/timing/texel_cache.h"

#include <algorithm>
#include <span>

namespace cyclorama::adreno {

TexelCache::TexelCache(uint32_t lines, uint32_t ways, uint32_t neighbours)
    : ways_(std::min(ways, lines)), sets_(lines / ways_), neighbours_(neighbours), entries_(size_t{ways_} * sets_) {}

bool TexelCache::use(uint64_t line) {
    ++uses_;
    uint32_t& hint = hints_[line % kHints];
    if (entries_[hint].line == line) {
        entries_[hint].lastUse = uses_;
        return true;
    }
    const auto first = static_cast<uint32_t>(line / neighbours_ % sets_) * ways_;
    const std::span<Entry> set = std::span(entries_).subspan(first, ways_);
    const auto known = std::ranges::find(set, line, &Entry::line);
    const bool there = known != set.end();
    const auto place = there ? known : std::ranges::min_element(set, {}, &Entry::lastUse);
    *place = {.line = line, .lastUse = uses_};
    hint = first + static_cast<uint32_t>(place - set.begin());
    return there;
}

void TexelCache::invalidate() { std::ranges::fill(entries_, Entry{}); }

}  // namespace cyclorama::adreno
