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

/// Tells the checks of the depth buffer that a draw tests or writes.
void followDepths(const Execution& execution, const RenderContext& context) {
    const DepthTarget& target = context.targets.depth;
    if (!target.depth.isThere()) return;
    Checks& checks = execution.pipeline.checks;
    std::optional<DepthOrder> order;
    if (target.writes) order = depthOrder(execution.state.registers);
    if (!context.lrz || !context.lrz->control.tests) return checks.report(checks.lrz.beginDepths(nullptr, order));
    const DepthPlace place{.view = target.depth.view,
                           .bytes = target.depth.bytes,
                           .format = target.format,
                           .left = context.targets.offsetX,
                           .top = context.targets.offsetY,
                           .reach = context.raster.reach(),
                           .samples = context.samples(),
                           .samplePlaces = context.raster.samplePlaces};
    checks.report(checks.lrz.beginDepths(&place, order));
}

/// Has the draw's fragments counted, and one of them traced, where an observer of the run wants that.
void observePixels(const Execution& execution, RenderContext& context) {
    if (execution.context == nullptr) return;
    const RegisterValues& registers = execution.state.registers;
    const std::vector<ColorTarget>& colors = context.targets.colors;
    const func::PixelRectangle reach = context.raster.reach();
    const machine::ObservedSurface surface{
        .address = colors.empty() ? registers.address("RB_DEPTH_BUFFER_BASE"_reg)
                                  : registers.address("RB_MRT[].BASE"_reg, colors.front().number),
        .width = static_cast<uint32_t>(std::max(reach.maxX, 0)),
        .height = static_cast<uint32_t>(std::max(reach.maxY, 0)),
        .order = func::RowOrder::TopFirst};
    context.pixels = execution.context->countPixels(surface);
    context.trace = execution.context->tracePixels(surface);
}

}  // namespace

/// A binning pass only asks which bins a primitive reaches.
bool Renderer::drawsPixels() const {
    const RegisterValues& registers = execution_.state.registers;
    const bool binning = registers.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == 1;
    return !binning && !registers.flag("VPC_UNKNOWN_9107/RASTER_DISCARD"_field);
}

void Renderer::beginDraw(const PrimitiveDraw& draw) {
    context_.reset();
    setup_.reset();
    pipes_.clear();
    if (!drawsPixels()) return;
    const RegisterValues& registers = execution_.state.registers;
    auto context = std::make_unique<RenderContext>();
    context->raster = decodeRasterControl(registers, draw.stage);
    context->geometry.emplace(context->raster, context->list);
    context->lrz = startLrz(execution_, context->raster);
    context->fragment = decodeFragmentControl(registers);
    context->targets = decodeRenderTargets(execution_, context->raster);
    followTargets(execution_, context->targets);
    followDepths(execution_, *context);
    observePixels(execution_, *context);
    showTargetsBefore(execution_, *context);
    context->draw = &draw;
    context->reporter = &execution_.reporter();
    context->readsTargets = registers.field("GRAS_SC_CNTL/SINGLE_PRIM_MODE"_field) != 0;
    context->drawsPoints = draw.topology == Topology::Points ||
                           (draw.topology == Topology::Triangles && context->raster.polygonMode == PolygonMode::Points);
    if (context->fragment.enabled) {
        context->binding = bind(ShaderStage::Fragment, execution_);
        if (!context->binding) return;
        leaveOutUnread(context->fragment, context->binding->program());
    }
    context_ = std::move(context);
    setup_.emplace(context_->raster, draw);
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
    showTargetsAfter(execution_, *context_);
    WorkCounters& counters = execution_.pipeline.counters;
    counters.count(Statistic::ClipPrimitives, setup_->left());
    const bool counts = !execution_.state.registers.flag("RB_SAMPLE_COUNT_CONTROL/DISABLE"_field);
    for (const auto& pipe : pipes_) {
        if (counts) counters.samplesPassed += pipe->samplesPassed();
        counters.count(Statistic::FragmentInvocations, pipe->fragmentsShaded());
        counters.lrz += pipe->lrzCounts();
        if (pipe->readUndefined()) execution_.reporter().report(findings::kUndefinedInput);
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
        if (pixels > kFewPixels) return execution_.pipeline.workers.workers();
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
            execution_.pipeline.workers.run([&](uint32_t worker) {
                pipes_[worker]->draw({.first = static_cast<int32_t>(worker),
                                      .step = static_cast<int32_t>(workers),
                                      .height = kBandHeight});
            });
    }
    if (context_->lrz && context_->lrz->control.feedsBack)
        execution_.pipeline.counters.lrz.fedBackBlocks += feedDepthsBack(*context_);
    context_->list.clear();
}

}  // namespace cyclorama::adreno
