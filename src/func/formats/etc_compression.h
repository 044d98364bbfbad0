// SPDX-License-Identifier: MIT
#pragma once
// ETC1, ETC2 and EAC: blocks of 4x4 texels (Khronos Data Format Specification, ETC1, ETC2 and EAC compressed formats).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace cyclorama::func {

inline constexpr uint32_t kEtcTexels = 16;

enum class EtcAlpha : uint8_t {
    Opaque,
    PunchThrough  ///< a texel may be transparent black
};

/// The texels of an ETC1 or ETC2 colour block, row by row, red in the lowest byte. `block` has 8 bytes.
std::array<uint32_t, kEtcTexels> decompressEtcColor(std::span<const std::byte, 8> block, EtcAlpha alpha);

/// The alphas of an ETC2 block with an EAC alpha, row by row, 0 to 255.
std::array<uint8_t, kEtcTexels> decompressEacAlpha(std::span<const std::byte, 8> block);

/// The values of an EAC block of one component of 11 bits, row by row: 0 to 2047, or -1023 to 1023.
std::array<int16_t, kEtcTexels> decompressEac11(std::span<const std::byte, 8> block, bool isSigned);
/// Such a value as a fraction of the largest one.
inline float eacFraction(int32_t value, bool isSigned) {
    return static_cast<float>(value) / (isSigned ? 1023.0f : 2047.0f);
}

}  // namespace cyclorama::func
