// SPDX-License-Identifier: MIT
#pragma once
// Sources of the 2D engine whose texels are no words of their own: blocks of compressed formats, and luma with colour
// differences. Turnip blits from compressed images so (Mesa: vulkan/tu_clear_blit.cc, tu6_blit_image).

#include <cstddef>
#include <optional>
#include <vector>

#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/surface/texel_rows.h"
#include "families/adreno/tp/descriptor.h"

namespace cyclorama::adreno {

/// The texels of such an image from its corner to `width` and `height`, as a texture. Without a format if it is
/// unknown.
TextureDescriptor describeSource(const BlitImage& image, uint32_t width, uint32_t height);

class DecodedSource {
  public:
    /// The texels of an image from its corner to `width` and `height`. Empty if the format is unknown. Reports
    /// what is not mapped; it reads as zeros.
    static std::optional<DecodedSource> read(const BlitImage& image, uint32_t width, uint32_t height,
                                             const GpuMemory& memory, const func::BankSwizzle& banks);

    /// Rows of four floats a texel, as long as this object stays in place.
    ImageBytes image();

  private:
    DecodedSource(uint32_t width, uint32_t height);

    uint32_t width_;
    uint32_t height_;
    std::vector<std::byte> texels_;
};

}  // namespace cyclorama::adreno
