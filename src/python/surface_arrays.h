// SPDX-License-Identifier: MIT
#pragma once
// Surfaces in memory as rows of pixels.

#include <cstdint>
#include <vector>

#include "func/formats/format.h"
#include "func/output/resolve.h"
#include "machine/values/surfaces.h"

namespace cyclorama::python {

/// All samples of a surface, as they are stored: rows from the top of the picture, pixels from the left, the samples of
/// each pixel in their order. Tiles that the tile status calls cleared have their clear value.
struct SampleRows {
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t samples = 0;         // a pixel
    uint32_t bytesPerSample = 0;  // 2, 4 or 8
    std::vector<uint8_t> bytes;
};

SampleRows readSamples(const machine::MappedSurface& surface, func::RowOrder order);

/// 8-bit RGBA as a display shows the samples of a colour buffer, those of a pixel resolved.
std::vector<uint8_t> showSamples(const SampleRows& rows, func::Format format);

}  // namespace cyclorama::python
