// SPDX-License-Identifier: MIT
// Textures of four bytes a texel, for the four fragments of a quad together: the operations of surface_sampler.cpp in
// the same order, so whether a quad is sampled here changes no bit of its colours.

#include <algorithm>
#include <bit>
#include <cstring>

#include "func/formats/byte_fraction.h"
#include "func/texture/surface_sampler.h"

namespace cyclorama::func {

namespace {

/// The texels on both sides of a coordinate, and the weight of the second.
struct QuadAxis {
    Int4 first;
    Int4 second;
    Float4 weight;
};

/// Coordinates in texels; those of the modes that clamp are inside the image.
Float4 wrappedTexels(WrapMode mode, Float4 coordinate, float size) {
    switch (mode) {
        case WrapMode::Repeat:
            return (coordinate - floorOf(coordinate)) * splat(size);
        case WrapMode::MirroredRepeat: {
            const Float4 twice = coordinate - splat(2.0f) * floorOf(coordinate * splat(0.5f));
            return select(twice > splat(1.0f), splat(2.0f) - twice, twice) * splat(size);
        }
        default:
            return clampToRange(coordinate * splat(size), splat(0.0f), splat(size));
    }
}

Int4 clampTexels(Int4 texel, int32_t last) {
    return select(texel < 0, splat(0), select(texel > last, splat(last), texel));
}

Int4 texelsAlong(WrapMode mode, Int4 texel, int32_t size) {
    return mode == WrapMode::Repeat ? wrapTexel(mode, texel, size) : clampTexels(texel, size - 1);
}

/// Words of texels at the places base + (bits ^ column) of an image.
Int4 gather(const std::byte* image, Uint4 base, Uint4 bits, Uint4 column) {
    const Uint4 offsets = base + (bits ^ column);
    std::array<uint32_t, kQuadFragments> words;
    for (size_t f = 0; f < words.size(); ++f) std::memcpy(&words[f], image + offsets[f], sizeof words[f]);
    return std::bit_cast<Int4>(words);
}

Int4 gatherTexels(const std::byte* image, const TexelLayout& layout, Int4 x, Int4 y) {
    return layout.visit([&](const auto& places) {
        const auto row = std::bit_cast<Uint4>(y);
        return gather(image, places.rowBase(row), places.rowBits(row), places.column(std::bit_cast<Uint4>(x)));
    });
}

/// The texels of both columns and rows: the upper ones from the left, then the lower ones.
std::array<Int4, 4> gatherCorners(const std::byte* image, const TexelLayout& layout, const QuadAxis& x,
                                  const QuadAxis& y) {
    return layout.visit([&](const auto& places) {
        const auto upper = std::bit_cast<Uint4>(y.first);
        const auto lower = std::bit_cast<Uint4>(y.second);
        const Uint4 left = places.column(std::bit_cast<Uint4>(x.first));
        const Uint4 right = places.column(std::bit_cast<Uint4>(x.second));
        const Uint4 upperBase = places.rowBase(upper);
        const Uint4 lowerBase = places.rowBase(lower);
        const Uint4 upperBits = places.rowBits(upper);
        const Uint4 lowerBits = places.rowBits(lower);
        return std::array<Int4, 4>{
            gather(image, upperBase, upperBits, left), gather(image, upperBase, upperBits, right),
            gather(image, lowerBase, lowerBits, left), gather(image, lowerBase, lowerBits, right)};
    });
}

Float4 mix(Float4 a, Float4 b, Float4 weight) { return a + (b - a) * weight; }

}  // namespace

bool SurfaceSampler::quickCoordinates(uint32_t first, Float4& s, Float4& t, CubeFace& face, uint32_t& slice) const {
    if (!cube_) {
        s = loadFloats(lanes_.operand[0] + first);
        t = loadFloats(lanes_.operand[1] + first);
        if (!allBelow(absolute(s), kCoordinateLimit) || !allBelow(absolute(t), kCoordinateLimit)) return false;
        if (state_.mode == TextureMode::Texture2DArray) {
            slice = sliceOf(positionOf(first), 0);
            for (uint32_t f = 1; f < kQuadFragments; ++f)
                if (sliceOf(positionOf(first + f), 0) != slice) return false;
        }
        return true;
    }
    face = laneFace(first);
    for (uint32_t f = 0; f < kQuadFragments; ++f) {
        if (laneFace(first + f) != face) return false;
        const Position position = project(first + f, face);
        s[f] = position.s;
        t[f] = position.t;
    }
    return true;
}

bool SurfaceSampler::sampleQuick(uint32_t first, uint32_t wanted, const std::array<float*, 4>& result) {
    if (!quick_) return false;
    Float4 s{};
    Float4 t{};
    CubeFace face = CubeFace::PositiveX;
    uint32_t slice = 0;
    if (!quickCoordinates(first, s, t, face, slice)) return false;
    const bool explicitLod = lanes_.operation == TextureOperation::SampleLod;
    if (explicitLod || lanes_.operation == TextureOperation::SampleBias) {
        const float* parameter = lanes_.operand[3] + first;
        if (parameter[1] != parameter[0] || parameter[2] != parameter[0] || parameter[3] != parameter[0]) return false;
    }
    Footprint footprint;
    if (!explicitLod && texture_.usesLod()) {
        footprint = footprintOf({(s[1] - s[0]) * baseSize_[0], (t[1] - t[0]) * baseSize_[1], 0.0f},
                                {(s[2] - s[0]) * baseSize_[0], (t[2] - t[0]) * baseSize_[1], 0.0f});
    }
    const Levels levels = selectLevels(biased(footprint.lod, first));
    std::array<Float4, 4> color;
    if (!quickLevel(view(0, levels.index[0], face, slice), levels.linear, s, t, color)) return false;
    if (levels.weight != 0.0f) {
        std::array<Float4, 4> second;
        if (!quickLevel(view(1, levels.index[1], face, slice), levels.linear, s, t, second)) return false;
        for (size_t c = 0; c < color.size(); ++c) color[c] = mix(color[c], second[c], splat(levels.weight));
    }
    for (size_t c = 0; c < result.size(); ++c) {
        const Float4 value = componentOf(color, state_.swizzle[c], splat(1.0f));
        if (wanted == (1u << kQuadFragments) - 1) {
            std::memcpy(result[c] + first, &value, sizeof value);
        } else {
            for (uint32_t f = 0; f < kQuadFragments; ++f)
                if ((wanted >> f & 1) != 0) result[c][first + f] = value[f];
        }
    }
    return true;
}

const SurfaceSampler::ViewedLevel& SurfaceSampler::view(size_t slot, uint32_t level, CubeFace face, uint32_t slice) {
    ViewedLevel& kept = views_[slot];
    if (kept.level == level && kept.face == face && kept.slice == slice) return kept;
    const SurfaceLevel& layout = texture_.level(level);
    kept = {.level = level, .face = face, .slice = slice, .layout = &layout};
    const Address base = layout.address[cube_ ? static_cast<size_t>(face) : 0] + uint64_t{slice} * layout.sliceStride;
    if (layout.sliceBytes != 0) kept.image = context_.memory.find(base, layout.sliceBytes);
    return kept;
}

Float4 SurfaceSampler::quickComponent(Int4 word, uint32_t component) const {
    const uint8_t shift = texture_.bytes().shift[component];
    if (shift == ByteComponents::kNone) return splat(1.0f);
    const Int4 byte = word >> shift & 255;
    if (srgb_ == nullptr || component == 3) return byteFraction(toFloat(byte));
    Float4 value;
    for (size_t f = 0; f < kQuadFragments; ++f) value[f] = srgb_[byte[f]];
    return value;
}

bool SurfaceSampler::quickLevel(const ViewedLevel& view, bool linear, Float4 s, Float4 t,
                                std::array<Float4, 4>& color) const {
    if (view.image == nullptr) return false;
    const SurfaceLevel& level = *view.layout;
    const auto width = static_cast<int32_t>(level.width);
    const auto height = static_cast<int32_t>(level.height);
    const Float4 u = wrappedTexels(wrapS(), s, static_cast<float>(width));
    const Float4 v = wrappedTexels(wrapT(), t, static_cast<float>(height));
    if (!linear) {
        const Int4 x = clampTexels(toInteger(u), width - 1);
        const Int4 y = clampTexels(toInteger(v), height - 1);
        const Int4 words = gatherTexels(view.image, level.layout, x, y);
        for (uint32_t c = 0; c < color.size(); ++c) color[c] = quickComponent(words, c);
        return true;
    }
    const auto axis = [](WrapMode mode, Float4 position, int32_t size) {
        const Float4 corner = position - splat(0.5f);
        const Float4 whole = floorOf(corner);
        const Int4 texel = toInteger(whole);
        return QuadAxis{texelsAlong(mode, texel, size), texelsAlong(mode, texel + 1, size), corner - whole};
    };
    if (seamless_) {
        const Int4 outside = (u < splat(0.5f)) | (u > splat(static_cast<float>(width) - 0.5f)) | (v < splat(0.5f)) |
                             (v > splat(static_cast<float>(height) - 0.5f));
        if (anyOf(outside)) return false;
    }
    const QuadAxis x = axis(wrapS(), u, width);
    const QuadAxis y = axis(wrapT(), v, height);
    const std::array<Int4, 4> words = gatherCorners(view.image, level.layout, x, y);
    for (uint32_t c = 0; c < color.size(); ++c) {
        const Float4 top = mix(quickComponent(words[0], c), quickComponent(words[1], c), x.weight);
        const Float4 bottom = mix(quickComponent(words[2], c), quickComponent(words[3], c), x.weight);
        color[c] = mix(top, bottom, y.weight);
    }
    return true;
}

}  // namespace cyclorama::func
