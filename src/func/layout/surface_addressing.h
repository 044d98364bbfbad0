// SPDX-License-Identifier: MIT
#pragma once
// Places of texels and samples in images that are stored row by row, in tiles of 4x4, or in supertiles of 64x64 whose
// tiles have interleaved bits of their column and row, the row's in pairs.

#include <cstdint>
#include <type_traits>

#include "func/types.h"

namespace cyclorama::func {

/// Byte offset of a texel or sample: the sum of a term of its column and one of its row. Coordinates may be vectors.
struct SurfaceAddressing {
    Tiling tiling = Tiling::Linear;
    uint32_t texelBytesLog2 = 2;
    /// Bytes from one row to the next as if it were linear.
    uint32_t stride = 0;

    template <typename T>
    T column(T x) const {
        const auto b = static_cast<int>(texelBytesLog2);
        switch (tiling) {
            case Tiling::Tiled:
                return ((x >> 2) << (4 + b)) + ((x & 3) << b);
            case Tiling::SuperTiled:
                return ((x >> 6) << (12 + b)) + ((x >> 3 & 7) << (7 + b)) + ((x >> 2 & 1) << (4 + b)) + ((x & 3) << b);
            default:
                return x << b;
        }
    }
    template <typename T>
    T row(T y) const {
        const auto b = static_cast<int>(texelBytesLog2);
        const auto pitch = static_cast<std::conditional_t<std::is_same_v<T, uint32_t>, uint32_t, int32_t>>(stride);
        switch (tiling) {
            case Tiling::Tiled:
                return (y >> 2) * (pitch * 4) + ((y & 3) << (2 + b));
            case Tiling::SuperTiled:
                return (y >> 6) * (pitch * 64) + ((y >> 4 & 3) << (10 + b)) + ((y >> 3 & 1) << (6 + b)) +
                       ((y >> 2 & 1) << (5 + b)) + ((y & 3) << (2 + b));
            default:
                return y * pitch;
        }
    }
};

}  // namespace cyclorama::func
