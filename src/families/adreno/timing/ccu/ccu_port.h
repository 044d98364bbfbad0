// SPDX-License-Identifier: MIT
#pragma once
// A unit's way to a cache of a CCU, past it, or to GMEM: accesses of lines, and their answers.

#include <cstdint>
#include <string>

#include "families/adreno/timing/chip/settings.h"
#include "families/adreno/timing/lines/compressed_blocks.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

inline constexpr uint32_t kCcuBlockBytes = 256;

struct CcuAccess {
    uint64_t address = 0;  ///< of the line
    uint64_t bytes = 0;    ///< a bit for each byte of it
    bool write = false;
    /// How often RB_CCU_CNTL halves the cache (COLOR_CACHE_SIZE, DEPTH_CACHE_SIZE), at most 3. A change empties it.
    uint8_t halvings = 0;
    uint32_t id = 0;     ///< the sender's own
    BlockFlags flags{};  ///< of its block
};
std::string describe(const CcuAccess& access);

/// A read's bytes have come, or a write's were taken.
struct CcuAnswer {
    uint32_t id = 0;
};
std::string describe(const CcuAnswer& answer);

/// A unit's way to a cache, of which no more than kMost accesses may be without an answer.
struct CcuPort {
    static constexpr uint32_t kMost = 32;
    /// Accesses, and answers, of a cycle.
    static constexpr uint32_t kWidth = 2;

    CcuPort(sim::Box& owner, const std::string& name);
    /// The longest from an answer to its arrival, in cycles: the latency of the signal that answers bind to.
    static uint32_t answerLatency(const CcuSettings& settings);

    sim::Signal<CcuAccess> access;
    sim::Output<CcuAnswer> answers;
};

}  // namespace cyclorama::adreno
