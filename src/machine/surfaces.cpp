#include "machine/surfaces.h"

#include <algorithm>

namespace cyclorama::machine {

namespace {

/// Layouts kept: a workload that changes its size all the time must not fill the host's memory with tables.
constexpr size_t kKeptLayouts = 64;

}  // namespace

std::shared_ptr<const func::PixelLayout> Surfaces::layout(const func::PixelLayoutParameters& parameters) {
    const auto found = std::ranges::find_if(layouts_, [&](const auto& l) { return l->parameters() == parameters; });
    if (found != layouts_.end()) return *found;
    if (!func::layoutProblem(parameters).empty()) return nullptr;
    if (layouts_.size() == kKeptLayouts) layouts_.clear();
    return layouts_.emplace_back(std::make_shared<func::PixelLayout>(parameters));
}

Surface Surfaces::place(uint32_t address, const func::PixelLayoutParameters& parameters) {
    Surface surface;
    surface.layout = layout(parameters);
    if (surface.layout == nullptr) return surface;
    const auto bytes = memory_->span(address, surface.layout->bufferSize());
    if (!bytes) return surface;
    surface.bytes = *bytes;
    surface.valid = true;
    return surface;
}

Surface Surfaces::color(const gpu::DrawState& state, uint32_t target) {
    const gpu::RenderTarget& renderTarget = state.color.targets[target];
    const func::ColorFormat* format = func::findColorFormat(renderTarget.color.format);
    if (format == nullptr) return {};
    return place(renderTarget.address, {.width = state.raster.surfaceWidth,
                                        .height = state.raster.surfaceHeight,
                                        .tiles = tiles_,
                                        .samples = state.multisampling.samplesPerPixel(),
                                        .bytesPerSample = format->bytesPerSample});
}

Surface Surfaces::depthStencil(const gpu::DrawState& state) {
    return place(state.depthBuffer.address, {.width = state.raster.surfaceWidth,
                                             .height = state.raster.surfaceHeight,
                                             .tiles = tiles_,
                                             .samples = state.multisampling.samplesPerPixel(),
                                             .bytesPerSample = func::kDepthStencilBytes});
}

Surface Surfaces::image(uint32_t address, uint32_t width, uint32_t height, uint32_t bytesPerPixel) {
    return place(address,
                 {.width = width, .height = height, .tiles = tiles_, .samples = 1, .bytesPerSample = bytesPerPixel});
}

}  // namespace cyclorama::machine
