// SPDX-License-Identifier: MIT
#pragma once

#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/values/surfaces.h"

namespace cyclorama::machine {

/// The first fragments after power-on find the colour buffer and the tested depth and stencil buffer cleared, each
/// unless a command has set its content before (gpu::PowerOnBuffers::Cleared).
class PowerOnClear {
  public:
    /// `clears` false: buffers hold what memory has.
    explicit PowerOnClear(bool clears) : clears_(clears) { reset(); }

    /// The chip is reset.
    void reset() { color_ = depth_ = clears_; }
    /// A command has set the content of the colour, or the depth and stencil buffer.
    void contentsSet(gpu::Buffer buffer) { (buffer == gpu::Buffer::Color ? color_ : depth_) = false; }
    /// Before fragments of a draw with this state.
    void clear(const gpu::DrawState& state, Surfaces& surfaces);

  private:
    bool clears_;
    // The buffer is still to be cleared.
    bool color_ = false;
    bool depth_ = false;
};

}  // namespace cyclorama::machine
