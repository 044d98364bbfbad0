// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cyclorama::machine {

/// The frame that a run draws. Machines that execute one run together, such as those of a driver's contexts, share it.
struct FrameUnderWay {
    /// The frame's number in the workload.
    uint32_t number = 0;
    /// Draws of the frame so far: the number of its next draw.
    uint32_t draws = 0;

    /// The commands that follow are of the frame with the number `next`.
    void begin(uint32_t next) {
        number = next;
        draws = 0;
    }
};

}  // namespace cyclorama::machine
