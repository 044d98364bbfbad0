// SPDX-License-Identifier: MIT
#pragma once
// Place of a pixel of a colour or depth buffer in memory: the tile hierarchy that the rasterizer walks, so that one
// tile is one cache line and neighbouring scan tiles belong to different ROP units.
//
//   buffer          over-scan tiles, row by row
//   over-scan tile  scan tiles in Morton order, repeated once for each subtile of a scan tile
//   subtile         a scan tile holds more than one where a pixel takes more than 4 bytes; each has the same bytes
//   scan tile       generation tiles, row by row
//   generation tile quads, row by row
//   quad            2x2 pixels, row by row
//   pixel           its samples, one after the other
//
// Or row by row, in tiles of 4x4 samples, or in supertiles of 64x64. There the samples of a pixel are a rectangle of
// the image: two side by side, or two by two, in an image twice as wide, or twice as wide and high.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "func/types.h"

namespace cyclorama::func {

/// Scan tiles of an over-scan tile each way, at most.
inline constexpr uint32_t kLargestOverScan = 8;

/// Tile sizes of a GPU.
struct TileSizes {
    uint32_t generationWidth = 8;   // pixels
    uint32_t generationHeight = 8;  // pixels
    uint32_t scanWidth = 16;        // pixels
    uint32_t scanHeight = 16;       // pixels
    uint32_t overScanWidth = 4;     // scan tiles
    uint32_t overScanHeight = 4;    // scan tiles

    bool operator==(const TileSizes&) const = default;
};

/// Parameters of a buffer in the tile hierarchy.
struct PixelLayoutParameters {
    uint32_t width = 0;   // pixels
    uint32_t height = 0;  // pixels
    TileSizes tiles{};
    uint32_t samples = 1;         // per pixel: 1, 2, 4 or 8
    uint32_t bytesPerSample = 4;  // 4 or 8

    bool operator==(const PixelLayoutParameters&) const = default;
};

/// Parameters of a buffer that is linear, tiled or supertiled.
struct TiledLayoutParameters {
    Tiling tiling = Tiling::Linear;
    uint32_t width = 0;   // pixels
    uint32_t height = 0;  // pixels
    /// Bytes from one row of samples to the next, as if the buffer were linear.
    uint32_t stride = 0;
    uint32_t samples = 1;         // per pixel: 1, 2 or 4
    uint32_t bytesPerSample = 4;  // 1, 2, 4 or 8
    /// Pixel pipes, 1 or 2. The second has every other row of tiles, or of supertiles, `secondPipeOffset` bytes
    /// after the first one's start.
    uint32_t pipes = 1;
    uint64_t secondPipeOffset = 0;

    bool operator==(const TiledLayoutParameters&) const = default;
};

/// The reason why no buffer can have this layout, as a sentence; empty where one can.
std::string_view layoutProblem(const TiledLayoutParameters& parameters);

/// Samples of a pixel side by side; below each other it has samples / samplesAcross(samples) down.
constexpr uint32_t samplesAcross(uint32_t samples) { return samples > 1 ? 2 : 1; }

/// The most samples of a pixel, and of a quad.
inline constexpr uint32_t kMaxSamples = 8;
inline constexpr uint32_t kMaxQuadSamples = kQuadFragments * kMaxSamples;

/// Places of the samples of a quad, from its first pixel's first sample on.
struct QuadShape {
    /// One after the other: fragment by fragment, sample by sample.
    bool contiguous = true;
    /// Byte offset of sample fragment * samples + sample, unless `contiguous`.
    std::array<uint32_t, kMaxQuadSamples> offset{};
    /// Bytes from the first sample to the end of the last.
    uint32_t extent = 0;
};

/// The reason why no buffer can have this layout, as a sentence; empty where one can. Sizes must be powers of two, each
/// tile at least as large as the next smaller one, over-scan tiles square, and a generation tile must still hold a quad
/// when it is divided among the subtiles of its samples. The buffer must be smaller than 4 GiB.
std::string_view layoutProblem(const PixelLayoutParameters& parameters);

/// Maps pixels to byte offsets in a buffer. Each level of the hierarchy adds a term of x and a term of y, so two tables
/// hold the whole mapping.
class PixelLayout {
  public:
    /// An empty buffer.
    PixelLayout() = default;

    /// Requires layoutProblem(parameters).empty().
    explicit PixelLayout(const PixelLayoutParameters& parameters);
    explicit PixelLayout(const TiledLayoutParameters& parameters);

    /// Parameters of the hierarchy; width, height and samples hold for all layouts.
    const PixelLayoutParameters& parameters() const { return parameters_; }
    /// Parameters of a linear or tiled layout.
    const TiledLayoutParameters& tiled() const { return tiled_; }

    /// Size of the picture rounded up to whole over-scan tiles, or quads, in pixels: offset() is valid below it.
    uint32_t paddedWidth() const { return static_cast<uint32_t>(columnOffset_.size()); }
    uint32_t paddedHeight() const { return static_cast<uint32_t>(rowOffset_.size()); }

    /// Bytes of the buffer, including the padding: the end of the last sample of the padded picture.
    uint32_t bufferSize() const { return bufferSize_; }
    /// Bytes to the end of the last sample of the picture itself; in the tile hierarchy equal to bufferSize().
    uint32_t pictureSize() const { return pictureSize_; }

    /// Bytes of one pixel with all its samples.
    uint32_t pixelBytes() const { return parameters_.samples * parameters_.bytesPerSample; }

    /// Bytes of a quad.
    uint32_t quadBytes() const { return kQuadFragments * pixelBytes(); }

    /// Offsets of the four pixels of a quad from that of its first one (even x and y).
    const QuadShape& quad() const { return quad_; }

    /// Byte offset of sample 0 of a pixel from the start of the buffer. Requires x < paddedWidth(), y < paddedHeight().
    uint32_t offset(uint32_t x, uint32_t y) const { return columnOffset_[x] + rowOffset_[y]; }
    /// Terms of offset(): of each column, and of each row.
    std::span<const uint32_t> columnOffsets() const { return columnOffset_; }
    std::span<const uint32_t> rowOffsets() const { return rowOffset_; }

    /// A power of two: pixels of a row up to the next multiple of it are contiguous in memory.
    uint32_t runPixels() const;

    /// The ROP unit, of `units` that share the buffer, which a pixel belongs to: scan tiles go round in Morton order.
    uint32_t unitOfPixel(uint32_t x, uint32_t y, uint32_t units) const;

    /// The ROP unit that a byte offset in the buffer belongs to. For buffers without subtiles equal to unitOfPixel of
    /// the pixel there; with them as well, since every subtile run repeats the order of the scan tiles.
    uint32_t unitOfOffset(uint32_t offset, uint32_t units) const;

  private:
    PixelLayoutParameters parameters_;
    TiledLayoutParameters tiled_;
    QuadShape quad_;
    uint32_t bufferSize_ = 0;
    uint32_t pictureSize_ = 0;
    uint32_t subtileBytes_ = 1;
    std::vector<uint32_t> columnOffset_;
    std::vector<uint32_t> rowOffset_;
};

}  // namespace cyclorama::func
