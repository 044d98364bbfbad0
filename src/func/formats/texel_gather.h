// SPDX-License-Identifier: MIT
#pragma once
// Copies of texels that are apart in memory.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace cyclorama::func {

/// Copies `count` texels of `Bytes` bytes side by side. offsetOf(i) is a texel's place, in bytes; texels that are not
/// all in `from` are zeros.
template <size_t Bytes, typename OffsetOf>
void gatherTexels(std::span<const std::byte> from, size_t count, OffsetOf offsetOf, std::byte* to) {
    const bool any = from.size() >= Bytes;
    const uint64_t last = any ? from.size() - Bytes : 0;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t offset = offsetOf(i);
        if (any && offset <= last)
            std::memcpy(to + i * Bytes, from.data() + offset, Bytes);
        else
            std::memset(to + i * Bytes, 0, Bytes);
    }
}

/// The same of texels of `bytes` bytes: 1, 2, 3, 4, 6, 8, 12 or 16.
template <typename OffsetOf>
void gatherTexels(std::span<const std::byte> from, size_t count, uint32_t bytes, OffsetOf offsetOf, std::byte* to) {
    switch (bytes) {
        case 1:
            return gatherTexels<1>(from, count, offsetOf, to);
        case 2:
            return gatherTexels<2>(from, count, offsetOf, to);
        case 3:
            return gatherTexels<3>(from, count, offsetOf, to);
        case 4:
            return gatherTexels<4>(from, count, offsetOf, to);
        case 6:
            return gatherTexels<6>(from, count, offsetOf, to);
        case 8:
            return gatherTexels<8>(from, count, offsetOf, to);
        case 12:
            return gatherTexels<12>(from, count, offsetOf, to);
        default:
            return gatherTexels<16>(from, count, offsetOf, to);
    }
}

}  // namespace cyclorama::func
