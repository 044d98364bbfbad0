// SPDX-License-Identifier: MIT
#pragma once
// All covered quads of a group of triangles, as fast as the host can: for the functional machine.

#include <array>
#include <cstdint>
#include <span>

#include "func/raster/raster_traversal.h"

namespace cyclorama::func {

/// The values of quads that are wanted.
enum class QuadParts : uint8_t {
    All,
    Coverage  ///< of a batch x, y, triangle and sampleCoverage alone; the scissor must be within the viewport
};

/// Walks the tiles of each triangle of a group in turn, with the same start tile, tile tests and sums as the recursive
/// traversal of the timing machine, and so with the same values to the bit. Quads come triangle by triangle, within a
/// triangle in Morton order; any one pixel sees the triangles in their order.
class QuadFiller {
  public:
    /// Scan tiles are squares of at least 4x4 pixels.
    QuadFiller(const RasterState& state, const TileSizes& tiles, QuadParts parts = QuadParts::All);

    /// Starts a group: the triangles that one traversal of the timing machine takes together (up to
    /// RASTERIZER/RasterizationBatchSize), all kept by cullTriangle().
    /// Quad::triangle is `firstTriangle` plus the position in the group. `group` must stay valid until fill() is done.
    void start(std::span<const SetupTriangle> group, uint32_t firstTriangle);

    /// Starts a group of which only the fragments within `rectangle`, one with even coordinates, are wanted. Their
    /// values do not depend on it.
    void start(std::span<const SetupTriangle> group, uint32_t firstTriangle, const PixelRectangle& rectangle);

    /// Appends quads until the batch is full, the group has no more, or a whole tile of at least a batch begins, which
    /// batches of its own are for. False when the group has no more.
    bool fill(QuadBatch& batch);

  private:
    struct Tile {
        PlaneValues values;
        int32_t x;
        int32_t y;
        uint32_t level;
    };

    /// A triangle of few quads in window coordinates, whose sums are exact: they are gone through row by row.
    struct Scan {
        int32_t x = 0;
        int32_t y = 0;
        int32_t firstX = 0;
        int32_t lastX = 0;
        int32_t lastY = -1;
        /// Edge values at (x, y), and at the start of the row.
        PlaneValues values{};
        PlaneValues rowValues{};

        bool ended() const { return y > lastY; }
    };

    bool nextTriangle();
    bool exactSums() const;
    bool startScan(const SetupTriangle& triangle);
    bool scan(QuadBatch& batch);
    void split(const Tile& tile);
    PixelRectangle reachOf(const SetupTriangle& triangle) const;
    bool startTiles();
    bool visible(const Tile& tile, const std::array<double, 3>& mostRise) const;
    bool appendQuads(const Tile& tile, QuadBatch& batch);
    void append(int32_t x, int32_t y, const PlaneValues& values, QuadBatch& batch);
    bool isWhole(const Tile& tile) const;
    static uint32_t quadsOf(const Tile& tile) { return 1u << (2 * (tile.level - 1)); }
    bool appendWhole(const Tile& tile, QuadBatch& batch);

    RasterState state_;
    TileSizes tiles_;
    QuadParts parts_;
    uint32_t scanLevel_;
    PixelRectangle rectangle_;
    /// Part of the rectangle that the current triangle may cover.
    PixelRectangle reach_;
    std::span<const SetupTriangle> group_;
    uint32_t firstTriangle_ = 0;
    uint32_t triangle_ = 0;
    StartTile start_;
    QuadEvaluator evaluator_;
    std::array<Tile, 3 * kTileLevels + 1> stack_;
    uint32_t stackSize_ = 0;
    Scan scan_;
    uint32_t nextQuad_ = 0;
    Quad quad_;
};

/// Appends quads of a traversal that was started: steps it to its end, or until the batch is full, and appends the
/// quads that are covered within the rectangle. False when the traversal has no more. `samples` and `wholeQuads` are as
/// for QuadBatch::append().
bool fillFromTraversal(TileTraversal& traversal, const PixelRectangle& rectangle, uint32_t samples,
                       uint32_t firstTriangle, QuadBatch& batch, bool wholeQuads = true);

}  // namespace cyclorama::func
