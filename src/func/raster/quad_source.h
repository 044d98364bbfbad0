// SPDX-License-Identifier: MIT
#pragma once
// Rasterizer: the covered quads of a list of triangles, one batch at each call.
//
// Takes    triangles that are set up, in groups that are traversed together, and the bands of rows that are wanted
// Gives    quads as QuadFiller fills them, at most a QuadBatch at a time
// Order    group by group as in the list; of a group from band to band, and within a band in the order of QuadFiller.
//          Every pixel sees the triangles in the order of the list.
// Rejects  what a filter takes away, before it takes a place in a batch
// Batches  end where one is full, a whole tile begins, or there are no more triangles

#include <cstdint>
#include <span>

#include "func/raster/raster_fill.h"
#include "func/raster/row_bands.h"

namespace cyclorama::func {

/// Rejects quads that are known to be hidden.
class QuadFilter {
  public:
    virtual ~QuadFilter() = default;
    /// A triangle's quads in the rows from `minY` to before `maxY` come next. False if none of them is wanted.
    virtual bool begin(uint32_t triangle, int32_t minY, int32_t maxY) = 0;
    /// Removes the batch's quads from `first` on that are not wanted. All are of the last triangle that began.
    virtual void filter(QuadBatch& quads, uint32_t first) = 0;
};

/// Triangles of a list from `first` on that are drawn with one state.
struct TriangleRun {
    /// All of them kept by cullTriangle().
    std::span<const SetupTriangle> triangles;
    /// The number in the list of the first of them.
    uint32_t first = 0;
    /// Triangles of a group; 1 where quads are filtered.
    uint32_t group = 1;
};

class QuadSource {
  public:
    /// `window`: the pixels that are wanted of all triangles, from even coordinates on.
    QuadSource(const RasterState& state, const TileSizes& tiles, QuadParts parts, const PixelRectangle& window)
        : filler_(state, tiles, parts), window_(window) {}

    /// Starts with the first triangle of a run, which outlives the source, as the filter does; null for none.
    void start(const TriangleRun& run, const RowBands& bands, QuadFilter* filter = nullptr);

    /// Replaces the batch's quads by the next ones. False when there are no more.
    bool next(QuadBatch& quads);

  private:
    void startGroup(size_t first);
    bool startBand();

    QuadFiller filler_;
    PixelRectangle window_;
    TriangleRun run_;
    RowBands bands_;
    QuadFilter* filter_ = nullptr;
    /// The group in work, empty after the last one, its place in the run, and its next band.
    std::span<const SetupTriangle> group_;
    size_t place_ = 0;
    int32_t band_ = 0;
    int32_t lastRow_ = -1;
    /// The filler has more quads of the group's band.
    bool filling_ = false;
};

}  // namespace cyclorama::func
