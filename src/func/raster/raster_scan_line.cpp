// SPDX-License-Identifier: MIT
#include "func/raster/raster_scan_line.h"

#include <cmath>

namespace cyclorama::func {

namespace {

// The corners that a move looks at, in scan tiles from the current position. The first move from the start of a
// triangle looks at twice the area, so as not to miss thin triangles.
struct ProbeCorners {
    int32_t minX;
    int32_t maxX;
    int32_t minY;
    int32_t maxY;
};

constexpr ProbeCorners kProbe[4] = {{1, 2, 0, 1}, {0, 1, 1, 2}, {0, 1, -1, 0}, {-1, 0, 0, 1}};
constexpr ProbeCorners kExtendedProbe[4] = {{1, 3, -1, 1}, {0, 2, 1, 3}, {-1, 1, -2, 0}, {-2, 0, 0, 2}};

constexpr int32_t kMoveX[4] = {1, 0, 0, -1};
constexpr int32_t kMoveY[4] = {0, 1, -1, 0};

// On the outer side of no edge; values closer to zero than 1e-12 count as on the edge.
bool mayBeInside(const TrianglePlanes& planes, int32_t x, int32_t y) {
    for (uint32_t e = 0; e < 3; ++e) {
        const double value = planes[e].a * static_cast<double>(x) + planes[e].b * static_cast<double>(y) + planes[e].c;
        if (!(value > -1.0e-12)) {
            return false;
        }
    }
    return true;
}

}  // namespace

ScanLineTraversal::ScanLineTraversal(const TileSizes& tiles)
    : tiles_(tiles),
      scanLevel_(tileLevel(tiles.scanWidth, tiles.scanHeight)),
      generationLevel_(tileLevel(tiles.generationWidth, tiles.generationHeight)) {}

void ScanLineTraversal::start(const RasterState& state, std::span<const SetupTriangle> triangles) {
    evaluator_ = QuadEvaluator(triangles.front(), state);
    bounds_ = triangles.front().bounds;
    scissor_ = scissorRectangle(state);
    saved_.fill({});
    savedOverScan_.fill({});
    overScanDirection_ = bit(Move::Left) | bit(Move::Right) | bit(Move::Up) | bit(Move::Down);
    firstTile_ = true;
    tilesDone_ = false;
    generationTilesLeft_ = 0;
    quads_.clear();
    chooseStart(triangles.front());
    position_.x = alignToTile(position_.x, tiles_.scanWidth);
    position_.y = alignToTile(position_.y, tiles_.scanHeight);
    position_.values = evaluator_.startValues(position_.x, position_.y);
}

void ScanLineTraversal::chooseStart(const SetupTriangle& triangle) {
    const uint32_t up = bit(Move::Up);
    const uint32_t down = bit(Move::Down);
    const int32_t centerX = bounds_.minX + (bounds_.maxX - bounds_.minX) / 2;
    const int32_t centerY = bounds_.minY + (bounds_.maxY - bounds_.minY) / 2;
    const bool cut = bounds_.minX == scissor_.minX || bounds_.minY == scissor_.minY || bounds_.maxX == scissor_.maxX ||
                     bounds_.maxY == scissor_.maxY;
    border_ = Border::None;
    position_.x = centerX;
    position_.y = centerY;
    direction_ = up | down;
    if (!cut || mayBeInside(triangle.planes, centerX, centerY)) {
        return;
    }
    for (const bool top : {true, false}) {
        for (const bool right : {true, false}) {
            position_.x = right ? bounds_.maxX - 1 : bounds_.minX;
            position_.y = top ? bounds_.maxY - 1 : bounds_.minY;
            if (mayBeInside(triangle.planes, position_.x, position_.y)) {
                direction_ = top ? down : up;
                return;
            }
        }
    }
    position_.x = bounds_.maxX;
    position_.y = bounds_.maxY;
    border_ = Border::Top;
}

bool ScanLineTraversal::beyondBounds(Move move, const TileCorner& next) const {
    switch (move) {
        case Move::Left:
            return next.x < alignToTile(bounds_.minX, tiles_.scanWidth);
        case Move::Right:
            return next.x > bounds_.maxX;
        case Move::Down:
            return next.y < alignToTile(bounds_.minY, tiles_.scanHeight);
        case Move::Up:
            return next.y >= bounds_.maxY;
    }
    return true;
}

// True if the triangle may cover the scan tile one move on, which is `next`. Where that is outside of the bounds, the
// values of `next` are those of the current position.
bool ScanLineTraversal::probe(Move move, bool extended, TileCorner& next) const {
    const auto m = static_cast<uint32_t>(move);
    const auto width = static_cast<double>(tiles_.scanWidth);
    const auto height = static_cast<double>(tiles_.scanHeight);
    next = position_;
    next.x += kMoveX[m] * static_cast<int32_t>(tiles_.scanWidth);
    next.y += kMoveY[m] * static_cast<int32_t>(tiles_.scanHeight);
    if (beyondBounds(move, next) || (move == Move::Right && next.x >= scissor_.maxX) ||
        (move == Move::Up && next.y >= scissor_.maxY)) {
        return false;
    }
    const auto valueAt = [&](uint32_t plane, int32_t tilesX, int32_t tilesY) {
        double value = position_.values[plane];
        if (tilesX != 0) {
            value = value + evaluator_.stepX()[plane] * static_cast<double>(tilesX) * width;
        }
        if (tilesY != 0) {
            value = value + evaluator_.stepY()[plane] * static_cast<double>(tilesY) * height;
        }
        return value;
    };
    for (uint32_t plane = 0; plane < 4; ++plane) {
        next.values[plane] = valueAt(plane, kMoveX[m], kMoveY[m]);
    }
    const ProbeCorners& corners = extended ? kExtendedProbe[m] : kProbe[m];
    for (uint32_t e = 0; e < 3; ++e) {
        if (valueAt(e, corners.minX, corners.minY) < 0.0 && valueAt(e, corners.minX, corners.maxY) < 0.0 &&
            valueAt(e, corners.maxX, corners.minY) < 0.0 && valueAt(e, corners.maxX, corners.maxY) < 0.0) {
            return false;
        }
    }
    return true;
}

bool ScanLineTraversal::leavesOverScanTile(Move move) const {
    const uint32_t column = static_cast<uint32_t>(position_.x) / tiles_.scanWidth % tiles_.overScanWidth;
    const uint32_t row = static_cast<uint32_t>(position_.y) / tiles_.scanHeight % tiles_.overScanHeight;
    switch (move) {
        case Move::Left:
            return column == 0;
        case Move::Right:
            return column == tiles_.overScanWidth - 1;
        case Move::Down:
            return row == 0;
        case Move::Up:
            return row == tiles_.overScanHeight - 1;
    }
    return false;
}

void ScanLineTraversal::save(Move move, bool extended) {
    const bool leaves = border_ == Border::None && leavesOverScanTile(move);
    if (leaves && (overScanDirection_ & bit(move)) == 0) {
        return;
    }
    Saved& saved = (leaves ? savedOverScan_ : saved_)[static_cast<uint32_t>(move)];
    TileCorner next;
    if (!saved.valid && probe(move, extended, next)) {
        saved = {true, next};
    }
}

bool ScanLineTraversal::moveAlongRow(Move move, bool extended) {
    if (leavesOverScanTile(move)) {
        save(move, extended);
        return false;
    }
    TileCorner next;
    if (!probe(move, extended, next)) {
        return false;
    }
    position_ = next;
    direction_ |= bit(Move::Right) | bit(move);
    return true;
}

bool ScanLineTraversal::restoreSaved(Saved& saved) {
    if (!saved.valid) {
        return false;
    }
    position_ = saved.position;
    saved.valid = false;
    return true;
}

bool ScanLineTraversal::restore(bool tryRight, bool tryUp) {
    const uint32_t left = bit(Move::Left);
    const uint32_t right = bit(Move::Right);
    const uint32_t up = bit(Move::Up);
    const uint32_t down = bit(Move::Down);
    const auto restoreFrom = [&](std::array<Saved, kMoves>& positions, Move move) {
        return restoreSaved(positions[static_cast<uint32_t>(move)]);
    };
    if (tryRight && restoreFrom(saved_, Move::Right)) {
        direction_ = (direction_ & ~left) | right;
    } else if (tryUp && restoreFrom(saved_, Move::Up)) {
        direction_ = up;
    } else if (restoreFrom(saved_, Move::Down)) {
        direction_ = down;
    } else if (restoreFrom(savedOverScan_, Move::Left)) {
        direction_ = left | right | up | down;
        overScanDirection_ = (overScanDirection_ & ~right) | left;
    } else if (restoreFrom(savedOverScan_, Move::Right)) {
        direction_ = right | up | down;
        overScanDirection_ = (overScanDirection_ & ~left) | right;
    } else if (restoreFrom(savedOverScan_, Move::Up)) {
        direction_ = up;
        overScanDirection_ = (overScanDirection_ & ~down) | up | left | right;
    } else if (restoreFrom(savedOverScan_, Move::Down)) {
        direction_ = down;
        overScanDirection_ = (overScanDirection_ & ~up) | down | left | right;
    } else {
        return false;
    }
    return true;
}

void ScanLineTraversal::advance() {
    if (border_ != Border::None) {
        advanceAlongBorder();
        return;
    }
    const bool first = firstTile_;
    firstTile_ = false;
    const bool goesUp = (direction_ & bit(Move::Up)) != 0;
    const bool goesDown = (direction_ & bit(Move::Down)) != 0;
    const bool goesLeft = (direction_ & bit(Move::Left)) != 0;
    const bool goesRight = (direction_ & bit(Move::Right)) != 0;
    if (goesUp) {
        save(Move::Up, first);
    }
    if (goesDown) {
        save(Move::Down, first);
    }
    if (!goesRight) {
        save(Move::Right, first);
    }
    const bool onlyRight = goesRight && !goesLeft;
    const bool moved = moveAlongRow(onlyRight ? Move::Right : Move::Left, first && goesUp);
    if (!moved && !restore(!onlyRight, goesUp)) {
        tilesDone_ = true;
    }
}

// If neither the middle nor a corner of the bounds is inside, the traversal looks for the triangle along the top,
// left and bottom borders.
void ScanLineTraversal::advanceAlongBorder() {
    const bool top = border_ == Border::Top;
    const bool left = border_ == Border::Left;
    save(top ? Move::Down : left ? Move::Right : Move::Up, firstTile_);
    if (restore(true, true)) {
        finishBorder();
        return;
    }
    const Move along = top ? Move::Left : left ? Move::Down : Move::Right;
    TileCorner next;
    if (probe(along, false, next)) {
        position_ = next;
        finishBorder();
    } else if (!beyondBounds(along, next)) {
        position_ = next;
    } else if (border_ == Border::Bottom) {
        tilesDone_ = true;
    } else {
        border_ = top ? Border::Left : Border::Bottom;
    }
}

void ScanLineTraversal::finishBorder() {
    border_ = Border::None;
    direction_ = bit(Move::Up) | bit(Move::Down);
}

void ScanLineTraversal::takeScanTile() {
    if (generationTilesLeft_ != 0 || tilesDone_) {
        return;
    }
    scanTile_ = position_;
    generationTilesLeft_ = 1u << (2 * (scanLevel_ - generationLevel_));
    advance();
}

bool ScanLineTraversal::nextQuad(Quad& quad) {
    takeScanTile();
    if (quads_.empty()) {
        if (generationTilesLeft_ == 0) {
            return false;
        }
        const uint32_t index = (1u << (2 * (scanLevel_ - generationLevel_))) - generationTilesLeft_;
        quads_.start(evaluator_, subtileCorner(evaluator_, scanTile_, index, scanLevel_, generationLevel_),
                     generationLevel_);
        --generationTilesLeft_;
    }
    quads_.next(quad);
    quad.triangle = 0;
    return true;
}

uint32_t ScanLineTraversal::skipEmptyQuads(uint32_t most) {
    const uint32_t skipped = quads_.skipEmpty(most);
    if (skipped != 0) {
        takeScanTile();
    }
    return skipped;
}

}  // namespace cyclorama::func
