// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/renderer.h"

#include "families/adreno/fragment/draw_reports.h"
#include "families/adreno/observation/shown_targets.h"
#include "families/adreno/rb/render_findings.h"

namespace cyclorama::adreno {
namespace {

/// Triangles whose fragments are drawn together.
constexpr size_t kMostTriangles = 4096;

}  // namespace

void Renderer::announce(FragmentDraw& draw) {
    announceTargets(registers_, draw, {.lrz = lrzListener_, .images = imageListener_});
    pixels_ = observers_ == nullptr ? nullptr : observePixels(registers_, *observers_, draw);
    const ReadRecording unrecorded(registers_, nullptr);
    showTargetsBefore(observedDraw(), registers_, draw.targets(), draw.raster().reach());
}

void Renderer::draw(PrimitiveSource& primitives) {
    if (!drawsFragments(registers_)) return primitives.drain();
    FragmentDraw draw(registers_, chip_, memory_, primitives.draw(), lrzListener_, reporter_);
    announce(draw);
    if (!draw.bind(binder_)) return primitives.drain();
    drawPrimitives(primitives, draw);
    // Drivers let samples be counted where they count them.
    const ReadRecording unrecorded(registers_, nullptr);
    showTargetsAfter(observedDraw(), registers_, draw.targets(), draw.raster().reach(), pixels_);
    const FragmentCounts drawn = draw.counts();
    draw.count(drawn, !registers_.flag("RB_SAMPLE_COUNT_CONTROL/DISABLE"_field), counters_);
    if (drawn.readUndefined) reporter_.report(findings::kUndefinedInput);
}

void Renderer::drawPrimitives(PrimitiveSource& primitives, FragmentDraw& draw) {
    PrimitiveSetup setup(draw.raster(), primitives.draw());
    RasterList& list = draw.list();
    while (const PrimitiveBatch* const batch = primitives.next()) {
        PrimitiveBatch kept = *batch;
        kept.words = {list.records.keep(batch->words), batch->words.size()};
        setup.begin(kept);
        while (setup.next(list)) {
        }
        if (list.size() >= kMostTriangles) draw.drawFragments(workers_);
    }
    draw.drawFragments(workers_);
    counters_.count(PipelineStatistic::ClipPrimitives, setup.left());
}

}  // namespace cyclorama::adreno
