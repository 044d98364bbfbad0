// SPDX-License-Identifier: MIT
#pragma once
// The values of enumerations in ATTILA's registers (ATTILA: GPU.h). Each table has the encodings from 0 up.
//
// Long because: a table has a row for each value of an enumeration.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::attila {

template <typename E>
struct Encoding {
    E value;
    std::string_view name;
};

template <typename E>
struct Encodings;

namespace detail {

template <typename E, size_t N>
constexpr std::array<std::string_view, N> namesOf(const std::array<Encoding<E>, N>& table) {
    std::array<std::string_view, N> names;
    for (size_t i = 0; i < N; ++i) names[i] = table[i].name;
    return names;
}

}  // namespace detail

/// The encoding of a value; 0 for a value that has none.
template <typename E>
constexpr uint32_t encodingOf(E value) {
    for (uint32_t code = 0; code < Encodings<E>::kTable.size(); ++code)
        if (Encodings<E>::kTable[code].value == value) return code;
    return 0;
}

template <>
struct Encodings<func::FaceOrientation> {
    using E = func::FaceOrientation;
    static constexpr std::array<Encoding<E>, 2> kTable = {{{E::Clockwise, "CW"}, {E::CounterClockwise, "CCW"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::CullMode> {
    using E = func::CullMode;
    static constexpr std::array<Encoding<E>, 4> kTable = {
        {{E::None, "NONE"}, {E::Front, "FRONT"}, {E::Back, "BACK"}, {E::FrontAndBack, "FRONT_AND_BACK"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::PrimitiveType> {
    using E = func::PrimitiveType;
    static constexpr std::array<Encoding<E>, 9> kTable = {{{E::Triangles, "TRIANGLE"},
                                                           {E::TriangleStrip, "TRIANGLE_STRIP"},
                                                           {E::TriangleFan, "TRIANGLE_FAN"},
                                                           {E::Quads, "QUAD"},
                                                           {E::QuadStrip, "QUAD_STRIP"},
                                                           {E::Lines, "LINE"},
                                                           {E::LineStrip, "LINE_STRIP"},
                                                           {E::LineFan, "LINE_FAN"},
                                                           {E::Points, "POINT"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::StreamFormat> {
    using E = func::StreamFormat;
    static constexpr std::array<Encoding<E>, 14> kTable = {{{E::Unorm8, "UNORM8"},
                                                            {E::Snorm8, "SNORM8"},
                                                            {E::Unorm16, "UNORM16"},
                                                            {E::Snorm16, "SNORM16"},
                                                            {E::Unorm32, "UNORM32"},
                                                            {E::Snorm32, "SNORM32"},
                                                            {E::Float16, "FLOAT16"},
                                                            {E::Float32, "FLOAT32"},
                                                            {E::Uint8, "UINT8"},
                                                            {E::Sint8, "SINT8"},
                                                            {E::Uint16, "UINT16"},
                                                            {E::Sint16, "SINT16"},
                                                            {E::Uint32, "UINT32"},
                                                            {E::Sint32, "SINT32"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::TextureMode> {
    using E = func::TextureMode;
    static constexpr std::array<Encoding<E>, 4> kTable = {{{E::Texture1D, "TEXTURE1D"},
                                                           {E::Texture2D, "TEXTURE2D"},
                                                           {E::Texture3D, "TEXTURE3D"},
                                                           {E::CubeMap, "TEXTURECUBEMAP"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::Format> {
    using E = func::Format;
    static constexpr std::array<Encoding<E>, 41> kTable = {{{E::Alpha8, "ALPHA8"},
                                                            {E::Alpha12, "ALPHA12"},
                                                            {E::Alpha16, "ALPHA16"},
                                                            {E::Depth16, "DEPTH_COMPONENT16"},
                                                            {E::Depth24, "DEPTH_COMPONENT24"},
                                                            {E::Depth32, "DEPTH_COMPONENT32"},
                                                            {E::Luminance8, "LUMINANCE8"},
                                                            {E::Luminance8Signed, "LUMINANCE8_SIGNED"},
                                                            {E::Luminance12, "LUMINANCE12"},
                                                            {E::Luminance16, "LUMINANCE16"},
                                                            {E::Luminance4Alpha4, "LUMINANCE4_ALPHA4"},
                                                            {E::Luminance6Alpha2, "LUMINANCE6_ALPHA2"},
                                                            {E::Luminance8Alpha8, "LUMINANCE8_ALPHA8"},
                                                            {E::Luminance8Alpha8Signed, "LUMINANCE8_ALPHA8_SIGNED"},
                                                            {E::Luminance12Alpha4, "LUMINANCE12_ALPHA4"},
                                                            {E::Luminance12Alpha12, "LUMINANCE12_ALPHA12"},
                                                            {E::Luminance16Alpha16, "LUMINANCE16_ALPHA16"},
                                                            {E::Intensity8, "INTENSITY8"},
                                                            {E::Intensity12, "INTENSITY12"},
                                                            {E::Intensity16, "INTENSITY16"},
                                                            {E::Rgb332, "RGB332"},
                                                            {E::Rgb444, "RGB444"},
                                                            {E::Rgb555, "RGB555"},
                                                            {E::Rgb565, "RGB565"},
                                                            {E::Rgb888, "RGB888"},
                                                            {E::Rgb101010, "RGB101010"},
                                                            {E::Rgb121212, "RGB121212"},
                                                            {E::Rgba2222, "RGBA2222"},
                                                            {E::Rgba4444, "RGBA4444"},
                                                            {E::Rgba5551, "RGBA5551"},
                                                            {E::Rgba8888, "RGBA8888"},
                                                            {E::Rgba1010102, "RGBA1010102"},
                                                            {E::R16, "R16"},
                                                            {E::Rg16, "RG16"},
                                                            {E::Rgba16, "RGBA16"},
                                                            {E::R16Float, "R16F"},
                                                            {E::Rg16Float, "RG16F"},
                                                            {E::Rgba16Float, "RGBA16F"},
                                                            {E::R32Float, "R32F"},
                                                            {E::Rg32Float, "RG32F"},
                                                            {E::Rgba32Float, "RGBA32F"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::TextureCompression> {
    using E = func::TextureCompression;
    static constexpr std::array<Encoding<E>, 9> kTable = {{{E::None, "NO_TEXTURE_COMPRESSION"},
                                                           {E::Dxt1Rgb, "S3TC_DXT1_RGB"},
                                                           {E::Dxt1Rgba, "S3TC_DXT1_RGBA"},
                                                           {E::Dxt3Rgba, "S3TC_DXT3_RGBA"},
                                                           {E::Dxt5Rgba, "S3TC_DXT5_RGBA"},
                                                           {E::Latc1, "LATC1"},
                                                           {E::Latc1Signed, "LATC1_SIGNED"},
                                                           {E::Latc2, "LATC2"},
                                                           {E::Latc2Signed, "LATC2_SIGNED"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::TextureBlocking> {
    using E = func::TextureBlocking;
    static constexpr std::array<Encoding<E>, 2> kTable = {
        {{E::Texture, "TXBLOCK_TEXTURE"}, {E::Framebuffer, "TXBLOCK_FRAMEBUFFER"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::WrapMode> {
    using E = func::WrapMode;
    static constexpr std::array<Encoding<E>, 5> kTable = {{{E::Clamp, "CLAMP"},
                                                           {E::ClampToEdge, "CLAMP_TO_EDGE"},
                                                           {E::Repeat, "REPEAT"},
                                                           {E::ClampToBorder, "CLAMP_TO_BORDER"},
                                                           {E::MirroredRepeat, "MIRRORED_REPEAT"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::FilterMode> {
    using E = func::FilterMode;
    static constexpr std::array<Encoding<E>, 6> kTable = {{{E::Nearest, "NEAREST"},
                                                           {E::Linear, "LINEAR"},
                                                           {E::NearestMipmapNearest, "NEAREST_MIPMAP_NEAREST"},
                                                           {E::NearestMipmapLinear, "NEAREST_MIPMAP_LINEAR"},
                                                           {E::LinearMipmapNearest, "LINEAR_MIPMAP_NEAREST"},
                                                           {E::LinearMipmapLinear, "LINEAR_MIPMAP_LINEAR"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::CompareFunction> {
    using E = func::CompareFunction;
    static constexpr std::array<Encoding<E>, 8> kTable = {{{E::Never, "NEVER"},
                                                           {E::Always, "ALWAYS"},
                                                           {E::Less, "LESS"},
                                                           {E::LessEqual, "LEQUAL"},
                                                           {E::Equal, "EQUAL"},
                                                           {E::GreaterEqual, "GEQUAL"},
                                                           {E::Greater, "GREATER"},
                                                           {E::NotEqual, "NOTEQUAL"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::StencilOperation> {
    using E = func::StencilOperation;
    static constexpr std::array<Encoding<E>, 8> kTable = {{{E::Keep, "KEEP"},
                                                           {E::Zero, "ZERO"},
                                                           {E::Replace, "REPLACE"},
                                                           {E::IncrementSaturate, "INCR"},
                                                           {E::DecrementSaturate, "DECR"},
                                                           {E::Invert, "INVERT"},
                                                           {E::IncrementWrap, "INCR_WRAP"},
                                                           {E::DecrementWrap, "DECR_WRAP"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::BlendEquation> {
    using E = func::BlendEquation;
    static constexpr std::array<Encoding<E>, 5> kTable = {{{E::Add, "FUNC_ADD"},
                                                           {E::Subtract, "FUNC_SUBTRACT"},
                                                           {E::ReverseSubtract, "FUNC_REVERSE_SUBTRACT"},
                                                           {E::Min, "MIN"},
                                                           {E::Max, "MAX"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::BlendFactor> {
    using E = func::BlendFactor;
    static constexpr std::array<Encoding<E>, 15> kTable = {{{E::Zero, "ZERO"},
                                                            {E::One, "ONE"},
                                                            {E::SourceColor, "SRC_COLOR"},
                                                            {E::OneMinusSourceColor, "ONE_MINUS_SRC_COLOR"},
                                                            {E::DestinationColor, "DST_COLOR"},
                                                            {E::OneMinusDestinationColor, "ONE_MINUS_DST_COLOR"},
                                                            {E::SourceAlpha, "SRC_ALPHA"},
                                                            {E::OneMinusSourceAlpha, "ONE_MINUS_SRC_ALPHA"},
                                                            {E::DestinationAlpha, "DST_ALPHA"},
                                                            {E::OneMinusDestinationAlpha, "ONE_MINUS_DST_ALPHA"},
                                                            {E::ConstantColor, "CONSTANT_COLOR"},
                                                            {E::OneMinusConstantColor, "ONE_MINUS_CONSTANT_COLOR"},
                                                            {E::ConstantAlpha, "CONSTANT_ALPHA"},
                                                            {E::OneMinusConstantAlpha, "ONE_MINUS_CONSTANT_ALPHA"},
                                                            {E::SourceAlphaSaturate, "SRC_ALPHA_SATURATE"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

template <>
struct Encodings<func::LogicOperation> {
    using E = func::LogicOperation;
    static constexpr std::array<Encoding<E>, 16> kTable = {{{E::Clear, "CLEAR"},
                                                            {E::And, "AND"},
                                                            {E::AndReverse, "AND_REVERSE"},
                                                            {E::Copy, "COPY"},
                                                            {E::AndInverted, "AND_INVERTED"},
                                                            {E::Noop, "NOOP"},
                                                            {E::Xor, "XOR"},
                                                            {E::Or, "OR"},
                                                            {E::Nor, "NOR"},
                                                            {E::Equivalent, "EQUIV"},
                                                            {E::Invert, "INVERT"},
                                                            {E::OrReverse, "OR_REVERSE"},
                                                            {E::CopyInverted, "COPY_INVERTED"},
                                                            {E::OrInverted, "OR_INVERTED"},
                                                            {E::Nand, "NAND"},
                                                            {E::Set, "SET"}}};
    static constexpr auto kNames = detail::namesOf(kTable);
};

}  // namespace cyclorama::attila
