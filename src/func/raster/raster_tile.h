// SPDX-License-Identifier: MIT
#pragma once
// Square tiles of the screen, and the quarters of them that a triangle may cover.

#include <array>
#include <cstdint>
#include <span>

#include "func/raster/raster_quad.h"

namespace cyclorama::func {

/// Tiles have 2^level pixels each way, up to 32768: more than any surface.
inline constexpr uint32_t kTileLevels = 16;

/// log2, rounded up, of the larger of two sizes.
uint32_t tileLevel(uint32_t width, uint32_t height);

/// The start of the tile of this size, a power of two, that has a coordinate, negative ones too.
constexpr int32_t alignToTile(int32_t coordinate, uint32_t size) {
    return static_cast<int32_t>(static_cast<uint32_t>(coordinate) & ~(size - 1));
}

/// The tile where the traversal of a group of triangles starts: it covers what the bounds of all of them cover, starts
/// at a scan tile, and is at least one scan tile.
struct StartTile {
    int32_t x = 0;
    int32_t y = 0;
    uint32_t level = 0;
};
StartTile startTile(std::span<const SetupTriangle> triangles, const RasterState& state, const TileSizes& tiles);

/// Offset of quarter 0 to 3 of a tile in x and y, in units of the quarter's size: row by row.
constexpr int32_t quarterX(uint32_t quarter) { return static_cast<int32_t>(quarter & 1); }
constexpr int32_t quarterY(uint32_t quarter) { return static_cast<int32_t>(quarter >> 1); }

/// The values at the starts of the four quarters of a tile of this level (> 0).
std::array<PlaneValues, 4> quarterValues(const QuadEvaluator& triangle, const PlaneValues& values, uint32_t level);

/// Start of a tile, and the values of one triangle there.
struct TileCorner {
    int32_t x = 0;
    int32_t y = 0;
    PlaneValues values{};
};

/// Moves a corner from that of a tile of this level (> 0) to that of its quarter: first along x, then along y, as
/// quarterValues() does.
[[gnu::always_inline]] inline void enterQuarter(const QuadEvaluator& triangle, uint32_t quarter, uint32_t level,
                                                TileCorner& corner) {
    const int32_t half = int32_t{1} << (level - 1);
    const auto size = static_cast<double>(half);
    if (quarterX(quarter) != 0) {
        corner.x += half;
        for (size_t p = 0; p < corner.values.size(); ++p) corner.values[p] += triangle.stepX()[p] * size;
    }
    if (quarterY(quarter) != 0) {
        corner.y += half;
        for (size_t p = 0; p < corner.values.size(); ++p) corner.values[p] += triangle.stepY()[p] * size;
    }
}

/// The corner of tile `index`, in Morton order, of those of `toLevel` in a tile of `fromLevel`.
TileCorner subtileCorner(const QuadEvaluator& triangle, const TileCorner& tile, uint32_t index, uint32_t fromLevel,
                         uint32_t toLevel);

/// The quads of one triangle in a tile, covered or not, one after another in Morton order.
class TileQuads {
  public:
    /// The tile is of level `level` (> 0). The evaluator must outlive its last quad.
    void start(const QuadEvaluator& triangle, const TileCorner& tile, uint32_t level);
    void clear() { left_ = blockLeft_ = 0; }

    bool empty() const { return left_ == 0; }
    /// Requires !empty().
    void next(Quad& quad);
    /// Passes over up to `most` quads that surely cover nothing, not even with a corner, and says how many. There may
    /// be others.
    uint32_t skipEmpty(uint32_t most);

  private:
    /// Quads are found a block of up to 16 at a time: a tile of 8 by 8 pixels, or one that is smaller.
    static constexpr uint32_t kBlockLevel = 3;
    static constexpr uint32_t kBlockQuads = 1u << (2 * (kBlockLevel - 1));

    /// Finds the quads that the triangle may touch in the block that starts with the next one, and the values where
    /// they start.
    void findBlock();
    void findQuarter(const PlaneValues& values, uint32_t first, const std::array<double, 3>& mostRise);

    const QuadEvaluator* triangle_ = nullptr;
    TileCorner tile_;
    uint32_t level_ = 1;
    uint32_t left_ = 0;
    // The block that has the next quad:
    uint32_t blockLeft_ = 0;
    uint32_t touched_ = 0;  // bit 0: the next quad
    TileCorner block_;
    std::array<PlaneValues, kBlockQuads> corners_;  // values of the touched quads
};

/// Bit q: quarter q may have covered fragments, as no edge has all its four corners on the outer side. The outermost
/// corners are taken a pixel beyond the tile. `quarters` receives the values at the starts of the quarters.
uint32_t testQuarters(const QuadEvaluator& triangle, const PlaneValues& values, uint32_t level,
                      std::array<PlaneValues, 4>& quarters);

/// Bit q: quarter q of the tile of this level at (x, y) starts within the limits of the viewport.
uint32_t quartersInViewport(int32_t x, int32_t y, uint32_t level, const RasterState& state);

}  // namespace cyclorama::func
