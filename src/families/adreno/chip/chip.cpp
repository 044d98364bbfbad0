// SPDX-License-Identifier: MIT
#include "families/adreno/chip/chip.h"

#include "families/adreno/chip/parameters.h"
#include "sim/error.h"

namespace cyclorama::adreno {

Chip chipOf(const machine::Configuration& configuration) {
    constexpr uint32_t kKibibyte = 1024;
    constexpr uint64_t kGibibyte = 1ull << 30;
    constexpr uint64_t kMegahertz = 1'000'000;
    const ChipParameters& parameters = parametersOf(configuration).chip;
    if (parameters.chipId == 0)
        throw sim::Error("", "", "the configuration describes no Adreno chip: ADRENO.ChipId is zero");
    return {.name = parameters.chipName,
            .chipId = parameters.chipId,
            .gpuId = parameters.gpuId,
            .generation = static_cast<GpuGeneration>(parameters.generation.get()),
            .gmemBytes = parameters.gmemSize * kKibibyte,
            .gmemBase = parameters.gmemBase,
            .addressSpaceBytes = parameters.addressSpaceSize * kGibibyte,
            .highestBankBit = parameters.highestBankBit,
            .ubwcSwizzle = parameters.ubwcSwizzle,
            .macrotileMode = parameters.macrotileMode,
            .maxFrequency = configuration.gpu.gpuClock * kMegahertz,
            .shaderProcessors = parameters.shaderProcessors,
            .registerVectors = parameters.registerVectors,
            .fibersPerProcessor = parameters.fibersPerProcessor,
            .instructionCacheUnits = parameters.instructionCacheUnits};
}

}  // namespace cyclorama::adreno
