#pragma once
// The buffers that a DrawState names, as places in memory.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "func/pixel_layout.h"
#include "gpu/draw_state.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// A colour or depth buffer: its bytes from its base address on and where its pixels lie in them.
struct Surface {
    std::span<std::byte> bytes;
    std::shared_ptr<const func::PixelLayout> layout;
    /// False where the layout is impossible or the buffer is not wholly in memory: nothing can be read or written.
    bool valid = false;
};

/// Finds the surfaces of draw states. Layouts are made once for each size and format and kept.
class Surfaces {
  public:
    Surfaces(mem::AddressSpace& memory, const func::TileSizes& tiles) : memory_(&memory), tiles_(tiles) {}

    /// Requires target < gpu::kRenderTargets.
    Surface color(const gpu::DrawState& state, uint32_t target);
    Surface depthStencil(const gpu::DrawState& state);
    /// A single-sampled image in the layout of frame buffers, of `bytesPerPixel` 4 or 8.
    Surface image(uint32_t address, uint32_t width, uint32_t height, uint32_t bytesPerPixel);

    const func::TileSizes& tiles() const { return tiles_; }

  private:
    Surface place(uint32_t address, const func::PixelLayoutParameters& parameters);
    std::shared_ptr<const func::PixelLayout> layout(const func::PixelLayoutParameters& parameters);

    mem::AddressSpace* memory_;
    func::TileSizes tiles_;
    std::vector<std::shared_ptr<const func::PixelLayout>> layouts_;
};

}  // namespace cyclorama::machine
