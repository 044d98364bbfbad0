// SPDX-License-Identifier: MIT
#include "func/raster/raster_state.h"

#include <algorithm>

namespace cyclorama::func {

namespace {

// No surface is near this large; a scissor that is has to stay within integers where tiles are added to it.
constexpr int32_t kFarthestPixel = 1 << 20;

int32_t limited(int32_t pixel) { return std::clamp(pixel, -kFarthestPixel, kFarthestPixel); }

}  // namespace

std::span<const SampleOffset> sampleOffsets(const RasterState& state) {
    if (state.rules.samplePattern != SamplePattern::Given)
        return samplePattern(state.rules.samplePattern, state.samples);
    if (state.samples < 2 || state.samples > state.samplePlaces.size()) return {};
    return std::span(state.samplePlaces).first(state.samples);
}

PixelRectangle scissorRectangle(const RasterState& state) {
    if (!state.scissor.enabled) {
        return {0, 0, static_cast<int32_t>(state.surfaceWidth), static_cast<int32_t>(state.surfaceHeight)};
    }
    const int32_t minX = std::max(state.scissor.x, 0);
    const int32_t minY = std::max(state.scissor.y, 0);
    const uint32_t width = std::min(state.scissor.width, state.surfaceWidth - static_cast<uint32_t>(minX));
    const uint32_t height = std::min(state.scissor.height, state.surfaceHeight - static_cast<uint32_t>(minY));
    return {limited(minX), limited(minY), limited(addWrapped(minX, width)), limited(addWrapped(minY, height))};
}

PixelRectangle fragmentRectangle(const RasterState& state) {
    const Scissor& scissor = state.scissor;
    const Viewport& viewport = state.viewport;
    const bool scissored = scissor.enabled;
    const int32_t x = scissored ? scissor.x : viewport.x;
    const int32_t y = scissored ? scissor.y : viewport.y;
    const int32_t endX = addWrapped(x, scissored ? scissor.width : viewport.width);
    const int32_t endY = addWrapped(y, scissored ? scissor.height : viewport.height);
    return {std::max(x, 0), std::max(y, 0), std::min(endX, static_cast<int32_t>(state.surfaceWidth)),
            std::min(endY, static_cast<int32_t>(state.surfaceHeight))};
}

}  // namespace cyclorama::func
