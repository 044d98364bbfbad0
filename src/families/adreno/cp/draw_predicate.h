// SPDX-License-Identifier: MIT
#pragma once
// The condition under which draws and dispatches are executed.

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

}  // namespace cyclorama::adreno
