// SPDX-License-Identifier: MIT
#include "func/texture/cube_faces.h"

#include <gtest/gtest.h>

#include <random>

#include "func/texture/surface_locator.h"
#include "support/cube_surface.h"

namespace cyclorama::func {
namespace {

// OpenGL 4.6, table 8.19: s = (sc / |ma| + 1) / 2, likewise t.
TEST(CubePlace, FollowsTheTableOfFaces) {
    struct Case {
        CubeFace face;
        float s, t;
    };
    const std::array<float, 3> direction = {2.0f, 1.0f, 4.0f};
    for (const Case& each : {Case{CubeFace::PositiveX, -0.5f, 0.25f}, Case{CubeFace::NegativeX, 1.5f, 0.25f},
                             Case{CubeFace::PositiveY, 1.5f, 2.5f}, Case{CubeFace::NegativeY, 1.5f, -1.5f},
                             Case{CubeFace::PositiveZ, 0.75f, 0.375f}, Case{CubeFace::NegativeZ, 0.25f, 0.375f}}) {
        const CubePlace place = dividedPlace(each.face, direction);
        EXPECT_EQ(place.face, each.face);
        EXPECT_EQ(place.s, each.s) << static_cast<int>(each.face);
        EXPECT_EQ(place.t, each.t) << static_cast<int>(each.face);
    }
}

TEST(CubePlace, RoundsAQuotientASumAndAHalf) {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> component(-3.0f, 3.0f);
    for (int n = 0; n < 100'000; ++n) {
        const std::array<float, 4> direction = {component(random), component(random), component(random), 7.0f};
        const CubePlace place = dividedPlace(CubeFace::NegativeY, direction);
        const float magnitude = std::fabs(direction[1]);
        const float across = direction[0] / magnitude;
        const float down = -direction[2] / magnitude;
        ASSERT_EQ(place.s, (across + 1.0f) / 2.0f);
        ASSERT_EQ(place.t, (down + 1.0f) / 2.0f);
    }
}

TEST(CubeTexel, MiddlesHaveDirectionsOnTheirFacesPlane) {
    EXPECT_EQ(directionOf({CubeFace::PositiveX, 0, 3}, 4), (std::array{1.0f, -0.75f, 0.75f}));
    EXPECT_EQ(directionOf({CubeFace::NegativeY, 4, 1}, 4), (std::array{1.25f, -1.0f, 0.25f}));
    EXPECT_EQ(directionOf({CubeFace::NegativeZ, -1, 1}, 2), (std::array{1.5f, -0.5f, -1.0f}));
}

/// The face of the largest component, and the place on it in double precision.
CubePlace exactPlace(const std::array<float, 3>& direction) {
    size_t axis = 0;
    for (size_t i = 1; i < 3; ++i)
        if (std::fabs(direction[i]) > std::fabs(direction[axis])) axis = i;
    const auto face = static_cast<CubeFace>(2 * axis + (direction[axis] < 0.0f ? 1 : 0));
    const CubeFaceAxes& axes = axesOf(face);
    const auto along = [&](size_t i) {
        const double component = double{axes.sign[i]} * double{direction[axes.axis[i]]};
        return static_cast<float>((component / std::fabs(double{direction[axis]}) + 1.0) / 2.0);
    };
    return {face, along(0), along(1)};
}

TEST(CubeTexel, NeighboursAreNextToTheEdge) {
    // To the right of +X is -Z, above it the right column of +Y.
    EXPECT_EQ(neighbourTexel({CubeFace::PositiveX, 8, 3}, 8, exactPlace), (CubeTexel{CubeFace::NegativeZ, 0, 3}));
    EXPECT_EQ(neighbourTexel({CubeFace::PositiveX, 3, -1}, 8, exactPlace), (CubeTexel{CubeFace::PositiveY, 7, 4}));
    for (const int32_t size : {1, 2, 3, 7, 16, 100}) {
        const CubeSurface surface(size);
        surface.forTexelsBeyondEdges([&](const CubeTexel& beyond) {
            ASSERT_EQ(neighbourTexel(beyond, size, exactPlace), surface.acrossEdge(beyond))
                << size << ": " << static_cast<int>(beyond.face) << ' ' << beyond.x << ' ' << beyond.y;
        });
    }
}

TEST(SurfaceLocator, SeamlessTexelsAreNextToTheEdge) {
    for (const int32_t size : {1, 2, 3, 5, 8, 33, 100, 256, 1000, 2048}) {
        TextureState state;
        state.mode = TextureMode::CubeMap;
        state.tiling = Tiling::Tiled;
        state.seamlessCube = true;
        state.width = state.height = static_cast<uint32_t>(size);
        const SurfaceTexture texture(state);
        const TextureLanes lanes;
        const SurfaceLocator locator(texture, lanes);
        const CubeSurface surface(size);
        std::array<CubeTexel, 3> texels;
        surface.forTexelsBeyondEdges([&](const CubeTexel& beyond) {
            ASSERT_EQ(locator.seamlessTexels(0, beyond.face, beyond.x, beyond.y, texels), 1u);
            ASSERT_EQ(texels[0], surface.acrossEdge(beyond))
                << size << ": " << static_cast<int>(beyond.face) << ' ' << beyond.x << ' ' << beyond.y;
        });
        const CubeTexel within{CubeFace::NegativeZ, size - 1, 0};
        EXPECT_EQ(locator.seamlessTexels(0, within.face, within.x, within.y, texels), 1u);
        EXPECT_EQ(texels[0], within);
        // The lower left corner of +Z: -X is to its left, -Y below it.
        EXPECT_EQ(locator.seamlessTexels(0, CubeFace::PositiveZ, -1, size, texels), 3u);
        EXPECT_EQ(texels[0], (CubeTexel{CubeFace::PositiveZ, 0, size - 1}));
        EXPECT_EQ(texels[1], (CubeTexel{CubeFace::NegativeX, size - 1, size - 1}));
        EXPECT_EQ(texels[2], (CubeTexel{CubeFace::NegativeY, 0, 0}));
    }
}

}  // namespace
}  // namespace cyclorama::func
