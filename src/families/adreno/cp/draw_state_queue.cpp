// SPDX-License-Identifier: MIT
#include "families/adreno/cp/draw_state_queue.h"

#include <bit>

namespace cyclorama::adreno {

void DrawStateQueue::set(const DrawStateEntry& entry, bool runsNow) {
    groups_.apply(entry);
    if (!runsNow || !entry.group.runsIn(pass_)) return;
    queued_.push_back(entry.group);
    groups_.markRun(1u << entry.group.id);
}

bool DrawStateQueue::queueWaiting() {
    const uint32_t waiting = groups_.waiting(pass_);
    if (waiting == 0) return false;
    groups_.markRun(waiting);
    for (uint32_t rest = waiting; rest != 0; rest &= rest - 1)
        queued_.push_back(groups_.all()[static_cast<size_t>(std::countr_zero(rest))]);
    return true;
}

void DrawStateQueue::call(StreamStack& streams) {
    // The first one is on top.
    for (auto group = queued_.rbegin(); group != queued_.rend(); ++group)
        streams.callGroup(group->address, group->count);
    queued_.clear();
}

}  // namespace cyclorama::adreno
