// SPDX-License-Identifier: MIT
#include "families/adreno/timing/rb/resolve_plan.h"

#include <algorithm>
#include <array>
#include <span>

namespace cyclorama::adreno {
namespace {

/// Bytes of a pixel's samples that a store reads: those of its first one, or of all.
uint32_t bytesRead(const OpenGmemBlit& blit) {
    const SurfaceView& gmem = blit.gmem.view;
    const bool onlyFirst = blit.state.image.samples == 1 && (blit.state.firstSample || gmem.format()->isInteger());
    return onlyFirst ? gmem.texelBytes() : gmem.pixelBytes();
}

}  // namespace

ResolvePlan::ResolvePlan(const OpenGmemBlit& blit)
    : kind_(blit.state.kind),
      area_(blit.state.area),
      bin_(blit.state.bin),
      gmem_(blit.gmem.view),
      image_(blit.image.view),
      hasImage_(!blit.image.bytes.empty()),
      depth_(blit.state.depth),
      gmemBytes_(bytesRead(blit)),
      x_(blit.state.area.left),
      y_(blit.state.area.top) {
    if (hasImage_) compressed_ = CompressedLines(image_);
}

LineAccesses ResolvePlan::linesOf(const SurfaceView& view, const Place& place, uint32_t bytes) {
    LineAccesses lines;
    std::array<uint64_t, kColumns> offsets{};
    for (uint32_t row = 0; row < place.rows; ++row) {
        view.offsetsOfRow({.x = place.x, .y = place.y + row}, std::span(offsets).first(place.columns));
        for (uint32_t i = 0; i < place.columns; ++i) lines.access(view.address() + offsets[i], bytes);
    }
    return lines;
}

void ResolvePlan::addImage(const Place& place, const BlockSizes& sizes, ResolvePart& part) {
    const bool loads = kind_ == GmemBlitKind::Load;
    std::vector<LineAccess>& lines = loads ? part.reads : part.imageWrites;
    lines = compressed_.of(linesOf(image_, place, image_.pixelBytes()), sizes);
    part.sectors = compressed_.takeSectors();
    if (!loads && y_ <= area_.bottom) return;
    const std::vector<LineAccess> flags = compressed_.takeFlags();
    lines.insert(loads ? lines.begin() : lines.end(), flags.begin(), flags.end());
}

std::optional<ResolvePart> ResolvePlan::next(const BlockSizes& sizes) {
    if (y_ > area_.bottom) return std::nullopt;
    const int32_t right = std::min(x_ + static_cast<int32_t>(kColumns) - 1, area_.right);
    const int32_t bottom = std::min(y_ + static_cast<int32_t>(kRows) - 1, area_.bottom);
    const Place image{.x = static_cast<uint32_t>(x_),
                      .y = static_cast<uint32_t>(y_),
                      .columns = static_cast<uint32_t>(right - x_ + 1),
                      .rows = static_cast<uint32_t>(bottom - y_ + 1)};
    Place gmem = image;
    gmem.x -= bin_.x;
    gmem.y -= bin_.y;
    ResolvePart part{.pixels = image.columns * image.rows};
    const bool stores = kind_ == GmemBlitKind::Store || kind_ == GmemBlitKind::StoreAndClear;
    if (stores) part.reads = linesOf(gmem_, gmem, gmemBytes_).lines();
    if (kind_ != GmemBlitKind::Store) part.gmemWrites = linesOf(gmem_, gmem, gmem_.pixelBytes()).lines();
    x_ = right + 1;
    if (x_ > area_.right) {
        x_ = area_.left;
        y_ = bottom + 1;
    }
    if (hasImage_ && kind_ != GmemBlitKind::Clear) addImage(image, sizes, part);
    return part;
}

}  // namespace cyclorama::adreno
