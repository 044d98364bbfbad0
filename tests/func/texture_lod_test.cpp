// SPDX-License-Identifier: MIT
// Level of detail and anisotropy. Origin: worked by hand from the definitions (OpenGL 2.1, 3.8.8;
// EXT_texture_filter_anisotropic; Heckbert's ellipse as singular values of the Jacobian).

#include "func/texture/texture_lod.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cyclorama::func {
namespace {

TextureState image(TextureMode mode, uint32_t size) {
    TextureState state;
    state.mode = mode;
    state.width = state.height = state.depth = size;
    state.maxLod = 20.0f;
    return state;
}

/// A quad whose coordinates grow by `x` from column to column and by `y` from row to row.
QuadCoordinates gradient(const Vec4& start, const Vec4& x, const Vec4& y) {
    QuadCoordinates quad;
    for (size_t f = 0; f < kQuadFragments; f++) {
        for (size_t c = 0; c < 4; c++) {
            quad[f][c] = start[c] + (f % 2 != 0 ? x[c] : 0.0f) + (f / 2 != 0 ? y[c] : 0.0f);
        }
    }
    return quad;
}

TEST(TextureLod, TakesDerivativesInTexelsOfTheBaseLevel) {
    TextureState state = image(TextureMode::Texture3D, 64);
    state.height = 32;
    const QuadCoordinates quad = gradient({0.5f, 0.25f, 0}, {0.125f, 0, 0.5f}, {0, 0.25f, 0});
    const TexelDerivatives d = texelDerivatives(state, quad);
    EXPECT_EQ(d.dudx, 8.0f);
    EXPECT_EQ(d.dvdx, 0.0f);
    EXPECT_EQ(d.dwdx, 32.0f);
    EXPECT_EQ(d.dudy, 0.0f);
    EXPECT_EQ(d.dvdy, 8.0f);
    state.nonNormalized = true;
    EXPECT_EQ(texelDerivatives(state, quad).dudx, 0.125f);
}

TEST(TextureLod, IsTheLogarithmOfTheLongerAxis) {
    const TextureState state = image(TextureMode::Texture2D, 256);
    const TexelDerivatives d = {.dudx = 3.0f, .dvdx = 4.0f, .dudy = 0.0f, .dvdy = 2.0f};
    const Footprint area = footprint(state, {}, d, 1);
    EXPECT_EQ(area.scale, 5.0f);
    EXPECT_EQ(area.samples, 1u);
    EXPECT_FLOAT_EQ(levelOfDetail(state, 0.0f, log2OfScale(area.scale)), std::log2(5.0f));
    EXPECT_EQ(levelOfDetail(state, 0.0f, log2OfScale(8.0f)), 3.0f);
}

TEST(TextureLod, TakesTheLargerSignedDerivativeInOneDimension) {
    const TextureState state = image(TextureMode::Texture1D, 256);
    EXPECT_EQ(footprint(state, {}, {.dudx = -8.0f, .dudy = 2.0f}, 1).scale, 2.0f);
}

TEST(TextureLod, UsesThreeDerivativesInThreeDimensions) {
    const TextureState state = image(TextureMode::Texture3D, 64);
    EXPECT_EQ(footprint(state, {}, {.dudx = 2.0f, .dvdx = 3.0f, .dwdx = 6.0f}, 16).scale, 7.0f);
}

TEST(TextureLod, IsBiasedAndClamped) {
    TextureState state = image(TextureMode::Texture2D, 256);
    state.lodBias = 0.5f;
    state.unitLodBias = 0.25f;
    EXPECT_EQ(levelOfDetail(state, 1.0f, 2.0), 3.75f);
    state.maxLod = 3.0f;
    state.minLod = -1.0f;
    EXPECT_EQ(levelOfDetail(state, 1.0f, 2.0), 3.0f);
    EXPECT_EQ(levelOfDetail(state, 0.0f, log2OfScale(0.0f)), -1.0f);
    EXPECT_EQ(levelOfDetail(state, -3000.0f, 1003.0), 3.0f) << "the bias stops at 1000";
    EXPECT_EQ(levelOfDetail(state, 0.0f, std::numeric_limits<double>::quiet_NaN()), 3.0f);
}

TEST(Anisotropy, IsLimitedByTextureAndUnit) {
    TextureState state;
    state.maxAnisotropy = 8;
    EXPECT_EQ(effectiveMaxAnisotropy(state, {.maxAnisotropy = 16}), 8u);
    EXPECT_EQ(effectiveMaxAnisotropy(state, {.maxAnisotropy = 4}), 4u);
    EXPECT_EQ(effectiveMaxAnisotropy(state, {.forceMaxAnisotropy = true, .maxAnisotropy = 16}), 16u);
    state.maxAnisotropy = 0;
    EXPECT_EQ(effectiveMaxAnisotropy(state, {}), 1u);
}

TEST(Anisotropy, RoundsTheRatioToSamples) {
    const auto samples = [](uint32_t threshold, bool even, float ratio) {
        return anisotropicSamples(anisotropySettings({.anisotropyRoundPrecision = 8,
                                                      .anisotropyRoundThreshold = threshold,
                                                      .anisotropyRatioMultipleOfTwo = even}),
                                  ratio);
    };
    EXPECT_EQ(samples(0, false, 3.0f), 3u);
    EXPECT_EQ(samples(0, false, 3.001f), 4u);
    EXPECT_EQ(samples(128, false, 3.5f), 3u);
    EXPECT_EQ(samples(128, false, 3.51f), 4u);
    EXPECT_EQ(samples(0, true, 2.0f), 2u);
    EXPECT_EQ(samples(0, true, 2.001f), 4u);
    EXPECT_EQ(samples(128, true, 3.0f), 2u) << "the threshold counts twice";
    EXPECT_EQ(samples(128, true, 3.01f), 4u);
    EXPECT_EQ(samples(128, true, 1.0f), 1u) << "never none";
    EXPECT_EQ(samples(0, true, 16.0f), 16u);
}

struct AlgorithmCase {
    AnisotropyAlgorithm algorithm;
    uint32_t samples;
    float scale;
    float sOffset, tOffset;  // in texels
};

// A pixel stretched three and a half times along x: every algorithm sees the same.
TEST(Anisotropy, AgreesOnAStraightPixel) {
    const TexelDerivatives d = {.dudx = 3.5f, .dvdy = 1.0f};
    for (const auto algorithm :
         {AnisotropyAlgorithm::TwoAxis, AnisotropyAlgorithm::FourAxis, AnisotropyAlgorithm::Rectangular,
          AnisotropyAlgorithm::Ewa, AnisotropyAlgorithm::Experimental}) {
        SCOPED_TRACE(static_cast<int>(algorithm));
        const AnisotropySettings settings = {.algorithm = algorithm};
        const Footprint area = anisotropicFootprint(settings, d, 16);
        EXPECT_EQ(area.samples, 4u);
        EXPECT_NEAR(area.scale, 1.0f, 1e-6f);
        const Footprint limited = anisotropicFootprint(settings, d, 2);
        EXPECT_EQ(limited.samples, 2u);
    }
}

// Axes (4, 0) and (3, 1). Two axes: lengths 4 and sqrt(10). Diagonals: (7, 1) / sqrt(2) and (1, -1) / sqrt(2), lengths
// 5 and 1. Rectangle: 7 by 1 around the axes, 5.6 by 0.8 around the diagonals. Ellipse: singular values 5.0368 and
// 0.79415. Experimental: as four axes, with the sides of the diagonals' rectangle for the scale.
TEST(Anisotropy, DistinguishesTheAlgorithmsOnASkewedPixel) {
    const TexelDerivatives d = {.dudx = 4.0f, .dvdx = 0.0f, .dudy = 3.0f, .dvdy = 1.0f};
    const float diagonal = 1.0f / std::sqrt(2.0f);
    const AlgorithmCase cases[] = {
        {AnisotropyAlgorithm::TwoAxis, 1, std::sqrt(10.0f), 4.0f / 2, 0.0f},
        {AnisotropyAlgorithm::FourAxis, 5, 1.0f, 7 * diagonal / 6, diagonal / 6},
        {AnisotropyAlgorithm::Rectangular, 7, 5.0f / 7, 7 * diagonal / 8, diagonal / 8},
        {AnisotropyAlgorithm::Ewa, 6, 0.794156f, 4.999078f / 7, 0.615413f / 7},
        {AnisotropyAlgorithm::Experimental, 5, 5.0f / 7, 7 * diagonal / 6, diagonal / 6},
    };
    for (const AlgorithmCase& test : cases) {
        SCOPED_TRACE(static_cast<int>(test.algorithm));
        const Footprint area = anisotropicFootprint({.algorithm = test.algorithm, .roundUp = 0.5f}, d, 16);
        EXPECT_EQ(area.samples, test.samples);
        EXPECT_NEAR(area.scale, test.scale, 1e-5f);
        EXPECT_NEAR(std::fabs(area.sOffset), test.sOffset, 1e-5f);
        EXPECT_NEAR(std::fabs(area.tOffset), test.tOffset, 1e-5f);
    }
}

TEST(Anisotropy, FallsBackWhereTheEllipseIsDegenerate) {
    const Footprint area =
        anisotropicFootprint({.algorithm = AnisotropyAlgorithm::Ewa}, {.dudx = 4.0f, .dudy = 2.0f}, 16);
    EXPECT_EQ(area.samples, 1u);
    EXPECT_EQ(area.scale, 4.0f);
    EXPECT_EQ(area.sOffset, 0.0f);
}

TEST(Anisotropy, TakesTheMaximumForAPointWithTwoAxes) {
    const Footprint area = anisotropicFootprint({.algorithm = AnisotropyAlgorithm::TwoAxis}, {}, 8);
    EXPECT_EQ(area.samples, 8u);
    EXPECT_EQ(area.scale, 0.0f);
}

TEST(Anisotropy, GivesOffsetsInTextureCoordinates) {
    const TextureState state = image(TextureMode::Texture2D, 64);
    const Footprint area =
        footprint(state, {.algorithm = AnisotropyAlgorithm::TwoAxis}, {.dudx = 4.0f, .dvdy = 1.0f}, 16);
    EXPECT_EQ(area.samples, 4u);
    EXPECT_EQ(area.sOffset, 4.0f / 5 / 64);
}

struct FaceCase {
    Vec4 direction;
    CubeFace face;
    float s, t;
};

// OpenGL 2.1, table 3.19, with directions a quarter off the axis.
TEST(CubeMap, SelectsTheFaceOfTheMainAxis) {
    const FaceCase cases[] = {
        {{2, 1, 0.5f}, CubeFace::PositiveX, 0.375f, 0.25f}, {{-2, 1, 0.5f}, CubeFace::NegativeX, 0.625f, 0.25f},
        {{1, 2, 0.5f}, CubeFace::PositiveY, 0.75f, 0.625f}, {{1, -2, 0.5f}, CubeFace::NegativeY, 0.75f, 0.375f},
        {{1, 0.5f, 2}, CubeFace::PositiveZ, 0.75f, 0.375f}, {{1, 0.5f, -2}, CubeFace::NegativeZ, 0.25f, 0.375f},
        {{1, 1, 0}, CubeFace::PositiveX, 0.5f, 0.0f},       {{1, 0, 1}, CubeFace::PositiveZ, 1.0f, 0.5f},
        {{0, 1, 1}, CubeFace::PositiveY, 0.5f, 1.0f},       {{-1, -1, -1}, CubeFace::NegativeZ, 1.0f, 1.0f},
    };
    for (const FaceCase& test : cases) {
        SCOPED_TRACE(static_cast<int>(test.face));
        QuadCoordinates quad = {test.direction, test.direction, test.direction, test.direction};
        EXPECT_EQ(selectCubeFace(quad), test.face);
        EXPECT_EQ(quad[3][0], test.s);
        EXPECT_EQ(quad[3][1], test.t);
        EXPECT_EQ(quad[3][2], test.direction[2]);
    }
}

TEST(CubeMap, GoesByTheMajorityOfTheQuad) {
    const Vec4 positiveX = {1, 0, 0};
    const Vec4 negativeY = {0.5f, -1, 0};
    QuadCoordinates quad = {positiveX, negativeY, negativeY, negativeY};
    EXPECT_EQ(selectCubeFace(quad), CubeFace::NegativeY);
    quad = {negativeY, positiveX, positiveX, negativeY};
    EXPECT_EQ(selectCubeFace(quad), CubeFace::PositiveX) << "the first of two with as many";
}

}  // namespace
}  // namespace cyclorama::func
