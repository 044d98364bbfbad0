// SPDX-License-Identifier: MIT
#include "machine/values/surfaces.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "func/formats/color_format.h"
#include "sim/divide_up.h"

namespace cyclorama::machine {

namespace {

/// Layouts kept: a workload that changes its size all the time must not fill the host's memory with tables.
constexpr size_t kKeptLayouts = 64;

bool madeFrom(const func::PixelLayout& layout, const func::PixelLayoutParameters& parameters) {
    return layout.parameters() == parameters && layout.tiled() == func::TiledLayoutParameters{};
}

bool madeFrom(const func::PixelLayout& layout, const func::TiledLayoutParameters& parameters) {
    return layout.tiled() == parameters;
}

/// Bytes of a surface with all of its last tile, of which a draw that ends ahead of the buffer has a part alone: what
/// opens a cleared tile fills it whole.
uint64_t wholeTiles(uint64_t bytes, const gpu::TileStatus& status) {
    return status.enabled && status.tileBytes != 0 ? sim::roundUp(bytes, uint64_t{status.tileBytes}) : bytes;
}

func::TileStatusMap tileStatus(mem::AddressSpace& memory, const gpu::TileStatus& status, const MappedSurface& surface,
                               uint32_t bytesPerSample, func::TileStatusEvents* events) {
    if (!status.enabled || !std::has_single_bit(status.tileBytes)) return {};
    const func::TileStatusParameters parameters{.bitsPerTile = status.bitsPerTile == 4 ? 4u : 2u,
                                                .tileBytes = status.tileBytes,
                                                .clearPattern = func::clearPattern(status.clearValue, bytesPerSample)};
    const auto bytes = memory.span(status.address, func::tileStatusBytes(parameters, surface.bytes.size()));
    return bytes ? func::TileStatusMap(*bytes, parameters, events) : func::TileStatusMap();
}

}  // namespace

template <typename Parameters>
std::shared_ptr<const func::PixelLayout> Surfaces::layout(const Parameters& parameters) {
    const auto found = std::ranges::find_if(layouts_, [&](const auto& l) { return madeFrom(*l, parameters); });
    if (found != layouts_.end()) return *found;
    if (!func::layoutProblem(parameters).empty()) return nullptr;
    if (layouts_.size() == kKeptLayouts) layouts_.clear();
    return layouts_.emplace_back(std::make_shared<func::PixelLayout>(parameters));
}

MappedSurface Surfaces::place(func::Address address, const func::PixelLayoutParameters& parameters) {
    MappedSurface surface;
    surface.layout = layout(parameters);
    if (surface.layout == nullptr) return surface;
    const auto bytes = memory_->span(address, surface.layout->bufferSize());
    if (!bytes) return surface;
    surface.bytes = *bytes;
    surface.valid = true;
    return surface;
}

MappedSurface Surfaces::place(func::Address address, const gpu::SurfaceLayout& storage, const Extent& extent,
                              func::TileStatusEvents* events) {
    if (storage.tiling == func::Tiling::Hierarchy)
        return place(address, func::PixelLayoutParameters{.width = extent.width,
                                                          .height = extent.height,
                                                          .tiles = tiles_,
                                                          .samples = extent.samples,
                                                          .bytesPerSample = extent.bytesPerSample});
    MappedSurface surface;
    const uint64_t secondPipe = storage.pipes > 1 ? storage.secondPipeAddress - address : 0;
    surface.layout = layout(func::TiledLayoutParameters{.tiling = storage.tiling,
                                                        .width = extent.width,
                                                        .height = extent.height,
                                                        .stride = storage.stride,
                                                        .samples = extent.samples,
                                                        .bytesPerSample = extent.bytesPerSample,
                                                        .pipes = storage.pipes,
                                                        .secondPipeOffset = secondPipe});
    if (surface.layout == nullptr) return surface;
    auto bytes = memory_->span(address, wholeTiles(surface.layout->bufferSize(), storage.tileStatus));
    if (!bytes)
        bytes =
            memory_->span(address, extent.pixelByPixel ? surface.layout->pictureSize() : surface.layout->bufferSize());
    if (!bytes) return surface;
    surface.bytes = *bytes;
    surface.status = tileStatus(*memory_, storage.tileStatus, surface, extent.bytesPerSample, events);
    surface.valid = true;
    return surface;
}

MappedSurface Surfaces::color(const gpu::DrawState& state, uint32_t target) {
    const gpu::RenderTarget& renderTarget = state.color->targets[target];
    const func::ColorFormat* format = func::findColorFormat(renderTarget.color.format, renderTarget.color.conversion);
    if (format == nullptr) return {};
    return place(renderTarget.address, renderTarget.storage,
                 {.width = state.raster->surfaceWidth,
                  .height = state.raster->surfaceHeight,
                  .samples = state.multisampling.samplesPerPixel(),
                  .bytesPerSample = format->bytesPerSample},
                 watched(target, renderTarget.storage.tileStatus, format->bytesPerSample));
}

MappedSurface Surfaces::depthStencil(const gpu::DrawState& state) {
    return place(state.depthBuffer->address, state.depthBuffer->storage,
                 {.width = state.raster->surfaceWidth,
                  .height = state.raster->surfaceHeight,
                  .samples = state.multisampling.samplesPerPixel(),
                  .bytesPerSample = func::bytesPerSample(depthStencilFormat(state))},
                 watched(FastClearTracker::kDepth, state.depthBuffer->storage.tileStatus,
                         func::bytesPerSample(depthStencilFormat(state))));
}

MappedSurface Surfaces::image(func::Address address, uint32_t width, uint32_t height, uint32_t bytesPerPixel) {
    return place(address,
                 func::PixelLayoutParameters{
                     .width = width, .height = height, .tiles = tiles_, .samples = 1, .bytesPerSample = bytesPerPixel});
}

MappedSurface Surfaces::image(const gpu::Surface& surface) {
    const uint32_t bytes = sampleBytes(surface.format);
    if (bytes == 0) return {};
    return place(surface.address, surface.storage,
                 {.width = surface.width,
                  .height = surface.height,
                  .samples = 1,
                  .bytesPerSample = bytes,
                  .pixelByPixel = true});
}

MappedSurface Surfaces::contents(const gpu::Surface& surface, uint64_t bytes) {
    const uint32_t sample = sampleBytes(surface.format);
    const auto memory = memory_->span(surface.address, bytes);
    if (sample == 0 || !memory) return {};
    MappedSurface found;
    found.bytes = *memory;
    found.status = tileStatus(*memory_, surface.storage.tileStatus, found, sample, nullptr);
    found.valid = true;
    return found;
}

func::DepthStencilFormat depthStencilFormat(const gpu::DrawState& state) {
    if (state.depthBuffer->storage.tiling == func::Tiling::Hierarchy) return func::DepthStencilFormat::Depth24Stencil8;
    return state.raster->depthBits == 16 ? func::DepthStencilFormat::Depth16
                                         : func::DepthStencilFormat::Stencil8Depth24;
}

uint32_t sampleBytes(func::Format format) {
    switch (format) {
        case func::Format::Depth16:
        case func::Format::Yuyv:
        case func::Format::Uyvy:
            return 2;
        case func::Format::Stencil8:
            return 1;
        case func::Format::Depth24:
        case func::Format::Depth32:
        case func::Format::Stencil8Depth24:
        case func::Format::X8Depth24:
            return func::kDepthStencilBytes;
        default:
            break;
    }
    for (const auto conversion : {func::ColorConversion::Exact, func::ColorConversion::Truncating})
        if (const func::ColorFormat* found = func::findColorFormat(format, conversion)) return found->bytesPerSample;
    return 0;
}

}  // namespace cyclorama::machine
