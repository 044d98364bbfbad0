// SPDX-License-Identifier: MIT
#pragma once
// The primitives of a draw of a binning pass: set up one by one, and the bins that they reach noted.

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/operations/draw_operation.h"
#include "families/adreno/timing/draw/lrz_messages.h"
#include "families/adreno/timing/draw/stream_writes.h"
#include "families/adreno/timing/draw/vertex_wave.h"
#include "families/adreno/vpc/rectangles.h"
#include "families/adreno/vsc/binning_draw.h"

namespace cyclorama::adreno {

class DrawBins {
  public:
    /// The draw's notes begin: no other draw's may until they end. All outlive it.
    DrawBins(const DrawOperation& operation, const OpenDraw& draw, const GpuMemory& memory);

    /// Takes the primitives of a wave whose program has ended; all of the one before are set up. The wave stays until
    /// then.
    void take(const VertexWave& wave);
    /// Sets the next primitive up; empty if there is none.
    std::optional<BinnedPrimitive> setUpNext();
    /// Low resolution depth of the primitives that were set up since the last call.
    LrzMessage takeLrz() { return std::exchange(lrz_, {}); }
    /// All primitives of the draw are set up: ends its notes, and gives the streams with its part.
    StreamState end();

  private:
    const DrawOperation& operation_;
    const OpenDraw& draw_;
    std::unique_ptr<BinningDraw> binning_;
    RectangleExpansion rectangles_;
    LrzMessage lrz_;
};

}  // namespace cyclorama::adreno
