#include "func/surface_sampler.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/surface_texel.h"
#include "func/texture_compression.h"
#include "func/texture_format.h"

namespace cyclorama::func {

namespace {

/// Coordinates beyond this have no fraction worth the name; they, and what is not a number, become zero.
constexpr float kCoordinateLimit = 4194304.0f;  // 2^22

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

int32_t clampTexel(int32_t texel, uint32_t size) { return std::clamp(texel, 0, static_cast<int32_t>(size) - 1); }

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

Vec4 mixed(const Vec4& a, const Vec4& b, float weight) {
    Vec4 color;
    for (size_t c = 0; c < color.size(); ++c) color[c] = a[c] + (b[c] - a[c]) * weight;
    return color;
}

bool isMipmapped(FilterMode filter) { return filter > FilterMode::Linear; }
bool isLinear(FilterMode filter) {
    return filter == FilterMode::Linear || filter == FilterMode::LinearMipmapNearest ||
           filter == FilterMode::LinearMipmapLinear;
}
bool mixesLevels(FilterMode filter) {
    return filter == FilterMode::NearestMipmapLinear || filter == FilterMode::LinearMipmapLinear;
}

/// The third coordinate's axis and the two of the face, as OpenGL defines them: the direction's components that s and t
/// come from, and their signs.
struct FaceAxes {
    uint8_t s, t, major;
    float signS, signT, signMajor;
};
constexpr std::array<FaceAxes, kCubeFaces> kFaceAxes{{{2, 1, 0, -1, -1, 1},
                                                      {2, 1, 0, 1, -1, -1},
                                                      {0, 2, 1, 1, 1, 1},
                                                      {0, 2, 1, 1, -1, -1},
                                                      {0, 1, 2, 1, -1, 1},
                                                      {0, 1, 2, -1, -1, -1}}};

CubeFace faceOfDirection(float x, float y, float z) {
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    if (ax >= ay && ax >= az) return x >= 0.0f ? CubeFace::PositiveX : CubeFace::NegativeX;
    if (ay >= az) return y >= 0.0f ? CubeFace::PositiveY : CubeFace::NegativeY;
    return z >= 0.0f ? CubeFace::PositiveZ : CubeFace::NegativeZ;
}

std::array<float, 2> onFace(CubeFace face, const std::array<float, 3>& direction) {
    const FaceAxes& axes = kFaceAxes[static_cast<size_t>(face)];
    const float scale = 0.5f / std::fabs(direction[axes.major]);
    return {axes.signS * direction[axes.s] * scale + 0.5f, axes.signT * direction[axes.t] * scale + 0.5f};
}

}  // namespace

SurfaceSampler::SurfaceSampler(const SurfaceContext& context, const TextureLanes& lanes)
    : context_(context),
      texture_(context.texture),
      state_(context.texture.state()),
      lanes_(lanes),
      srgb_(context.texture.srgbTable()),
      cube_(context.texture.state().mode == TextureMode::CubeMap),
      quick_(context.texture.quick() && lanes.grouping == LaneGrouping::Quads &&
             lanes.operation != TextureOperation::SampleGradient) {
    const SurfaceLevel& base = texture_.level(0);
    baseSize_ = {static_cast<float>(base.width), static_cast<float>(base.height),
                 static_cast<float>(state_.mode == TextureMode::Texture3D ? base.depth : 0)};
    if (state_.nonNormalized) baseSize_ = {1.0f, 1.0f, 1.0f};
}

void SurfaceSampler::sample(const std::array<float*, 4>& result) {
    const bool quads = lanes_.grouping == LaneGrouping::Quads;
    for (uint32_t first = 0; first < lanes_.count; first += kQuadFragments) {
        const uint32_t count = std::min<uint32_t>(kQuadFragments, lanes_.count - first);
        const auto wanted = static_cast<uint32_t>(lanes_.active >> first) & ((1u << count) - 1);
        if (wanted == 0) continue;
        // A quad without all of its fragments has no derivatives to speak of.
        if (quads && count < kQuadFragments) continue;
        if (quick_ && sampleQuick(first, wanted, result)) continue;
        sampleGroup(first, count, wanted, result);
    }
}

void SurfaceSampler::sampleGroup(uint32_t first, uint32_t count, uint32_t wanted, const std::array<float*, 4>& result) {
    Positions positions;
    for (uint32_t f = 0; f < count; ++f) positions[f] = positionOf(first + f);

    const bool implicit = lanes_.grouping == LaneGrouping::Quads && texture_.usesLod() &&
                          lanes_.operation != TextureOperation::SampleLod &&
                          lanes_.operation != TextureOperation::SampleGradient;
    const Footprint shared = implicit ? quadFootprint(first, positions[0].face) : Footprint{};
    std::array<Footprint, kQuadFragments> footprints;
    std::array<Levels, kQuadFragments> levels;
    for (uint32_t f = 0; f < count; ++f) {
        const uint32_t lane = first + f;
        footprints[f] =
            lanes_.operation == TextureOperation::SampleGradient ? gradientFootprint(lane, positions[f].face) : shared;
        levels[f] = selectLevels(biased(footprints[f].lod, lane));
    }
    for (uint32_t f = 0; f < count; ++f) {
        if ((wanted >> f & 1) == 0) continue;
        const uint32_t lane = first + f;
        const float reference = lanes_.reference != nullptr ? lanes_.reference[lane] : lanes_.operand[2][lane];
        const Vec4 color = sampleLane(positions[f], levels[f], footprints[f], reference);
        const float one = texture_.filters() ? 1.0f : std::bit_cast<float>(1u);
        const std::array<float, 6> choices{color[0], color[1], color[2], color[3], 0.0f, one};
        for (size_t c = 0; c < result.size(); ++c) result[c][lane] = choices[static_cast<size_t>(state_.swizzle[c])];
    }
}

CubeFace SurfaceSampler::faceOf(uint32_t lane) const {
    return faceOfDirection(lanes_.operand[0][lane], lanes_.operand[1][lane], lanes_.operand[2][lane]);
}

SurfaceSampler::Position SurfaceSampler::project(uint32_t lane, CubeFace face) const {
    const auto [s, t] = onFace(face, {lanes_.operand[0][lane], lanes_.operand[1][lane], lanes_.operand[2][lane]});
    return {bounded(s), bounded(t), 0.0f, face};
}

SurfaceSampler::Position SurfaceSampler::positionOf(uint32_t lane) const {
    if (cube_) return project(lane, faceOf(lane));
    return {bounded(lanes_.operand[0][lane]), bounded(lanes_.operand[1][lane]), bounded(lanes_.operand[2][lane])};
}

SurfaceSampler::Footprint SurfaceSampler::quadFootprint(uint32_t first, CubeFace face) const {
    std::array<Position, 3> at;
    for (uint32_t f = 0; f < at.size(); ++f) at[f] = cube_ ? project(first + f, face) : positionOf(first + f);
    const auto change = [&](size_t to) {
        return std::array<float, 3>{(at[to].s - at[0].s) * baseSize_[0], (at[to].t - at[0].t) * baseSize_[1],
                                    (at[to].r - at[0].r) * baseSize_[2]};
    };
    return footprintOf(change(1), change(2));
}

SurfaceSampler::Footprint SurfaceSampler::gradientFootprint(uint32_t lane, CubeFace face) const {
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

SurfaceSampler::Footprint SurfaceSampler::footprintOf(const std::array<float, 3>& dx,
                                                      const std::array<float, 3>& dy) const {
    Footprint area;
    const uint32_t limit = texture_.maxAnisotropy();
    if (limit == 1) {
        // OpenGL ES 3.0, 3.8.10.1: the largest change of any coordinate, the smallest scale that it allows. What the
        // chips do is not known; Mesa's software renderers take this one.
        const auto largest = [this](const std::array<float, 3>& d) {
            const float s = std::fabs(d[0]);
            return texture_.dimensions() == 1 ? s : std::max({s, std::fabs(d[1]), std::fabs(d[2])});
        };
        area.lod = quickLog2(std::max(largest(dx), largest(dy)));
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

float SurfaceSampler::biased(float lod, uint32_t lane) const {
    if (lanes_.operation == TextureOperation::SampleLod) {
        lod = lanes_.operand[3][lane];
    } else if (lanes_.operation == TextureOperation::SampleBias && lanes_.operand[3] != nullptr) {
        lod += lanes_.operand[3][lane];
    }
    lod += state_.lodBias + state_.unitLodBias;
    // Not-a-number becomes the smallest.
    return lod > state_.minLod ? std::min(lod, state_.maxLod) : state_.minLod;
}

SurfaceSampler::Levels SurfaceSampler::selectLevels(float lod) const {
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

Vec4 SurfaceSampler::sampleLane(const Position& position, const Levels& levels, const Footprint& footprint,
                                float reference) {
    Vec4 sum{};
    for (uint32_t n = 0; n < footprint.samples; ++n) {
        Position at = position;
        const float step = static_cast<float>(n) - 0.5f * static_cast<float>(footprint.samples - 1);
        at.s += footprint.stepS * step;
        at.t += footprint.stepT * step;
        Vec4 color = sampleLevel(at, levels.index[0], levels.linear, reference);
        if (levels.weight != 0.0f)
            color = mixed(color, sampleLevel(at, levels.index[1], levels.linear, reference), levels.weight);
        if (footprint.samples == 1) return color;
        for (size_t c = 0; c < sum.size(); ++c) sum[c] += color[c];
    }
    for (float& component : sum) component /= static_cast<float>(footprint.samples);
    return sum;
}

Vec4 SurfaceSampler::sampleLevel(const Position& position, uint32_t level, bool linear, float reference) {
    return linear ? sampleLinear(position, level, reference) : sampleNearest(position, level, reference);
}

SurfaceSampler::Axis SurfaceSampler::axisOf(WrapMode mode, float coordinate, uint32_t size, bool linear) const {
    const auto extent = static_cast<float>(size);
    if (cube_) mode = WrapMode::ClampToEdge;
    // Coordinates in texels do not repeat.
    const float u =
        state_.nonNormalized ? std::clamp(coordinate, -1.0f, extent + 1.0f) : wrapped(mode, coordinate, extent);
    const auto last = static_cast<int32_t>(size) - 1;
    const bool border = mode == WrapMode::ClampToBorder || (mode == WrapMode::Clamp && linear);
    Axis axis;
    if (!linear) {
        const auto texel = static_cast<int32_t>(floorOf(u));
        axis.texel.fill(border ? texel : std::clamp(texel, 0, last));
        return axis;
    }
    const float corner = u - 0.5f;
    const float whole = floorOf(corner);
    const auto texel = static_cast<int32_t>(whole);
    axis.weight = corner - whole;
    axis.texel = {texel, texel + 1};
    if (border || (cube_ && state_.seamlessCube)) return axis;
    for (int32_t& side : axis.texel) {
        if (mode == WrapMode::Repeat && !state_.nonNormalized) {
            side = side < 0 ? side + last + 1 : side > last ? side - last - 1 : side;
        }
        side = std::clamp(side, 0, last);
    }
    return axis;
}

uint32_t SurfaceSampler::sliceOf(const Position& position, uint32_t level) const {
    if (state_.mode != TextureMode::Texture2DArray) return 0;
    const auto layer = static_cast<int32_t>(floorOf(position.r + 0.5f));
    return static_cast<uint32_t>(clampTexel(layer, texture_.level(level).depth));
}

Vec4 SurfaceSampler::sampleNearest(const Position& position, uint32_t level, float reference) {
    const SurfaceLevel& layout = texture_.level(level);
    const int32_t x = axisOf(state_.wrapS, position.s, layout.width, false).texel[0];
    const int32_t y = texture_.dimensions() > 1 ? axisOf(state_.wrapT, position.t, layout.height, false).texel[0] : 0;
    const int32_t z = texture_.dimensions() > 2 ? axisOf(state_.wrapR, position.r, layout.depth, false).texel[0]
                                                : static_cast<int32_t>(sliceOf(position, level));
    if (cube_) {
        return texel(level, position.face, clampTexel(x, layout.width), clampTexel(y, layout.height), 0, reference);
    }
    return texel(level, position.face, x, y, z, reference);
}

Vec4 SurfaceSampler::sampleLinear(const Position& position, uint32_t level, float reference) {
    const SurfaceLevel& layout = texture_.level(level);
    const Axis x = axisOf(state_.wrapS, position.s, layout.width, true);
    const Axis y = texture_.dimensions() > 1 ? axisOf(state_.wrapT, position.t, layout.height, true) : Axis{};
    Axis z;
    if (texture_.dimensions() > 2) {
        z = axisOf(state_.wrapR, position.r, layout.depth, true);
    } else {
        z.texel.fill(static_cast<int32_t>(sliceOf(position, level)));
    }
    const auto at = [&](size_t i, size_t j, size_t k) {
        if (cube_ && state_.seamlessCube) return seamlessTexel(level, position.face, x.texel[i], y.texel[j], reference);
        return texel(level, position.face, x.texel[i], y.texel[j], z.texel[k], reference);
    };
    const auto slice = [&](size_t k) {
        const Vec4 upper = mixed(at(0, 0, k), at(1, 0, k), x.weight);
        if (texture_.dimensions() == 1) return upper;
        return mixed(upper, mixed(at(0, 1, k), at(1, 1, k), x.weight), y.weight);
    };
    return texture_.dimensions() > 2 ? mixed(slice(0), slice(1), z.weight) : slice(0);
}

Vec4 SurfaceSampler::seamlessTexel(uint32_t level, CubeFace face, int32_t x, int32_t y, float reference) {
    const SurfaceLevel& layout = texture_.level(level);
    const auto size = static_cast<int32_t>(layout.width);
    const bool outsideX = x < 0 || x >= size;
    const bool outsideY = y < 0 || y >= size;
    if (!outsideX && !outsideY) return texel(level, face, x, y, 0, reference);
    if (outsideX && outsideY) {
        // Three texels meet in a corner: their mean.
        const int32_t insideX = clampTexel(x, layout.width);
        const int32_t insideY = clampTexel(y, layout.width);
        const Vec4 a = texel(level, face, insideX, insideY, 0, reference);
        const Vec4 b = seamlessTexel(level, face, x, insideY, reference);
        const Vec4 c = seamlessTexel(level, face, insideX, y, reference);
        Vec4 mean;
        for (size_t n = 0; n < mean.size(); ++n) mean[n] = (a[n] + b[n] + c[n]) / 3.0f;
        return mean;
    }
    const FaceAxes& axes = kFaceAxes[static_cast<size_t>(face)];
    const auto extent = static_cast<float>(size);
    std::array<float, 3> direction{};
    direction[axes.major] = axes.signMajor;
    direction[axes.s] = axes.signS * ((2.0f * static_cast<float>(x) + 1.0f) / extent - 1.0f);
    direction[axes.t] = axes.signT * ((2.0f * static_cast<float>(y) + 1.0f) / extent - 1.0f);
    const CubeFace neighbour = faceOfDirection(direction[0], direction[1], direction[2]);
    const auto [s, t] = onFace(neighbour, direction);
    return texel(level, neighbour, clampTexel(static_cast<int32_t>(floorOf(s * extent)), layout.width),
                 clampTexel(static_cast<int32_t>(floorOf(t * extent)), layout.width), 0, reference);
}

Vec4 SurfaceSampler::compared(const Vec4& color, float reference) const {
    if (!state_.comparison) return color;
    // Depth buffers of integers hold 0 to 1 alone.
    const bool fixedPoint = state_.format != Format::R32Float;
    const float value = fixedPoint ? std::clamp(reference, 0.0f, 1.0f) : reference;
    const float holds = compareTexel(state_.comparisonFunction, color[0], value);
    return {holds, holds, holds, 1.0f};
}

Vec4 SurfaceSampler::texel(uint32_t level, CubeFace face, int32_t x, int32_t y, int32_t z, float reference) {
    const SurfaceLevel& layout = texture_.level(level);
    const bool outside = x < 0 || y < 0 || z < 0 || x >= static_cast<int32_t>(layout.width) ||
                         y >= static_cast<int32_t>(layout.height) || z >= static_cast<int32_t>(layout.depth);
    if (outside) return compared(state_.borderColor, reference);
    return compared(decoded(layout, face, static_cast<uint32_t>(x), static_cast<uint32_t>(y), static_cast<uint32_t>(z)),
                    reference);
}

Vec4 SurfaceSampler::decoded(const SurfaceLevel& level, CubeFace face, uint32_t x, uint32_t y, uint32_t z) {
    const uint32_t base = level.address[cube_ ? static_cast<size_t>(face) : 0] + z * level.sliceStride;
    Vec4 color;
    if (state_.compression != TextureCompression::None) {
        const CompressionInfo info = compressionInfo(state_.compression);
        const uint32_t block =
            base + level.addressing.column(x / kCompressedBlockSide) + level.addressing.row(y / kCompressedBlockSide);
        const uint64_t address = uint64_t{block} << info.ratioLog2 | static_cast<uint64_t>(state_.compression)
                                                                         << kCompressionShift;
        const std::byte* texels = context_.cache.block(context_.memory, info, address, context_.faults);
        const uint32_t place = mortonOrder(x % kCompressedBlockSide, y % kCompressedBlockSide);
        color = decodeSurfaceTexel(info.texelFormat, texels + place * (info.decompressedBytes / 16), 0);
        const bool isSigned = info.texelFormat == Format::R16Sint || info.texelFormat == Format::R16G16Sint;
        if (isSigned || info.texelFormat == Format::R16Uint || info.texelFormat == Format::R16G16Uint) {
            for (size_t c = 0; c < 2; ++c) {
                const auto value = static_cast<float>(std::bit_cast<int32_t>(color[c]));
                color[c] = value / (isSigned ? 1023.0f : 2047.0f);
            }
            color[3] = 1.0f;
        }
    } else {
        const bool pairs = state_.format == Format::Yuyv || state_.format == Format::Uyvy;
        const uint32_t address = base + level.addressing.column(pairs ? x & ~1u : x) + level.addressing.row(y);
        std::array<std::byte, kMaxTexelBytes> bytes;
        const uint32_t count = pairs ? 4 : 1u << level.addressing.texelBytesLog2;
        if (!readMemory(context_.memory, address, count, bytes.data())) ++context_.faults.outOfRange;
        color = decodeSurfaceTexel(state_.format, bytes.data(), x);
    }
    if (srgb_ != nullptr) {
        for (size_t c = 0; c < 3; ++c)
            color[c] = srgb_[static_cast<size_t>(std::clamp(color[c], 0.0f, 1.0f) * 255.0f + 0.5f)];
    }
    return color;
}

}  // namespace cyclorama::func
