// SPDX-License-Identifier: MIT
#include "func/raster/raster_state.h"

#include <gtest/gtest.h>

namespace cyclorama::func {
namespace {

RasterState wideState() {
    RasterState state;
    state.surfaceWidth = 100;
    state.surfaceHeight = 50;
    state.viewport = {-10, 5, 60, 70};
    return state;
}

TEST(RasterState, WithoutScissorTilesCoverTheSurfaceAndFragmentsTheViewport) {
    const RasterState state = wideState();
    EXPECT_EQ(scissorRectangle(state), (PixelRectangle{0, 0, 100, 50}));
    EXPECT_EQ(fragmentRectangle(state), (PixelRectangle{0, 5, 50, 50}));
}

TEST(RasterState, ScissorReplacesTheViewportForFragments) {
    RasterState state = wideState();
    state.scissor = {true, 40, -4, 30, 20};
    // The rasterizer moves the start of the scissor onto the surface but keeps its size; fragments keep its end.
    EXPECT_EQ(scissorRectangle(state), (PixelRectangle{40, 0, 70, 20}));
    EXPECT_EQ(fragmentRectangle(state), (PixelRectangle{40, 0, 70, 16}));
}

TEST(RasterState, ScissorIsClampedToTheSurface) {
    RasterState state = wideState();
    state.scissor = {true, 90, 40, 30, 20};
    EXPECT_EQ(scissorRectangle(state), (PixelRectangle{90, 40, 100, 50}));
    EXPECT_EQ(fragmentRectangle(state), (PixelRectangle{90, 40, 100, 50}));
}

TEST(RasterState, RectanglesAreHalfOpen) {
    const PixelRectangle rectangle{2, 3, 4, 5};
    EXPECT_TRUE(rectangle.contains(2, 3));
    EXPECT_TRUE(rectangle.contains(3, 4));
    EXPECT_FALSE(rectangle.contains(4, 4));
    EXPECT_FALSE(rectangle.contains(3, 5));
    EXPECT_FALSE(rectangle.contains(1, 3));
}

}  // namespace
}  // namespace cyclorama::func
