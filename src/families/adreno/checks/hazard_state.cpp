// SPDX-License-Identifier: MIT
#include "families/adreno/checks/hazard_state.h"

#include <algorithm>

namespace cyclorama::adreno::ir3::hazards {

bool HazardState::join(const HazardState& other) {
    bool changed = false;
    const auto unite = [](auto& mine, const auto& theirs) {
        const bool news = (theirs & ~mine).any();
        mine |= theirs;
        return news;
    };
    for (size_t i = 0; i < slots::kCount; ++i) {
        bool news = other.byOthers[i] > byOthers[i];
        for (const auto set : kSets) news |= (other.*set)[i] && !(this->*set)[i];
        if (news) producer[i] = other.producer[i];
    }
    for (const auto set : kSets) changed |= unite(this->*set, other.*set);
    const bool newShort = unite(shortConstants, other.shortConstants);
    const bool newLong = unite(longConstants, other.longConstants);
    if (newShort || newLong) constantProducer = other.constantProducer;
    changed |= newShort || newLong;
    const auto later = [&](SlotCycles& mine, const SlotCycles& theirs) {
        for (size_t i = 0; i < mine.size(); ++i) {
            changed |= theirs[i] > mine[i];
            mine[i] = std::max(mine[i], theirs[i]);
        }
    };
    later(asHalf, other.asHalf);
    later(asFull, other.asFull);
    later(byOthers, other.byOthers);
    return changed;
}

void HazardState::rebase(int32_t cycle) {
    for (SlotCycles* const cycles : {&asHalf, &asFull, &byOthers})
        for (int32_t& one : *cycles) one = std::max(one - cycle, 0);
}

}  // namespace cyclorama::adreno::ir3::hazards
