// SPDX-License-Identifier: MIT
#pragma once
// Rasterizer: the covered quads of a list of triangles, one batch at each call.
//
// Takes    triangles that are set up, and the bands of rows that this thread draws
// Gives    quads with the samples that the triangle covers, at most a func::QuadBatch at a time
// Order    triangle by triangle as in the list; of a triangle from band to band, and within a band in the order of
//          func::QuadFiller. Every pixel sees the triangles in the order of the list.
// Rejects  quads in blocks that low resolution depth rejects, before they take a place in a batch; LrzStage sees each
//          triangle once for each band, when its first quad is asked for
// Batches  end where one is full, a whole tile begins, or the viewport changes

#include <cstdint>
#include <optional>

#include "families/adreno/gras/lrz_stage.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/gras/raster_list.h"
#include "func/raster/raster_fill.h"
#include "func/raster/row_bands.h"

namespace cyclorama::adreno {

/// Follows quads that low resolution depth rejects.
class RejectionListener {
  public:
    virtual ~RejectionListener() = default;
    /// A covered quad of a triangle, the first fragment at (x, y).
    virtual void rejected(uint32_t triangle, int32_t x, int32_t y, uint32_t samples) = 0;
};

class QuadSource {
  public:
    /// All outlive it. `lrz`: null for a draw that does not test low resolution depth. `listener`: null where nothing
    /// follows rejected quads; triangles that are rejected as a whole are then not rasterized.
    QuadSource(const RasterControl& control, const RasterList& list, LrzStage* lrz, RejectionListener* listener)
        : control_(control), list_(list), lrz_(lrz), listener_(listener) {}

    /// Starts with the first triangle of the list. `bands` begin at the start of blocks of low resolution depth.
    void start(const func::RowBands& bands);

    /// Replaces the batch's quads by the next ones: x, y, triangle and sampleCoverage. False when there are no more.
    bool next(func::QuadBatch& quads);

  private:
    void startBand();
    void startTriangle(uint32_t number);
    void dropRejected(func::QuadBatch& quads, uint32_t first);

    const RasterControl& control_;
    const RasterList& list_;
    LrzStage* lrz_;
    RejectionListener* listener_;
    func::RowBands bands_;
    /// For the triangles through one viewport.
    std::optional<func::QuadFiller> filler_;
    uint32_t viewport_ = 0;
    uint32_t triangle_ = 0;
    int32_t band_ = 0;
    /// The filler has more quads of the triangle's band.
    bool filling_ = false;
    /// The part of the triangle in the band that low resolution depth leaves.
    LrzStage::Verdict left_ = LrzStage::Verdict::All;
};

}  // namespace cyclorama::adreno
