// SPDX-License-Identifier: MIT
#include "families/adreno/timing/cp/pipe_events.h"

namespace cyclorama::adreno {

void PipeEvents::dropAfter(uint32_t dispatches) {
    while (!events_.empty() && events_.back().after > dispatches) {
        if (events_.size() == 1) flushes_ = false;
        events_.pop_back();
    }
}

}  // namespace cyclorama::adreno
