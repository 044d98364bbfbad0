// SPDX-License-Identifier: MIT
#pragma once
// The bytes of a block of pixels that UBWC has compressed, derived from its pixels: a model, as no source states the
// code.
//
// Sizes: a block has 256 bytes. The chips' counters (Mesa: a6xx performance counters, CCU_COLOR_READ_FLAG0_COUNT to
// FLAG6 and FLAG8) count blocks in eight classes; they are taken for 0 to 6 or 8 sectors of 32 bytes.
//
//     all pixels alike, each component 0 or all ones -> 0: the flags alone have it, as after a clear
//     all pixels alike                               -> 1
//     others: a header, a pixel, and of each component as many bits a pixel as the range of its values takes
//                                                    -> rounded up to sectors; above 6: 8, as it is
//
// Components of more than 24 bits of images with several of them are never compressed (azhirnov, Adreno 660: RGBA32F is
// not).
//
// An estimate. Beside azhirnov's times of an a660 that reads 1.34 GB of RGBA8 pixels to a fourth (noise in squares of
// 1, 4 and 8 pixels: 42, 32 and 29 ms; gradient 21 ms; one colour 10.4 ms) blocks of such images have 8, 6.6 and 5.5
// sectors, 2 and 1.

#include <cstddef>
#include <cstdint>
#include <span>

#include "families/adreno/surface/surface_format.h"

namespace cyclorama::adreno {

/// Bytes of a block of compressed pixels, and of the parts that it is measured in.
inline constexpr uint32_t kCompressedBlockBytes = 256;
inline constexpr uint32_t kCompressedSectorBytes = 32;
/// Sectors of a block that is not compressed.
inline constexpr uint32_t kWholeBlockSectors = kCompressedBlockBytes / kCompressedSectorBytes;

/// Sectors of the block: 0 to 6, or 8.
uint32_t compressedSectors(const SurfaceFormat& format, std::span<const std::byte, kCompressedBlockBytes> block);

/// Bytes of pixels that have a byte of flags (Mesa: fdl6_layout, blocks of 16x4 pixels and less).
uint32_t flaggedBytes(const SurfaceFormat& format, uint32_t samples);

}  // namespace cyclorama::adreno
