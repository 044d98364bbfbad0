// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "families/adreno/operations/picture_pass.h"

namespace cyclorama::adreno {

/// The oldest work under way while the command processor waits.
enum class Awaited : uint8_t { Binning, Bins, DirectDraws, Moves, Dispatches, Blits, Events, Other };
inline constexpr size_t kAwaited = 8;

constexpr Awaited awaitedOf(PassKind draws) {
    switch (draws) {
        case PassKind::Binning:
            return Awaited::Binning;
        case PassKind::Bin:
            return Awaited::Bins;
        case PassKind::Direct:
            break;
    }
    return Awaited::DirectDraws;
}

}  // namespace cyclorama::adreno
