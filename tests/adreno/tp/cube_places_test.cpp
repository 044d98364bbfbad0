// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>

#include "families/adreno/tp/lane_geometry.h"
#include "support/cube_surface.h"

namespace cyclorama::adreno {
namespace {

using func::CubeFace;
using func::CubePlace;

// Of components alike the last one decides.
TEST(CubePlaces, TiesGoToTheLastComponent) {
    EXPECT_EQ(cubePlaceOf({1, 1, 0}).face, CubeFace::PositiveY);
    EXPECT_EQ(cubePlaceOf({-1, 0, 1}).face, CubeFace::PositiveZ);
    EXPECT_EQ(cubePlaceOf({0, 1, -1}).face, CubeFace::NegativeZ);
    EXPECT_EQ(cubePlaceOf({-1, -1, -1}).face, CubeFace::NegativeZ);
    EXPECT_EQ(cubePlaceOf({-1, 0.5f, 0.5f}).face, CubeFace::NegativeX);
}

TEST(CubePlaces, AreQuotientsOfTheFacesComponents) {
    std::mt19937 random(6);
    std::uniform_real_distribution<float> component(-1.0f, 1.0f);
    for (int n = 0; n < 100'000; ++n) {
        const float x = component(random), y = component(random);
        const CubePlace place = cubePlaceOf({x, y, -2.0f});
        ASSERT_EQ(place.face, CubeFace::NegativeZ);
        ASSERT_EQ(place.s, 0.5f * (-1.0f * x / 2.0f + 1.0f));
        ASSERT_EQ(place.t, 0.5f * (-1.0f * y / 2.0f + 1.0f));
        const CubePlace divided = cubePlaceOf({3.0f, y, x});
        ASSERT_EQ(divided.face, CubeFace::PositiveX);
        ASSERT_EQ(divided.s, 0.5f * (-1.0f * x / 3.0f + 1.0f));
        ASSERT_EQ(divided.t, 0.5f * (-1.0f * y / 3.0f + 1.0f));
    }
}

TEST(CubePlaces, NeighboursAreNextToTheEdge) {
    for (const int32_t size : {1, 2, 3, 5, 8, 33, 100, 256, 1000, 2048}) {
        const CubeSurface surface(size);
        surface.forTexelsBeyondEdges([&](const func::CubeTexel& beyond) {
            ASSERT_EQ(func::neighbourTexel(beyond, size, cubePlaceOf), surface.acrossEdge(beyond))
                << size << ": " << static_cast<int>(beyond.face) << ' ' << beyond.x << ' ' << beyond.y;
        });
    }
}

}  // namespace
}  // namespace cyclorama::adreno
