// SPDX-License-Identifier: MIT
#pragma once
// Chip numbers, and the steps within the sixth generation.

#include <cstdint>
#include <optional>

namespace cyclorama::adreno {

/// The steps that Mesa calls a6xx_gen1 to a6xx_gen4 (freedreno_devices.py).
enum class GpuGeneration : uint8_t { A6xxGen1 = 1, A6xxGen2 = 2, A6xxGen3 = 3, A6xxGen4 = 4 };

/// The step of a chip, by its core, major, minor and patch number, a byte each; nothing for chips of another
/// generation.
constexpr std::optional<GpuGeneration> generationOf(uint32_t chipId) {
    if (chipId >> 24 != 6) return std::nullopt;
    const uint32_t major = chipId >> 16 & 0xff;
    const uint32_t minor = chipId >> 8 & 0xff;
    switch (major) {
        case 2:
            return minor == 0 ? GpuGeneration::A6xxGen1 : GpuGeneration::A6xxGen3;
        case 3:
            return minor == 5 ? GpuGeneration::A6xxGen4 : GpuGeneration::A6xxGen1;
        case 4:
        case 8:
            return GpuGeneration::A6xxGen2;
        case 5:
            return GpuGeneration::A6xxGen3;
        case 6:
        case 9:
            return GpuGeneration::A6xxGen4;
        default:
            return GpuGeneration::A6xxGen1;
    }
}

/// The chip number of a chip that is known by its older number: 0x06030000 for 630.
constexpr uint32_t chipIdOf(uint32_t gpuId) { return gpuId / 100 << 24 | gpuId / 10 % 10 << 16 | gpuId % 10 << 8; }

}  // namespace cyclorama::adreno
