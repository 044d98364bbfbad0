// SPDX-License-Identifier: MIT
#pragma once
// Faults of a draw's memory accesses and programs, counted for findings.

#include <cstdint>
#include <string>

#include "func/texture/texture_memory.h"

namespace cyclorama::machine::timing {

/// Faults of the memory accesses and programs of one draw.
struct DrawFaults {
    std::string place;
    uint64_t vertexReads = 0;
    func::TextureFaults textures;
    uint64_t memoryAccesses = 0;
    uint64_t brokenPrograms = 0;

    bool any() const {
        return vertexReads != 0 || memoryAccesses != 0 || brokenPrograms != 0 || textures.outOfRange != 0 ||
               textures.unsupported != 0;
    }
};

}  // namespace cyclorama::machine::timing
