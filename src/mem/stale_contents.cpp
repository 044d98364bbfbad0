// SPDX-License-Identifier: MIT
#include "mem/stale_contents.h"

#include <algorithm>

namespace cyclorama::mem {

void StaleContents::keep(AddressSpace& memory, func::Address address, uint64_t bytes, uint32_t work) {
    showNewest();
    const auto now = memory.span(address, bytes);
    if (!now || now->empty()) return;
    memory_ = &memory;
    work_ = work;
    ranges_.push_back({.address = address, .bytes = {now->begin(), now->end()}});
}

void StaleContents::forget() {
    showNewest();
    ranges_.clear();
}

void StaleContents::show(bool earlier) {
    if (earlier == earlierShown_) return;
    earlierShown_ = earlier;
    // The last of writes over each other is undone first.
    if (earlier)
        std::for_each(ranges_.rbegin(), ranges_.rend(), [this](Range& range) { exchange(range); });
    else
        std::for_each(ranges_.begin(), ranges_.end(), [this](Range& range) { exchange(range); });
}

void StaleContents::exchange(Range& range) {
    const auto inMemory = memory_->span(range.address, range.bytes.size());
    if (inMemory) std::swap_ranges(range.bytes.begin(), range.bytes.end(), inMemory->begin());
}

}  // namespace cyclorama::mem
