// SPDX-License-Identifier: MIT
#include "func/texture/texture_lod.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "func/texture/cube_faces.h"
#include "func/texture/texture_arithmetic.h"

namespace cyclorama::func {

namespace {

constexpr float kMaxLodBias = 1000.0f;
constexpr float kSqrt2 = static_cast<float>(std::numbers::sqrt2);

struct AxisVector {
    float u = 0.0f;
    float v = 0.0f;
};

float lengthOf(AxisVector axis) { return std::sqrt(axis.u * axis.u + axis.v * axis.v); }
float dot(AxisVector a, AxisVector b) { return a.u * b.u + a.v * b.v; }
AxisVector perpendicular(AxisVector axis) { return {-axis.v, axis.u}; }
float magnitude(float value) { return value < 0.0f ? -value : value; }
float signOf(float value) { return value >= 0.0f ? 1.0f : -1.0f; }
bool isFinite(float value) { return (std::bit_cast<uint32_t>(value) & 0x7f800000u) != 0x7f800000u; }

AxisVector axisX(const TexelDerivatives& d) { return {d.dudx, d.dvdx}; }
AxisVector axisY(const TexelDerivatives& d) { return {d.dudy, d.dvdy}; }
AxisVector sum(AxisVector a, AxisVector b) { return {a.u + b.u, a.v + b.v}; }
AxisVector difference(AxisVector a, AxisVector b) { return {a.u - b.u, a.v - b.v}; }
AxisVector divided(AxisVector axis, float divisor) { return {axis.u / divisor, axis.v / divisor}; }

/// Length of a sum or difference of the two axes, divided by the square root of two; squares are halved in double
/// precision.
float diagonalLength(AxisVector diagonal) {
    return static_cast<float>(std::sqrt(static_cast<double>(diagonal.u * diagonal.u) * 0.5 +
                                        static_cast<double>(diagonal.v * diagonal.v) * 0.5));
}

float isotropicScale(const TexelDerivatives& d) { return largerOf(lengthOf(axisX(d)), lengthOf(axisY(d))); }

/// The longer and the shorter of two axes, and their ratio as far as anisotropy is allowed.
struct AxisPair {
    float longer;
    float shorter;
    float ratio;
    bool firstIsLonger;
};

AxisPair compareAxes(float first, float second, float maxRatio) {
    AxisPair pair;
    pair.shorter = smallerOf(first, second);
    pair.longer = largerOf(first, second);
    pair.ratio = smallerOf(pair.longer / pair.shorter, maxRatio);
    pair.firstIsLonger = pair.longer == first;
    return pair;
}

Footprint alongAxis(const AnisotropySettings& settings, float scale, float ratio, AxisVector axis) {
    const uint32_t samples = anisotropicSamples(settings, ratio);
    const AxisVector step = divided(axis, static_cast<float>(samples + 1));
    return {scale, samples, step.u, step.v};
}

/// If an algorithm's result is no number, the quad is sampled isotropically. Only the scale counts, not the offsets.
Footprint isotropicUnlessFinite(const Footprint& footprint, const TexelDerivatives& d) {
    return isFinite(footprint.scale) ? footprint : Footprint{.scale = isotropicScale(d)};
}

Footprint twoAxis(const AnisotropySettings& settings, const TexelDerivatives& d, float maxRatio) {
    const AxisPair pair = compareAxes(lengthOf(axisX(d)), lengthOf(axisY(d)), maxRatio);
    return alongAxis(settings, pair.longer / pair.ratio, pair.ratio, pair.firstIsLonger ? axisX(d) : axisY(d));
}

Footprint fourAxis(const AnisotropySettings& settings, const TexelDerivatives& d, float maxRatio) {
    const AxisVector plus = sum(axisX(d), axisY(d));
    const AxisVector minus = difference(axisX(d), axisY(d));
    const AxisPair straight = compareAxes(lengthOf(axisX(d)), lengthOf(axisY(d)), maxRatio);
    const AxisPair diagonal = compareAxes(diagonalLength(plus), diagonalLength(minus), maxRatio);
    if (straight.ratio >= diagonal.ratio) {
        return alongAxis(settings, straight.longer / straight.ratio, straight.ratio,
                         straight.firstIsLonger ? axisX(d) : axisY(d));
    }
    return alongAxis(settings, diagonal.longer / diagonal.ratio, diagonal.ratio,
                     divided(diagonal.firstIsLonger ? plus : minus, kSqrt2));
}

/// A pair of axes approximated by a rectangle around them along the longer one.
struct Rectangle {
    float length;       // length of the longer axis
    float lengthRatio;  // ratio of the two axes' lengths
    float sideRatio;    // ratio of the rectangle's sides, as far as anisotropy is allowed
    AxisVector axis;    // the longer one
};

Rectangle rectangleAround(AxisVector first, AxisVector second, float maxRatio) {
    const float firstLength = lengthOf(first);
    const float secondLength = lengthOf(second);
    const bool firstIsMajor = firstLength >= secondLength;
    const AxisVector minor = firstIsMajor ? second : first;
    const float majorLength = firstIsMajor ? firstLength : secondLength;
    const AxisVector direction = divided(firstIsMajor ? first : second, majorLength);
    const float longSide = majorLength + magnitude(dot(minor, direction));
    const float shortSide = magnitude(dot(minor, perpendicular(direction)));
    return {majorLength,
            majorLength / (firstIsMajor ? secondLength : firstLength),
            smallerOf(longSide / shortSide, maxRatio),
            {direction.u * majorLength, direction.v * majorLength}};
}

Footprint rectangular(const AnisotropySettings& settings, const TexelDerivatives& d, float maxRatio) {
    const Rectangle straight = rectangleAround(axisX(d), axisY(d), maxRatio);
    const Rectangle diagonal = rectangleAround(divided(sum(axisX(d), axisY(d)), kSqrt2),
                                               divided(difference(axisX(d), axisY(d)), kSqrt2), maxRatio);
    const float ratio = largerOf(straight.sideRatio, diagonal.sideRatio);
    const Rectangle& chosen = straight.lengthRatio >= diagonal.lengthRatio ? straight : diagonal;
    return isotropicUnlessFinite(alongAxis(settings, chosen.length / ratio, ratio, chosen.axis), d);
}

/// The ellipse that a round pixel is projected to (P. Heckbert, Fundamentals of Texture Mapping and Image Warping,
/// 1989): its equation A u^2 + B u v + C v^2 = 1, then its axes.
Footprint ellipse(const AnisotropySettings& settings, const TexelDerivatives& d, float maxRatio) {
    const float cross = d.dudx * d.dvdy - d.dudy * d.dvdx;
    const float square = cross * cross;
    const float a = (d.dvdx * d.dvdx + d.dvdy * d.dvdy) / square;
    const float b = (-2.0f * (d.dudx * d.dvdx + d.dudy * d.dvdy)) / square;
    const float c = (d.dudx * d.dudx + d.dudy * d.dudy) / square;
    const float p = a - c;
    const float q = a + c;
    const float t = signOf(p) * std::sqrt(p * p + b * b);
    AxisVector first;
    AxisVector second;
    if (t == 0.0f) {
        const float radius = 1.0f / std::sqrt(a);
        first = {radius, 0.0f};
        second = {0.0f, radius};
    } else {
        const float direction = signOf(b * p);
        first = {std::sqrt((t + p) / (t * (q + t))), direction * std::sqrt((t - p) / (t * (q + t)))};
        second = {-1.0f * direction * std::sqrt((t - p) / (t * (q - t))), std::sqrt((t + p) / (t * (q - t)))};
    }
    const float firstLength = lengthOf(first);
    const float secondLength = lengthOf(second);
    const bool firstIsMajor = firstLength > secondLength;
    const float major = firstIsMajor ? firstLength : secondLength;
    const float minor = firstIsMajor ? secondLength : firstLength;
    const float ratio = smallerOf(major / minor, maxRatio);
    return isotropicUnlessFinite(alongAxis(settings, major / ratio, ratio, firstIsMajor ? first : second), d);
}

/// The ratio of two axes as if they stood at right angles.
float rightAngledRatio(AxisVector first, AxisVector second, const AxisPair& pair, float maxRatio) {
    const float product = dot(first, second);
    const float cosine = product / (pair.shorter * pair.longer);
    const float longer = magnitude(product) / pair.longer + pair.longer;
    const float shorter = pair.shorter * magnitude(std::sqrt(1.0f - cosine * cosine));
    return smallerOf(longer / shorter, maxRatio);
}

Footprint experimental(const AnisotropySettings& settings, const TexelDerivatives& d, float maxRatio) {
    const AxisVector plus = sum(axisX(d), axisY(d));
    const AxisVector minus = difference(axisX(d), axisY(d));
    const AxisPair straight = compareAxes(lengthOf(axisX(d)), lengthOf(axisY(d)), maxRatio);
    const AxisPair diagonal = compareAxes(diagonalLength(plus), diagonalLength(minus), maxRatio);
    Footprint result;
    if (straight.ratio > diagonal.ratio) {
        const float scale = straight.longer / rightAngledRatio(axisX(d), axisY(d), straight, maxRatio);
        result = alongAxis(settings, scale, straight.ratio, straight.firstIsLonger ? axisX(d) : axisY(d));
    } else {
        const AxisVector unitPlus = divided(plus, kSqrt2);
        const AxisVector unitMinus = divided(minus, kSqrt2);
        const float scale = diagonal.longer / rightAngledRatio(unitPlus, unitMinus, diagonal, maxRatio);
        result = alongAxis(settings, scale, diagonal.ratio, diagonal.firstIsLonger ? unitPlus : unitMinus);
    }
    return isotropicUnlessFinite(result, d);
}

}  // namespace

AnisotropySettings anisotropySettings(const TextureUnitSettings& settings) {
    const float steps = static_cast<float>(uint64_t{1} << settings.anisotropyRoundPrecision);
    const float roundUp = static_cast<float>(settings.anisotropyRoundThreshold) / steps;
    return {settings.anisotropyAlgorithm, settings.anisotropyRatioMultipleOfTwo,
            settings.anisotropyRatioMultipleOfTwo ? 2.0f * roundUp : roundUp};
}

uint32_t effectiveMaxAnisotropy(const TextureState& state, const TextureUnitSettings& settings) {
    const uint32_t limit =
        settings.forceMaxAnisotropy ? settings.maxAnisotropy : std::min(state.maxAnisotropy, settings.maxAnisotropy);
    return std::clamp(limit, 1u, kMaxAnisotropy);
}

TexelDerivatives texelDerivatives(const TextureState& state, const QuadCoordinates& coordinates) {
    std::array<float, 3> size = {1.0f, 1.0f, 1.0f};
    if (!state.nonNormalized) {
        size = {static_cast<float>(state.width), static_cast<float>(state.height), static_cast<float>(state.depth)};
    }
    const auto along = [&](size_t fragment, size_t c) {
        return coordinates[fragment][c] * size[c] - coordinates[0][c] * size[c];
    };
    return {along(1, 0), along(1, 1), along(1, 2), along(2, 0), along(2, 1), along(2, 2)};
}

uint32_t anisotropicSamples(const AnisotropySettings& settings, float ratio) {
    const auto whole = static_cast<uint32_t>(std::clamp(std::floor(ratio), 0.0f, static_cast<float>(kMaxAnisotropy)));
    uint32_t samples;
    if (settings.ratioMultipleOfTwo) {
        const uint32_t even = whole & ~1u;
        const float fraction = 2.0f - (static_cast<float>(even + 2) - ratio);
        samples = fraction > settings.roundUp ? even + 2 : even;
    } else {
        const float fraction = ratio - static_cast<float>(whole);
        samples = fraction > settings.roundUp ? whole + 1 : whole;
    }
    return std::clamp(samples, 1u, kMaxAnisotropy);
}

Footprint anisotropicFootprint(const AnisotropySettings& settings, const TexelDerivatives& derivatives,
                               uint32_t maxAnisotropy) {
    const auto maxRatio = static_cast<float>(maxAnisotropy);
    switch (settings.algorithm) {
        case AnisotropyAlgorithm::TwoAxis:
            return twoAxis(settings, derivatives, maxRatio);
        case AnisotropyAlgorithm::FourAxis:
            return fourAxis(settings, derivatives, maxRatio);
        case AnisotropyAlgorithm::Rectangular:
            return rectangular(settings, derivatives, maxRatio);
        case AnisotropyAlgorithm::Ewa:
            return ellipse(settings, derivatives, maxRatio);
        case AnisotropyAlgorithm::Experimental:
            break;
    }
    return experimental(settings, derivatives, maxRatio);
}

Footprint footprint(const TextureState& state, const AnisotropySettings& settings, const TexelDerivatives& derivatives,
                    uint32_t maxAnisotropy) {
    const TexelDerivatives& d = derivatives;
    if (dimensionsOf(state.mode) == 1) {
        return {.scale = largerOf(d.dudx, d.dudy)};
    }
    if (state.mode == TextureMode::Texture3D) {
        return {.scale = largerOf(std::sqrt(d.dudx * d.dudx + d.dvdx * d.dvdx + d.dwdx * d.dwdx),
                                  std::sqrt(d.dudy * d.dudy + d.dvdy * d.dvdy + d.dwdy * d.dwdy))};
    }
    if (maxAnisotropy <= 1) {
        return {.scale = isotropicScale(d)};
    }
    Footprint result = anisotropicFootprint(settings, d, maxAnisotropy);
    result.sOffset = result.sOffset / static_cast<float>(state.width);
    result.tOffset = result.tOffset / static_cast<float>(state.height);
    return result;
}

double log2OfScale(float scale) { return std::log(static_cast<double>(scale)) / std::numbers::ln2; }

float levelOfDetail(const TextureState& state, float bias, double log2Scale) {
    const float totalBias = clampToRange(state.lodBias + state.unitLodBias + bias, -kMaxLodBias, kMaxLodBias);
    const auto lod = static_cast<float>(log2Scale + static_cast<double>(totalBias));
    return clampToRange(lod, state.minLod, state.maxLod);
}

CubeFace selectCubeFace(QuadCoordinates& coordinates) {
    std::array<uint32_t, kCubeFaces> votes{};
    for (const Vec4& coordinate : coordinates) {
        const float x = std::fabs(coordinate[0]);
        const float y = std::fabs(coordinate[1]);
        const float z = std::fabs(coordinate[2]);
        const size_t axis = x >= y ? (x > z ? 0 : 2) : (y >= z ? 1 : 2);
        votes[2 * axis + (coordinate[axis] < 0.0f ? 1 : 0)]++;
    }
    const auto face = static_cast<CubeFace>(std::max_element(votes.begin(), votes.end()) - votes.begin());
    for (Vec4& coordinate : coordinates) {
        const CubePlace place = dividedPlace(face, coordinate);
        coordinate[0] = place.s;
        coordinate[1] = place.t;
    }
    return face;
}

}  // namespace cyclorama::func
