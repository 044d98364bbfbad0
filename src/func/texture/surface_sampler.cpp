// SPDX-License-Identifier: MIT
#include "func/texture/surface_sampler.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "func/formats/etc_compression.h"
#include "func/texture/surface_texel.h"
#include "func/texture/texture_compression.h"
#include "func/texture/texture_format.h"

namespace cyclorama::func {

namespace {

Vec4 mixed(const Vec4& a, const Vec4& b, float weight) {
    Vec4 color;
    for (size_t c = 0; c < color.size(); ++c) color[c] = a[c] + (b[c] - a[c]) * weight;
    return color;
}

}  // namespace

SurfaceSampler::SurfaceSampler(const SurfaceContext& context, const TextureLanes& lanes)
    : SurfaceLocator(context.texture, lanes),
      context_(context),
      srgb_(context.texture.srgbTable()),
      quick_(context.texture.quick() && lanes.grouping == LaneGrouping::Quads &&
             lanes.operation != TextureOperation::SampleGradient) {}

void SurfaceSampler::sample(const std::array<float*, 4>& result) {
    const bool quads = lanes_.grouping == LaneGrouping::Quads;
    for (uint32_t first = 0; first < lanes_.count; first += kQuadFragments) {
        const uint32_t count = std::min<uint32_t>(kQuadFragments, lanes_.count - first);
        const auto wanted = static_cast<uint32_t>(lanes_.active >> first) & ((1u << count) - 1);
        if (wanted == 0) continue;
        // A quad without all of its fragments has no derivatives to speak of.
        if (quads && count < kQuadFragments) continue;
        if (!sampleQuick(first, wanted, result)) sampleGroup(first, count, wanted, result);
    }
}

void SurfaceSampler::sampleGroup(uint32_t first, uint32_t count, uint32_t wanted, const std::array<float*, 4>& result) {
    LocatedLanes located;
    locateGroup(first, count, located);
    for (uint32_t f = 0; f < count; ++f) {
        if ((wanted >> f & 1) == 0) continue;
        const uint32_t lane = first + f;
        const float reference = lanes_.reference != nullptr ? lanes_.reference[lane] : lanes_.operand[2][lane];
        const Vec4 color = sampleLane(located.position[f], located.levels[f], located.footprint[f], reference);
        const float one = texture_.filters() ? 1.0f : std::bit_cast<float>(1u);
        for (size_t c = 0; c < result.size(); ++c) result[c][lane] = componentOf(color, state_.swizzle[c], one);
    }
}

Vec4 SurfaceSampler::sampleLane(const Position& position, const Levels& levels, const Footprint& footprint,
                                float reference) {
    Vec4 sum{};
    for (uint32_t n = 0; n < footprint.samples; ++n) {
        const Position at = sampled(position, footprint, n);
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

Vec4 SurfaceSampler::sampleNearest(const Position& position, uint32_t level, float reference) {
    const Corners at = nearestCorner(position, level);
    return texel(level, position.face, at.x.texel[0], at.y.texel[0], at.z.texel[0], reference);
}

Vec4 SurfaceSampler::sampleLinear(const Position& position, uint32_t level, float reference) {
    const Corners corners = linearCorners(position, level);
    const auto at = [&](size_t i, size_t j, size_t k) {
        if (seamless_) return seamlessTexel(level, position.face, corners.x.texel[i], corners.y.texel[j], reference);
        return texel(level, position.face, corners.x.texel[i], corners.y.texel[j], corners.z.texel[k], reference);
    };
    const auto slice = [&](size_t k) {
        const Vec4 upper = mixed(at(0, 0, k), at(1, 0, k), corners.x.weight);
        if (texture_.dimensions() == 1) return upper;
        return mixed(upper, mixed(at(0, 1, k), at(1, 1, k), corners.x.weight), corners.y.weight);
    };
    return texture_.dimensions() > 2 ? mixed(slice(0), slice(1), corners.z.weight) : slice(0);
}

Vec4 SurfaceSampler::seamlessTexel(uint32_t level, CubeFace face, int32_t x, int32_t y, float reference) {
    std::array<CubeTexel, 3> from;
    const uint32_t count = seamlessTexels(level, face, x, y, from);
    std::array<Vec4, 3> color;
    for (uint32_t n = 0; n < count; ++n) color[n] = texel(level, from[n].face, from[n].x, from[n].y, 0, reference);
    if (count == 1) return color[0];
    Vec4 mean;
    for (size_t n = 0; n < mean.size(); ++n) mean[n] = (color[0][n] + color[1][n] + color[2][n]) / 3.0f;
    return mean;
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
    if (isOutside(level, x, y, z)) return compared(state_.borderColor, reference);
    return compared(decoded(layout, face, static_cast<uint32_t>(x), static_cast<uint32_t>(y), static_cast<uint32_t>(z)),
                    reference);
}

Vec4 SurfaceSampler::decoded(const SurfaceLevel& level, CubeFace face, uint32_t x, uint32_t y, uint32_t z) {
    const uint64_t place = texelAddress(level, face, x, y, z);
    Vec4 color;
    if (state_.compression != TextureCompression::None) {
        const CompressionInfo info = compressionInfo(state_.compression);
        const std::byte* texels = context_.cache.block(context_.memory, info, place, context_.faults);
        color = decodeSurfaceTexel(info.texelFormat, texels + (place & (info.decompressedBytes - 1)), 0);
        const bool isSigned = info.texelFormat == Format::R16Sint || info.texelFormat == Format::R16G16Sint;
        if (isSigned || info.texelFormat == Format::R16Uint || info.texelFormat == Format::R16G16Uint) {
            for (size_t c = 0; c < 2; ++c) color[c] = eacFraction(std::bit_cast<int32_t>(color[c]), isSigned);
            color[3] = 1.0f;
        }
    } else {
        const bool pairs = state_.format == Format::Yuyv || state_.format == Format::Uyvy;
        std::array<std::byte, kMaxTexelBytes> bytes;
        const uint32_t count = pairs ? 4 : level.texelBytes;
        if (!readMemory(context_.memory, Address::fromBits(place), count, bytes.data())) ++context_.faults.outOfRange;
        color = decodeSurfaceTexel(state_.format, bytes.data(), x);
    }
    if (srgb_ != nullptr) {
        constexpr float kHalf = 0.5f;  // to the nearest byte
        for (size_t c = 0; c < 3; ++c)
            color[c] = srgb_[static_cast<size_t>(std::clamp(color[c], 0.0f, 1.0f) * 255.0f + kHalf)];
    }
    return color;
}

}  // namespace cyclorama::func
