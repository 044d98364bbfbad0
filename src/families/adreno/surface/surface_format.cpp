// SPDX-License-Identifier: MIT
// Facts: Mesa, src/freedreno/registers/adreno/a6xx.xml (a6xx_format), src/freedreno/fdl/fd6_format_table.c (the bits of
// formats in each swap).

#include "families/adreno/surface/surface_format.h"

#include <algorithm>
#include <array>

namespace cyclorama::adreno {

namespace {

using func::NumberKind;

constexpr unsigned kNumbers = 256;

constexpr SurfaceFormat packedRow(uint8_t number, std::string_view name, NumberKind kind, std::array<uint8_t, 4> bits) {
    const unsigned sum = bits[0] + bits[1] + bits[2] + bits[3];
    return {.name = name, .number = number, .bytes = static_cast<uint8_t>((sum + 7) / 8), .bits = bits, .kind = kind};
}

constexpr SurfaceFormat alphaFirst(SurfaceFormat format) {
    format.order = {3, 0, 1, 2};
    return format;
}

constexpr SurfaceFormat withStencil(SurfaceFormat format) {
    format.stencil = true;
    return format;
}

constexpr SurfaceFormat chromaFirst(SurfaceFormat format) {
    format.order = {1, 0, 2, 3};
    return format;
}

/// Luma and both colour differences, in this order, of 8 bits each.
constexpr SurfaceFormat chromaRow(uint8_t number, std::string_view name, TexelCodec codec,
                                  std::array<uint8_t, 4> order = {0, 1, 2, 3}) {
    const bool shared = codec == TexelCodec::SharedChroma;
    return {.name = name,
            .number = number,
            .codec = codec,
            .bytes = static_cast<uint8_t>(shared ? 4 : 1),
            .blockWidth = static_cast<uint8_t>(shared ? 2 : 1),
            .order = order,
            .bits = {8, 8, 8}};
}

/// Bits that no component has.
constexpr SurfaceFormat ofBytes(SurfaceFormat format, uint8_t bytes) {
    format.bytes = bytes;
    return format;
}

constexpr SurfaceFormat blockRow(uint8_t number, std::string_view name, func::BlockCodec codec, uint8_t bytes,
                                 NumberKind kind, std::array<uint8_t, 4> bits, uint8_t width = 4, uint8_t height = 4) {
    return {.name = name,
            .number = number,
            .codec = TexelCodec::Block,
            .bytes = bytes,
            .blockWidth = width,
            .blockHeight = height,
            .bits = bits,
            .kind = kind,
            .block = codec};
}

constexpr SurfaceFormat astcRow(uint8_t number, std::string_view name, uint8_t width, uint8_t height) {
    return blockRow(number, name, func::BlockCodec::Astc, 16, NumberKind::Unorm, {8, 8, 8, 8}, width, height);
}

constexpr SurfaceFormat kFormats[] = {
    packedRow(0x02, "A8_UNORM", NumberKind::Unorm, {0, 0, 0, 8}),
    packedRow(0x03, "8_UNORM", NumberKind::Unorm, {8}),
    packedRow(0x04, "8_SNORM", NumberKind::Snorm, {8}),
    packedRow(0x05, "8_UINT", NumberKind::Uint, {8}),
    packedRow(0x06, "8_SINT", NumberKind::Sint, {8}),
    packedRow(0x08, "4_4_4_4_UNORM", NumberKind::Unorm, {4, 4, 4, 4}),
    packedRow(0x0a, "5_5_5_1_UNORM", NumberKind::Unorm, {5, 5, 5, 1}),
    alphaFirst(packedRow(0x0c, "1_5_5_5_UNORM", NumberKind::Unorm, {5, 5, 5, 1})),
    packedRow(0x0e, "5_6_5_UNORM", NumberKind::Unorm, {5, 6, 5}),
    packedRow(0x0f, "8_8_UNORM", NumberKind::Unorm, {8, 8}),
    packedRow(0x10, "8_8_SNORM", NumberKind::Snorm, {8, 8}),
    packedRow(0x11, "8_8_UINT", NumberKind::Uint, {8, 8}),
    packedRow(0x12, "8_8_SINT", NumberKind::Sint, {8, 8}),
    packedRow(0x15, "16_UNORM", NumberKind::Unorm, {16}),
    packedRow(0x16, "16_SNORM", NumberKind::Snorm, {16}),
    packedRow(0x17, "16_FLOAT", NumberKind::Float, {16}),
    packedRow(0x18, "16_UINT", NumberKind::Uint, {16}),
    packedRow(0x19, "16_SINT", NumberKind::Sint, {16}),
    packedRow(0x21, "8_8_8_UNORM", NumberKind::Unorm, {8, 8, 8}),
    packedRow(0x22, "8_8_8_SNORM", NumberKind::Snorm, {8, 8, 8}),
    packedRow(0x23, "8_8_8_UINT", NumberKind::Uint, {8, 8, 8}),
    packedRow(0x24, "8_8_8_SINT", NumberKind::Sint, {8, 8, 8}),
    packedRow(0x30, "8_8_8_8_UNORM", NumberKind::Unorm, {8, 8, 8, 8}),
    ofBytes(packedRow(0x31, "8_8_8_X8_UNORM", NumberKind::Unorm, {8, 8, 8}), 4),
    packedRow(0x32, "8_8_8_8_SNORM", NumberKind::Snorm, {8, 8, 8, 8}),
    packedRow(0x33, "8_8_8_8_UINT", NumberKind::Uint, {8, 8, 8, 8}),
    packedRow(0x34, "8_8_8_8_SINT", NumberKind::Sint, {8, 8, 8, 8}),
    ofBytes(packedRow(0x35, "9_9_9_E5_FLOAT", NumberKind::SharedExponent, {9, 9, 9}), 4),
    packedRow(0x36, "10_10_10_2_UNORM", NumberKind::Unorm, {10, 10, 10, 2}),
    packedRow(0x37, "10_10_10_2_UNORM_DEST", NumberKind::Unorm, {10, 10, 10, 2}),
    packedRow(0x39, "10_10_10_2_SNORM", NumberKind::Snorm, {10, 10, 10, 2}),
    packedRow(0x3a, "10_10_10_2_UINT", NumberKind::Uint, {10, 10, 10, 2}),
    packedRow(0x3b, "10_10_10_2_SINT", NumberKind::Sint, {10, 10, 10, 2}),
    packedRow(0x42, "11_11_10_FLOAT", NumberKind::Float, {11, 11, 10}),
    packedRow(0x43, "16_16_UNORM", NumberKind::Unorm, {16, 16}),
    packedRow(0x44, "16_16_SNORM", NumberKind::Snorm, {16, 16}),
    packedRow(0x45, "16_16_FLOAT", NumberKind::Float, {16, 16}),
    packedRow(0x46, "16_16_UINT", NumberKind::Uint, {16, 16}),
    packedRow(0x47, "16_16_SINT", NumberKind::Sint, {16, 16}),
    packedRow(0x48, "32_UNORM", NumberKind::Unorm, {32}),
    packedRow(0x49, "32_SNORM", NumberKind::Snorm, {32}),
    packedRow(0x4a, "32_FLOAT", NumberKind::Float, {32}),
    packedRow(0x4b, "32_UINT", NumberKind::Uint, {32}),
    packedRow(0x4c, "32_SINT", NumberKind::Sint, {32}),
    packedRow(0x4d, "32_FIXED", NumberKind::Fixed, {32}),
    packedRow(0x58, "16_16_16_UNORM", NumberKind::Unorm, {16, 16, 16}),
    packedRow(0x59, "16_16_16_SNORM", NumberKind::Snorm, {16, 16, 16}),
    packedRow(0x5a, "16_16_16_FLOAT", NumberKind::Float, {16, 16, 16}),
    packedRow(0x5b, "16_16_16_UINT", NumberKind::Uint, {16, 16, 16}),
    packedRow(0x5c, "16_16_16_SINT", NumberKind::Sint, {16, 16, 16}),
    packedRow(0x60, "16_16_16_16_UNORM", NumberKind::Unorm, {16, 16, 16, 16}),
    packedRow(0x61, "16_16_16_16_SNORM", NumberKind::Snorm, {16, 16, 16, 16}),
    packedRow(0x62, "16_16_16_16_FLOAT", NumberKind::Float, {16, 16, 16, 16}),
    packedRow(0x63, "16_16_16_16_UINT", NumberKind::Uint, {16, 16, 16, 16}),
    packedRow(0x64, "16_16_16_16_SINT", NumberKind::Sint, {16, 16, 16, 16}),
    packedRow(0x65, "32_32_UNORM", NumberKind::Unorm, {32, 32}),
    packedRow(0x66, "32_32_SNORM", NumberKind::Snorm, {32, 32}),
    packedRow(0x67, "32_32_FLOAT", NumberKind::Float, {32, 32}),
    packedRow(0x68, "32_32_UINT", NumberKind::Uint, {32, 32}),
    packedRow(0x69, "32_32_SINT", NumberKind::Sint, {32, 32}),
    packedRow(0x6a, "32_32_FIXED", NumberKind::Fixed, {32, 32}),
    packedRow(0x70, "32_32_32_UNORM", NumberKind::Unorm, {32, 32, 32}),
    packedRow(0x71, "32_32_32_SNORM", NumberKind::Snorm, {32, 32, 32}),
    packedRow(0x72, "32_32_32_UINT", NumberKind::Uint, {32, 32, 32}),
    packedRow(0x73, "32_32_32_SINT", NumberKind::Sint, {32, 32, 32}),
    packedRow(0x74, "32_32_32_FLOAT", NumberKind::Float, {32, 32, 32}),
    packedRow(0x75, "32_32_32_FIXED", NumberKind::Fixed, {32, 32, 32}),
    packedRow(0x80, "32_32_32_32_UNORM", NumberKind::Unorm, {32, 32, 32, 32}),
    packedRow(0x81, "32_32_32_32_SNORM", NumberKind::Snorm, {32, 32, 32, 32}),
    packedRow(0x82, "32_32_32_32_FLOAT", NumberKind::Float, {32, 32, 32, 32}),
    packedRow(0x83, "32_32_32_32_UINT", NumberKind::Uint, {32, 32, 32, 32}),
    packedRow(0x84, "32_32_32_32_SINT", NumberKind::Sint, {32, 32, 32, 32}),
    packedRow(0x85, "32_32_32_32_FIXED", NumberKind::Fixed, {32, 32, 32, 32}),
    chromaRow(0x8c, "G8R8B8R8_422_UNORM", TexelCodec::SharedChroma, {1, 0, 2, 0}),
    chromaRow(0x8d, "R8G8R8B8_422_UNORM", TexelCodec::SharedChroma, {0, 1, 0, 2}),
    chromaRow(0x8e, "R8_G8B8_2PLANE_420_UNORM", TexelCodec::TwoPlanes),
    chromaRow(0x8f, "NV21", TexelCodec::TwoPlanes, {0, 2, 1, 3}),
    chromaRow(0x90, "R8_G8_B8_3PLANE_420_UNORM", TexelCodec::ThreePlanes),
    packedRow(0x91, "Z24_UNORM_S8_UINT_AS_R8G8B8A8", NumberKind::Unorm, {8, 8, 8, 8}),
    packedRow(0x94, "NV12_Y", NumberKind::Unorm, {8}),
    packedRow(0x95, "NV12_UV", NumberKind::Unorm, {8, 8}),
    chromaFirst(packedRow(0x96, "NV12_VU", NumberKind::Unorm, {8, 8})),
    packedRow(0x9b, "P010_Y", NumberKind::Unorm, {16}),
    packedRow(0x9c, "P010_UV", NumberKind::Unorm, {16, 16}),
    withStencil(packedRow(0xa0, "Z24_UNORM_S8_UINT", NumberKind::Unorm, {24, 8})),
    blockRow(0xab, "ETC2_RG11_UNORM", func::BlockCodec::EacRg11, 16, NumberKind::Unorm, {11, 11}),
    blockRow(0xac, "ETC2_RG11_SNORM", func::BlockCodec::EacRg11Signed, 16, NumberKind::Snorm, {11, 11}),
    blockRow(0xad, "ETC2_R11_UNORM", func::BlockCodec::EacR11, 8, NumberKind::Unorm, {11}),
    blockRow(0xae, "ETC2_R11_SNORM", func::BlockCodec::EacR11Signed, 8, NumberKind::Snorm, {11}),
    blockRow(0xaf, "ETC1", func::BlockCodec::Etc2Rgb, 8, NumberKind::Unorm, {8, 8, 8}),
    blockRow(0xb0, "ETC2_RGB8", func::BlockCodec::Etc2Rgb, 8, NumberKind::Unorm, {8, 8, 8}),
    blockRow(0xb1, "ETC2_RGBA8", func::BlockCodec::Etc2Rgba, 16, NumberKind::Unorm, {8, 8, 8, 8}),
    blockRow(0xb2, "ETC2_RGB8A1", func::BlockCodec::Etc2RgbPunchThrough, 8, NumberKind::Unorm, {8, 8, 8, 8}),
    blockRow(0xb3, "DXT1", func::BlockCodec::Bc1, 8, NumberKind::Unorm, {8, 8, 8, 8}),
    blockRow(0xb4, "DXT3", func::BlockCodec::Bc2, 16, NumberKind::Unorm, {8, 8, 8, 8}),
    blockRow(0xb5, "DXT5", func::BlockCodec::Bc3, 16, NumberKind::Unorm, {8, 8, 8, 8}),
    blockRow(0xb7, "RGTC1_UNORM", func::BlockCodec::Bc4, 8, NumberKind::Unorm, {8}),
    blockRow(0xb8, "RGTC1_SNORM", func::BlockCodec::Bc4Signed, 8, NumberKind::Snorm, {8}),
    blockRow(0xbb, "RGTC2_UNORM", func::BlockCodec::Bc5, 16, NumberKind::Unorm, {8, 8}),
    blockRow(0xbc, "RGTC2_SNORM", func::BlockCodec::Bc5Signed, 16, NumberKind::Snorm, {8, 8}),
    blockRow(0xbe, "BPTC_UFLOAT", func::BlockCodec::Bc6Unsigned, 16, NumberKind::Float, {16, 16, 16}),
    blockRow(0xbf, "BPTC_FLOAT", func::BlockCodec::Bc6Signed, 16, NumberKind::Float, {16, 16, 16}),
    blockRow(0xc0, "BPTC", func::BlockCodec::Bc7, 16, NumberKind::Unorm, {8, 8, 8, 8}),
    astcRow(0xc1, "ASTC_4x4", 4, 4),
    astcRow(0xc2, "ASTC_5x4", 5, 4),
    astcRow(0xc3, "ASTC_5x5", 5, 5),
    astcRow(0xc4, "ASTC_6x5", 6, 5),
    astcRow(0xc5, "ASTC_6x6", 6, 6),
    astcRow(0xc6, "ASTC_8x5", 8, 5),
    astcRow(0xc7, "ASTC_8x6", 8, 6),
    astcRow(0xc8, "ASTC_8x8", 8, 8),
    astcRow(0xc9, "ASTC_10x5", 10, 5),
    astcRow(0xca, "ASTC_10x6", 10, 6),
    astcRow(0xcb, "ASTC_10x8", 10, 8),
    astcRow(0xcc, "ASTC_10x10", 10, 10),
    astcRow(0xcd, "ASTC_12x10", 12, 10),
    astcRow(0xce, "ASTC_12x12", 12, 12),
    withStencil(packedRow(0xea, "Z24_UINT_S8_UINT", NumberKind::Uint, {24, 8})),
};

constexpr auto kRowOfNumber = [] {
    std::array<uint8_t, kNumbers> rows{};
    for (size_t i = 0; i < std::size(kFormats); ++i) rows[kFormats[i].number] = static_cast<uint8_t>(i + 1);
    return rows;
}();

}  // namespace

func::PackedFormat SurfaceFormat::packed(ColorSwap swap, bool srgb) const {
    func::PackedFormat packed{.bytes = bytes, .component = {}, .srgb = srgb && kind == NumberKind::Unorm};
    if (codec != TexelCodec::Packed) return packed;
    std::array<uint8_t, 4> places = order;
    // WXYZ exchanges red and blue. XYZW is WZYX backwards, and ZYXW is WXYZ backwards.
    if (swap == ColorSwap::Wxyz || swap == ColorSwap::Zyxw) {
        for (uint8_t& component : places) component = component == 3 ? component : static_cast<uint8_t>(2 - component);
    }
    if (swap == ColorSwap::Zyxw || swap == ColorSwap::Xyzw) std::ranges::reverse(places);
    uint8_t low = 0;
    for (const uint8_t component : places) {
        if (bits[component] == 0) continue;
        packed.component[component] = {low, bits[component], component == 1 && stencil ? NumberKind::Uint : kind};
        low = static_cast<uint8_t>(low + bits[component]);
    }
    return packed;
}

const SurfaceFormat* findSurfaceFormat(uint32_t number) {
    const uint8_t row = number < kNumbers ? kRowOfNumber[number] : 0;
    return row != 0 ? &kFormats[row - 1] : nullptr;
}

}  // namespace cyclorama::adreno
