// SPDX-License-Identifier: MIT
#pragma once
// A chip of the a6xx: what its kernel driver reports, and the sizes in which the chips differ.

#include <cstdint>
#include <string>

#include "families/adreno/chip/generation.h"
#include "machine/configuration/configuration.h"

namespace cyclorama::adreno {

struct Chip {
    std::string name;
    /// Core, major, minor and patch, a byte each: 0x06030001 for a630.
    uint32_t chipId = 0;
    /// 630; 0 for chips that the kernel knows by their chip number alone.
    uint32_t gpuId = 0;
    GpuGeneration generation = GpuGeneration::A6xxGen1;
    uint32_t gmemBytes = 0;
    /// Address at which shaders and the 2D engine see GMEM.
    uint64_t gmemBase = 0;
    /// Bytes of a process's GPU addresses, from 0x1'0000'0000 on.
    uint64_t addressSpaceBytes = 0;
    uint32_t highestBankBit = 0;
    uint32_t ubwcSwizzle = 0;
    uint32_t macrotileMode = 0;
    /// In hertz.
    uint64_t maxFrequency = 0;
    /// Shader processors, and colour and depth caches: a chip has as many of one as of the other.
    uint32_t shaderProcessors = 0;
    /// Vectors of four 32-bit registers for each fiber slot.
    uint32_t registerVectors = 0;
    uint32_t fibersPerProcessor = 0;
    /// In units of 128 bytes.
    uint32_t instructionCacheUnits = 0;

    bool operator==(const Chip&) const = default;
};

/// The chip of a configuration. Throws sim::Error for one that describes none.
Chip chipOf(const machine::Configuration& configuration);

}  // namespace cyclorama::adreno
