// SPDX-License-Identifier: MIT
#include "func/texture/surface_texture.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "func/formats/srgb.h"
#include "func/texture/surface_sampler.h"
#include "func/texture/surface_texel.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_sampler.h"

namespace cyclorama::func {

namespace {

constexpr uint64_t kLargestSlice = uint64_t{1} << 31;

std::optional<ByteComponents> byteComponents(Format format) {
    constexpr uint8_t kOne = ByteComponents::kNone;
    switch (format) {
        case Format::R8G8B8A8Unorm:
        case Format::Rgba8888:
            return ByteComponents{{0, 8, 16, 24}};
        case Format::R8G8B8X8Unorm:
            return ByteComponents{{0, 8, 16, kOne}};
        case Format::B8G8R8A8Unorm:
            return ByteComponents{{16, 8, 0, 24}};
        case Format::B8G8R8X8Unorm:
            return ByteComponents{{16, 8, 0, kOne}};
        default:
            return std::nullopt;
    }
}

bool wrapsInside(WrapMode mode) { return mode != WrapMode::ClampToBorder && mode != WrapMode::Clamp; }

SurfaceLevel layOutLevel(const TextureState& state, uint32_t index) {
    SurfaceLevel level;
    level.width = levelSize(state.width, index);
    level.height = dimensionsOf(state.mode) == 1 ? 1 : levelSize(state.height, index);
    if (state.mode == TextureMode::Texture3D) level.depth = levelSize(state.depth, index);
    if (isArray(state.mode)) level.depth = std::max(state.layers, 1u);
    level.address = state.address[index];
    level.sliceStride = state.sliceStride[index];
    const bool compressed = state.compression != TextureCompression::None;
    level.texelBytes = compressed ? compressionInfo(state.compression).blockBytes : 1u << texelBytesLog2(state.format);
    // Compressed blocks take the places of texels, row by row in all layouts.
    level.layout = layoutOf(compressed ? Tiling::Linear : state.tiling, level.texelBytes, state.stride[index]);
    const uint64_t columns = compressed ? blocksAlong(level.width) : level.width;
    const uint64_t rows = compressed ? blocksAlong(level.height) : level.height;
    // Not more than this, in any layout.
    const uint64_t bound =
        ((rows + 63) / 64 * 64) * uint64_t{state.stride[index]} + ((columns + 63) / 64 * 64) * 64 * level.texelBytes;
    if (bound < kLargestSlice) {
        const auto lastColumn = static_cast<uint32_t>(columns - 1);
        const auto lastRow = static_cast<uint32_t>(rows - 1);
        uint64_t largest = 0;
        // Within a supertile the last column and row need not be the furthest ones.
        for (uint32_t x = lastColumn & ~63u; x <= lastColumn; ++x)
            largest = std::max(largest, level.layout.offset(x, 0));
        uint64_t largestRow = 0;
        for (uint32_t y = lastRow & ~63u; y <= lastRow; ++y)
            largestRow = std::max(largestRow, level.layout.offset(0, y));
        level.sliceBytes = static_cast<uint32_t>(largest + largestRow + level.texelBytes);
    }
    return level;
}

}  // namespace

SurfaceTexture::SurfaceTexture(const TextureState& state) : state_(state) {
    for (uint32_t level = 0; level < kTextureLevels; ++level) levels_[level] = layOutLevel(state, level);
    uint32_t largest = std::max(state.width, dimensionsOf(state.mode) == 1 ? 1u : state.height);
    if (state.mode == TextureMode::Texture3D) largest = std::max(largest, state.depth);
    const auto sizes = static_cast<uint32_t>(std::bit_width(std::max(largest, 1u)) - 1);
    lastLevel_ = std::min({sizes, state.maxLevel, kTextureLevels - 1});
    dimensions_ = dimensionsOf(state.mode);
    filters_ = state.compression != TextureCompression::None || !isIntegerFormat(state.format);
    maxAnisotropy_ = dimensions_ == 2 && state.mode != TextureMode::CubeMap
                         ? std::clamp(state.maxAnisotropy, 1u, kMaxAnisotropy)
                         : 1;
    usesLod_ = state.minFilter != state.magFilter || state.minFilter > FilterMode::Linear || maxAnisotropy_ > 1;
    const auto bytes = byteComponents(state.format);
    if (bytes) bytes_ = *bytes;
    quick_ = bytes && state.compression == TextureCompression::None && !state.comparison && dimensions_ == 2 &&
             maxAnisotropy_ == 1 && wrapsInside(state.wrapS) && wrapsInside(state.wrapT) && !state.nonNormalized;
}

const float* SurfaceTexture::srgbTable() const { return state_.srgb ? exactLinearBytes().data() : nullptr; }

void SurfaceTexture::sample(const MemoryWindows& memory, TextureBlockCache& cache, const TextureLanes& lanes,
                            const std::array<float*, 4>& result, TextureFaults& faults) const {
    SurfaceSampler sampler({.texture = *this, .memory = memory, .cache = cache, .faults = faults}, lanes);
    sampler.sample(result);
}

}  // namespace cyclorama::func
