// SPDX-License-Identifier: MIT
#pragma once
// How the caches of a CCU take the lines of a draw's targets.

#include <cstdint>

#include "families/adreno/timing/lines/compressed_blocks.h"

namespace cyclorama::adreno {

enum class CcuTarget : uint8_t { Color, Depth };

struct TargetCaching {
    uint8_t halvings = 0;                            ///< CcuAccess's
    const CompressedSurfaces* compressed = nullptr;  ///< outlives the lines' way to the caches; null: none
};

}  // namespace cyclorama::adreno
