// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/renderer.h"

#include <algorithm>

#include "families/adreno/observation/shown_targets.h"
#include "families/adreno/rb/lrz_feedback.h"
#include "families/adreno/rb/render_findings.h"
#include "families/adreno/rb/target_following.h"

namespace cyclorama::adreno {
namespace {

/// Triangles whose fragments are drawn together.
constexpr size_t kMostTriangles = 4096;
/// Rows of a band.
constexpr int32_t kBandHeight = 32;
constexpr int32_t kAllRows = 16384;
/// Pixels around triangles from which on more than one worker pays.
constexpr int64_t kFewPixels = 4096;

}  // namespace

void Renderer::followDepths(const RenderContext& context) const {
    const DepthTarget& target = context.targets.depth;
    if (!target.depth.isThere() || lrzListener_ == nullptr) return;
    std::optional<DepthOrder> order;
    if (target.writes) order = depthOrder(registers_);
    if (!context.lrz || !context.lrz->control.tests) return lrzListener_->beginDepths(nullptr, order);
    const DepthPlace place{.view = target.depth.view,
                           .bytes = target.depth.bytes,
                           .format = target.format,
                           .left = context.targets.offsetX,
                           .top = context.targets.offsetY,
                           .reach = context.raster.reach(),
                           .samples = context.samples(),
                           .samplePlaces = context.raster.samplePlaces};
    lrzListener_->beginDepths(&place, order);
}

/// Has the draw's fragments counted, and one of them traced, where an observer of the run wants that.
void Renderer::observePixels(RenderContext& context) const {
    if (observers_ == nullptr) return;
    const std::vector<ColorTarget>& colors = context.targets.colors;
    const func::PixelRectangle reach = context.raster.reach();
    const machine::ObservedSurface surface{
        .address = colors.empty() ? registers_.address("RB_DEPTH_BUFFER_BASE"_reg)
                                  : registers_.address("RB_MRT[].BASE"_reg, colors.front().number),
        .width = static_cast<uint32_t>(std::max(reach.maxX, 0)),
        .height = static_cast<uint32_t>(std::max(reach.maxY, 0)),
        .order = func::RowOrder::TopFirst};
    context.pixels = observers_->countPixels(surface);
    context.trace = observers_->tracePixels(surface);
}

/// A binning pass only asks which bins a primitive reaches.
bool Renderer::drawsPixels() const {
    const bool binning = registers_.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == 1;
    return !binning && !registers_.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field);
}

void Renderer::beginDraw(const PrimitiveDraw& draw) {
    context_.reset();
    setup_.reset();
    pipes_.clear();
    if (!drawsPixels()) return;
    context_ = makeContext(draw);
    if (context_) setup_.emplace(context_->raster, draw);
}

/// Nothing where the draw's program cannot run.
std::unique_ptr<RenderContext> Renderer::makeContext(const PrimitiveDraw& draw) const {
    auto context = std::make_unique<RenderContext>();
    context->raster = decodeRasterControl(registers_, draw.stage);
    context->geometry.emplace(context->raster, context->list);
    context->lrz = startLrz(registers_, chip_.generation, memory_, context->raster, lrzListener_);
    context->fragment = decodeFragmentControl(registers_);
    context->targets = decodeRenderTargets(registers_, context->raster, {memory_, banksOf(chip_)}, reporter_);
    if (imageListener_ != nullptr) followTargets(context->targets, *imageListener_);
    followDepths(*context);
    observePixels(*context);
    showTargetsBefore(observedDraw(), registers_, *context);
    context->draw = &draw;
    context->readsTargets = registers_.field("GRAS_SC_CNTL/SINGLE_PRIM_MODE"_field) != 0;
    context->drawsPoints =
        draw.topology == PrimitiveTopology::Points ||
        (draw.topology == PrimitiveTopology::Triangles && context->raster.polygonMode == PolygonMode::Points);
    if (context->fragment.enabled) {
        context->binding = binder_.bind(ShaderStage::Fragment);
        if (!context->binding) return nullptr;
        leaveOutUnread(context->fragment, context->binding->program());
    }
    return context;
}

void Renderer::take(const PrimitiveBatch& batch) {
    if (!context_) return;
    PrimitiveBatch kept = batch;
    kept.words = {context_->list.records.keep(batch.words), batch.words.size()};
    setup_->begin(kept);
    for (const Primitive& primitive : kept.primitives) setup_->add(primitive, context_->list);
    if (context_->list.size() >= kMostTriangles) drawFragments();
}

void Renderer::endDraw() {
    if (!context_) return;
    drawFragments();
    showTargetsAfter(observedDraw(), registers_, *context_, context_->pixels);
    counters_.count(Statistic::ClipPrimitives, setup_->left());
    const bool counts = !registers_.flag("RB_SAMPLE_COUNT_CONTROL/DISABLE"_field);
    for (const auto& pipe : pipes_) {
        if (counts) counters_.samplesPassed += pipe->samplesPassed();
        counters_.count(Statistic::FragmentInvocations, pipe->fragmentsShaded());
        counters_.lrz += pipe->lrzCounts();
        if (pipe->readUndefined()) reporter_.report(findings::kUndefinedInput);
    }
    pipes_.clear();
    setup_.reset();
    context_.reset();
}

/// One where the order of fragments of different pixels can be seen, or where there is little to draw.
uint32_t Renderer::workersFor(const RasterList& list) const {
    if (context_->binding && context_->binding->cached->writesMemory) return 1;
    int64_t pixels = 0;
    for (const func::SetupTriangle& setup : list.setups) {
        const func::PixelRectangle& box = setup.bounds;
        pixels += int64_t{box.maxX - box.minX} * (box.maxY - box.minY);
        if (pixels > kFewPixels) return workers_.workers();
    }
    return 1;
}

void Renderer::drawFragments() {
    if (context_->list.size() != 0) {
        const uint32_t workers = workersFor(context_->list);
        while (pipes_.size() < workers)
            pipes_.push_back(std::make_unique<FragmentPipe>(
                *context_, WaveSlot{.processor = 0, .wave = static_cast<unsigned>(pipes_.size())}));
        if (workers == 1)
            pipes_[0]->draw({.first = 0, .step = 1, .height = kAllRows});
        else
            workers_.run([&](uint32_t worker) {
                pipes_[worker]->draw({.first = static_cast<int32_t>(worker),
                                      .step = static_cast<int32_t>(workers),
                                      .height = kBandHeight});
            });
    }
    if (context_->lrz && context_->lrz->control.feedsBack)
        counters_.lrz.fedBackBlocks += feedDepthsBack(*context_, *context_->lrz);
    context_->list.clear();
}

}  // namespace cyclorama::adreno
