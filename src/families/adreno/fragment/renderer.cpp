// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/renderer.h"

#include <algorithm>
#include <optional>

#include "families/adreno/observation/shown_targets.h"
#include "families/adreno/rb/render_findings.h"
#include "families/adreno/rb/target_reports.h"

namespace cyclorama::adreno {
namespace {

/// Triangles whose fragments are drawn together.
constexpr size_t kMostTriangles = 4096;

}  // namespace

void Renderer::reportDepths(const FragmentDraw& draw) const {
    const DepthTarget& target = draw.targets().depth;
    if (!target.depth.isThere() || lrzListener_ == nullptr) return;
    std::optional<DepthOrder> order;
    if (target.writes) order = depthOrder(registers_);
    if (!draw.testsLrz()) return lrzListener_->beginDepths(nullptr, order);
    const DepthBuffer buffer{.view = target.depth.view,
                             .bytes = target.depth.bytes,
                             .format = target.format,
                             .left = draw.targets().left,
                             .top = draw.targets().top,
                             .reach = draw.raster().reach(),
                             .samples = draw.raster().samples,
                             .samplePlaces = draw.raster().samplePlaces};
    lrzListener_->beginDepths(&buffer, order);
}

void Renderer::observePixels(FragmentDraw& draw) {
    pixels_ = nullptr;
    if (observers_ == nullptr) return;
    const std::vector<ColorTarget>& colors = draw.targets().colors;
    const func::PixelRectangle reach = draw.raster().reach();
    const machine::ObservedSurface surface{
        .address = colors.empty() ? registers_.address("RB_DEPTH_BUFFER_BASE"_reg)
                                  : registers_.address("RB_MRT[].BASE"_reg, colors.front().number),
        .width = static_cast<uint32_t>(std::max(reach.maxX, 0)),
        .height = static_cast<uint32_t>(std::max(reach.maxY, 0)),
        .order = func::RowOrder::TopFirst};
    pixels_ = observers_->countPixels(surface);
    draw.observe(pixels_, observers_->tracePixels(surface));
}

/// A binning pass only asks which bins a primitive reaches.
bool Renderer::drawsPixels() const {
    return !isBinningPass(registers_) && !registers_.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field);
}

void Renderer::announce(FragmentDraw& draw) {
    if (imageListener_ != nullptr) reportTargets(draw.targets(), *imageListener_);
    reportDepths(draw);
    observePixels(draw);
    showTargetsBefore(observedDraw(), registers_, draw.targets(), draw.raster().reach());
}

void Renderer::draw(PrimitiveSource& primitives) {
    if (!drawsPixels()) return primitives.drain();
    FragmentDraw draw(registers_, chip_, memory_, primitives.draw(), lrzListener_, reporter_);
    announce(draw);
    if (!draw.bind(binder_)) return primitives.drain();
    drawPrimitives(primitives, draw);
    showTargetsAfter(observedDraw(), registers_, draw.targets(), draw.raster().reach(), pixels_);
    draw.count(!registers_.flag("RB_SAMPLE_COUNT_CONTROL/DISABLE"_field), counters_);
    if (draw.readUndefined()) reporter_.report(findings::kUndefinedInput);
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
