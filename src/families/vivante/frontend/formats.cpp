// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/formats.h"

#include <array>
#include <span>

namespace cyclorama::vivante {
namespace {

using func::Format;
using func::StreamFormat;
using func::TextureCompression;

struct Encoded {
    uint32_t encoding;
    Format format;
};

constexpr Encoded kPixelFormats[] = {
    {0x00, Format::B4G4R4X4Unorm},   {0x01, Format::B4G4R4A4Unorm},    {0x02, Format::B5G5R5X1Unorm},
    {0x03, Format::B5G5R5A1Unorm},   {0x04, Format::B5G6R5Unorm},      {0x05, Format::B8G8R8X8Unorm},
    {0x06, Format::B8G8R8A8Unorm},   {0x10, Format::Alpha8},           {0x11, Format::R16Float},
    {0x12, Format::Rg16Float},       {0x13, Format::Rgba16Float},      {0x14, Format::R32Float},
    {0x15, Format::Rg32Float},       {0x16, Format::R10G10B10A2Unorm}, {0x17, Format::R8Uint},
    {0x18, Format::R8G8Uint},        {0x19, Format::R8G8B8A8Uint},     {0x1a, Format::R16Uint},
    {0x1b, Format::R16G16Uint},      {0x1c, Format::R16G16B16A16Uint}, {0x1d, Format::R11G11B10Float},
    {0x1e, Format::R10G10B10A2Uint}, {0x1f, Format::R8G8Unorm},        {0x23, Format::R8Unorm}};

// D16 and X24S8 move as integers of their size.
constexpr Encoded kBlitFormats[] = {
    {0x00, Format::B4G4R4X4Unorm},    {0x01, Format::B4G4R4A4Unorm}, {0x02, Format::B5G5R5X1Unorm},
    {0x03, Format::B5G5R5A1Unorm},    {0x04, Format::B5G6R5Unorm},   {0x05, Format::B8G8R8X8Unorm},
    {0x06, Format::B8G8R8A8Unorm},    {0x10, Format::Alpha8},        {0x16, Format::R10G10B10A2Unorm},
    {0x17, Format::Stencil8Depth24},  {0x18, Format::Depth16},       {0x1c, Format::R16G16B16A16Uint},
    {0x20, Format::Luminance8Alpha8}, {0x21, Format::Luminance8},    {0x23, Format::R8Unorm},
    {0x24, Format::R8G8Unorm}};

struct EncodedTexel {
    uint32_t encoding;
    TexelFormat texel;
};

constexpr EncodedTexel kTexelFormats[] = {
    {1, {Format::Alpha8}},
    {2, {Format::Luminance8}},
    {3, {Format::Intensity8}},
    {4, {Format::Luminance8Alpha8}},
    {5, {Format::B4G4R4A4Unorm}},
    {6, {Format::B4G4R4X4Unorm}},
    {7, {Format::B8G8R8A8Unorm}},
    {8, {Format::B8G8R8X8Unorm}},
    {9, {Format::R8G8B8A8Unorm}},
    {10, {Format::R8G8B8X8Unorm}},
    {11, {Format::B5G6R5Unorm}},
    {12, {Format::B5G5R5A1Unorm}},
    {13, {Format::B5G5R5X1Unorm}},
    {14, {Format::Yuyv}},
    {15, {Format::Uyvy}},
    {16, {Format::Depth16}},
    {17, {Format::X8Depth24}},
    {19, {Format::Rgba8888, TextureCompression::Dxt1Rgba}},
    {20, {Format::Rgba8888, TextureCompression::Dxt3Rgba}},
    {21, {Format::Rgba8888, TextureCompression::Dxt5Rgba}},
    {29, {Format::R9G9B9E5Float}},
    {30, {Format::Rgba8888, TextureCompression::Etc2Rgb}},
};

constexpr EncodedTexel kExtendedTexelFormats[] = {
    {0, {Format::Rgba8888, TextureCompression::Etc2Rgb}},
    {1, {Format::Rgba8888, TextureCompression::Etc2RgbPunchThrough}},
    {2, {Format::Rgba8888, TextureCompression::Etc2Rgba}},
    {3, {Format::Rgba8888, TextureCompression::EacR11}},
    {4, {Format::Rgba8888, TextureCompression::EacRg11}},
    {5, {Format::Rgba8888, TextureCompression::EacRg11Signed}},
    {6, {Format::R8G8Unorm}},
    {7, {Format::R16Float}},
    {8, {Format::Rg16Float}},
    {9, {Format::Rgba16Float}},
    {10, {Format::R32Float}},
    {11, {Format::Rg32Float}},
    {12, {Format::R10G10B10A2Unorm}},
    {13, {Format::Rgba8888, TextureCompression::EacR11Signed}},
    {14, {Format::R8Snorm}},
    {15, {Format::R8G8Snorm}},
    {16, {Format::R8G8B8A8Snorm}},
    {17, {Format::R8G8B8A8Snorm}},
    {21, {Format::R8Uint}},
    {22, {Format::R8G8Uint}},
    {23, {Format::R8G8B8A8Uint}},
    {24, {Format::R16Uint}},
    {25, {Format::R16G16Uint}},
    {26, {Format::R16G16B16A16Uint}},
    {27, {Format::R11G11B10Float}},
    {28, {Format::R10G10B10A2Uint}},
    {33, {Format::R8Unorm}},
    {34, {Format::X8Depth24}},
    {35, {Format::R32Uint}},
    {36, {Format::R32G32Uint}},
};

struct EncodedVertexType {
    uint32_t type;
    /// Not normalized, normalized, integer.
    std::array<StreamFormat, 3> formats;
};

constexpr EncodedVertexType kVertexTypes[] = {
    {0, {StreamFormat::Sint8, StreamFormat::Snorm8, StreamFormat::SignedBits8}},
    {1, {StreamFormat::Uint8, StreamFormat::Unorm8, StreamFormat::Bits8}},
    {2, {StreamFormat::Sint16, StreamFormat::Snorm16, StreamFormat::SignedBits16}},
    {3, {StreamFormat::Uint16, StreamFormat::Unorm16, StreamFormat::Bits16}},
    {4, {StreamFormat::Sint32, StreamFormat::Snorm32, StreamFormat::Float32}},
    {5, {StreamFormat::Uint32, StreamFormat::Unorm32, StreamFormat::Float32}},
    {6, {StreamFormat::Sint1010102, StreamFormat::Snorm1010102, StreamFormat::Sint1010102}},
    {7, {StreamFormat::Uint1010102, StreamFormat::Unorm1010102, StreamFormat::Uint1010102}},
    {8, {StreamFormat::Float32, StreamFormat::Float32, StreamFormat::Float32}},
    {9, {StreamFormat::Float16, StreamFormat::Float16, StreamFormat::Float16}},
    {11, {StreamFormat::Fixed32, StreamFormat::Fixed32, StreamFormat::Fixed32}},
    {14, {StreamFormat::Bits8, StreamFormat::Bits8, StreamFormat::Bits8}},
    {15, {StreamFormat::Bits16, StreamFormat::Bits16, StreamFormat::Bits16}},
};

template <typename Table>
std::optional<Format> find(const Table& table, uint32_t encoding) {
    for (const Encoded& row : table)
        if (row.encoding == encoding) return row.format;
    return std::nullopt;
}

}  // namespace

std::optional<Format> pixelFormat(uint32_t encoding) { return find(kPixelFormats, encoding); }
std::optional<Format> blitFormat(uint32_t encoding) { return find(kBlitFormats, encoding); }

std::optional<TexelFormat> texelFormat(uint32_t encoding, uint32_t extended) {
    const std::span<const EncodedTexel> table =
        encoding == 0 ? std::span<const EncodedTexel>(kExtendedTexelFormats) : kTexelFormats;
    for (const EncodedTexel& row : table)
        if (row.encoding == (encoding == 0 ? extended : encoding)) return row.texel;
    return std::nullopt;
}

std::optional<StreamFormat> vertexFormat(uint32_t type, bool normalized, bool integer) {
    for (const EncodedVertexType& row : kVertexTypes)
        if (row.type == type) return row.formats[integer ? 2 : normalized ? 1 : 0];
    return std::nullopt;
}

std::optional<func::Format> formatOfSize(uint32_t bytes) {
    switch (bytes) {
        case 1:
            return func::Format::R8Unorm;
        case 2:
            return func::Format::R16Uint;
        case 4:
            return func::Format::R8G8B8A8Uint;
        case 8:
            return func::Format::R16G16B16A16Uint;
        default:
            return std::nullopt;
    }
}

func::CompareFunction compareFunction(uint32_t encoding) {
    using enum func::CompareFunction;
    static constexpr std::array kFunctions{Never, Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual, Always};
    return kFunctions[encoding % kFunctions.size()];
}

func::CompareFunction textureCompareFunction(uint32_t encoding) {
    using enum func::CompareFunction;
    static constexpr std::array kFunctions{LessEqual, GreaterEqual, Less, Greater, Equal, NotEqual, Always, Never};
    return kFunctions[encoding % kFunctions.size()];
}

func::StencilOperation stencilOperation(uint32_t encoding) {
    using enum func::StencilOperation;
    static constexpr std::array kOperations{Keep,   Zero,          Replace,      IncrementSaturate, DecrementSaturate,
                                            Invert, IncrementWrap, DecrementWrap};
    return kOperations[encoding % kOperations.size()];
}

func::BlendFactor blendFactor(uint32_t encoding) {
    using enum func::BlendFactor;
    static constexpr std::array kFactors{Zero,
                                         One,
                                         SourceColor,
                                         OneMinusSourceColor,
                                         SourceAlpha,
                                         OneMinusSourceAlpha,
                                         DestinationAlpha,
                                         OneMinusDestinationAlpha,
                                         DestinationColor,
                                         OneMinusDestinationColor,
                                         SourceAlphaSaturate,
                                         ConstantAlpha,
                                         OneMinusConstantAlpha,
                                         ConstantColor,
                                         OneMinusConstantColor,
                                         Zero};
    return kFactors[encoding % kFactors.size()];
}

func::BlendEquation blendEquation(uint32_t encoding) {
    using enum func::BlendEquation;
    static constexpr std::array kEquations{Add, Subtract, ReverseSubtract, Min, Max, Add, Add, Add};
    return kEquations[encoding % kEquations.size()];
}

func::LogicOperation logicOperation(uint32_t encoding) {
    using enum func::LogicOperation;
    static constexpr std::array kOperations{Clear, Nor,       AndInverted, CopyInverted, AndReverse, Invert,
                                            Xor,   Nand,      And,         Equivalent,   Noop,       OrInverted,
                                            Copy,  OrReverse, Or,          Set};
    return kOperations[encoding % kOperations.size()];
}

}  // namespace cyclorama::vivante
