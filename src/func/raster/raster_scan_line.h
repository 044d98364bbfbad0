// SPDX-License-Identifier: MIT
#pragma once
// The scan-line traversal: one triangle at a time, from scan tile to neighbouring scan tile.

#include <array>
#include <cstdint>

#include "func/raster/raster_traversal.h"

namespace cyclorama::func {

/// Starts in the middle of the triangle's bounds where that may be inside, else at a corner or along the borders, and
/// goes left from there, then right, up and down from positions that it saves at the first tile of each row; rows and
/// columns of scan tiles within an over-scan tile come before those in its neighbours.
///
/// step() does nothing: a nextQuad() for which no generation tile is left moves on by one scan tile.
class ScanLineTraversal final : public TileTraversal {
  public:
    /// Generation and scan tiles are square: each width equals its height.
    explicit ScanLineTraversal(const TileSizes& tiles);

    /// Requires one triangle.
    void start(const RasterState& state, std::span<const SetupTriangle> triangles) override;
    void step() override {}
    bool nextQuad(Quad& quad) override;
    uint32_t skipEmptyQuads(uint32_t most) override;
    bool finished() const override { return tilesDone_ && generationTilesLeft_ == 0 && quads_.empty(); }

  private:
    enum class Move : uint8_t { Right, Up, Down, Left };
    enum class Border : uint8_t { None, Top, Left, Bottom };
    static constexpr uint32_t kMoves = 4;

    /// A set of moves, of one bit each.
    static constexpr uint32_t bit(Move move) { return 1u << static_cast<uint32_t>(move); }

    /// A position to come back to. Those in another over-scan tile are kept apart.
    struct Saved {
        bool valid = false;
        TileCorner position;
    };

    /// Each quad that is asked for moves on to the next scan tile once the last generation tile of this one was
    /// started.
    void takeScanTile();
    void chooseStart(const SetupTriangle& triangle);
    void advance();
    void advanceAlongBorder();
    void finishBorder();
    bool probe(Move move, bool extended, TileCorner& next) const;
    bool beyondBounds(Move move, const TileCorner& next) const;
    bool leavesOverScanTile(Move move) const;
    void save(Move move, bool extended);
    bool moveAlongRow(Move move, bool extended);
    bool restore(bool tryRight, bool tryUp);
    bool restoreSaved(Saved& saved);

    TileSizes tiles_;
    uint32_t scanLevel_;
    uint32_t generationLevel_;
    QuadEvaluator evaluator_;
    PixelRectangle bounds_;
    PixelRectangle scissor_;
    TileCorner position_;
    /// Directions that the scan takes from here: up, down, and along the row, to the left where both sides are open.
    uint32_t direction_ = 0;
    /// Sides on which over-scan tiles may still be entered.
    uint32_t overScanDirection_ = 0;
    Border border_ = Border::None;
    bool firstTile_ = true;
    std::array<Saved, kMoves> saved_;
    std::array<Saved, kMoves> savedOverScan_;
    bool tilesDone_ = true;
    TileCorner scanTile_;
    uint32_t generationTilesLeft_ = 0;
    TileQuads quads_;
};

}  // namespace cyclorama::func
