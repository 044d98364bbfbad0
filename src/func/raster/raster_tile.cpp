// SPDX-License-Identifier: MIT
#include "func/raster/raster_tile.h"

#include <algorithm>
#include <bit>

#include "func/lanes/vectors.h"

namespace cyclorama::func {

namespace {

double tileSize(uint32_t level) { return static_cast<double>(uint32_t{1} << level); }

Double2 twoOf(const PlaneValues& values, size_t first) { return Double2{values[first], values[first + 1]}; }
Int4 isNegative(Double2 value) { return std::bit_cast<Int4>(value < splat(0.0)); }

/// Bit q: edge `first` or the next one, unless that is the plane of depth, has all four corners of quarter q on the
/// outer side. `size`: of a quarter.
uint32_t quartersOutside(const QuadEvaluator& triangle, double size, const std::array<PlaneValues, 4>& quarters,
                         size_t first) {
    const Double2 stepX = twoOf(triangle.stepX(), first);
    const Double2 stepY = twoOf(triangle.stepY(), first);
    const Double2 acrossY = stepY * size;
    const Double2 beyondX = stepX * (2.0 * size) + stepX;
    const Double2 beyondY = stepY * (2.0 * size) + stepY;
    // Corners in rows of three; mask set: on the outer side.
    const Double2 corner0 = twoOf(quarters[0], first);
    const Double2 corner1 = twoOf(quarters[1], first);
    const Double2 corner2 = corner0 + beyondX;
    const Int4 out1 = isNegative(corner1);
    const Int4 out3 = isNegative(twoOf(quarters[2], first));
    const Int4 out4 = isNegative(twoOf(quarters[3], first));
    const Int4 out5 = isNegative(corner2 + acrossY);
    const Int4 out7 = isNegative(corner1 + beyondY);
    Int4 outside = out1 & out3 & out4 & isNegative(corner0) & 1;
    outside |= out1 & out4 & out5 & isNegative(corner2) & 2;
    outside |= out3 & out4 & out7 & isNegative(corner0 + beyondY) & 4;
    outside |= out4 & out5 & out7 & isNegative(corner2 + beyondY) & 8;
    return static_cast<uint32_t>(first + 1 == kDepthPlane ? outside[0] : outside[0] | outside[2]);
}

}  // namespace

uint32_t tileLevel(uint32_t width, uint32_t height) {
    const uint32_t size = std::max(width, height);
    return size <= 1 ? 0 : static_cast<uint32_t>(std::bit_width(size - 1));
}

StartTile startTile(std::span<const SetupTriangle> triangles, const RasterState& state, const TileSizes& tiles) {
    const PixelRectangle scissor = scissorRectangle(state);
    PixelRectangle bounds{scissor.maxX, scissor.maxY, scissor.minX, scissor.minY};
    for (const SetupTriangle& triangle : triangles) {
        bounds.minX = std::min(bounds.minX, triangle.bounds.minX);
        bounds.minY = std::min(bounds.minY, triangle.bounds.minY);
        bounds.maxX = std::max(bounds.maxX, triangle.bounds.maxX);
        bounds.maxY = std::max(bounds.maxY, triangle.bounds.maxY);
    }
    StartTile start;
    start.x = alignToTile(bounds.minX, tiles.scanWidth);
    start.y = alignToTile(bounds.minY, tiles.scanHeight);
    const uint32_t width = static_cast<uint32_t>(std::max(bounds.maxX - start.x + 1, 0));
    const uint32_t height = static_cast<uint32_t>(std::max(bounds.maxY - start.y + 1, 0));
    start.level = std::clamp(tileLevel(width, height), tileLevel(tiles.scanWidth, tiles.scanHeight), kTileLevels - 1);
    return start;
}

std::array<PlaneValues, 4> quarterValues(const QuadEvaluator& triangle, const PlaneValues& values, uint32_t level) {
    const double size = tileSize(level - 1);
    std::array<PlaneValues, 4> quarters;
    quarters[0] = values;
    for (uint32_t p = 0; p < 4; ++p) {
        const double acrossX = triangle.stepX()[p] * size;
        const double acrossY = triangle.stepY()[p] * size;
        quarters[1][p] = values[p] + acrossX;
        quarters[2][p] = values[p] + acrossY;
        quarters[3][p] = quarters[1][p] + acrossY;
    }
    return quarters;
}

TileCorner subtileCorner(const QuadEvaluator& triangle, const TileCorner& tile, uint32_t index, uint32_t fromLevel,
                         uint32_t toLevel) {
    TileCorner corner = tile;
    for (uint32_t level = fromLevel; level > toLevel; --level)
        enterQuarter(triangle, index >> (2 * (level - 1 - toLevel)) & 3, level, corner);
    return corner;
}

void TileQuads::start(const QuadEvaluator& triangle, const TileCorner& tile, uint32_t level) {
    triangle_ = &triangle;
    tile_ = tile;
    level_ = level;
    left_ = 1u << (2 * (level - 1));
    blockLeft_ = 0;
}

void TileQuads::findBlock() {
    const uint32_t level = std::min(level_, kBlockLevel);
    blockLeft_ = 1u << (2 * (level - 1));
    const uint32_t block = ((1u << (2 * (level_ - 1))) - left_) / blockLeft_;
    block_ = subtileCorner(*triangle_, tile_, block, level_, level);
    touched_ = 0;
    if (triangle_->canSkip(block_.values, tileSize(level))) return;
    if (level == 1) {
        corners_[0] = block_.values;
        touched_ = 1;
        return;
    }
    const std::array<double, 3> riseOfQuad = triangle_->mostRise(kQuadWidth);
    if (level == 2) {
        findQuarter(block_.values, 0, riseOfQuad);
        return;
    }
    const std::array<double, 3> riseOfQuarter = triangle_->mostRise(2 * kQuadWidth);
    const std::array<PlaneValues, 4> quarters = quarterValues(*triangle_, block_.values, level);
    for (uint32_t q = 0; q < 4; ++q)
        if (!QuadEvaluator::canSkip(quarters[q], riseOfQuarter)) findQuarter(quarters[q], 4 * q, riseOfQuad);
}

void TileQuads::findQuarter(const PlaneValues& values, uint32_t first, const std::array<double, 3>& mostRise) {
    const std::array<PlaneValues, 4> quads = quarterValues(*triangle_, values, 2);
    for (uint32_t q = 0; q < 4; ++q) {
        if (QuadEvaluator::canSkip(quads[q], mostRise)) continue;
        corners_[first + q] = quads[q];
        touched_ |= 1u << (first + q);
    }
}

void TileQuads::next(Quad& quad) {
    if (blockLeft_ == 0) findBlock();
    const uint32_t index = (1u << (2 * (std::min(level_, kBlockLevel) - 1))) - blockLeft_;
    const int32_t x = block_.x + 2 * quarterX(index & 3) + 4 * quarterX(index >> 2);
    const int32_t y = block_.y + 2 * quarterY(index & 3) + 4 * quarterY(index >> 2);
    if ((touched_ & 1) != 0)
        triangle_->evaluateTouched(x, y, corners_[index], quad);
    else
        QuadEvaluator::markUncovered(x, y, quad);
    touched_ >>= 1;
    --blockLeft_;
    --left_;
}

uint32_t TileQuads::skipEmpty(uint32_t most) {
    uint32_t skipped = 0;
    while (left_ != 0 && skipped < most) {
        if (blockLeft_ == 0) findBlock();
        const uint32_t empty = touched_ == 0 ? blockLeft_ : static_cast<uint32_t>(std::countr_zero(touched_));
        if (empty == 0) break;
        const uint32_t count = std::min(empty, most - skipped);
        touched_ >>= count;
        blockLeft_ -= count;
        left_ -= count;
        skipped += count;
    }
    return skipped;
}

uint32_t testQuarters(const QuadEvaluator& triangle, const PlaneValues& values, uint32_t level,
                      std::array<PlaneValues, 4>& quarters) {
    quarters = quarterValues(triangle, values, level);
    const double size = tileSize(level - 1);
    const uint32_t outside =
        quartersOutside(triangle, size, quarters, 0) | quartersOutside(triangle, size, quarters, 2);
    return ~outside & 0xf;
}

uint32_t quartersInViewport(int32_t x, int32_t y, uint32_t level, const RasterState& state) {
    const Viewport& viewport = state.viewport;
    const uint32_t height = state.rules.boundRowsByViewportWidth ? viewport.width : viewport.height;
    const int32_t half = int32_t{1} << (level - 1);
    const auto endX = static_cast<int32_t>(static_cast<uint32_t>(viewport.x) + viewport.width);
    const auto endY = static_cast<int32_t>(static_cast<uint32_t>(viewport.y) + height);
    const uint32_t columns = (x <= endX ? 0b0101u : 0u) | (x + half <= endX ? 0b1010u : 0u);
    const uint32_t rows = (y <= endY ? 0b0011u : 0u) | (y + half <= endY ? 0b1100u : 0u);
    // The last quarter is compared without sign: a viewport that ends before pixel 0 does not bound it.
    const bool last = static_cast<uint32_t>(x + half) <= static_cast<uint32_t>(endX) &&
                      static_cast<uint32_t>(y + half) <= static_cast<uint32_t>(endY);
    return (columns & rows & 0b0111u) | (last ? 0b1000u : 0u);
}

}  // namespace cyclorama::func
