// SPDX-License-Identifier: MIT
#pragma once
// Textures in rows, tiles or supertiles (Tiling), sampled as OpenGL ES defines it: the counterpart of what
// texture_access.h and texture_sampler.h do for texture blocking and the tile hierarchy. Images are read from memory in
// place; a path for the common formats works on the four fragments of a quad together.

#include <array>
#include <cstddef>
#include <cstdint>

#include "func/layout/texel_layout.h"
#include "func/texture/texture_memory.h"
#include "func/texture/texture_state.h"

namespace cyclorama::func {

struct TextureLanes;

/// One mipmap level.
struct SurfaceLevel {
    uint32_t width = 1;
    uint32_t height = 1;
    uint32_t depth = 1;  ///< slices, or layers
    /// Of texels, or of compressed blocks.
    TexelLayout layout;
    uint32_t texelBytes = 0;  ///< or those of a block
    std::array<Address, kCubeFaces> address{};
    uint32_t sliceStride = 0;
    /// Bytes from the start of a slice to the end of its last texel. 0: more than 31 bits can count.
    uint32_t sliceBytes = 0;
};

/// Components of a texel of 32 bits that are bytes.
struct ByteComponents {
    /// Shift of the byte; kNone for 1.
    static constexpr uint8_t kNone = 255;
    std::array<uint8_t, 4> shift{};
};

/// A texture's state with everything that can be known before the first sample.
class SurfaceTexture {
  public:
    explicit SurfaceTexture(const TextureState& state);

    /// As sampleQuads().
    void sample(const MemoryWindows& memory, TextureBlockCache& cache, const TextureLanes& lanes,
                const std::array<float*, 4>& result, TextureFaults& faults) const;

    const TextureState& state() const { return state_; }
    const SurfaceLevel& level(uint32_t index) const { return levels_[index]; }
    /// The last level that exists.
    uint32_t lastLevel() const { return lastLevel_; }
    /// Linear filters apply: the texels are no integers.
    bool filters() const { return filters_; }
    uint32_t maxAnisotropy() const { return maxAnisotropy_; }
    bool usesLod() const { return usesLod_; }
    /// Bytes of colour without anything that the quick way leaves out.
    bool quick() const { return quick_; }
    const ByteComponents& bytes() const { return bytes_; }
    uint32_t dimensions() const { return dimensions_; }
    /// linearFromSrgb of a byte where the colours are sRGB, else null.
    const float* srgbTable() const;

  private:
    TextureState state_;
    std::array<SurfaceLevel, kTextureLevels> levels_;
    uint32_t lastLevel_ = 0;
    uint32_t maxAnisotropy_ = 1;
    uint32_t dimensions_ = 2;
    bool filters_ = true;
    bool usesLod_ = false;
    bool quick_ = false;
    ByteComponents bytes_;
};

}  // namespace cyclorama::func
