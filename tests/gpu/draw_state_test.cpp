// SPDX-License-Identifier: MIT
#include "gpu/draw_state.h"

#include <gtest/gtest.h>

namespace cyclorama::gpu {
namespace {

constexpr std::array kAllStages{
    Stage::Vertex, Stage::TessellationControl, Stage::TessellationEvaluation, Stage::Geometry, Stage::Fragment,
    Stage::Compute};

DrawState used() {
    DrawState state;
    state.stages[Stage::Vertex].constants.edit()[1] = {1, 2, 3, 4};
    state.stages[Stage::Fragment].constants.edit()[2] = {5, 6, 7, 8};
    state.textures.edit(3).width = 16;
    return state;
}

TEST(DrawState, HoldsItsGroupsByPointers) {
    // The textures and constants alone are forty times as large, the vertex input and the targets three times.
    EXPECT_LT(sizeof(DrawState), 1024U);
}

void expectSameFixedGroups(const DrawState& one, const DrawState& other) {
    EXPECT_TRUE(one.input.same(other.input));
    EXPECT_TRUE(one.raster.same(other.raster));
    EXPECT_TRUE(one.depthStencil.same(other.depthStencil));
    EXPECT_TRUE(one.depthBuffer.same(other.depthBuffer));
    EXPECT_TRUE(one.color.same(other.color));
}

TEST(DrawState, ACopySharesAllGroups) {
    const DrawState state = used();
    const DrawState copy = state;
    EXPECT_TRUE(copy.textures.same(state.textures));
    expectSameFixedGroups(copy, state);
    for (const Stage stage : kAllStages)
        EXPECT_TRUE(copy.stages[stage].constants.same(state.stages[stage].constants)) << static_cast<int>(stage);
}

TEST(DrawState, AChangeRenewsItsGroupAlone) {
    for (const Stage changed : kAllStages) {
        const DrawState before = used();
        DrawState after = before;
        after.stages[changed].constants.edit()[7] = {1, 1, 1, 1};
        for (const Stage stage : kAllStages)
            EXPECT_EQ(after.stages[stage].constants.same(before.stages[stage].constants), stage != changed);
        EXPECT_TRUE(after.textures.same(before.textures));
        EXPECT_EQ((*before.stages[changed].constants)[7], func::Vec4{});
    }
    const DrawState before = used();
    DrawState after = before;
    after.textures.edit(5).height = 4;
    EXPECT_FALSE(after.textures.same(before.textures));
    EXPECT_EQ(before.textures[5].height, 0U);
    for (size_t unit = 0; unit < kTextureUnits; ++unit)
        EXPECT_EQ(after.textures.descriptor(unit).same(before.textures.descriptor(unit)), unit != 5) << unit;
}

TEST(DrawState, AChangeOfAFixedFunctionRenewsItsGroupAlone) {
    const DrawState before = used();
    DrawState after = before;
    after.input.edit().count = 3;
    EXPECT_EQ(before.input->count, 0U);
    EXPECT_FALSE(after.input.same(before.input));
    after.input = before.input;
    after.raster.edit().surfaceWidth = 7;
    EXPECT_EQ(before.raster->surfaceWidth, 0U);
    after.raster = before.raster;
    after.depthStencil.edit().depthTest = true;
    EXPECT_FALSE(before.depthStencil->depthTest);
    after.depthStencil = before.depthStencil;
    after.depthBuffer.edit().clearStencil = 1;
    EXPECT_EQ(before.depthBuffer->clearStencil, 0U);
    after.depthBuffer = before.depthBuffer;
    after.color.edit().targets[1].enabled = true;
    EXPECT_FALSE(before.color->targets[1].enabled);
    after.color = before.color;
    expectSameFixedGroups(after, before);
}

TEST(DrawState, BindingWhatIsBoundChangesNothing) {
    const DrawState before = used();
    DrawState after = before;
    after.textures.bind(3, before.textures.descriptor(3));
    EXPECT_TRUE(after.textures.same(before.textures));
    after.textures.bind(4, before.textures.descriptor(3));
    EXPECT_FALSE(after.textures.same(before.textures));
    EXPECT_EQ(after.textures[4].width, 16U);
}

TEST(DrawState, StartsWithoutSurfaceAndTargets) {
    const DrawState state;
    EXPECT_EQ(state.raster->surfaceWidth, 0U);
    EXPECT_EQ(state.raster->surfaceHeight, 0U);
    EXPECT_EQ(state.raster->viewport.width, 0U);
    EXPECT_EQ(state.depthBuffer->address, 0U);
    for (const RenderTarget& target : state.color->targets) {
        EXPECT_FALSE(target.enabled);
        EXPECT_EQ(target.address, 0U);
    }
}

TEST(DrawState, StagesWithoutAProgramAreEmpty) {
    const DrawState state;
    for (const Stage stage : kAllStages) {
        EXPECT_EQ(state.stages[stage].program, nullptr);
        EXPECT_EQ(&*state.stages[stage].constants, &*state.stages[Stage::Vertex].constants);
    }
}

}  // namespace
}  // namespace cyclorama::gpu
