// SPDX-License-Identifier: MIT
// The passes that a draw is planned in, and when triangles take them one by one.

#include "families/attila/driver/draw/draw_passes.h"

#include <gtest/gtest.h>

namespace cyclorama::attila {
namespace {

using func::StencilOperation;

class DrawPassesTest : public testing::Test {
  protected:
    virgl::State state(bool alpha) const {
        virgl::State made;
        made.blend = std::make_shared<virgl::Blend>(blend_);
        made.depthStencilAlpha = std::make_shared<virgl::DepthStencilAlpha>(tests_);
        made.rasterizer = std::make_shared<virgl::RasterizerState>(raster_);
        made.depthBuffer = std::make_shared<virgl::AttachmentView>();
        made.colorBuffers[0] = std::make_shared<virgl::AttachmentView>(
            virgl::AttachmentView{.resource = nullptr, .format = alpha ? virgl::Format::Rgba8 : virgl::Format::Rgbx8});
        return made;
    }
    void countFaces(StencilOperation front, StencilOperation back) {
        tests_.stencil[0] = {.enabled = true, .depthPass = front};
        tests_.stencil[1] = {.enabled = true, .depthPass = back};
    }

    virgl::Blend blend_;
    virgl::DepthStencilAlpha tests_;
    virgl::RasterizerState raster_;
};

TEST_F(DrawPassesTest, OneIsEnoughForWhatIsEqual) {
    countFaces(StencilOperation::Invert, StencilOperation::Invert);
    const PassPlan plan = planPasses(state(true));
    EXPECT_EQ(plan.passes.size(), 1u);
    EXPECT_FALSE(plan.byTriangle);
}

TEST_F(DrawPassesTest, FacesThatCountNeedNoOrder) {
    blend_.targets[0].mask = 0;
    countFaces(StencilOperation::IncrementWrap, StencilOperation::DecrementWrap);
    PassPlan plan = planPasses(state(false));
    ASSERT_EQ(plan.passes.size(), 2u);
    EXPECT_FALSE(plan.byTriangle);
    EXPECT_EQ(plan.passes[0].state.rasterizer->cull, func::CullMode::Back);
    EXPECT_EQ(plan.passes[1].state.rasterizer->cull, func::CullMode::Front);
    EXPECT_EQ(plan.passes[1].state.depthStencilAlpha->stencil[0].depthPass, StencilOperation::DecrementWrap);
    // Counts that end at a bound do, and so do colours, depth, and tests of what is counted.
    countFaces(StencilOperation::IncrementSaturate, StencilOperation::DecrementSaturate);
    EXPECT_TRUE(planPasses(state(false)).byTriangle);
    countFaces(StencilOperation::IncrementWrap, StencilOperation::DecrementWrap);
    tests_.depthTest = tests_.depthWrite = true;
    EXPECT_TRUE(planPasses(state(false)).byTriangle);
    tests_.depthWrite = false;
    EXPECT_FALSE(planPasses(state(false)).byTriangle);
    tests_.stencil[1].function = func::CompareFunction::Equal;
    EXPECT_TRUE(planPasses(state(false)).byTriangle);
    tests_.stencil[1].function = func::CompareFunction::Always;
    blend_.targets[0].mask = 1;
    EXPECT_TRUE(planPasses(state(false)).byTriangle);
}

TEST_F(DrawPassesTest, CulledFacesHaveNone) {
    countFaces(StencilOperation::IncrementWrap, StencilOperation::DecrementWrap);
    raster_.cull = func::CullMode::Front;
    const PassPlan plan = planPasses(state(true));
    ASSERT_EQ(plan.passes.size(), 1u);
    EXPECT_FALSE(plan.byTriangle);
    EXPECT_EQ(plan.passes[0].state.depthStencilAlpha->stencil[0].depthPass, StencilOperation::DecrementWrap);
    raster_.cull = func::CullMode::FrontAndBack;
    EXPECT_TRUE(planPasses(state(true)).passes.empty());
}

TEST_F(DrawPassesTest, ColorComesBeforeAlpha) {
    blend_.targets[0] = {.enabled = true, .alphaEquation = func::BlendEquation::Max};
    PassPlan plan = planPasses(state(true));
    ASSERT_EQ(plan.passes.size(), 2u);
    EXPECT_FALSE(plan.byTriangle);
    EXPECT_EQ(plan.passes[0].state.blend->targets[0].mask, 7);
    EXPECT_EQ(plan.passes[1].state.blend->targets[0].mask, 8);
    EXPECT_EQ(plan.passes[1].state.blend->targets[0].colorEquation, func::BlendEquation::Max);
    // Without alpha there is one.
    EXPECT_EQ(planPasses(state(false)).passes.size(), 1u);
    // A colour that looks at the alpha below, and depth that the first pass leaves to the second.
    blend_.targets[0].destinationColor = func::BlendFactor::OneMinusDestinationAlpha;
    EXPECT_TRUE(planPasses(state(true)).byTriangle);
    blend_.targets[0].destinationColor = func::BlendFactor::One;
    tests_.depthTest = tests_.depthWrite = true;
    plan = planPasses(state(true));
    EXPECT_TRUE(plan.byTriangle);
    EXPECT_FALSE(plan.passes[0].state.depthStencilAlpha->depthWrite);
    EXPECT_TRUE(plan.passes[1].state.depthStencilAlpha->depthWrite);
}

TEST_F(DrawPassesTest, ColorAndAlphaOfSeveralBuffersArePassesOfAll) {
    blend_.targets[0] = {.enabled = true};
    blend_.targets[1] = {.enabled = true, .alphaEquation = func::BlendEquation::Min, .mask = 0xb};
    EXPECT_EQ(planPasses(state(true)).passes.size(), 1u);
    virgl::State both = state(false);
    both.countsSamples = true;
    both.colorBuffers[1] = std::make_shared<virgl::AttachmentView>(
        virgl::AttachmentView{.resource = nullptr, .format = virgl::Format::Rgba8});
    const PassPlan plan = planPasses(both);
    ASSERT_EQ(plan.passes.size(), 2u);
    EXPECT_EQ(plan.passes[0].state.blend->targets[0].mask, 7);
    EXPECT_EQ(plan.passes[0].state.blend->targets[1].mask, 3);
    EXPECT_EQ(plan.passes[1].state.blend->targets[1].mask, 8);
    EXPECT_EQ(plan.passes[1].state.blend->targets[0].colorEquation, func::BlendEquation::Add);
    EXPECT_EQ(plan.passes[1].state.blend->targets[1].colorEquation, func::BlendEquation::Min);
    // Samples pass both; one is counted.
    EXPECT_FALSE(plan.passes[0].state.countsSamples);
    EXPECT_TRUE(plan.passes[1].state.countsSamples);
}

}  // namespace
}  // namespace cyclorama::attila
