// SPDX-License-Identifier: MIT
#include "func/raster/raster_fill.h"

#include <algorithm>
#include <cmath>

namespace cyclorama::func {

namespace {

/// Bits 0, 2, 4 and so on, side by side: x of a place in Morton order.
constexpr uint32_t everySecondBit(uint32_t bits) {
    bits &= 0x55555555;
    bits = (bits | bits >> 1) & 0x33333333;
    bits = (bits | bits >> 2) & 0x0f0f0f0f;
    bits = (bits | bits >> 4) & 0x00ff00ff;
    return (bits | bits >> 8) & 0x0000ffff;
}

/// Quads of a block of 4x4, and their distances from its start in pixels, in Morton order: along x, or along y.
constexpr uint32_t kBlockQuads = 16;
using BlockPlaces = std::array<int32_t, kBlockQuads>;

constexpr BlockPlaces blockPlaces(bool alongY) {
    BlockPlaces places{};
    for (uint32_t q = 0; q < kBlockQuads; ++q)
        places[q] = static_cast<int32_t>(kQuadWidth * everySecondBit(alongY ? q >> 1 : q));
    return places;
}
constexpr BlockPlaces kBlockX = blockPlaces(false);
constexpr BlockPlaces kBlockY = blockPlaces(true);

}  // namespace

QuadFiller::QuadFiller(const RasterState& state, const TileSizes& tiles, QuadParts parts)
    : state_(state), tiles_(tiles), parts_(parts), scanLevel_(tileLevel(tiles.scanWidth, tiles.scanHeight)) {}

void QuadFiller::start(std::span<const SetupTriangle> group, uint32_t firstTriangle) {
    start(group, firstTriangle, fragmentRectangle(state_));
}

void QuadFiller::start(std::span<const SetupTriangle> group, uint32_t firstTriangle, const PixelRectangle& rectangle) {
    const PixelRectangle fragments = fragmentRectangle(state_);
    rectangle_ = {std::max(rectangle.minX, fragments.minX), std::max(rectangle.minY, fragments.minY),
                  std::min(rectangle.maxX, fragments.maxX), std::min(rectangle.maxY, fragments.maxY)};
    group_ = group;
    firstTriangle_ = firstTriangle;
    triangle_ = 0;
    stackSize_ = 0;
    nextQuad_ = 0;
    scan_ = {};
    start_ = startTile(group, state_, tiles_);
}

/// Part of the rectangle that the triangle may cover: its bounds and a pixel more around them, as they are rounded.
PixelRectangle QuadFiller::reachOf(const SetupTriangle& triangle) const {
    const PixelRectangle& bounds = triangle.bounds;
    if (bounds.minX > bounds.maxX || bounds.minY > bounds.maxY) return rectangle_;
    const auto before = [](int32_t bound, int32_t limit) { return bound > limit ? bound - 1 : limit; };
    const auto after = [](int32_t bound, int32_t limit) {
        return bound < limit ? std::min(bound + 1, limit - 1) + 1 : limit;
    };
    return {before(bounds.minX, rectangle_.minX), before(bounds.minY, rectangle_.minY),
            after(bounds.maxX, rectangle_.maxX), after(bounds.maxY, rectangle_.maxY)};
}

bool QuadFiller::visible(const Tile& tile, const std::array<double, 3>& mostRise) const {
    const int32_t size = int32_t{1} << tile.level;
    return tile.x < reach_.maxX && tile.y < reach_.maxY && tile.x + size > reach_.minX && tile.y + size > reach_.minY &&
           !QuadEvaluator::canSkip(tile.values, mostRise);
}

/// Descends from the start tile to the smallest tile around the triangle's reach, with the sums of split() at each
/// level. False where nothing of that tile is visible.
bool QuadFiller::startTiles() {
    TileCorner corner{start_.x, start_.y, evaluator_.startValues(start_.x, start_.y)};
    uint32_t level = start_.level;
    for (; level > 2; --level) {
        const int32_t middleX = corner.x + (int32_t{1} << (level - 1));
        const int32_t middleY = corner.y + (int32_t{1} << (level - 1));
        const bool right = reach_.minX >= middleX;
        const bool lower = reach_.minY >= middleY;
        if ((!right && reach_.maxX > middleX) || (!lower && reach_.maxY > middleY)) break;
        const uint32_t quarter = (right ? 1 : 0) + (lower ? 2 : 0);
        if (level > scanLevel_ && (quartersInViewport(corner.x, corner.y, level, state_) >> quarter & 1) == 0)
            return false;
        enterQuarter(evaluator_, quarter, level, corner);
    }
    stack_[0] = {corner.values, corner.x, corner.y, level};
    stackSize_ = visible(stack_[0], evaluator_.mostRise(static_cast<double>(int32_t{1} << level))) ? 1 : 0;
    return stackSize_ != 0;
}

bool QuadFiller::nextTriangle() {
    while (triangle_ < group_.size()) {
        const SetupTriangle& triangle = group_[triangle_++];
        // Without a finite area no depth is within range.
        if (std::isnan(triangle.area)) {
            continue;
        }
        evaluator_.start(triangle, state_);
        if (startScan(triangle)) return true;
        if (parts_ == QuadParts::Coverage && state_.samples == 1) evaluator_.findWhole();
        reach_ = reachOf(triangle);
        if (startTiles()) return true;
    }
    return false;
}

/// In window coordinates edges are sums of multiples of 2^-17 far below 2^36, and steps of depth multiples of 2^-45:
/// where depth is below 2^7 all over the tiles that a traversal comes to, no sum is rounded, in whatever order.
bool QuadFiller::exactSums() const {
    constexpr double kMost = 0x1p7;
    const double endX = static_cast<double>(start_.x + (int32_t{1} << start_.level));
    const double endY = static_cast<double>(start_.y + (int32_t{1} << start_.level));
    return std::abs(evaluator_.stepX()[kDepthPlane]) * endX + std::abs(evaluator_.stepY()[kDepthPlane]) * endY +
               std::abs(evaluator_.origin()[kDepthPlane]) <
           kMost;
}

bool QuadFiller::startScan(const SetupTriangle& triangle) {
    constexpr int32_t kMostPixels = 16;
    if (state_.rules.coordinates != SetupCoordinates::Window || state_.samples != 1) return false;
    scan_.firstX = std::max(triangle.bounds.minX, rectangle_.minX) & ~1;
    scan_.y = std::max(triangle.bounds.minY, rectangle_.minY) & ~1;
    scan_.lastX = std::min(triangle.bounds.maxX, rectangle_.maxX - 1);
    scan_.lastY = std::min(triangle.bounds.maxY, rectangle_.maxY - 1);
    const bool few = scan_.lastX - scan_.firstX < kMostPixels && scan_.lastY - scan_.y < kMostPixels;
    if (!few || !exactSums()) {
        scan_ = {};
        return false;
    }
    scan_.x = scan_.firstX;
    scan_.values = scan_.rowValues = evaluator_.startValues(scan_.x, scan_.y);
    return true;
}

// False where the batch had no room for all.
bool QuadFiller::scan(QuadBatch& batch) {
    const auto doubled = [](PlaneValues step) {
        for (double& each : step) each *= 2.0;
        return step;
    };
    const auto advance = [](PlaneValues& values, const PlaneValues& step) {
        for (size_t p = 0; p < values.size(); ++p) values[p] += step[p];
    };
    const PlaneValues acrossQuad = doubled(evaluator_.stepX());
    const PlaneValues downQuad = doubled(evaluator_.stepY());
    const std::array<double, 3> mostRise = evaluator_.mostRise(kQuadWidth);
    // Copies that no call sees: they stay in the host's registers.
    PlaneValues values = scan_.values;
    int32_t x = scan_.x;
    for (; !scan_.ended(); scan_.y += 2) {
        for (; x <= scan_.lastX; x += 2) {
            if (batch.full()) {
                scan_.values = values;
                scan_.x = x;
                return false;
            }
            if (!QuadEvaluator::canSkip(values, mostRise)) append(x, scan_.y, PlaneValues(values), batch);
            advance(values, acrossQuad);
        }
        advance(scan_.rowValues, downQuad);
        values = scan_.rowValues;
        x = scan_.firstX;
    }
    return true;
}

void QuadFiller::split(const Tile& tile) {
    std::array<PlaneValues, 4> values;
    uint32_t quarters = 0xf;
    if (tile.level > scanLevel_) {
        quarters = testQuarters(evaluator_, tile.values, tile.level, values) &
                   quartersInViewport(tile.x, tile.y, tile.level, state_);
    } else {
        values = quarterValues(evaluator_, tile.values, tile.level);
    }
    const int32_t half = int32_t{1} << (tile.level - 1);
    const std::array<double, 3> mostRise = evaluator_.mostRise(static_cast<double>(half));
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t q = 3 - i;
        if ((quarters >> q & 1) == 0) {
            continue;
        }
        Tile& quarter = stack_[stackSize_];
        quarter = {values[q], tile.x + half * quarterX(q), tile.y + half * quarterY(q), tile.level - 1};
        stackSize_ += visible(quarter, mostRise) ? 1 : 0;
    }
}

