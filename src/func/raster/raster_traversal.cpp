// SPDX-License-Identifier: MIT
#include "func/raster/raster_traversal.h"

#include <bit>

namespace cyclorama::func {

namespace {

constexpr uint32_t kNoLevel = kTileLevels;

}  // namespace

void RecursiveTraversal::Tile::copyFrom(const Tile& tile) {
    x = tile.x;
    y = tile.y;
    inside = tile.inside;
    for (uint32_t rest = inside; rest != 0; rest &= rest - 1) {
        const auto t = static_cast<uint32_t>(std::countr_zero(rest));
        values[t] = tile.values[t];
    }
}

RecursiveTraversal::Tile& RecursiveTraversal::TileQueue::push() { return entries[(first + count++) % entries.size()]; }

void RecursiveTraversal::TileQueue::pop() {
    first = (first + 1) % static_cast<uint32_t>(entries.size());
    --count;
}

RecursiveTraversal::RecursiveTraversal(const TileSizes& tiles)
    : tiles_(tiles),
      scanLevel_(tileLevel(tiles.scanWidth, tiles.scanHeight)),
      generationLevel_(tileLevel(tiles.generationWidth, tiles.generationHeight)) {
    for (uint32_t level = 0; level < kTileLevels; ++level) {
        queues_[level].entries.resize(level == scanLevel_ ? 16 * kTileTests : 4 * kTileTests);
    }
}

void RecursiveTraversal::start(const RasterState& state, std::span<const SetupTriangle> triangles) {
    state_ = state;
    evaluators_.clear();
    for (const SetupTriangle& triangle : triangles) {
        evaluators_.emplace_back(triangle, state);
    }
    for (TileQueue& queue : queues_) {
        queue.first = 0;
        queue.count = 0;
    }
    generationTilesLeft_ = 0;
    quads_.clear();
    pendingTriangles_ = 0;
    testedTiles_ = 0;
    tilesDone_ = false;

    const StartTile start = startTile(triangles, state, tiles_);
    Tile& tile = queues_[start.level].push();
    tile.x = start.x;
    tile.y = start.y;
    tile.inside = static_cast<uint32_t>((uint64_t{1} << triangles.size()) - 1);
    for (uint32_t t = 0; t < evaluators_.size(); ++t) {
        tile.values[t] = evaluators_[t].startValues(start.x, start.y);
    }
    level_ = start.level == scanLevel_ ? kNoLevel : start.level;
}

void RecursiveTraversal::step() {
    testedTiles_ = 0;
    TileQueue& scanTiles = queues_[scanLevel_];
    if (scanTiles.count > 0 && generationTilesLeft_ == 0) {
        scanTile_.copyFrom(scanTiles.front());
        scanTiles.pop();
        generationTilesLeft_ = generationTiles();
    }
    if (level_ < kNoLevel) {
        testTiles();
    }
    if (level_ == kNoLevel && scanTiles.count == 0) {
        tilesDone_ = true;
    }
}

void RecursiveTraversal::testTiles() {
    TileQueue& tiles = queues_[level_];
    TileQueue& quarters = queues_[level_ - 1];
    while (testedTiles_ < kTileTests && tiles.count > 0 && quarters.count + 4 <= quarters.entries.size()) {
        testTile(tiles.front(), level_, quarters);
        tiles.pop();
        ++testedTiles_;
    }
    if (quarters.count != 0 && level_ - 1 > scanLevel_) {
        --level_;
        return;
    }
    while (level_ < kNoLevel && queues_[level_].count == 0) {
        ++level_;
    }
}

void RecursiveTraversal::testTile(const Tile& tile, uint32_t level, TileQueue& quarters) {
    std::array<std::array<PlaneValues, 4>, kMaxTriangles> values;
    std::array<uint32_t, 4> inside{};
    for (uint32_t rest = tile.inside; rest != 0; rest &= rest - 1) {
        const auto t = static_cast<uint32_t>(std::countr_zero(rest));
        const uint32_t passed = testQuarters(evaluators_[t], tile.values[t], level, values[t]);
        for (uint32_t q = 0; q < 4; ++q) {
            inside[q] |= (passed >> q & 1) << t;
        }
    }
    const uint32_t inViewport = quartersInViewport(tile.x, tile.y, level, state_);
    const int32_t half = int32_t{1} << (level - 1);
    for (uint32_t q = 0; q < 4; ++q) {
        if (inside[q] == 0 || (inViewport >> q & 1) == 0) {
            continue;
        }
        Tile& quarter = quarters.push();
        quarter.x = tile.x + half * quarterX(q);
        quarter.y = tile.y + half * quarterY(q);
        quarter.inside = inside[q];
        for (uint32_t rest = inside[q]; rest != 0; rest &= rest - 1) {
            const auto t = static_cast<uint32_t>(std::countr_zero(rest));
            quarter.values[t] = values[t][q];
        }
    }
}

bool RecursiveTraversal::generateQuads() {
    if (!quads_.empty()) {
        return true;
    }
    if (generationTilesLeft_ == 0) {
        return false;
    }
    // The next triangle of the current generation tile; the tile is done with the last one.
    if (pendingTriangles_ == 0) {
        pendingTriangles_ = scanTile_.inside;
    }
    quadTriangle_ = static_cast<uint32_t>(std::countr_zero(pendingTriangles_));
    pendingTriangles_ &= pendingTriangles_ - 1;
    const QuadEvaluator& evaluator = evaluators_[quadTriangle_];
    const TileCorner scanCorner{scanTile_.x, scanTile_.y, scanTile_.values[quadTriangle_]};
    const uint32_t index = generationTiles() - generationTilesLeft_;
    quads_.start(evaluator, subtileCorner(evaluator, scanCorner, index, scanLevel_, generationLevel_),
                 generationLevel_);
    if (pendingTriangles_ == 0) {
        --generationTilesLeft_;
    }
    return true;
}

bool RecursiveTraversal::nextQuad(Quad& quad) {
    if (!generateQuads()) {
        return false;
    }
    quads_.next(quad);
    quad.triangle = quadTriangle_;
    return true;
}

uint32_t RecursiveTraversal::skipEmptyQuads(uint32_t most) {
    uint32_t skipped = 0;
    while (skipped < most && generateQuads()) {
        const uint32_t empty = quads_.skipEmpty(most - skipped);
        if (empty == 0) {
            break;
        }
        skipped += empty;
    }
    return skipped;
}

}  // namespace cyclorama::func
