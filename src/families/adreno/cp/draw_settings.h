// SPDX-License-Identifier: MIT
#pragma once
// Settings of the draws that follow which packets make, beside state in registers.

#include <cstdint>

#include "families/adreno/cp/stream_stack.h"

namespace cyclorama::adreno {

/// A condition that was set from memory leaves draws and dispatches out where it was enabled for all, and not disabled
/// for some. (Mesa: adreno_pm4.xml, CP_DRAW_PRED_ENABLE_GLOBAL; Turnip predicates dispatches by it alone,
/// tu_cmd_buffer.cc.)
struct DrawPredicate {
    bool global = false;
    bool local = true;
    bool passes = true;

    bool leavesOut() const { return global && local && !passes; }
};

struct DrawSettings {
    DrawPredicate predicate;
    /// Groups of draw state run where they are set (CP_SET_MODE).
    bool groupsRunAtOnce = false;
    /// Indices of a piece of a draw of patches; 0: draws are not cut.
    uint32_t subdrawIndices = 0;
    /// The draw that a packet of several is at.
    uint32_t number = 0;
};

/// A packet that comes again when all buffers above its own are read.
struct ReturningPacket {
    FetchedPacket packet;
    size_t depth = 0;
    uint32_t drawNumber = 0;
};

}  // namespace cyclorama::adreno