// Appends the quads of a tile of level 2 from `nextQuad_` on. False where the batch had no room for all.
bool QuadFiller::appendQuads(const Tile& tile, QuadBatch& batch) {
    const std::array<PlaneValues, 4> values = quarterValues(evaluator_, tile.values, tile.level);
    for (; nextQuad_ < 4; ++nextQuad_) {
        if (batch.full()) {
            return false;
        }
        append(tile.x + 2 * quarterX(nextQuad_), tile.y + 2 * quarterY(nextQuad_), values[nextQuad_], batch);
    }
    nextQuad_ = 0;
    return true;
}

void QuadFiller::append(int32_t x, int32_t y, const PlaneValues& values, QuadBatch& batch) {
    const uint32_t triangle = firstTriangle_ + triangle_ - 1;
    const bool wholeQuads = state_.rules.multisampleCullsWholeQuads;
    if (parts_ == QuadParts::Coverage)
        return evaluator_.appendCoverage(x, y, values, rectangle_, triangle, wholeQuads, batch);
    if (state_.samples == 1) return evaluator_.append(x, y, values, rectangle_, triangle, batch);
    evaluator_.evaluate(x, y, values, quad_);
    quad_.coverage = coverageWithin(quad_, rectangle_);
    if (quad_.coverage == 0) return;
    quad_.triangle = triangle;
    batch.append(quad_, state_.samples, wholeQuads);
}

