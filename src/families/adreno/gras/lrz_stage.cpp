// SPDX-License-Identifier: MIT
#include "families/adreno/gras/lrz_stage.h"

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

void reportRejections(LrzListener& listener, LrzDraw& draw) {
    const LrzControl& control = draw.control;
    const auto height = static_cast<int32_t>(control.blockHeight);
    const auto rows = static_cast<uint32_t>((std::max(draw.raster.reach().maxY, 0) + height - 1) / height);
    const bool hasLayers = control.layerPitch != 0;
    draw.layerRows = hasLayers ? static_cast<uint32_t>(control.layerPitch / (sizeof(uint16_t) * control.pitch)) : rows;
    draw.listener = &listener;
    listener.beginTests(control.address, control.pitch, draw.layerRows, hasLayers ? draw.raster.lastLayer : 0);
}

bool isSteep(const func::PlaneEquation& plane) { return !(std::abs(plane.a) + std::abs(plane.b) < kMostSlope); }

}  // namespace

std::optional<LrzDraw> startLrz(const LrzControl& control, const GpuMemory& memory, const RasterControl& raster,
                                LrzListener* listener) {
    if (!control.enabled() || !followsDirection(control, memory)) return std::nullopt;
    LrzDraw draw{.control = control,
                 .buffer = LrzBuffer(control, memory, raster.reach(), raster.lastLayer),
                 .raster = raster,
                 .depths = {},
                 .firstSample = {},
                 .lastSample = {}};
    placeSamples(raster, draw);
    for (uint32_t i = 0; i < kViewports; ++i) draw.depths[i] = DepthTransform(raster, i);
    if (control.tests && listener != nullptr) reportRejections(*listener, draw);
    return draw;
}

LrzStage::Interval LrzStage::alongX(const func::PlaneEquation& plane, int32_t minX, int32_t maxX) const {
    return Interval::between(plane.a * (static_cast<double>(minX) + draw_.firstSample.x),
                             plane.a * (static_cast<double>(maxX - 1) + draw_.lastSample.x));
}

LrzStage::Interval LrzStage::alongY(const func::PlaneEquation& plane, int32_t minY, int32_t maxY) const {
    return Interval::between(plane.b * (static_cast<double>(minY) + draw_.firstSample.y),
                             plane.b * (static_cast<double>(maxY - 1) + draw_.lastSample.y));
}

