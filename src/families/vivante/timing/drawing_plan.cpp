// SPDX-License-Identifier: MIT
// The memory accesses of the 2D engine, which goes through its destinations in blocks as the resolve engine does: an
// estimate, as is that lines of source and destination which a block touches are read once.

#include <algorithm>

#include "families/vivante/engine2d/line.h"
#include "families/vivante/timing/resolve_plan.h"
#include "families/vivante/timing/touched_lines.h"

namespace cyclorama::vivante {
namespace {

using engine2d::Drawing;
using engine2d::FilterBlit;
using engine2d::Image;
using engine2d::Point;
using engine2d::Rectangle;

/// The block that is being planned.
class BlockAccesses {
  public:
    explicit BlockAccesses(ResolvePlan& plan) : plan_(plan) {}

    void read(const Image& image, Point seen) { touch(reads_, image, seen); }
    void write(const Image& image, Point seen) {
        touch(writes_, image, seen);
        ++pixels_;
    }
    uint32_t pixels() const { return pixels_; }
    /// Ends the block; one without pixels is none.
    void end() {
        if (pixels_ == 0) return;
        const uint32_t reads = reads_.moveTo(plan_.reads);
        plan_.blocks.push_back({.reads = reads, .writes = writes_.moveTo(plan_.writes), .samples = pixels_});
        pixels_ = 0;
    }

  private:
    static void touch(TouchedLines& lines, const Image& image, Point seen) {
        engine2d::forEachPiece(image, engine2d::stored(image, seen), [&](int64_t address, uint32_t bytes) {
            const auto first = static_cast<uint32_t>(address);
            lines.touch(first);
            lines.touch(first + bytes - 1);
        });
    }

    ResolvePlan& plan_;
    TouchedLines reads_;
    TouchedLines writes_;
    uint32_t pixels_ = 0;
};

/// Calls `visit(Point)` for the pixels of a rectangle, block by block, each of which ends in `accesses`.
void forEachPixel(const Rectangle& area, BlockAccesses& accesses, const auto& visit) {
    forEachBlock(static_cast<uint32_t>(area.width()), static_cast<uint32_t>(area.height()),
                 [&](uint32_t left, uint32_t top, uint32_t columns, uint32_t rows) {
                     for (uint32_t y = top; y < top + rows; ++y)
                         for (uint32_t x = left; x < left + columns; ++x)
                             visit(Point{area.left + static_cast<int32_t>(x), area.top + static_cast<int32_t>(y)});
                     accesses.end();
                 });
}

}  // namespace

const ResolvePlan& ResolvePlanner::plan(const Drawing& drawing) {
    plan_.clear();
    BlockAccesses accesses(plan_);
    const bool readsDestination = drawing.readsDestination();
    const bool readsSource = drawing.readsSource() && !(drawing.expandsBitmap() && !drawing.bitmap.words.empty());
    const auto draw = [&](Point p) {
        if (readsDestination) accesses.read(drawing.destination, p);
        accesses.write(drawing.destination, p);
    };
    for (const Rectangle& rectangle : drawing.rectangles) {
        if (drawing.kind == Drawing::Kind::Line) {
            engine2d::forEachLinePixel(rectangle, [&](Point p) {
                if (drawing.clip.contains(p)) draw(p);
                if (accesses.pixels() == kBlockWidth * kBlockHeight) accesses.end();
            });
            accesses.end();
            continue;
        }
        const Rectangle visible = common(rectangle, drawing.clip);
        if (visible.empty()) continue;
        forEachPixel(visible, accesses, [&](Point p) {
            if (readsSource) accesses.read(drawing.source, drawing.sourceOf(rectangle, p));
            draw(p);
        });
    }
    return plan_;
}

const ResolvePlan& ResolvePlanner::plan(const FilterBlit& blit) {
    plan_.clear();
    if (blit.window.empty()) return plan_;
    constexpr int32_t kReach = engine2d::kFilterTaps / 2;
    BlockAccesses accesses(plan_);
    forEachPixel(blit.window, accesses, [&](Point p) {
        const FilterBlit::Taps taps = blit.tapsOf(p);
        for (int32_t tap = -kReach; tap <= kReach; ++tap) accesses.read(blit.source, blit.sourceOf(taps, tap));
        accesses.write(blit.destination, p);
    });
    return plan_;
}

}  // namespace cyclorama::vivante
