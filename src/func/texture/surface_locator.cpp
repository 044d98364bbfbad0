// SPDX-License-Identifier: MIT
#include "func/texture/surface_locator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/layout/morton_blocks.h"
#include "func/texture/cube_faces.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_layout.h"
#include "func/texture/texture_vector.h"

namespace cyclorama::func {

namespace {

/// Zero for a NaN, and from kCoordinateLimit on, where coordinates have hardly any fraction.
float bounded(float coordinate) { return std::fabs(coordinate) < kCoordinateLimit ? coordinate : 0.0f; }

/// log2 to about five digits, the same on every host. Of zero and less, far below any level.
float quickLog2(float x) {
    if (!(x > 0.0f)) return -100.0f;
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    const auto exponent = static_cast<int32_t>(bits >> 23) - 127;
    const float m = std::bit_cast<float>((bits & 0x007f'ffffu) | 0x3f80'0000u);
    const float s = (m - 1.0f) / (m + 1.0f);
    const float s2 = s * s;
    return static_cast<float>(exponent) + s * (2.88539008f + s2 * (0.961796694f + s2 * (0.577078f + s2 * 0.4121986f)));
}

/// The coordinate within the image, still in 0 to 1 where it repeats; clamped ones in texels stay near the image.
float wrapped(WrapMode mode, float coordinate, float size) {
    switch (mode) {
        case WrapMode::Repeat:
            return (coordinate - floorOf(coordinate)) * size;
        case WrapMode::MirroredRepeat: {
            const float twice = coordinate - 2.0f * floorOf(coordinate * 0.5f);
            return (twice > 1.0f ? 2.0f - twice : twice) * size;
        }
        case WrapMode::Clamp:
            return std::clamp(coordinate * size, 0.0f, size);
        case WrapMode::ClampToBorder:
            return std::clamp(coordinate * size, -1.0f, size + 1.0f);
        case WrapMode::ClampToEdge:
            break;
    }
    return std::clamp(coordinate * size, 0.0f, size);
}

/// Wrapping of texels whose coordinate wrapped() has brought to the image. At the far edge of an image that repeats the
/// last texel is the nearest one.
TexelWrap texelWrap(WrapMode mode, bool linear) {
    if (mode == WrapMode::ClampToBorder || (mode == WrapMode::Clamp && linear)) return TexelWrap::ClampToBorder;
    return mode == WrapMode::Repeat && linear ? TexelWrap::Repeat : TexelWrap::ClampToEdge;
}

bool isMipmapped(FilterMode filter) { return filter > FilterMode::Linear; }

CubeFace faceOf(float x, float y, float z) {
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    if (ax >= ay && ax >= az) return x >= 0.0f ? CubeFace::PositiveX : CubeFace::NegativeX;
    if (ay >= az) return y >= 0.0f ? CubeFace::PositiveY : CubeFace::NegativeY;
    return z >= 0.0f ? CubeFace::PositiveZ : CubeFace::NegativeZ;
}

/// Place on a face's plane, by a reciprocal: not the bits of dividedPlace().
std::array<float, 2> onFace(CubeFace face, const std::array<float, 3>& direction) {
    const CubeFaceAxes& axes = axesOf(face);
    const float scale = 0.5f / std::fabs(direction[axes.axis[2]]);
    return {axes.sign[0] * direction[axes.axis[0]] * scale + 0.5f,
            axes.sign[1] * direction[axes.axis[1]] * scale + 0.5f};
}

CubePlace cubePlaceOf(const std::array<float, 3>& direction) {
    const CubeFace face = faceOf(direction[0], direction[1], direction[2]);
    const auto [s, t] = onFace(face, direction);
    return {face, s, t};
}

}  // namespace

SurfaceLocator::SurfaceLocator(const SurfaceTexture& texture, const TextureLanes& lanes)
    : texture_(texture),
      state_(texture.state()),
      lanes_(lanes),
      cube_(texture.state().mode == TextureMode::CubeMap),
      seamless_(cube_ && texture.state().seamlessCube) {
    const SurfaceLevel& base = texture_.level(0);
    baseSize_ = {static_cast<float>(base.width), static_cast<float>(base.height),
                 static_cast<float>(state_.mode == TextureMode::Texture3D ? base.depth : 0)};
    if (state_.nonNormalized) baseSize_ = {1.0f, 1.0f, 1.0f};
}

void SurfaceLocator::locateGroup(uint32_t first, uint32_t count, LocatedLanes& lanes) const {
    for (uint32_t f = 0; f < count; ++f) lanes.position[f] = positionOf(first + f);
    const bool implicit = lanes_.grouping == LaneGrouping::Quads && texture_.usesLod() &&
                          lanes_.operation != TextureOperation::SampleLod &&
                          lanes_.operation != TextureOperation::SampleGradient;
    for (uint32_t f = 0; f < count; ++f) {
        const uint32_t lane = first + f;
        const CubeFace face = lanes.position[f].face;
        if (lanes_.operation == TextureOperation::SampleGradient) {
            lanes.footprint[f] = gradientFootprint(lane, face);
        } else if (implicit) {
            // Lanes beyond the edge of a face are on another one: changes are measured on the face of each lane.
            const bool same = f > 0 && face == lanes.position[0].face;
            lanes.footprint[f] = same ? lanes.footprint[0] : quadFootprint(first, face);
        } else {
            lanes.footprint[f] = Footprint{};
        }
        lanes.lod[f] = biased(lanes.footprint[f].lod, lane);
        lanes.levels[f] = selectLevels(lanes.lod[f]);
    }
}

SurfaceLocator::Position SurfaceLocator::sampled(const Position& position, const Footprint& footprint,
                                                 uint32_t sample) {
    Position at = position;
    const float step = anisotropicStep(sample, footprint.samples);
    at.s += footprint.stepS * step;
    at.t += footprint.stepT * step;
    return at;
}

CubeFace SurfaceLocator::laneFace(uint32_t lane) const {
    return faceOf(lanes_.operand[0][lane], lanes_.operand[1][lane], lanes_.operand[2][lane]);
}

SurfaceLocator::Position SurfaceLocator::project(uint32_t lane, CubeFace face) const {
    const auto [s, t] = onFace(face, {lanes_.operand[0][lane], lanes_.operand[1][lane], lanes_.operand[2][lane]});
    return {bounded(s), bounded(t), 0.0f, face};
}

SurfaceLocator::Position SurfaceLocator::positionOf(uint32_t lane) const {
    if (cube_) return project(lane, laneFace(lane));
    return {bounded(lanes_.operand[0][lane]), bounded(lanes_.operand[1][lane]), bounded(lanes_.operand[2][lane])};
}

SurfaceLocator::Footprint SurfaceLocator::quadFootprint(uint32_t first, CubeFace face) const {
    std::array<Position, 3> at;
    for (uint32_t f = 0; f < at.size(); ++f) at[f] = cube_ ? project(first + f, face) : positionOf(first + f);
    const auto change = [&](size_t to) {
        return std::array<float, 3>{(at[to].s - at[0].s) * baseSize_[0], (at[to].t - at[0].t) * baseSize_[1],
                                    (at[to].r - at[0].r) * baseSize_[2]};
    };
    return footprintOf(change(1), change(2));
}

SurfaceLocator::Footprint SurfaceLocator::gradientFootprint(uint32_t lane, CubeFace face) const {
    std::array<std::array<float, 3>, 2> change{};
    for (size_t d = 0; d < 2; ++d) {
        const auto& gradient = d == 0 ? lanes_.gradientX : lanes_.gradientY;
        if (gradient[0] == nullptr) return {};
        std::array<float, 3> moved;
        for (size_t c = 0; c < 3; ++c) moved[c] = gradient[c][lane];
        if (cube_) {
            const Position here = project(lane, face);
            for (size_t c = 0; c < 3; ++c) moved[c] += lanes_.operand[c][lane];
            const auto [s, t] = onFace(face, moved);
            moved = {bounded(s) - here.s, bounded(t) - here.t, 0.0f};
        }
        for (size_t c = 0; c < 3; ++c) change[d][c] = bounded(moved[c]) * baseSize_[c];
    }
    return footprintOf(change[0], change[1]);
}

SurfaceLocator::Footprint SurfaceLocator::footprintOf(const std::array<float, 3>& dx,
                                                      const std::array<float, 3>& dy) const {
    Footprint area;
    const uint32_t limit = texture_.maxAnisotropy();
    if (limit == 1) {
        // OpenGL ES 3.0, 3.8.10.1: the lengths of the changes. A scale as small as it allows, the largest change of any
        // coordinate, fails mipmap.cube.projected of dEQP-GLES2, which real chips pass.
        const auto square = [this](const std::array<float, 3>& d) {
            const float s = d[0] * d[0];
            return texture_.dimensions() == 1 ? s : s + d[1] * d[1] + d[2] * d[2];
        };
        area.lod = 0.5f * quickLog2(std::max(square(dx), square(dy)));
        return area;
    }
    const float x2 = dx[0] * dx[0] + dx[1] * dx[1];
    const float y2 = dy[0] * dy[0] + dy[1] * dy[1];
    const float longer = std::max(x2, y2);
    const float shorter = std::max(std::min(x2, y2), longer / static_cast<float>(limit * limit));
    area.lod = 0.5f * quickLog2(shorter);
    if (longer > 0.0f) {
        const float ratio = std::sqrt(longer / shorter);
        area.samples = std::clamp(static_cast<uint32_t>(std::ceil(ratio - 0.001f)), 1u, limit);
        const std::array<float, 3>& axis = x2 >= y2 ? dx : dy;
        area.stepS = axis[0] / baseSize_[0] / static_cast<float>(area.samples);
        area.stepT = axis[1] / baseSize_[1] / static_cast<float>(area.samples);
    }
    return area;
}

float SurfaceLocator::biased(float lod, uint32_t lane) const {
    if (lanes_.operation == TextureOperation::SampleLod) {
        lod = lanes_.operand[3][lane];
    } else if (lanes_.operation == TextureOperation::SampleBias && lanes_.operand[3] != nullptr) {
        lod += lanes_.operand[3][lane];
    }
    lod += state_.lodBias + state_.unitLodBias;
    // Not-a-number becomes the smallest.
    return lod > state_.minLod ? std::min(lod, state_.maxLod) : state_.minLod;
}

SurfaceLocator::Levels SurfaceLocator::selectLevels(float lod) const {
    const bool magnified = !(lod > 0.0f);
    const FilterMode filter = magnified ? state_.magFilter : state_.minFilter;
    Levels levels;
    levels.linear = isLinear(filter) && texture_.filters();
    const uint32_t last = texture_.lastLevel();
    if (!isMipmapped(state_.minFilter) || magnified) {
        levels.index.fill(std::min(state_.minLevel, last));
        return levels;
    }
    const auto clamped = [&](float level) {
        return std::clamp(static_cast<uint32_t>(std::clamp(level, 0.0f, 31.0f)), std::min(state_.minLevel, last), last);
    };
    if (!mixesLevels(filter)) {
        levels.index.fill(clamped(floorOf(lod + 0.5f)));
        return levels;
    }
    const float whole = floorOf(lod);
    levels.index = {clamped(whole), clamped(whole + 1.0f)};
    levels.weight = levels.index[0] != levels.index[1] ? lod - whole : 0.0f;
    return levels;
}

SurfaceLocator::Axis SurfaceLocator::axisOf(WrapMode mode, float coordinate, uint32_t size, bool linear) const {
    const auto extent = static_cast<float>(size);
    // Coordinates in texels do not repeat.
    const float u =
        state_.nonNormalized ? std::clamp(coordinate, -1.0f, extent + 1.0f) : wrapped(mode, coordinate, extent);
    const bool inTexels = state_.nonNormalized && mode == WrapMode::Repeat;
    const TexelWrap wrap = inTexels ? TexelWrap::ClampToEdge : texelWrap(mode, linear);
    const auto count = static_cast<int32_t>(size);
    Axis axis;
    if (!linear) {
        axis.texel.fill(wrappedTexel(wrap, static_cast<int32_t>(floorOf(u)), count));
        return axis;
    }
    const float corner = u - 0.5f;
    const float whole = floorOf(corner);
    const auto texel = static_cast<int32_t>(whole);
    axis.weight = corner - whole;
    axis.texel = {texel, texel + 1};
    if (seamless_) return axis;
    for (int32_t& side : axis.texel) side = wrappedTexel(wrap, side, count);
    return axis;
}

uint32_t SurfaceLocator::sliceOf(const Position& position, uint32_t level) const {
    if (!isArray(state_.mode)) return 0;
    const float coordinate = texture_.dimensions() == 1 ? position.t : position.r;
    const auto layer = static_cast<int32_t>(floorOf(coordinate + 0.5f));
    return static_cast<uint32_t>(std::clamp(layer, 0, static_cast<int32_t>(texture_.level(level).depth) - 1));
}

SurfaceLocator::Corners SurfaceLocator::nearestCorner(const Position& position, uint32_t level) const {
    const SurfaceLevel& layout = texture_.level(level);
    Corners at;
    at.x.texel.fill(axisOf(wrapS(), position.s, layout.width, false).texel[0]);
    at.y.texel.fill(texture_.dimensions() > 1 ? axisOf(wrapT(), position.t, layout.height, false).texel[0] : 0);
    at.z.texel.fill(texture_.dimensions() > 2 ? axisOf(state_.wrapR, position.r, layout.depth, false).texel[0]
                                              : static_cast<int32_t>(sliceOf(position, level)));
    return at;
}

SurfaceLocator::Corners SurfaceLocator::linearCorners(const Position& position, uint32_t level) const {
    const SurfaceLevel& layout = texture_.level(level);
    Corners at;
    at.x = axisOf(wrapS(), position.s, layout.width, true);
    if (texture_.dimensions() > 1) at.y = axisOf(wrapT(), position.t, layout.height, true);
    if (texture_.dimensions() > 2) {
        at.z = axisOf(state_.wrapR, position.r, layout.depth, true);
    } else {
        at.z.texel.fill(static_cast<int32_t>(sliceOf(position, level)));
    }
    return at;
}

bool SurfaceLocator::isOutside(uint32_t level, int32_t x, int32_t y, int32_t z) const {
    const SurfaceLevel& layout = texture_.level(level);
    return x < 0 || y < 0 || z < 0 || x >= static_cast<int32_t>(layout.width) ||
           y >= static_cast<int32_t>(layout.height) || z >= static_cast<int32_t>(layout.depth);
}

uint32_t SurfaceLocator::seamlessTexels(uint32_t level, CubeFace face, int32_t x, int32_t y,
                                        std::array<CubeTexel, 3>& texels) const {
    const auto size = static_cast<int32_t>(texture_.level(level).width);
    const bool outsideX = x < 0 || x >= size;
    const bool outsideY = y < 0 || y >= size;
    if (outsideX && outsideY) {
        // Three texels meet in a corner: their mean.
        const int32_t insideX = std::clamp(x, 0, size - 1);
        const int32_t insideY = std::clamp(y, 0, size - 1);
        texels = {CubeTexel{face, insideX, insideY}, neighbourTexel({face, x, insideY}, size, cubePlaceOf),
                  neighbourTexel({face, insideX, y}, size, cubePlaceOf)};
        return 3;
    }
    const CubeTexel texel{face, x, y};
    texels[0] = outsideX || outsideY ? neighbourTexel(texel, size, cubePlaceOf) : texel;
    return 1;
}

uint64_t SurfaceLocator::texelAddress(const SurfaceLevel& level, CubeFace face, uint32_t x, uint32_t y,
                                      uint32_t z) const {
    const Address base = level.address[cube_ ? static_cast<size_t>(face) : 0] + uint64_t{z} * level.sliceStride;
    if (state_.compression == TextureCompression::None) {
        const bool pairs = state_.format == Format::Yuyv || state_.format == Format::Uyvy;
        return (base + level.layout.offset(pairs ? x & ~1u : x, y)).bits();
    }
    const CompressionInfo info = compressionInfo(state_.compression);
    const Address block =
        (base + level.layout.offset(x / kCompressedBlockSide, y / kCompressedBlockSide)).alignedDown(info.blockBytes);
    const uint32_t place = mortonOrder(x % kCompressedBlockSide, y % kCompressedBlockSide);
    return ((block.bits() << info.ratioLog2) + uint64_t{place} * (info.decompressedBytes / 16)) |
           static_cast<uint64_t>(state_.compression) << kCompressionShift;
}

}  // namespace cyclorama::func
