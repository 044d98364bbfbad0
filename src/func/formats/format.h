// SPDX-License-Identifier: MIT
#pragma once
// The formats in which vertex attributes, texels and pixels are stored. A family's front end translates its registers'
// encodings to these.

#include <cstdint>

namespace cyclorama::func {

/// How one component of a vertex attribute or index is stored.
enum class StreamFormat : uint8_t {
    Unorm8,
    Snorm8,
    Unorm16,
    Snorm16,
    Unorm32,
    Snorm32,
    Float16,
    Float32,
    Uint8,
    Sint8,
    Uint16,
    Sint16,
    Uint32,
    Sint32,
    Fixed32,  // 16.16 fixed point
    // Integers whose bits the program gets.
    Bits8,
    SignedBits8,
    Bits16,
    SignedBits16,
    // All four components in one word, from the lowest bits up.
    Unorm1010102,
    Snorm1010102,
    Uint1010102,
    Sint1010102
};

/// Storage of a texel or pixel before any block compression. Components are named from the lowest address up.
enum class Format : uint8_t {
    Alpha8,
    Alpha12,  // in 16 bits
    Alpha16,
    Depth16,
    Depth24,  // in 32 bits
    Depth32,
    Luminance8,
    Luminance8Signed,
    Luminance12,  // in 16 bits
    Luminance16,
    Luminance4Alpha4,
    Luminance6Alpha2,
    Luminance8Alpha8,
    Luminance8Alpha8Signed,
    Luminance12Alpha4,
    Luminance12Alpha12,  // in 32 bits
    Luminance16Alpha16,
    Intensity8,
    Intensity12,  // in 16 bits
    Intensity16,
    Rgb332,
    Rgb444,  // in 16 bits
    Rgb555,  // in 16 bits
    Rgb565,
    Rgb888,     // in 32 bits
    Rgb101010,  // in 32 bits
    Rgb121212,
    Rgba2222,
    Rgba4444,
    Rgba5551,
    Rgba8888,
    Rgba1010102,
    R16,
    Rg16,
    Rgba16,
    R16Float,
    Rg16Float,
    Rgba16Float,
    R32Float,
    Rg32Float,
    Rgba32Float,
    // Converted as the programming interfaces define it: each field of n bits over 2^n - 1, rounded to the nearest.
    // X is a field that is not read.
    R8Unorm,
    R8G8Unorm,
    R8G8B8A8Unorm,
    R8G8B8X8Unorm,
    B8G8R8A8Unorm,
    B8G8R8X8Unorm,
    B4G4R4A4Unorm,
    B4G4R4X4Unorm,
    B5G5R5A1Unorm,
    B5G5R5X1Unorm,
    B5G6R5Unorm,
    R10G10B10A2Unorm,
    R8Snorm,
    R8G8Snorm,
    R8G8B8A8Snorm,
    R11G11B10Float,
    R9G9B9E5Float,
    R8Uint,
    R8Sint,
    R8G8Uint,
    R8G8Sint,
    R8G8B8A8Uint,
    R8G8B8A8Sint,
    R10G10B10A2Uint,
    R16Uint,
    R16Sint,
    R16G16Uint,
    R16G16Sint,
    R16G16B16A16Uint,
    R16G16B16A16Sint,
    R32Uint,
    R32Sint,
    R32G32Uint,
    R32G32Sint,
    R32G32B32A32Uint,
    R32G32B32A32Sint,
    Stencil8,
    Stencil8Depth24,  // the stencil value in the lowest byte
    X8Depth24,
    Yuyv,  // two pixels in 32 bits: luma, blue difference, luma, red difference
    Uyvy
};

enum class TextureCompression : uint8_t {
    None,
    Dxt1Rgb,
    Dxt1Rgba,
    Dxt3Rgba,
    Dxt5Rgba,
    Latc1,
    Latc1Signed,
    Latc2,
    Latc2Signed,
    Etc2Rgb,  // ETC1 images as well: a subset
    Etc2RgbPunchThrough,
    Etc2Rgba,
    EacR11,
    EacR11Signed,
    EacRg11,
    EacRg11Signed
};

}  // namespace cyclorama::func
