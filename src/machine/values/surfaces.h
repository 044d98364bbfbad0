// SPDX-License-Identifier: MIT
#pragma once
// The buffers that a DrawState names, as places in memory.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "func/layout/pixel_layout.h"
#include "func/layout/tile_status.h"
#include "func/output/depth_stencil.h"
#include "gpu/draw_state.h"
#include "machine/values/fast_clear_tracker.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// A colour or depth buffer: its bytes from its base address on, and the places of its pixels in them.
struct MappedSurface {
    std::span<std::byte> bytes;
    std::shared_ptr<const func::PixelLayout> layout;
    /// Which of its tiles are cleared, whatever their bytes.
    func::TileStatusMap status;
    /// False where the layout is impossible or the buffer is not wholly in memory: nothing can be read or written.
    bool valid = false;
};

/// Finds the surfaces of draw states. Layouts are made once for each size and format and kept.
class Surfaces {
  public:
    /// The tiles of buffers of draws are watched where `watch` is given; it must outlive this.
    Surfaces(mem::AddressSpace& memory, const func::TileSizes& tiles, FastClearTracker* watch = nullptr)
        : memory_(&memory), tiles_(tiles), watch_(watch) {}

    /// Requires target < gpu::kRenderTargets.
    MappedSurface color(const gpu::DrawState& state, uint32_t target);
    MappedSurface depthStencil(const gpu::DrawState& state);
    /// A single-sampled image in the layout of frame buffers, of `bytesPerPixel` 4 or 8.
    MappedSurface image(func::Address address, uint32_t width, uint32_t height, uint32_t bytesPerPixel);
    /// An image as the resolve engines see it: each sample is a pixel.
    MappedSurface image(const gpu::Surface& surface);
    /// So many bytes of a surface with their tile status, in the order of memory: there is no layout.
    MappedSurface contents(const gpu::Surface& surface, uint64_t bytes);

    const func::TileSizes& tiles() const { return tiles_; }

  private:
    struct Extent {
        uint32_t width = 0;
        uint32_t height = 0;
        uint32_t samples = 1;
        uint32_t bytesPerSample = 4;
        /// Pixels are read and written one by one, never as quads that reach across the picture's edge.
        bool pixelByPixel = false;
    };
    MappedSurface place(func::Address address, const func::PixelLayoutParameters& parameters);
    MappedSurface place(func::Address address, const gpu::SurfaceLayout& storage, const Extent& extent,
                        func::TileStatusEvents* events = nullptr);
    func::TileStatusEvents* watched(uint32_t buffer, const gpu::TileStatus& status, uint32_t bytesPerSample) const {
        return watch_ != nullptr && status.enabled ? &watch_->use(buffer, status, bytesPerSample) : nullptr;
    }
    template <typename Parameters>
    std::shared_ptr<const func::PixelLayout> layout(const Parameters& parameters);

    mem::AddressSpace* memory_;
    func::TileSizes tiles_;
    FastClearTracker* watch_;
    std::vector<std::shared_ptr<const func::PixelLayout>> layouts_;
};

/// How the depth buffer of a state is stored.
func::DepthStencilFormat depthStencilFormat(const gpu::DrawState& state);

/// Bytes of a sample of a format that resolve engines move: colours, depth and stencil. 0 for any other.
uint32_t sampleBytes(func::Format format);

}  // namespace cyclorama::machine
