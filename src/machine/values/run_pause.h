// SPDX-License-Identifier: MIT
#pragma once
// Progress of a run, and its next stop: after a frame, after a draw, or before a cycle. The machine
// counts here and asks once a frame, a draw and a command; cycles cost nothing, as the machine learns the limit before.

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "gpu/draw_state.h"

namespace cyclorama::machine {

/// A draw, as the machine executed it.
struct EndedDraw {
    /// Frames that were presented before it.
    uint64_t frame = 0;
    /// From 0 on in its frame, in the order in which draws end.
    uint64_t number = 0;
    gpu::DrawState state;
};

class RunPause {
  public:
    static constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

    /// Amounts since the start of a run.
    struct Place {
        uint64_t frames = 0;  // presented
        uint64_t draws = 0;   // ended
        uint64_t cycles = 0;  // of the main clock; none pass in a machine without time
    };

    /// The run stands still where any of the amounts is reached; kNever in those that do not matter.
    void set(const Place& next) { next_ = next; }
    const Place& place() const { return place_; }
    bool due() const {
        return place_.frames >= next_.frames || place_.draws >= next_.draws || place_.cycles >= next_.cycles;
    }
    /// The draw that ended last; nothing before the first.
    const std::optional<EndedDraw>& lastDraw() const { return lastDraw_; }

    // For machines.
    uint64_t nextCycle() const { return next_.cycles; }
    void endFrame() {
        ++place_.frames;
        drawOfFrame_ = 0;
    }
    void endDraw(gpu::DrawState state) {
        ++place_.draws;
        lastDraw_ = EndedDraw{.frame = place_.frames, .number = drawOfFrame_++, .state = std::move(state)};
    }
    void reachCycle(uint64_t cycles) { place_.cycles = cycles; }

  private:
    Place place_;
    Place next_{.frames = kNever, .draws = kNever, .cycles = kNever};
    uint64_t drawOfFrame_ = 0;
    std::optional<EndedDraw> lastDraw_;
};

}  // namespace cyclorama::machine
