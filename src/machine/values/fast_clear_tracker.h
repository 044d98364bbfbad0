// SPDX-License-Identifier: MIT
#pragma once
// A pixel engine's state of its buffers' tile status beside the status in memory: the number of cleared tiles it has
// filled since the driver said how many there are, after which it does without, and what it met that a chip hangs on.

#include <array>
#include <cstdint>
#include <string_view>

#include "func/layout/tile_status.h"
#include "gpu/draw_state.h"
#include "sim/finding.h"

namespace cyclorama::machine {

class FastClearTracker {
  public:
    /// Number of the depth and stencil buffer; the colour buffers come before.
    static constexpr uint32_t kDepth = gpu::kRenderTargets;

    /// A draw uses the buffer with this status and samples of that size: what happens to its tiles goes into the
    /// result. For the same draw as often as one likes.
    func::TileStatusEvents& use(uint32_t buffer, const gpu::TileStatus& status, uint32_t bytesPerSample);

    /// All cleared tiles are filled, as far as the driver's number is right: the engine need not look.
    bool allFilled(uint32_t buffer) const;

    /// Events since the last report.
    void report(sim::Findings& findings, std::string_view place);

  private:
    struct Buffer {
        func::TileStatusEvents events;
        gpu::TileStatus status;
        uint64_t clearedBytes = 0;
        uint64_t filledBefore = 0;
        uint64_t filledBytes() const { return (events.filled - filledBefore) * status.tileBytes; }
        bool reported = false;
    };

    std::array<Buffer, kDepth + 1> buffers_;
};

}  // namespace cyclorama::machine
