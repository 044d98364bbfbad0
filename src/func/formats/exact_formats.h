// SPDX-License-Identifier: MIT
#pragma once
// Formats that are converted as the programming interfaces define it, as rows of fields: textures (surface_texel.h) and
// render targets (findExactColorFormat()) of the same format have the same row. Textures of halves and floats have
// their fields here as well, but the conversion of texture_format.h.

#include <array>
#include <cstdint>

#include "func/formats/format.h"
#include "func/formats/packed_format.h"

namespace cyclorama::func {

namespace exact_formats {

/// Fields of bits, from the lowest bit of a texel up; `bits` 0: a component that is lacking.
constexpr PackedFormat fields(uint8_t bytes, NumberKind kind, const std::array<uint8_t, 4>& low,
                              const std::array<uint8_t, 4>& bits) {
    PackedFormat format{.bytes = bytes};
    for (size_t c = 0; c < low.size(); ++c)
        if (bits[c] != 0) format.component[c] = {low[c], bits[c], kind};
    return format;
}

/// Components of the same bits, one after the other.
constexpr PackedFormat elements(NumberKind kind, uint8_t count, uint8_t bits) {
    PackedFormat format{.bytes = static_cast<uint8_t>(count * bits / 8)};
    for (uint8_t c = 0; c < count; ++c) format.component[c] = {static_cast<uint8_t>(c * bits), bits, kind};
    return format;
}

struct Row {
    Format format;
    PackedFormat fields;
};

using enum NumberKind;
inline constexpr std::array kRows{
    Row{Format::R16Float, elements(Float, 1, 16)},
    Row{Format::Rg16Float, elements(Float, 2, 16)},
    Row{Format::Rgba16Float, elements(Float, 4, 16)},
    Row{Format::R32Float, elements(Float, 1, 32)},
    Row{Format::Rg32Float, elements(Float, 2, 32)},
    Row{Format::Rgba32Float, elements(Float, 4, 32)},
    Row{Format::R8Unorm, elements(Unorm, 1, 8)},
    Row{Format::R8G8Unorm, elements(Unorm, 2, 8)},
    Row{Format::R8G8B8A8Unorm, elements(Unorm, 4, 8)},
    Row{Format::R8G8B8X8Unorm, fields(4, Unorm, {0, 8, 16, 0}, {8, 8, 8, 0})},
    Row{Format::B8G8R8A8Unorm, fields(4, Unorm, {16, 8, 0, 24}, {8, 8, 8, 8})},
    Row{Format::B8G8R8X8Unorm, fields(4, Unorm, {16, 8, 0, 0}, {8, 8, 8, 0})},
    Row{Format::B4G4R4A4Unorm, fields(2, Unorm, {8, 4, 0, 12}, {4, 4, 4, 4})},
    Row{Format::B4G4R4X4Unorm, fields(2, Unorm, {8, 4, 0, 0}, {4, 4, 4, 0})},
    Row{Format::B5G5R5A1Unorm, fields(2, Unorm, {10, 5, 0, 15}, {5, 5, 5, 1})},
    Row{Format::B5G5R5X1Unorm, fields(2, Unorm, {10, 5, 0, 0}, {5, 5, 5, 0})},
    Row{Format::B5G6R5Unorm, fields(2, Unorm, {11, 5, 0, 0}, {5, 6, 5, 0})},
    Row{Format::R10G10B10A2Unorm, fields(4, Unorm, {0, 10, 20, 30}, {10, 10, 10, 2})},
    Row{Format::R8Snorm, elements(Snorm, 1, 8)},
    Row{Format::R8G8Snorm, elements(Snorm, 2, 8)},
    Row{Format::R8G8B8A8Snorm, elements(Snorm, 4, 8)},
    Row{Format::R11G11B10Float, fields(4, Float, {0, 11, 22, 0}, {11, 11, 10, 0})},
    Row{Format::R9G9B9E5Float, fields(4, SharedExponent, {0, 9, 18, 0}, {9, 9, 9, 0})},
    Row{Format::R8Uint, elements(Uint, 1, 8)},
    Row{Format::R8Sint, elements(Sint, 1, 8)},
    Row{Format::R8G8Uint, elements(Uint, 2, 8)},
    Row{Format::R8G8Sint, elements(Sint, 2, 8)},
    Row{Format::R8G8B8A8Uint, elements(Uint, 4, 8)},
    Row{Format::R8G8B8A8Sint, elements(Sint, 4, 8)},
    Row{Format::R10G10B10A2Uint, fields(4, Uint, {0, 10, 20, 30}, {10, 10, 10, 2})},
    Row{Format::R16Uint, elements(Uint, 1, 16)},
    Row{Format::R16Sint, elements(Sint, 1, 16)},
    Row{Format::R16G16Uint, elements(Uint, 2, 16)},
    Row{Format::R16G16Sint, elements(Sint, 2, 16)},
    Row{Format::R16G16B16A16Uint, elements(Uint, 4, 16)},
    Row{Format::R16G16B16A16Sint, elements(Sint, 4, 16)},
    Row{Format::R32Uint, elements(Uint, 1, 32)},
    Row{Format::R32Sint, elements(Sint, 1, 32)},
    Row{Format::R32G32Uint, elements(Uint, 2, 32)},
    Row{Format::R32G32Sint, elements(Sint, 2, 32)},
    Row{Format::R32G32B32A32Uint, elements(Uint, 4, 32)},
    Row{Format::R32G32B32A32Sint, elements(Sint, 4, 32)},
    Row{Format::Stencil8, elements(Uint, 1, 8)},
    // A depth stands in all three colours.
    Row{Format::Stencil8Depth24, fields(4, Unorm, {8, 8, 8, 0}, {24, 24, 24, 0})},
    Row{Format::X8Depth24, fields(4, Unorm, {8, 8, 8, 0}, {24, 24, 24, 0})},
};

}  // namespace exact_formats

/// The fields of a format; without bytes where it has no row.
constexpr PackedFormat exactFormat(Format format) {
    for (const exact_formats::Row& row : exact_formats::kRows)
        if (row.format == format) return row.fields;
    return {};
}

}  // namespace cyclorama::func
