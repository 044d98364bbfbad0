// SPDX-License-Identifier: MIT
#pragma once
// Rows of a window that one of several workers draws.

#include <cstdint>

namespace cyclorama::func {

/// Bands of `height` rows, an even number, every `step`-th one from `first` on. Band 0 begins at row 0.
struct RowBands {
    int32_t first = 0;
    int32_t step = 1;
    int32_t height = 2;

    /// The first of these bands that has the row or a later one; rows below 0 count as 0.
    int32_t firstFrom(int32_t row) const {
        const int32_t band = row <= 0 ? 0 : row / height;
        return band <= first ? first : first + (band - first + step - 1) / step * step;
    }
};

}  // namespace cyclorama::func
