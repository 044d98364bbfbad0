// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/texel_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "func/formats/half_float.h"
#include "func/formats/srgb.h"
#include "func/layout/morton_blocks.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_format.h"

namespace cyclorama::attila {
namespace {

using virgl::Swizzle;

constexpr size_t kColorComponents = 3;
constexpr uint32_t kWordBits = 64;

uint64_t encode(const func::ComponentField& field, float value) {
    switch (field.kind) {
        case func::ComponentKind::Unsigned: {
            const auto largest = static_cast<double>((uint64_t{1} << field.bits) - 1);
            const double scaled = double{std::isnan(value) ? 0 : value} * field.divisor;
            return static_cast<uint64_t>(std::floor(std::clamp(scaled, 0.0, largest) + 0.5));
        }
        case func::ComponentKind::Signed8: {
            const double scaled = double{std::isnan(value) ? 0 : value} * field.divisor;
            return static_cast<uint8_t>(std::lround(std::clamp(scaled, -127.0, 127.0)));
        }
        case func::ComponentKind::Half:
            // The chip's conversion makes large values of what is far too small.
            return std::fabs(value) < 0x1p-24f ? 0 : func::halfFromFloat(value);
        case func::ComponentKind::Float:
            return std::bit_cast<uint32_t>(value);
        default:
            return 0;
    }
}

}  // namespace

TexelCodec::TexelCodec(const TextureFormat& format)
    : format_(format),
      stored_(format.isCompressed() ? func::compressionInfo(format.compression).texelFormat : format.stored),
      bytes_(func::texelBytes(stored_)) {
    const std::span<const func::ComponentField> fields = func::formatLayout(stored_).component;
    ofBytes_ = bytes_ == sizeof(uint32_t) && std::ranges::all_of(fields, [](const func::ComponentField& field) {
                   return field.kind == func::ComponentKind::Unsigned && field.bits == 8;
               });
    for (size_t c = 0; c < values_.size() && ofBytes_; ++c)
        for (uint32_t value = 0; value < values_[c].size(); ++value) {
            const uint32_t word = value << fields[c].shift;
            const float component = func::decodeTexel(stored_, reinterpret_cast<const std::byte*>(&word))[c];
            values_[c][value] = format_.srgb && c < kColorComponents ? func::exactLinearFromSrgb(component) : component;
        }
}

func::Vec4 TexelCodec::stored(const std::byte* texel) const {
    if (ofBytes_) {
        uint32_t word = 0;
        std::memcpy(&word, texel, sizeof word);
        const auto& fields = func::formatLayout(stored_).component;
        func::Vec4 components{};
        for (size_t c = 0; c < components.size(); ++c) components[c] = values_[c][word >> fields[c].shift & 0xff];
        return components;
    }
    func::Vec4 components = func::decodeTexel(stored_, texel);
    for (size_t c = 0; c < kColorComponents && format_.srgb; ++c)
        components[c] = func::exactLinearFromSrgb(components[c]);
    return components;
}

func::Vec4 TexelCodec::load(const std::byte* texel) const {
    const func::Vec4 components = stored(texel);
    func::Vec4 color{};
    for (size_t c = 0; c < color.size(); ++c) {
        const Swizzle source = format_.swizzle[c];
        color[c] = source <= Swizzle::W     ? components[static_cast<size_t>(source)]
                   : source == Swizzle::One ? 1.0f
                                            : 0.0f;
    }
    if (format_.opaque) color[3] = 1;
    return color;
}

void TexelCodec::store(const func::Vec4& color, std::byte* texel) const {
    const func::FormatLayout& layout = func::formatLayout(stored_);
    std::array<uint64_t, 2> words{};
    uint32_t written = 0;
    for (size_t c = 0; c < color.size(); ++c) {
        const func::ComponentField& field = layout.component[c];
        const auto* const source = std::ranges::find(format_.swizzle, static_cast<Swizzle>(c));
        // Grey is one field: that of the first component.
        const uint32_t bit = 1u << field.shift / 4;
        if (field.bits == 0 || source == format_.swizzle.end() || (written & bit) != 0) continue;
        written |= bit;
        float value = color[static_cast<size_t>(source - format_.swizzle.begin())];
        if (format_.opaque && c == kColorComponents) value = 1;
        if (format_.srgb && c < kColorComponents) value = func::exactSrgbFromLinear(value);
        words[field.shift / kWordBits] |= encode(field, value) << field.shift % kWordBits;
    }
    std::memcpy(texel, words.data(), bytes_);
}

std::vector<std::byte> decompressed(const TextureFormat& format, std::span<const std::byte> blocks, uint32_t width,
                                    uint32_t height) {
    const func::CompressionInfo info = func::compressionInfo(format.compression);
    const uint32_t texelBytes = func::texelBytes(info.texelFormat);
    std::vector<std::byte> rows(size_t{width} * height * texelBytes);
    std::vector<std::byte> texels(info.decompressedBytes);
    const uint32_t columns = func::blocksAlong(width);
    for (uint32_t block = 0; block < columns * func::blocksAlong(height); ++block) {
        func::decompressBlock(format.compression, blocks.subspan(size_t{block} * info.blockBytes, info.blockBytes),
                              texels);
        const uint32_t x = block % columns * func::kCompressedBlockSide;
        const uint32_t y = block / columns * func::kCompressedBlockSide;
        for (uint32_t row = 0; row < std::min(func::kCompressedBlockSide, height - y); ++row)
            for (uint32_t column = 0; column < std::min(func::kCompressedBlockSide, width - x); ++column)
                std::memcpy(&rows[(size_t{y + row} * width + x + column) * texelBytes],
                            &texels[size_t{func::mortonOrder(column, row)} * texelBytes], texelBytes);
    }
    return rows;
}

}  // namespace cyclorama::attila
