// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "machine/timing/draw/work.h"
#include "machine/timing/rop/cleared_lines.h"
#include "machine/timing/rop/rop_quad.h"
#include "sim/time.h"

namespace cyclorama::machine::timing {

/// The unit's own part in the way of its quads.
class QuadOperator {
  public:
    virtual ~QuadOperator() = default;
    /// The next unit takes a quad.
    virtual bool consumerReady(sim::Cycle) const { return true; }
    /// Tests or blends the quad: its coverage and the bytes of its buffers change.
    virtual void operate(RopQuad& quad, QuadInFlight& inFlight) = 0;
    virtual void leave(sim::Cycle cycle, const RopQuad& quad) = 0;
};

/// Properties that all quads of a draw share.
struct RopDraw {
    uint32_t samples = 1;  // a pixel
    /// Quads keep the coverage of their samples as long as one of their fragments is alive.
    bool cullsWholeQuads = true;
    /// Lines of target 0 that were cleared and not used yet; null if there are none.
    ClearedLines* clearedLines = nullptr;
};

}  // namespace cyclorama::machine::timing
