// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/draw_reports.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "families/adreno/rb/target_reports.h"

namespace cyclorama::adreno {
namespace {

void reportDepths(const RegisterValues& registers, const FragmentDraw& draw, LrzListener& listener) {
    const DepthTarget& target = draw.targets().depth;
    if (!target.depth.isThere()) return;
    std::optional<DepthOrder> order;
    if (target.writes) order = depthOrder(registers);
    if (!draw.testsLrz()) return listener.beginDepths(nullptr, order);
    const DepthBuffer buffer{.view = target.depth.view,
                             .bytes = target.depth.bytes,
                             .format = target.format,
                             .left = draw.targets().left,
                             .top = draw.targets().top,
                             .reach = draw.raster().reach(),
                             .samples = draw.raster().samples,
                             .samplePlaces = draw.raster().samplePlaces};
    listener.beginDepths(&buffer, order);
}

}  // namespace

void announceTargets(const RegisterValues& registers, const FragmentDraw& draw, const TargetListeners& listeners) {
    if (listeners.images != nullptr) reportTargets(draw.targets(), *listeners.images);
    if (listeners.lrz != nullptr) reportDepths(registers, draw, *listeners.lrz);
}

gpu::PixelCounts* observePixels(const RegisterValues& registers, machine::OperationContext& context,
                                FragmentDraw& draw) {
    // By the address observers know the target, whether or not the draw has it.
    const ReadRecording unrecorded(registers, nullptr);
    const std::vector<ColorTarget>& colors = draw.targets().colors;
    const func::PixelRectangle reach = draw.raster().reach();
    const machine::ObservedSurface surface{
        .address = colors.empty() ? registers.address("RB_DEPTH_BUFFER_BASE"_reg)
                                  : registers.address("RB_MRT[].BASE"_reg, colors.front().number),
        .width = static_cast<uint32_t>(std::max(reach.maxX, 0)),
        .height = static_cast<uint32_t>(std::max(reach.maxY, 0)),
        .order = func::RowOrder::TopFirst};
    gpu::PixelCounts* const pixels = context.countPixels(surface);
    draw.observe(pixels, context.tracePixels(surface));
    return pixels;
}

}  // namespace cyclorama::adreno
