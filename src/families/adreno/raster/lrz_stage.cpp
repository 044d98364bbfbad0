// SPDX-License-Identifier: MIT
#include "families/adreno/raster/lrz_stage.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cyclorama::adreno {
namespace {

/// Planes that are steeper are not sure to be within their bounds: sums of doubles are rounded.
constexpr double kMostSlope = 1e6;

/// With one sample a pixel, planes already begin at its place.
void placeSamples(const RasterControl& raster, LrzDraw& draw) {
    if (raster.samples == 1) return;
    draw.firstSample = {0.5, 0.5};
    draw.lastSample = {-0.5, -0.5};
    for (const func::SampleOffset& place : std::span(raster.samplePlaces).first(raster.samples)) {
        draw.firstSample = {std::min(draw.firstSample.x, place.x - 0.5), std::min(draw.firstSample.y, place.y - 0.5)};
        draw.lastSample = {std::max(draw.lastSample.x, place.x - 0.5), std::max(draw.lastSample.y, place.y - 0.5)};
    }
}

/// A binning pass need not have the registers of the depth test: there the order is that of LRZ.
void followRejections(const Execution& execution, LrzDraw& draw) {
    const LrzControl& control = draw.control;
    const bool binning = execution.state.registers.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == 1;
    draw.order = !binning          ? depthOrder(execution.state.registers)
                 : control.greater ? DepthOrder::Farther
                                   : DepthOrder::Nearer;
    const auto height = static_cast<int32_t>(control.blockHeight);
    const auto rows = static_cast<uint32_t>((std::max(draw.raster->reach().maxY, 0) + height - 1) / height);
    const bool hasLayers = control.layerPitch != 0;
    draw.layerRows = hasLayers ? static_cast<uint32_t>(control.layerPitch / (sizeof(uint16_t) * control.pitch)) : rows;
    draw.rejections = &execution.pipeline.checks.lrz;
    execution.pipeline.checks.report(draw.rejections->beginTests(control.address, control.pitch, draw.layerRows,
                                                                 hasLayers ? draw.raster->lastLayer : 0));
}

bool isSteep(const func::PlaneEquation& plane) { return !(std::abs(plane.a) + std::abs(plane.b) < kMostSlope); }

}  // namespace

