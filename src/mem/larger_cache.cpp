// SPDX-License-Identifier: MIT
#include "mem/larger_cache.h"

namespace cyclorama::mem {

bool LargerCache::miss(uint64_t address, std::optional<uint64_t> replaced) {
    CacheSlot slot;
    if (replaced && tags_.find(*replaced, slot)) {
        tags_.release(slot, 1);
        tags_.touch(slot);
    }
    const bool held = tags_.find(address, slot);
    if (!held) slot.way = tags_.chooseVictim(slot.line);
    tags_[slot] = {.tag = tags_.tagOf(address), .valid = true};
    if (tags_.reserves(slot) == 0) tags_.reserve(slot, 1);
    tags_.touch(slot);
    return held;
}

}  // namespace cyclorama::mem
