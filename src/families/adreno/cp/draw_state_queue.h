// SPDX-License-Identifier: MIT
#pragma once
// The groups of draw state that streams have set, and those of them that run after the packet in execution.

#include <vector>

#include "families/adreno/cp/stream_stack.h"
#include "families/adreno/stream/draw_state_groups.h"

namespace cyclorama::adreno {

class DrawStateQueue {
  public:
    /// The present pass outlives the queue.
    explicit DrawStateQueue(const PassMask& pass) : pass_(pass) {}

    /// Sets what an entry says. With `runsNow` its group does not wait for a draw: it is queued if it runs in the
    /// present pass.
    void set(const DrawStateEntry& entry, bool runsNow);
    /// Queues all groups that wait for a draw of the present pass; false if there are none.
    bool queueWaiting();
    /// Calls the queued groups, in the order in which they were queued.
    void call(StreamStack& streams);

  private:
    const PassMask& pass_;
    DrawStateGroups groups_;
    std::vector<DrawStateGroup> queued_;
};

}  // namespace cyclorama::adreno
