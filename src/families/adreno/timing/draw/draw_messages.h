// SPDX-License-Identifier: MIT
#pragma once
// Messages of draws between boxes.

#include <cstdint>
#include <string>

#include "families/adreno/timing/ccu/target_caching.h"
#include "families/adreno/timing/draw/draw_work.h"
#include "sim/box.h"
#include "sim/signal.h"

namespace cyclorama::adreno {

/// A draw that begins, or one that is over.
struct DrawMessage {
    DrawWork* work = nullptr;
};
std::string describe(const DrawMessage& message);

/// The next vertices of a draw with their primitives, or its end.
struct PrimitiveMessage {
    DrawWork* work = nullptr;
    VertexWave* wave = nullptr;  ///< null: the draw has no more
};
std::string describe(const PrimitiveMessage& message);

/// The next wave of a draw's fragments, or its beginning or end: in the order in which they take effect.
struct RenderMessage {
    enum class Kind : uint8_t { Begin, Wave, End };
    DrawWork* work = nullptr;
    RenderWave* wave = nullptr;
    Kind kind = Kind::Wave;
    /// The number of the last early test of depth before it, which it waits for.
    uint64_t ticket = 0;
    /// GRAS sends it when low resolution depth was tested for that triangle.
    uint64_t lrz = 0;
};
std::string describe(const RenderMessage& message);

/// Early tests of depth of some quads.
struct DepthMessage {
    uint64_t ticket = 0;
    uint64_t samples = 0;
    uint64_t passed = 0;  ///< of these
    LineAccesses reads{};
    LineAccesses writes{};
    TargetCaching caching{};
    uint64_t lrz = 0;  ///< RenderMessage's
};
std::string describe(const DepthMessage& message);

}  // namespace cyclorama::adreno
