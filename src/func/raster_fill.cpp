#include "func/raster_fill.h"

#include <algorithm>
#include <cmath>

namespace cyclorama::func {

QuadFiller::QuadFiller(const RasterState& state, const TileSizes& tiles)
    : state_(state), tiles_(tiles), scanLevel_(tileLevel(tiles.scanWidth, tiles.scanHeight)) {}

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
    start_ = startTile(group, state_, tiles_);
}

bool QuadFiller::visible(const Tile& tile) const {
    const int32_t size = int32_t{1} << tile.level;
    return tile.x < rectangle_.maxX && tile.y < rectangle_.maxY && tile.x + size > rectangle_.minX &&
           tile.y + size > rectangle_.minY && !evaluator_.canSkip(tile.values, static_cast<double>(size));
}

bool QuadFiller::nextTriangle() {
    while (triangle_ < group_.size()) {
        const SetupTriangle& triangle = group_[triangle_++];
        // Without a finite area no depth is within range.
        if (std::isnan(triangle.area)) {
            continue;
        }
        evaluator_ = QuadEvaluator(triangle, state_);
        stack_[0] = {evaluator_.startValues(start_.x, start_.y), start_.x, start_.y, start_.level};
        if (visible(stack_[0])) {
            stackSize_ = 1;
            return true;
        }
    }
    return false;
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
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t q = 3 - i;
        if ((quarters >> q & 1) == 0) {
            continue;
        }
        Tile& quarter = stack_[stackSize_];
        quarter = {values[q], tile.x + half * quarterX(q), tile.y + half * quarterY(q), tile.level - 1};
        stackSize_ += visible(quarter) ? 1 : 0;
    }
}

// Appends the quads of a tile of level 2 from `nextQuad_` on. False where the batch had no room for all.
bool QuadFiller::appendQuads(const Tile& tile, QuadBatch& batch) {
    const std::array<PlaneValues, 4> values = quarterValues(evaluator_, tile.values, tile.level);
    for (; nextQuad_ < 4; ++nextQuad_) {
        if (batch.full()) {
            return false;
        }
        evaluator_.evaluate(tile.x + 2 * quarterX(nextQuad_), tile.y + 2 * quarterY(nextQuad_), values[nextQuad_],
                            quad_);
        quad_.coverage = coverageWithin(quad_, rectangle_);
        if (quad_.coverage != 0) {
            quad_.triangle = firstTriangle_ + triangle_ - 1;
            batch.append(quad_, state_.samples, state_.multisampleCullsWholeQuads);
        }
    }
    nextQuad_ = 0;
    return true;
}

bool QuadFiller::fill(QuadBatch& batch) {
    while (!batch.full()) {
        if (stackSize_ == 0 && !nextTriangle()) {
            return false;
        }
        const Tile tile = stack_[--stackSize_];
        if (tile.level > 2) {
            split(tile);
        } else if (!appendQuads(tile, batch)) {
            ++stackSize_;
        }
    }
    return stackSize_ != 0 || triangle_ < group_.size();
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
