// SPDX-License-Identifier: MIT
#pragma once
// The lines of visibility streams that a binning pass writes: each when all of it is known, and what is left at the
// pass's end.

#include <cstdint>

#include "families/adreno/timing/lines/line_accesses.h"
#include "families/adreno/vsc/binning_pass.h"

namespace cyclorama::adreno {

/// The streams as they are after a draw, or at the end of the pass.
struct StreamState {
    StreamPlace draws{};
    StreamPlace primitives{};
    /// Place of the sizes of draw streams, a word for each pipe.
    uint64_t sizesAddress = 0;
    StreamSizes sizes{};

    static StreamState of(const RegisterValues& registers, const StreamSizes& sizes);
};

class StreamWrites {
  public:
    /// Adds the lines that are whole.
    void addWhole(const StreamState& state, LineAccesses& lines);
    /// Adds what is left, and the sizes. The next streams begin.
    void addLast(const StreamState& state, LineAccesses& lines);

  private:
    void add(const StreamState& state, bool last, LineAccesses& lines);

    StreamSizes written_{};
};

}  // namespace cyclorama::adreno
