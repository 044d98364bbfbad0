// SPDX-License-Identifier: MIT
#pragma once
// The fixed-function vocabulary that every GPU family shares: tests, blending, primitives, texture modes, tilings. A
// family's front end translates its registers' encodings to these. Storage formats are in func/formats/format.h.

#include <array>
#include <cstdint>

namespace cyclorama::func {

/// Four 32-bit float components: x y z w, or red green blue alpha.
using Vec4 = std::array<float, 4>;
/// Components of a colour without alpha: those that conversions between colour spaces change.
inline constexpr uint32_t kColorComponents = 3;

/// Threads are shaded, tested and written in quads of 2x2 fragments, numbered row by row.
inline constexpr uint32_t kQuadWidth = 2;
inline constexpr uint32_t kQuadFragments = 4;
/// Mask with a bit for each fragment of a quad.
inline constexpr uint32_t kAllFragments = (1u << kQuadFragments) - 1;

enum class CompareFunction : uint8_t { Never, Always, Less, LessEqual, Equal, GreaterEqual, Greater, NotEqual };

enum class StencilOperation : uint8_t {
    Keep,
    Zero,
    Replace,
    IncrementSaturate,
    DecrementSaturate,
    Invert,
    IncrementWrap,
    DecrementWrap
};

enum class BlendEquation : uint8_t { Add, Subtract, ReverseSubtract, Min, Max };

enum class BlendFactor : uint8_t {
    Zero,
    One,
    SourceColor,
    OneMinusSourceColor,
    DestinationColor,
    OneMinusDestinationColor,
    SourceAlpha,
    OneMinusSourceAlpha,
    DestinationAlpha,
    OneMinusDestinationAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SourceAlphaSaturate,
    SecondColor,
    OneMinusSecondColor,
    SecondAlpha,
    OneMinusSecondAlpha
};

enum class LogicOperation : uint8_t {
    Clear,
    And,
    AndReverse,
    Copy,
    AndInverted,
    Noop,
    Xor,
    Or,
    Nor,
    Equivalent,
    Invert,
    OrReverse,
    CopyInverted,
    OrInverted,
    Nand,
    Set
};

enum class PrimitiveType : uint8_t {
    Triangles,
    TriangleStrip,
    TriangleFan,
    Quads,
    QuadStrip,
    Lines,
    LineStrip,
    LineFan,
    Points,
    LineLoop
};

enum class FaceOrientation : uint8_t { Clockwise, CounterClockwise };
enum class CullMode : uint8_t { None, Front, Back, FrontAndBack };

/// Texture coordinates of larger magnitude, in texels, are not located: below 2^22 fractions are left, and 32 bits hold
/// the whole part.
inline constexpr float kCoordinateLimit = 4194304.0f;

enum class TextureMode : uint8_t { Texture1D, Texture2D, Texture3D, CubeMap, Texture1DArray, Texture2DArray };
/// Dimensions of an image: those of a face, or of one of an array's images.
constexpr uint32_t dimensionsOf(TextureMode mode) {
    const bool line = mode == TextureMode::Texture1D || mode == TextureMode::Texture1DArray;
    return line ? 1 : mode == TextureMode::Texture3D ? 3 : 2;
}
/// True of layered images: the coordinate after those within an image selects the layer.
constexpr bool isArray(TextureMode mode) {
    return mode == TextureMode::Texture1DArray || mode == TextureMode::Texture2DArray;
}

enum class WrapMode : uint8_t { Clamp, ClampToEdge, Repeat, ClampToBorder, MirroredRepeat };
enum class FilterMode : uint8_t {
    Nearest,
    Linear,
    NearestMipmapNearest,
    NearestMipmapLinear,
    LinearMipmapNearest,
    LinearMipmapLinear
};

/// True if the texels around a sample are mixed within a level.
constexpr bool isLinear(FilterMode filter) {
    return filter == FilterMode::Linear || filter == FilterMode::LinearMipmapNearest ||
           filter == FilterMode::LinearMipmapLinear;
}

/// True if two levels are mixed.
constexpr bool mixesLevels(FilterMode filter) {
    return filter == FilterMode::NearestMipmapLinear || filter == FilterMode::LinearMipmapLinear;
}

/// How the pixels of an image, or the samples of a multisampled one, are ordered in memory.
enum class Tiling : uint8_t {
    Hierarchy,  // tiles within tiles, of the rasterizer's sizes: PixelLayoutParameters
    Linear,     // row by row
    Tiled,      // 4x4 tiles row by row, each row by row
    SuperTiled  // 64x64 supertiles of 4x4 tiles
};

/// How the texels of an image are ordered in memory.
enum class TextureBlocking : uint8_t {
    Texture,     // blocks and superblocks in Morton order, for bilinear locality in the texture cache
    Framebuffer  // the pixel tile hierarchy of colour and depth buffers
};

}  // namespace cyclorama::func