/// True if all quads of the tile are covered and within the rectangle, so that their values need not be known.
bool QuadFiller::isWhole(const Tile& tile) const {
    const int32_t size = int32_t{1} << tile.level;
    return parts_ == QuadParts::Coverage && tile.x >= rectangle_.minX && tile.y >= rectangle_.minY &&
           tile.x + size <= rectangle_.maxX && tile.y + size <= rectangle_.maxY &&
           evaluator_.surelyWhole(tile.values, static_cast<double>(size) / kQuadWidth);
}

// Appends the quads of a whole tile from `nextQuad_` on. False where the batch had no room for all.
bool QuadFiller::appendWhole(const Tile& tile, QuadBatch& batch) {
    const uint32_t samples = state_.samples * kQuadFragments;
    const uint32_t all = samples == 32 ? ~0u : (1u << samples) - 1;
    const uint32_t count = quadsOf(tile);
    while (nextQuad_ < count && !batch.full()) {
        const uint32_t block = nextQuad_ / kBlockQuads;
        const uint32_t first = nextQuad_ % kBlockQuads;
        const uint32_t added = std::min({kBlockQuads - first, count - nextQuad_, kBatchQuads - batch.quads});
        const int32_t x = tile.x + static_cast<int32_t>(4 * kQuadWidth * everySecondBit(block));
        const int32_t y = tile.y + static_cast<int32_t>(4 * kQuadWidth * everySecondBit(block >> 1));
        const uint32_t quads = batch.quads;
        for (uint32_t i = 0; i < added; ++i) {
            batch.x[quads + i] = x + kBlockX[first + i];
            batch.y[quads + i] = y + kBlockY[first + i];
        }
        std::fill_n(&batch.triangle[quads], added, firstTriangle_ + triangle_ - 1);
        std::fill_n(&batch.sampleCoverage[quads], added, all);
        batch.quads = quads + added;
        nextQuad_ += added;
    }
    if (nextQuad_ < count) return false;
    nextQuad_ = 0;
    return true;
}

bool QuadFiller::fill(QuadBatch& batch) {
    while (!batch.full()) {
        if (!scan_.ended()) {
            if (!scan(batch)) return true;
            continue;
        }
        if (stackSize_ == 0) {
            if (!nextTriangle()) return false;
            continue;
        }
        const Tile tile = stack_[--stackSize_];
        if (isWhole(tile)) {
            if (batch.quads != 0 && quadsOf(tile) >= kBatchQuads) {
                ++stackSize_;
                return true;
            }
            stackSize_ += appendWhole(tile, batch) ? 0 : 1;
        } else if (tile.level > 2) {
            split(tile);
        } else if (!appendQuads(tile, batch)) {
            ++stackSize_;
        }
    }
    return stackSize_ != 0 || !scan_.ended() || triangle_ < group_.size();
}

bool fillFromTraversal(TileTraversal& traversal, const PixelRectangle& rectangle, uint32_t samples,
                       uint32_t firstTriangle, QuadBatch& batch, bool wholeQuads) {
    Quad quad;
    while (!batch.full() && !traversal.finished()) {
        if (!traversal.nextQuad(quad)) {
            traversal.step();
            continue;
        }
        quad.coverage = coverageWithin(quad, rectangle);
        if (quad.coverage != 0) {
            quad.triangle += firstTriangle;
            batch.append(quad, samples, wholeQuads);
        }
    }
    return !traversal.finished();
}

}  // namespace cyclorama::func