DepthOrder depthOrder(const RegisterValues& registers) {
    constexpr uint32_t kLess = 1;
    constexpr uint32_t kLessOrEqual = 3;
    constexpr uint32_t kGreater = 4;
    constexpr uint32_t kGreaterOrEqual = 6;
    if (!registers.flag("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field)) return DepthOrder::None;
    const uint32_t function = registers.field("RB_DEPTH_CNTL/ZFUNC"_field);
    if (function == kLess || function == kLessOrEqual) return DepthOrder::Nearer;
    return function == kGreater || function == kGreaterOrEqual ? DepthOrder::Farther : DepthOrder::None;
}

std::optional<LrzDraw> startLrz(const Execution& execution, const RasterControl& raster) {
    const LrzControl control = decodeLrzControl(execution.state.registers, execution.chip().generation, raster.samples);
    if (!control.enabled() || !followsDirection(control, execution.memory)) return std::nullopt;
    LrzDraw draw{.control = control,
                 .buffer = LrzBuffer(control, execution.memory, raster.reach(), raster.lastLayer),
                 .raster = &raster,
                 .depths = {},
                 .firstSample = {},
                 .lastSample = {}};
    placeSamples(raster, draw);
    for (uint32_t i = 0; i < kViewports; ++i) draw.depths[i] = DepthTransform(raster, i);
    if (control.tests) followRejections(execution, draw);
    return draw;
}

LrzStage::Interval LrzStage::over(const func::PlaneEquation& plane, const func::PixelRectangle& box) const {
    const auto along = [](double step, double from, double to) {
        return Interval{std::min(step * from, step * to), std::max(step * from, step * to)};
    };
    const Interval x = along(plane.a, static_cast<double>(box.minX) + draw_.firstSample.x,
                             static_cast<double>(box.maxX - 1) + draw_.lastSample.x);
    const Interval y = along(plane.b, static_cast<double>(box.minY) + draw_.firstSample.y,
                             static_cast<double>(box.maxY - 1) + draw_.lastSample.y);
    return {x.least + y.least + plane.c, x.most + y.most + plane.c};
}

LrzStage::Range LrzStage::blocksOf(const func::PixelRectangle& bounds, int32_t minY, int32_t maxY) const {
    const int width = std::countr_zero(draw_.control.blockWidth);
    const int height = std::countr_zero(draw_.control.blockHeight);
    return {.firstX = std::max(bounds.minX, 0) >> width,
            .firstY = std::max({bounds.minY, minY, 0}) >> height,
            .lastX = bounds.maxX <= 0 ? -1 : (bounds.maxX - 1) >> width,
            .lastY = std::min(bounds.maxY, maxY) <= 0 ? -1 : (std::min(bounds.maxY, maxY) - 1) >> height};
}

func::PixelRectangle LrzStage::pixelsOf(int32_t x, int32_t y) const {
    const auto width = static_cast<int32_t>(draw_.control.blockWidth);
    const auto height = static_cast<int32_t>(draw_.control.blockHeight);
    return {x * width, y * height, (x + 1) * width, (y + 1) * height};
}

LrzStage::Verdict LrzStage::take(const func::SetupTriangle& setup, const RasterTriangle& triangle, int32_t minY,
                                 int32_t maxY) {
    range_ = blocksOf(setup.bounds, minY, maxY);
    if (range_.empty() || isSteep(setup.planes[func::kDepthPlane])) return Verdict::All;
    rejected_.clear();
    bool anyRejected = false;
    bool anyLeft = false;
    for (int32_t y = range_.firstY; y <= range_.lastY; ++y)
        for (int32_t x = range_.firstX; x <= range_.lastX; ++x) {
            const bool gone =
                test(setup, triangle, {static_cast<uint32_t>(x), static_cast<uint32_t>(y), triangle.layer});
            rejected_.push_back(gone ? 1 : 0);
            (gone ? anyRejected : anyLeft) = true;
        }
    if (!anyLeft) return Verdict::None;
    return anyRejected ? Verdict::Part : Verdict::All;
}

bool LrzStage::rejects(int32_t x, int32_t y) const {
    const int32_t column = x >> std::countr_zero(draw_.control.blockWidth);
    const int32_t row = y >> std::countr_zero(draw_.control.blockHeight);
    if (column < range_.firstX || column > range_.lastX || row < range_.firstY || row > range_.lastY) return false;
    return rejected_[static_cast<size_t>(row - range_.firstY) * static_cast<size_t>(range_.columns()) +
                     static_cast<size_t>(column - range_.firstX)] != 0;
}

bool LrzStage::test(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place) {
    const func::PixelRectangle block = pixelsOf(static_cast<int32_t>(place.x), static_cast<int32_t>(place.y));
    const auto edges = std::span(setup.planes).first(func::kDepthPlane);
    for (const func::PlaneEquation& edge : edges)
        if (over(edge, block).most < 0.0) return true;
    const std::optional<uint32_t> stored = draw_.buffer.depth(place);
    if (!stored) return false;
    bool covers = true;
    for (const func::PlaneEquation& edge : edges) covers = covers && over(edge, block).least > 0.0;
    ++(covers ? counts_.coveredBlocks : counts_.partialBlocks);
    const func::PixelRectangle& bounds = setup.bounds;
    const func::PixelRectangle box{std::max(block.minX, bounds.minX), std::max(block.minY, bounds.minY),
                                   std::min(block.maxX, bounds.maxX), std::min(block.maxY, bounds.maxY)};
    const Interval depth = windowDepths(over(setup.planes[func::kDepthPlane], box), setup, triangle);
    // Rounded to the next step towards the stored depth, it is behind it still.
    const double scaled = static_cast<double>(LrzBuffer::kMostDepth);
    const auto limit = static_cast<double>(*stored);
    const bool gone = draw_.control.greater ? depth.most * scaled <= limit - 1.0 : depth.least * scaled >= limit + 1.0;
    if (gone) {
        ++counts_.rejectedBlocks;
        follow(setup, triangle, place, box, depth);
    } else if (covers && draw_.control.writes) {
        write(setup, triangle, place, *stored);
    }
    return gone;
}

void LrzStage::follow(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place,
                      const func::PixelRectangle& box, const Interval& depth) const {
    const double front = draw_.order == DepthOrder::Nearer ? depth.least : depth.most;
    const size_t block = (size_t{place.layer} * draw_.layerRows + place.y) * draw_.control.pitch + place.x;
    if (place.x >= draw_.control.pitch || !draw_.rejections->wants(block, draw_.order, front)) return;
    draw_.rejections->keep(block, {.setup = setup,
                                   .transform = draw_.depths[triangle.viewport],
                                   .order = draw_.order,
                                   .box = box,
                                   .layer = place.layer,
                                   .front = front});
}

LrzStage::Interval LrzStage::windowDepths(const Interval& plane, const func::SetupTriangle& setup,
                                          const RasterTriangle& triangle) const {
    const DepthTransform& transform = draw_.depths[triangle.viewport];
    const double from = transform(plane.least, setup.depthOffset);
    const double to = transform(plane.most, setup.depthOffset);
    return {std::min(from, to), std::max(from, to)};
}

/// Fragments beyond the near and the far plane are not drawn, where these count.
bool LrzStage::isWithinPlanes(const Interval& plane) const {
    const ClipControl& clip = draw_.raster->clip;
    return (!clip.nearPlane || plane.least >= (clip.zeroToOne ? 0.0 : -1.0)) && (!clip.farPlane || plane.most <= 1.0);
}

void LrzStage::write(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place,
                     uint32_t stored) {
    const func::PixelRectangle block = pixelsOf(static_cast<int32_t>(place.x), static_cast<int32_t>(place.y));
    const func::PixelRectangle& scissor = draw_.raster->viewports[triangle.viewport].scissor;
    if (block.minX < scissor.minX || block.minY < scissor.minY || block.maxX > scissor.maxX ||
        block.maxY > scissor.maxY)
        return;
    const Interval plane = over(setup.planes[func::kDepthPlane], block);
    if (!isWithinPlanes(plane)) return;
    const Interval depth = windowDepths(plane, setup, triangle);
    const double scaled = static_cast<double>(LrzBuffer::kMostDepth);
    const auto value = static_cast<uint32_t>(draw_.control.greater ? std::floor(depth.least * scaled)
                                                                   : std::ceil(depth.most * scaled));
    if (draw_.control.greater ? value <= stored : value >= stored) return;
    draw_.buffer.store(place, value);
    ++counts_.writtenBlocks;
}

}  // namespace cyclorama::adreno
