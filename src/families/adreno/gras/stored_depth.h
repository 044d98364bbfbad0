// SPDX-License-Identifier: MIT
#pragma once
// Depths of a depth buffer, in the steps of low resolution depth.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "families/adreno/gras/raster_control.h"

namespace cyclorama::adreno {

/// Steps from 0 to 1.
inline constexpr double kDepthSteps = 0xffff;

/// The depth of a sample at an offset; empty if it is not there.
inline std::optional<double> storedDepth(DepthFormat format, std::span<const std::byte> bytes, uint64_t offset) {
    constexpr uint32_t kMost24 = 0xffffff;
    const size_t size = format == DepthFormat::Unorm16 ? sizeof(uint16_t) : sizeof(uint32_t);
    if (offset > bytes.size() || bytes.size() - offset < size) return std::nullopt;
    uint32_t word = 0;
    std::memcpy(&word, &bytes[offset], size);
    if (format == DepthFormat::Unorm16) return static_cast<double>(word);
    if (format == DepthFormat::Float32) return static_cast<double>(std::bit_cast<float>(word)) * kDepthSteps;
    return static_cast<double>(word & kMost24) / static_cast<double>(kMost24) * kDepthSteps;
}

}  // namespace cyclorama::adreno
