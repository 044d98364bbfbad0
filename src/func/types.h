#pragma once
// The fixed-function vocabulary that every GPU family shares: what a compare, a blend factor or a primitive is.
// No clock, no state. The encodings of a family's registers are translated to these in its front end.

#include <array>
#include <cstdint>

namespace cyclorama::func {

/// Four 32-bit float components: x y z w, or red green blue alpha.
using Vec4 = std::array<float, 4>;

/// Threads are shaded, tested and written in quads of 2x2 fragments, numbered row by row.
inline constexpr uint32_t kQuadWidth = 2;
inline constexpr uint32_t kQuadFragments = 4;

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
    SourceAlphaSaturate
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
    Points
};

enum class FaceOrientation : uint8_t { Clockwise, CounterClockwise };
enum class CullMode : uint8_t { None, Front, Back, FrontAndBack };

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
    Sint32
};

enum class TextureMode : uint8_t { Texture1D, Texture2D, Texture3D, CubeMap };
enum class WrapMode : uint8_t { Clamp, ClampToEdge, Repeat, ClampToBorder, MirroredRepeat };
enum class FilterMode : uint8_t {
    Nearest,
    Linear,
    NearestMipmapNearest,
    NearestMipmapLinear,
    LinearMipmapNearest,
    LinearMipmapLinear
};

/// Storage of a texel or pixel before any block compression. Components are named from the lowest address up.
/// The 12-bit formats and the unpadded RGB formats are stored as ATTILA stores them (ATTILA: GPU.h, TextureFormat).
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
    Rgba32Float
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
    Latc2Signed
};

/// How the texels of an image are ordered in memory.
enum class TextureBlocking : uint8_t {
    Texture,     // blocks and superblocks in Morton order, for bilinear locality in the texture cache
    Framebuffer  // the pixel tile hierarchy of colour and depth buffers
};

}  // namespace cyclorama::func
