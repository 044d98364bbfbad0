// SPDX-License-Identifier: MIT
#pragma once
// Low resolution depth: blocks of 8x8 samples of a primitive are rejected where all of its fragments in them are behind
// what the block's depth says is left, and replace that depth where the primitive covers the whole block.
//
// Bounds are on the safe side throughout: of a plane, over the block; of 16 bits, rounded away from rejection. A block
// that several primitives cover only together keeps its depth.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/chip/query_counters.h"
#include "families/adreno/gras/depth_transform.h"
#include "families/adreno/gras/lrz_buffer.h"
#include "families/adreno/gras/lrz_control.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/gras/raster_list.h"

namespace cyclorama::adreno {

/// All that a draw's threads share.
struct LrzDraw {
    LrzControl control;
    LrzBuffer buffer;
    const RasterControl& raster;
    std::array<DepthTransform, kViewports> depths;
    /// Places of samples from the point of a pixel that planes are for.
    func::SampleOffset firstSample;
    func::SampleOffset lastSample;
    /// Hears of what is rejected; may be null.
    LrzListener* listener = nullptr;
    /// Rows of blocks from layer to layer.
    uint32_t layerRows = 0;
};

/// Nothing where the draw does not use LRZ. `raster` outlives it; the listener may be null.
std::optional<LrzDraw> startLrz(const LrzControl& control, const GpuMemory& memory, const RasterControl& raster,
                                LrzListener* listener);

/// The tests of one thread.
class LrzStage {
  public:
    /// Part of a triangle that passes the test.
    enum class Verdict : uint8_t { All, Part, None };

    /// `draw` outlives it.
    explicit LrzStage(const LrzDraw& draw) : draw_(draw) {}
    /// Listeners of accesses outlive it.
    void report(const LrzAddresses& addresses) { addresses_ = addresses; }

    /// The part of a triangle that is left: all of it, a part where some of its blocks are rejected, or nothing. Only
    /// blocks that begin in the rows from `minY` to `maxY` count; both are at the start of a block.
    Verdict take(const func::SetupTriangle& setup, const RasterTriangle& triangle, int32_t minY, int32_t maxY);
    /// Requires that a part is left. True for a pixel of the triangle in a block that is rejected.
    bool rejects(int32_t x, int32_t y) const;

    const LrzCounts& counts() const { return counts_; }

  private:
    /// Blocks from the first to the last one.
    struct Range {
        int32_t firstX = 0;
        int32_t firstY = 0;
        int32_t lastX = -1;
        int32_t lastY = -1;

        int32_t columns() const { return lastX - firstX + 1; }
        bool empty() const { return lastX < firstX || lastY < firstY; }
    };
    struct Interval {
        double least = 0.0;
        double most = 0.0;

        static Interval between(double one, double other) { return {std::min(one, other), std::max(one, other)}; }
        Interval operator+(const Interval& other) const { return {least + other.least, most + other.most}; }
    };
    /// Terms of planes' values along one axis: those of the edges over a column or row of blocks, and of depth over its
    /// part within the triangle's bounds.
    using Terms = std::array<Interval, func::kDepthPlane + 1>;
    /// Columns of blocks from the first to the last one.
    struct Columns {
        int32_t first = 0;
        int32_t last = -1;
    };

    Interval alongX(const func::PlaneEquation& plane, int32_t minX, int32_t maxX) const;
    Interval alongY(const func::PlaneEquation& plane, int32_t minY, int32_t maxY) const;
    /// Values of a plane over a rectangle of pixels, its samples' places included.
    Interval over(const func::PlaneEquation& plane, const func::PixelRectangle& box) const;
    Range blocksOf(const func::PixelRectangle& bounds, int32_t minY, int32_t maxY) const;
    func::PixelRectangle pixelsOf(int32_t x, int32_t y) const;
    Terms termsOfColumn(const func::SetupTriangle& setup, int32_t x) const;
    Terms termsOfRow(const func::SetupTriangle& setup, int32_t y) const;
    /// Values of a plane in a block of the range.
    Interval inBlock(const func::SetupTriangle& setup, uint32_t plane, int32_t x, const Terms& row) const;
    /// Columns of a row between which the triangle reaches all blocks, and beyond which it reaches none.
    Columns reached(const func::SetupTriangle& setup, const Terms& row) const;
    /// The same of blocks that it covers, among some columns.
    Columns covered(const func::SetupTriangle& setup, const Terms& row, Columns among) const;
    /// Tests the blocks of a row.
    void testRow(const func::SetupTriangle& setup, const RasterTriangle& triangle, int32_t y);
    /// True where the block, which the triangle reaches, is rejected.
    bool test(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place, bool covers,
              const Interval& plane);
    void reportRead(const LrzPlace& place) const;
    void write(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place,
               uint32_t stored);
    void reportTriangle(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place,
                        const Interval& depth) const;
    bool isWithinPlanes(const Interval& plane) const;
    Interval windowDepths(const Interval& plane, const func::SetupTriangle& setup,
                          const RasterTriangle& triangle) const;

    const LrzDraw& draw_;
    Range range_;
    /// Terms of each column of blocks of the range in work.
    std::vector<Terms> columns_;
    /// Result of each block of that range, row by row: 1 where it is rejected.
    std::vector<uint8_t> rejected_;
    bool anyRejected_ = false;
    bool anyLeft_ = false;
    LrzCounts counts_;
    LrzAddresses addresses_;
    /// Cleared depths that the triangle has written, where addresses are reported: it need not read them.
    std::vector<uint64_t> filled_;
};

}  // namespace cyclorama::adreno
