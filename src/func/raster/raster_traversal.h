// SPDX-License-Identifier: MIT
#pragma once
// The order in which hardware visits the tiles of triangles, a step at a time: for the timing machine, which asks for a
// step and some quads each cycle and so sees when tiles are tested and quads come out.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "func/raster/raster_tile.h"

namespace cyclorama::func {

class TileTraversal {
  public:
    virtual ~TileTraversal() = default;

    /// Starts the traversal of triangles kept by cullTriangle(). They are copied.
    virtual void start(const RasterState& state, std::span<const SetupTriangle> triangles) = 0;

    /// A cycle of tile tests.
    virtual void step() = 0;

    /// The next quad, covered or not. False where none is ready: before the next step(), or at the end.
    virtual bool nextQuad(Quad& quad) = 0;

    /// Passes over up to `most` of the next quads that surely cover nothing, and says how many: as many calls of
    /// nextQuad() would have given quads without coverage, of fragments and of corners.
    virtual uint32_t skipEmptyQuads(uint32_t most) = 0;

    /// No more quads will come.
    virtual bool finished() const = 0;
};

/// Recursive descent of up to 32 triangles at once.
///
/// A step tests up to four tiles of one level, the lowest that has tiles, and queues the quarters that any triangle may
/// cover; each level queues up to 16 tiles, scan tiles up to 64, which are not tested further. A scan tile is then cut
/// into generation tiles; of one generation tile all quads come for each triangle that may cover the scan tile, in
/// Morton order, covered or not.
class RecursiveTraversal final : public TileTraversal {
  public:
    static constexpr uint32_t kMaxTriangles = 32;
    static constexpr uint32_t kTileTests = 4;

    /// Tiles are square: each width equals its height.
    explicit RecursiveTraversal(const TileSizes& tiles);

    void start(const RasterState& state, std::span<const SetupTriangle> triangles) override;
    void step() override;
    bool nextQuad(Quad& quad) override;
    uint32_t skipEmptyQuads(uint32_t most) override;
    bool finished() const override { return tilesDone_ && generationTilesLeft_ == 0 && quads_.empty(); }

    /// Tiles tested by the last step().
    uint32_t testedTiles() const { return testedTiles_; }

  private:
    struct Tile {
        int32_t x = 0;
        int32_t y = 0;
        /// Bit t: triangle t may cover the tile.
        uint32_t inside = 0;
        std::array<PlaneValues, kMaxTriangles> values;

        /// Copies the values of the triangles that may cover it, and no others.
        void copyFrom(const Tile& tile);
    };

    /// Tiles waiting at one level, first in first out.
    struct TileQueue {
        std::vector<Tile> entries;
        uint32_t first = 0;
        uint32_t count = 0;

        Tile& front() { return entries[first]; }
        Tile& push();
        void pop();
    };

    uint32_t generationTiles() const { return 1u << (2 * (scanLevel_ - generationLevel_)); }
    void testTiles();
    void testTile(const Tile& tile, uint32_t level, TileQueue& quarters);
    /// Advances to the next triangle or generation tile if no quads are left. False at the end.
    bool generateQuads();

    TileSizes tiles_;
    RasterState state_;
    uint32_t scanLevel_;
    uint32_t generationLevel_;
    std::vector<QuadEvaluator> evaluators_;
    std::array<TileQueue, kTileLevels> queues_;
    /// The lowest level above scan tiles that has tiles, or kTileLevels.
    uint32_t level_ = 0;
    bool tilesDone_ = true;
    uint32_t testedTiles_ = 0;
    Tile scanTile_;
    uint32_t generationTilesLeft_ = 0;
    /// Triangles whose quads of the current generation tile have not been started.
    uint32_t pendingTriangles_ = 0;
    uint32_t quadTriangle_ = 0;
    TileQuads quads_;
};

}  // namespace cyclorama::func
