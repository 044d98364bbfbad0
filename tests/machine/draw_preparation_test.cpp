// SPDX-License-Identifier: MIT
// Preparation of a draw's state for a machine, and the parts of its stream.

#include "machine/values/draw_preparation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "families/vivante/chip/dialect.h"
#include "isa/program.h"
#include "machine/values/machine_findings.h"
#include "machine/values/vertex_fetch.h"

namespace cyclorama::machine {
namespace {

const gpu::Dialect kWindow = vivante::dialect();

gpu::DrawState drawable() {
    gpu::DrawState state;
    const auto program = std::make_shared<isa::Program>();
    state.stages[gpu::Stage::Vertex].program = state.stages[gpu::Stage::Fragment].program = program;
    state.raster.edit().surfaceWidth = 40;
    state.raster.edit().surfaceHeight = 30;
    return state;
}

TEST(DrawPreparation, RefusesWhatNoMachineCanDraw) {
    EXPECT_EQ(drawProblem(drawable(), {}), nullptr);
    gpu::DrawState state = drawable();
    state.input.edit().primitive = func::PrimitiveType::Lines;
    EXPECT_EQ(drawProblem(state, {}), &findings::kPrimitive);
    EXPECT_EQ(drawProblem(state, kWindow), nullptr);
    state.multisampling = {.enabled = true, .samples = 3};
    EXPECT_EQ(drawProblem(state, kWindow), &findings::kSamples);
    state.multisampling.samples = 8;
    EXPECT_EQ(drawProblem(state, kWindow), &findings::kSamples) << "no such pattern";
    state.stages[gpu::Stage::Vertex].program = nullptr;
    EXPECT_EQ(drawProblem(state, kWindow), &findings::kNoProgram);
}

TEST(DrawPreparation, AllPartsHaveTheSamples) {
    for (const gpu::Dialect& dialect : {gpu::Dialect{}, kWindow}) {
        gpu::DrawState state = drawable();
        state.multisampling = {.enabled = true, .samples = 4};
        DrawPreparation(dialect).complete(state);
        EXPECT_EQ(state.raster->samples, 4u);
        EXPECT_EQ(state.depthStencil->samples, 4u);
        EXPECT_EQ(state.color->targets[7].color.samples, 4u);
    }
}

TEST(DrawPreparation, TheDialectDecidesForTheFixedFunctions) {
    gpu::DrawState clip = drawable();
    const func::RasterState before = *clip.raster;
    clip.hierarchicalZ = true;
    clip.alphaTest.enabled = true;
    DrawPreparation(gpu::Dialect{}).complete(clip);
    EXPECT_EQ(clip.raster->viewport.width, before.viewport.width);
    EXPECT_EQ(clip.raster->rules.coordinates, func::SetupCoordinates::Clip);
    EXPECT_TRUE(clip.raster->rules.boundRowsByViewportWidth);
    EXPECT_EQ(clip.depthStencil->maskedBits, func::MaskedStencilBits::Clear);
    EXPECT_EQ(clip.color->targets[0].color.conversion, func::ColorConversion::Truncating);
    EXPECT_TRUE(clip.earlyZ) << "all tests may come early";

    gpu::DrawState window = drawable();
    window.hierarchicalZ = true;
    window.clipping.frustum = false;
    window.depthBuffer.edit().storage.tiling = func::Tiling::Tiled;
    window.raster.edit().depthBits = 16;
    DrawPreparation(kWindow).complete(window);
    EXPECT_EQ(window.raster->viewport.width, 40u);
    EXPECT_EQ(window.raster->viewport.height, 30u);
    EXPECT_FALSE(window.raster->clipDepth);
    EXPECT_FALSE(window.raster->rules.multisampleCullsWholeQuads);
    EXPECT_EQ(window.depthStencil->maskedBits, func::MaskedStencilBits::Keep);
    EXPECT_EQ(window.depthStencil->format, func::DepthStencilFormat::Depth16);
    EXPECT_EQ(window.color->targets[0].color.conversion, func::ColorConversion::Exact);
    EXPECT_TRUE(window.earlyZ);
    EXPECT_TRUE(clip.hierarchicalZ && window.hierarchicalZ) << "state, not dialect";
}

TEST(DrawPreparation, NothingComesBeforeTheProgramsThatRemoveFragments) {
    gpu::DrawState alpha = drawable();
    alpha.alphaTest.enabled = true;
    gpu::DrawState depth = drawable();
    depth.fragmentWritesDepth = true;
    gpu::DrawState kills = drawable();
    const auto program = std::make_shared<isa::Program>();
    program->resources.kills = true;
    kills.stages[gpu::Stage::Fragment].program = program;
    for (gpu::DrawState* state : {&alpha, &depth, &kills}) {
        EXPECT_FALSE(testsCanComeFirst(*state));
        DrawPreparation(kWindow).complete(*state);
        EXPECT_FALSE(state->earlyZ);
    }
    gpu::DrawState late = drawable();
    late.earlyZ = false;
    DrawPreparation(kWindow).complete(late);
    EXPECT_FALSE(late.earlyZ) << "the driver's choice stays";
}

void expectSameGroups(const gpu::DrawState& one, const gpu::DrawState& other, bool raster, bool tests, bool color) {
    EXPECT_EQ(one.raster.same(other.raster), raster);
    EXPECT_EQ(one.depthStencil.same(other.depthStencil), tests);
    EXPECT_EQ(one.color.same(other.color), color);
}

TEST(DrawPreparation, UnchangedGroupsAreCompletedOnce) {
    DrawPreparation preparation(kWindow);
    gpu::DrawState given = drawable();
    given.depthStencil.edit().depthTest = true;
    const auto completed = [&] {
        gpu::DrawState state = given;
        preparation.complete(state);
        EXPECT_EQ(state.raster->viewport.width, given.raster->surfaceWidth);
        EXPECT_EQ(state.color->targets[0].color.samples, given.multisampling.samplesPerPixel());
        return state;
    };
    const gpu::DrawState first = completed();
    expectSameGroups(completed(), first, true, true, true);
    given.raster.edit().surfaceWidth = 41;
    expectSameGroups(completed(), first, false, true, true);
    const gpu::DrawState wider = completed();
    given.depthStencil.edit().depthTest = false;
    EXPECT_FALSE(completed().depthStencil->depthTest);
    expectSameGroups(completed(), wider, true, false, true);
    given.color.edit().targets[0].address = 0x1000;
    EXPECT_EQ(completed().color->targets[0].address, 0x1000u);
    given.multisampling = {.enabled = true, .samples = 4};
    expectSameGroups(completed(), wider, false, false, false);
    EXPECT_EQ(completed().raster->samples, 4u);
    given.depthBuffer.edit().storage.tiling = func::Tiling::Tiled;
    EXPECT_EQ(completed().depthStencil->format, func::DepthStencilFormat::Stencil8Depth24);
}

TEST(VertexRuns, LieBetweenRestartsAndAreLongEnough) {
    mem::AddressSpace memory{{.gpuMemoryBytes = 1 << 16}};
    const std::vector<uint16_t> indices{9, 0, 1, 2, 9, 9, 3, 4, 9, 5, 6, 7, 8};
    for (size_t i = 0; i < indices.size(); ++i) memory.store(0x100 + 2 * static_cast<uint32_t>(i), indices[i]);
    gpu::VertexInput input;
    input.primitive = func::PrimitiveType::TriangleStrip;
    input.streams[0] = {.address = 0x100, .format = func::StreamFormat::Uint16, .components = 1};
    input.count = static_cast<uint32_t>(indices.size());
    input.baseVertex = 40;
    const auto runsOf = [&] {
        std::vector<VertexRun> runs{{77, 7}};
        findRuns(memory, input, runs);
        std::vector<std::pair<uint32_t, uint32_t>> all;
        all.reserve(runs.size());
        for (const VertexRun& run : runs) all.emplace_back(run.first, run.count);
        return all;
    };
    using ::testing::ElementsAre;
    using ::testing::Pair;
    EXPECT_THAT(runsOf(), ElementsAre(Pair(0, 13)));
    input.restartIndex = 9;
    EXPECT_THAT(runsOf(), ElementsAre(Pair(1, 3), Pair(9, 4)));
    input.primitive = func::PrimitiveType::LineStrip;
    EXPECT_THAT(runsOf(), ElementsAre(Pair(1, 3), Pair(6, 2), Pair(9, 4)));
    input.indexed = false;
    EXPECT_THAT(runsOf(), ElementsAre(Pair(0, 13)));
}

}  // namespace
}  // namespace cyclorama::machine
