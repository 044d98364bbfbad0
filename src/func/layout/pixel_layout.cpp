// SPDX-License-Identifier: MIT
#include "func/layout/pixel_layout.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "func/layout/morton_blocks.h"
#include "func/layout/texel_layout.h"

namespace cyclorama::func {
namespace {

struct Extent {
    uint32_t width = 1;
    uint32_t height = 1;
};

/// Subtiles of a scan tile: as many as a pixel takes times 4 bytes, wider before higher, and one row more for
/// pixels of 8 bytes.
Extent subtiles(uint32_t samples, uint32_t bytesPerSample) {
    Extent extent;
    extent.width = samples == 8 ? 4 : samples >= 2 ? 2 : 1;
    extent.height = samples / extent.width * (bytesPerSample / 4);
    return extent;
}

/// One axis of the hierarchy: tile sizes in pixels along it, and how many tiles a row of the level above has.
struct TileAxis {
    uint32_t overScan = 0;
    uint32_t scan = 0;
    uint32_t subtile = 0;
    uint32_t subtileCount = 0;
    uint32_t generation = 0;
    uint32_t quad = kQuadWidth;
};

TileAxis makeAxis(uint32_t overScanTiles, uint32_t scan, uint32_t generation, uint32_t subtileCount) {
    return {.overScan = overScanTiles * scan,
            .scan = scan,
            .subtile = scan / subtileCount,
            .subtileCount = subtileCount,
            .generation = generation / subtileCount};
}

/// Index of a coordinate's tile at each level.
struct TileIndices {
    uint32_t overScan, subtile, scan, generation, quad, pixel;
};

/// Subtile and scan tile are taken from the coordinate on their own, not the one inside the other: a subtile is a
/// quarter (half, eighth) of a scan tile, and successive ones of the picture go round the subtile runs.
TileIndices indicesOf(uint32_t position, const TileAxis& axis) {
    return {.overScan = position / axis.overScan,
            .subtile = position / axis.subtile % axis.subtileCount,
            .scan = position / axis.scan % (axis.overScan / axis.scan),
            .generation = position / axis.generation % (axis.subtile / axis.generation),
            .quad = position / axis.quad % (axis.generation / axis.quad),
            .pixel = position % axis.quad};
}

uint32_t roundUp(uint32_t value, uint32_t multiple) { return (value + multiple - 1) / multiple * multiple; }

/// Edge of a tile, in samples.
constexpr uint32_t kTileSize = 4;

/// Edge of what is stored as a row of its own, in samples.
uint32_t blockSize(Tiling tiling) {
    constexpr uint32_t kSupertileSize = 64;
    return tiling == Tiling::SuperTiled ? kSupertileSize : tiling == Tiling::Tiled ? kTileSize : 1;
}

uint32_t samplesDown(uint32_t samples) { return samples / samplesAcross(samples); }

}  // namespace

std::string_view layoutProblem(const TiledLayoutParameters& p) {
    if (p.tiling == Tiling::Hierarchy) return "the tile hierarchy needs tile sizes";
    if (p.samples != 1 && p.samples != 2 && p.samples != 4) return "samples must be 1, 2 or 4";
    if (!std::has_single_bit(p.bytesPerSample) || p.bytesPerSample > 8) return "a sample must take 1, 2, 4 or 8 bytes";
    if (p.pipes != 1 && p.pipes != 2) return "pixel pipes must be 1 or 2";
    if (p.pipes == 2 && p.tiling == Tiling::Linear) return "a linear buffer has one pixel pipe";
    if (p.width > (1u << 16) || p.height > (1u << 16)) return "a buffer must be at most 65536 pixels wide and high";
    const uint32_t block = blockSize(p.tiling);
    const uint64_t rows = roundUp(p.height * samplesDown(p.samples), std::max(block, kQuadWidth));
    if (uint64_t{p.width} * samplesAcross(p.samples) * p.bytesPerSample > p.stride && p.height > 1)
        return "a row must fit its stride";
    if (p.secondPipeOffset > UINT32_MAX || rows * p.stride + p.secondPipeOffset > UINT32_MAX)
        return "a buffer must be smaller than 4 GiB";
    return {};
}

std::string_view layoutProblem(const PixelLayoutParameters& p) {
    const TileSizes& t = p.tiles;
    for (uint32_t size :
         {t.generationWidth, t.generationHeight, t.scanWidth, t.scanHeight, t.overScanWidth, t.overScanHeight}) {
        if (!std::has_single_bit(size) || size > 4096) return "tile sizes must be powers of two, at most 4096";
    }
    if (p.samples != 1 && p.samples != 2 && p.samples != 4 && p.samples != 8) return "samples must be 1, 2, 4 or 8";
    if (p.bytesPerSample != 4 && p.bytesPerSample != 8) return "a sample must take 4 or 8 bytes";
    if (t.overScanWidth != t.overScanHeight) return "over-scan tiles must be square, in scan tiles";
    if (t.overScanWidth > kLargestOverScan) return "an over-scan tile must be at most 8 scan tiles wide";
    if (t.scanWidth < t.generationWidth || t.scanHeight < t.generationHeight) {
        return "a scan tile must hold a generation tile";
    }
    const Extent parts = subtiles(p.samples, p.bytesPerSample);
    if (t.generationWidth / parts.width < kQuadWidth || t.generationHeight / parts.height < kQuadWidth) {
        return "a generation tile is too small for the number and size of the samples";
    }
    if (p.width > (1u << 16) || p.height > (1u << 16)) return "a buffer must be at most 65536 pixels wide and high";
    const uint64_t pixels =
        uint64_t{roundUp(p.width, t.overScanWidth * t.scanWidth)} * roundUp(p.height, t.overScanHeight * t.scanHeight);
    if (pixels * p.samples * p.bytesPerSample > UINT32_MAX) return "a buffer must be smaller than 4 GiB";
    return {};
}

PixelLayout::PixelLayout(const PixelLayoutParameters& parameters) : parameters_(parameters) {
    assert(layoutProblem(parameters).empty());
    quad_.extent = quadBytes();
    const TileSizes& tiles = parameters.tiles;
    const Extent parts = subtiles(parameters.samples, parameters.bytesPerSample);
    const TileAxis across = makeAxis(tiles.overScanWidth, tiles.scanWidth, tiles.generationWidth, parts.width);
    const TileAxis down = makeAxis(tiles.overScanHeight, tiles.scanHeight, tiles.generationHeight, parts.height);

    // Bytes of one tile of each level.
    const uint32_t quadSize = quadBytes();
    const uint32_t quadsAcross = across.generation / kQuadWidth;
    const uint32_t generationSize = quadSize * quadsAcross * (down.generation / kQuadWidth);
    const uint32_t generationAcross = across.subtile / across.generation;
    subtileBytes_ = generationSize * generationAcross * (down.subtile / down.generation);
    const uint32_t runSize = subtileBytes_ * tiles.overScanWidth * tiles.overScanHeight;
    const uint32_t overScanSize = runSize * parts.width * parts.height;

    columnOffset_.resize(roundUp(parameters.width, across.overScan));
    rowOffset_.resize(roundUp(parameters.height, down.overScan));
    const uint32_t overScanAcross = paddedWidth() / across.overScan;
    bufferSize_ = overScanSize * overScanAcross * (paddedHeight() / down.overScan);
    pictureSize_ = bufferSize_;

    for (uint32_t x = 0; x < paddedWidth(); ++x) {
        const TileIndices i = indicesOf(x, across);
        columnOffset_[x] = i.overScan * overScanSize + i.subtile * runSize + mortonOrder(i.scan, 0) * subtileBytes_ +
                           i.generation * generationSize + i.quad * quadSize + i.pixel * pixelBytes();
    }
    for (uint32_t y = 0; y < paddedHeight(); ++y) {
        const TileIndices i = indicesOf(y, down);
        rowOffset_[y] = i.overScan * overScanAcross * overScanSize + i.subtile * parts.width * runSize +
                        mortonOrder(0, i.scan) * subtileBytes_ + i.generation * generationAcross * generationSize +
                        i.quad * quadsAcross * quadSize + i.pixel * kQuadWidth * pixelBytes();
    }
}

PixelLayout::PixelLayout(const TiledLayoutParameters& parameters)
    : parameters_{.width = parameters.width,
                  .height = parameters.height,
                  .tiles = {},
                  .samples = parameters.samples,
                  .bytesPerSample = parameters.bytesPerSample},
      tiled_(parameters) {
    assert(layoutProblem(parameters).empty());
    const uint32_t bytes = parameters.bytesPerSample;
    const uint32_t block = blockSize(parameters.tiling);
    const uint32_t across = samplesAcross(parameters.samples);
    const uint32_t down = samplesDown(parameters.samples);
    const TexelLayout places = layoutOf(parameters.tiling, bytes, parameters.stride);
    const auto placeOf = [&places](uint32_t x, uint32_t y) { return static_cast<uint32_t>(places.offset(x, y)); };
    const auto rowOffset = [&](uint32_t row) {
        const uint32_t pipe = row / block % parameters.pipes;
        const uint32_t rowOfPipe = row / block / parameters.pipes * block + row % block;
        return pipe * static_cast<uint32_t>(parameters.secondPipeOffset) + placeOf(0, rowOfPipe);
    };
    columnOffset_.resize(roundUp(parameters.width, kQuadWidth));
    rowOffset_.resize(roundUp(parameters.height, kQuadWidth));
    for (uint32_t x = 0; x < paddedWidth(); ++x) columnOffset_[x] = placeOf(x * across, 0);
    for (uint32_t y = 0; y < paddedHeight(); ++y) rowOffset_[y] = rowOffset(y * down);

    quad_.contiguous = false;
    for (uint32_t fragment = 0; fragment < kQuadFragments; ++fragment) {
        for (uint32_t sample = 0; sample < parameters.samples; ++sample) {
            const uint32_t x = fragment % kQuadWidth * across + sample % across;
            const uint32_t y = fragment / kQuadWidth * down + sample / across;
            const uint32_t offset = placeOf(x, y);
            quad_.offset[fragment * parameters.samples + sample] = offset;
            quad_.extent = std::max(quad_.extent, offset + bytes);
        }
    }
    if (columnOffset_.empty() || rowOffset_.empty()) return;
    uint32_t lastRow = 0;
    for (uint32_t y = 0; y < paddedHeight(); y += kQuadWidth) lastRow = std::max(lastRow, rowOffset_[y]);
    bufferSize_ = columnOffset_[paddedWidth() - kQuadWidth] + lastRow + quad_.extent;
    const auto samples = std::span(quad_.offset).first(parameters.samples);
    pictureSize_ = std::ranges::max(std::span(columnOffset_).first(parameters.width)) +
                   std::ranges::max(std::span(rowOffset_).first(parameters.height)) + std::ranges::max(samples) + bytes;
}

uint32_t PixelLayout::runPixels() const {
    // Whoever copies runs gains nothing from longer ones.
    constexpr uint32_t kLongestRun = 64;
    if (parameters_.samples != 1) return 1;
    const bool hierarchy = tiled_ == TiledLayoutParameters{};
    return hierarchy ? kQuadWidth : tiled_.tiling == Tiling::Linear ? kLongestRun : kTileSize;
}

uint32_t PixelLayout::unitOfPixel(uint32_t x, uint32_t y, uint32_t units) const {
    const TileSizes& tiles = parameters_.tiles;
    return mortonOrder(x / tiles.scanWidth % tiles.overScanWidth, y / tiles.scanHeight % tiles.overScanHeight) % units;
}

uint32_t PixelLayout::unitOfOffset(uint32_t offset, uint32_t units) const {
    const uint32_t scanTiles = parameters_.tiles.overScanWidth * parameters_.tiles.overScanHeight;
    return offset / subtileBytes_ % scanTiles % units;
}

}  // namespace cyclorama::func
