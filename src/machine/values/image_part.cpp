// SPDX-License-Identifier: MIT
#include "machine/values/image_part.h"

#include <algorithm>

namespace cyclorama::machine {

ImagePart common(const ImagePart& a, const ImagePart& b) {
    const uint32_t left = std::max(a.x, b.x);
    const uint32_t top = std::max(a.y, b.y);
    const uint32_t right = std::min(a.x + a.width, b.x + b.width);
    const uint32_t bottom = std::min(a.y + a.height, b.y + b.height);
    if (left >= right || top >= bottom) return {};
    return {.x = left, .y = top, .width = right - left, .height = bottom - top};
}

std::vector<ImagePart> writtenParts(const gpu::PixelCounts& counts, const ImagePart& within) {
    constexpr uint32_t kTile = gpu::PixelCounts::kTile;
    const auto isWritten = [&](uint32_t column, uint32_t row) {
        return column < counts.columns() && !counts.tile(gpu::FragmentEnd::Written, column, row).empty();
    };
    std::vector<ImagePart> parts;
    for (uint32_t row = 0; row < counts.rows(); ++row)
        for (uint32_t column = 0; column < counts.columns(); ++column) {
            if (!isWritten(column, row)) continue;
            const uint32_t first = column;
            while (isWritten(column + 1, row)) ++column;
            const ImagePart tiles{
                .x = first * kTile, .y = row * kTile, .width = (column + 1 - first) * kTile, .height = kTile};
            if (const ImagePart part = common(tiles, within); !part.empty()) parts.push_back(part);
        }
    return parts;
}

}  // namespace cyclorama::machine