LrzStage::Interval LrzStage::over(const func::PlaneEquation& plane, const func::PixelRectangle& box) const {
    return alongX(plane, box.minX, box.maxX) + alongY(plane, box.minY, box.maxY) + Interval{plane.c, plane.c};
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

LrzStage::Terms LrzStage::termsOfColumn(const func::SetupTriangle& setup, int32_t x) const {
    const func::PixelRectangle block = pixelsOf(x, 0);
    Terms terms;
    for (uint32_t e = 0; e < func::kDepthPlane; ++e) terms[e] = alongX(setup.planes[e], block.minX, block.maxX);
    terms[func::kDepthPlane] = alongX(setup.planes[func::kDepthPlane], std::max(block.minX, setup.bounds.minX),
                                      std::min(block.maxX, setup.bounds.maxX));
    return terms;
}

LrzStage::Terms LrzStage::termsOfRow(const func::SetupTriangle& setup, int32_t y) const {
    const func::PixelRectangle block = pixelsOf(0, y);
    Terms terms;
    for (uint32_t e = 0; e < func::kDepthPlane; ++e) terms[e] = alongY(setup.planes[e], block.minY, block.maxY);
    terms[func::kDepthPlane] = alongY(setup.planes[func::kDepthPlane], std::max(block.minY, setup.bounds.minY),
                                      std::min(block.maxY, setup.bounds.maxY));
    return terms;
}

LrzStage::Interval LrzStage::inBlock(const func::SetupTriangle& setup, uint32_t plane, int32_t x,
                                     const Terms& row) const {
    const double c = setup.planes[plane].c;
    return columns_[static_cast<size_t>(x - range_.firstX)][plane] + row[plane] + Interval{c, c};
}

/// Along a row the bounds of each edge only grow, or only fall.
LrzStage::Columns LrzStage::reached(const func::SetupTriangle& setup, const Terms& row) const {
    const auto isOutside = [&](int32_t x) {
        bool outside = false;
        for (uint32_t e = 0; e < func::kDepthPlane; ++e) outside = outside || inBlock(setup, e, x, row).most < 0.0;
        return outside;
    };
    Columns columns{range_.firstX, range_.lastX};
    while (columns.first <= columns.last && isOutside(columns.first)) ++columns.first;
    while (columns.first <= columns.last && isOutside(columns.last)) --columns.last;
    return columns;
}

LrzStage::Columns LrzStage::covered(const func::SetupTriangle& setup, const Terms& row, Columns among) const {
    const auto covers = [&](int32_t x) {
        bool inside = true;
        for (uint32_t e = 0; e < func::kDepthPlane; ++e) inside = inside && inBlock(setup, e, x, row).least > 0.0;
        return inside;
    };
    while (among.first <= among.last && !covers(among.first)) ++among.first;
    while (among.first <= among.last && !covers(among.last)) --among.last;
    return among;
}

LrzStage::Verdict LrzStage::take(const func::SetupTriangle& setup, const RasterTriangle& triangle, int32_t minY,
                                 int32_t maxY) {
    range_ = blocksOf(setup.bounds, minY, maxY);
    if (range_.empty() || isSteep(setup.planes[func::kDepthPlane])) return Verdict::All;
    columns_.clear();
    for (int32_t x = range_.firstX; x <= range_.lastX; ++x) columns_.push_back(termsOfColumn(setup, x));
    rejected_.assign(columns_.size() * static_cast<size_t>(range_.lastY - range_.firstY + 1), 0);
    anyRejected_ = anyLeft_ = false;
    filled_.clear();
    for (int32_t y = range_.firstY; y <= range_.lastY; ++y) testRow(setup, triangle, y);
    if (!anyLeft_) return Verdict::None;
    return anyRejected_ ? Verdict::Part : Verdict::All;
}

void LrzStage::testRow(const func::SetupTriangle& setup, const RasterTriangle& triangle, int32_t y) {
    const Terms row = termsOfRow(setup, y);
    const Columns inside = reached(setup, row);
    const Columns whole = covered(setup, row, inside);
    uint8_t* const rejected = &rejected_[static_cast<size_t>(y - range_.firstY) * columns_.size()];
    for (int32_t x = inside.first; x <= inside.last; ++x) {
        const bool gone = test(setup, triangle, {static_cast<uint32_t>(x), static_cast<uint32_t>(y), triangle.layer},
                               x >= whole.first && x <= whole.last, inBlock(setup, func::kDepthPlane, x, row));
        rejected[x - range_.firstX] = gone ? 1 : 0;
        (gone ? anyRejected_ : anyLeft_) = true;
    }
}

bool LrzStage::rejects(int32_t x, int32_t y) const {
    const int32_t column = x >> std::countr_zero(draw_.control.blockWidth);
    const int32_t row = y >> std::countr_zero(draw_.control.blockHeight);
    if (column < range_.firstX || column > range_.lastX || row < range_.firstY || row > range_.lastY) return false;
    return rejected_[static_cast<size_t>(row - range_.firstY) * static_cast<size_t>(range_.columns()) +
                     static_cast<size_t>(column - range_.firstX)] != 0;
}

bool LrzStage::test(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place,
                    bool covers, const Interval& plane) {
    const std::optional<uint32_t> stored = draw_.buffer.depth(place);
    if (!stored) return false;
    if (addresses_.depths != nullptr) reportRead(place);
    ++(covers ? counts_.coveredBlocks : counts_.partialBlocks);
    const Interval depth = windowDepths(plane, setup, triangle);
    // Rounded to the next step towards the stored depth, it is behind it still.
    const double scaled = static_cast<double>(LrzBuffer::kMostDepth);
    const auto limit = static_cast<double>(*stored);
    const bool gone = draw_.control.greater ? depth.most * scaled <= limit - 1.0 : depth.least * scaled >= limit + 1.0;
    if (gone) {
        ++counts_.rejectedBlocks;
        if (draw_.listener != nullptr) reportTriangle(setup, triangle, place, depth);
    } else if (covers && draw_.control.writes) {
        write(setup, triangle, place, *stored);
    }
    return gone;
}

void LrzStage::reportRead(const LrzPlace& place) const {
    LrzAddresses addresses = addresses_;
    const bool filled = !filled_.empty() && std::ranges::find(filled_, draw_.buffer.groupOf(place)) != filled_.end();
    if (filled) addresses.depths = nullptr;
    draw_.buffer.reportRead(place, addresses);
}

void LrzStage::reportTriangle(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place,
                              const Interval& depth) const {
    const double front = draw_.control.order == DepthOrder::Nearer ? depth.least : depth.most;
    const size_t block = (size_t{place.layer} * draw_.layerRows + place.y) * draw_.control.pitch + place.x;
    if (place.x >= draw_.control.pitch || !draw_.listener->wants(block, draw_.control.order, front)) return;
    const func::PixelRectangle pixels = pixelsOf(static_cast<int32_t>(place.x), static_cast<int32_t>(place.y));
    const func::PixelRectangle& bounds = setup.bounds;
    const func::PixelRectangle box{std::max(pixels.minX, bounds.minX), std::max(pixels.minY, bounds.minY),
                                   std::min(pixels.maxX, bounds.maxX), std::min(pixels.maxY, bounds.maxY)};
    draw_.listener->keep(block, {.setup = setup,
                                 .transform = draw_.depths[triangle.viewport],
                                 .order = draw_.control.order,
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
    const ClipControl& clip = draw_.raster.clip;
    return (!clip.nearPlane || plane.least >= (clip.zeroToOne ? 0.0 : -1.0)) && (!clip.farPlane || plane.most <= 1.0);
}

void LrzStage::write(const func::SetupTriangle& setup, const RasterTriangle& triangle, const LrzPlace& place,
                     uint32_t stored) {
    const func::PixelRectangle block = pixelsOf(static_cast<int32_t>(place.x), static_cast<int32_t>(place.y));
    const func::PixelRectangle& scissor = draw_.raster.viewports[triangle.viewport].scissor;
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
    if (addresses_.writes != nullptr) {
        if (const auto group = draw_.buffer.clearedGroup(place)) filled_.push_back(*group);
        draw_.buffer.reportStore(place, addresses_);
    }
    draw_.buffer.store(place, value);
    ++counts_.writtenBlocks;
}

}  // namespace cyclorama::adreno
