// SPDX-License-Identifier: MIT
#pragma once
// The lines of GMEM and of memory that a move or clear of a bin (the event BLIT) reads and writes, part by part: 16x4
// pixels, row by row of parts from the upper left corner of the area. Mesa aligns areas of such moves so (GMEM_ALIGN_W
// and _H, common/freedreno_devices.py).
//
// A compressed image (UBWC) has the lines that its pixels take (lines/compressed_blocks.h), and those of flags: when
// the first part needs one, or, written, with the last part. Simplified: of a block that is stored in part the rest is
// not read.

#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/a2d/gmem_blit.h"
#include "families/adreno/timing/lines/compressed_blocks.h"
#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {

/// Reads are all of GMEM, or all of memory.
struct ResolvePart {
    std::vector<LineAccess> reads{};
    std::vector<LineAccess> imageWrites{};
    std::vector<LineAccess> gmemWrites{};
    uint32_t pixels = 0;
    std::vector<uint32_t> sectors{};  ///< of the image's compressed blocks
};

class ResolvePlan {
  public:
    static constexpr uint32_t kColumns = 16;
    static constexpr uint32_t kRows = 4;

    /// The images' bytes need not last. An image that is not mapped has no lines.
    explicit ResolvePlan(const OpenGmemBlit& blit);

    /// Reads are of GMEM.
    bool readsGmem() const { return kind_ != GmemBlitKind::Load; }
    bool isDepth() const { return depth_; }
    /// The next part; empty after the last. The move has taken effect.
    std::optional<ResolvePart> next(const BlockSizes& sizes);

  private:
    /// A part of an image.
    struct Place {
        uint32_t x = 0;
        uint32_t y = 0;
        uint32_t columns = 0;
        uint32_t rows = 0;
    };
    static LineAccesses linesOf(const SurfaceView& view, const Place& place, uint32_t bytes);
    void addImage(const Place& place, const BlockSizes& sizes, ResolvePart& part);

    GmemBlitKind kind_;
    BlitRectangle area_;
    Bin bin_;
    SurfaceView gmem_;
    SurfaceView image_;
    CompressedLines compressed_;
    bool hasImage_;
    bool depth_;
    uint32_t gmemBytes_;  ///< of a pixel in GMEM that a store reads
    /// The corner of the next part.
    int32_t x_;
    int32_t y_;
};

}  // namespace cyclorama::adreno
