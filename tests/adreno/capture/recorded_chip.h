// SPDX-License-Identifier: MIT
#pragma once
// The chip of captures that tests write.

#include "families/adreno/capture/adreno_capture.h"

namespace cyclorama::adreno {

/// An Adreno 660.
inline Chip recordedChip() {
    return {.name = "a660",
            .chipId = 0x06060001,
            .gpuId = 660,
            .generation = GpuGeneration::A6xxGen4,
            .gmemBytes = 3 << 19,
            .addressSpaceBytes = uint64_t{1} << 34,
            .highestBankBit = 16,
            .maxFrequency = 840'000'000,
            .shaderProcessors = 3,
            .registerVectors = 64,
            .fibersPerProcessor = 4096,
            .instructionCacheUnits = 127};
}

}  // namespace cyclorama::adreno
