// SPDX-License-Identifier: MIT
// State kept by the front end between draws: a written register must always renew what was translated from it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "isa/program.h"
#include "vivante/vivante_stream.h"

namespace cyclorama::vivante {
namespace {

/// drawableState() with a pixel program that samples texture 0, and that texture.
Stream texturedState() {
    Stream stream = drawableState();
    stream
        .load("SH.INST_MEM"_reg.word(1024), {0x07811018, 0x15001f20, 0, 0})  // texld t1, tex0, t1.xyyy
        .set("PS.TEMP_REGISTER_CONTROL"_reg, 2)
        .set("TE.SAMPLER_CONFIG0"_reg, 2u | 2u << 13)
        .set("TE.SAMPLER_SIZE"_reg, 64u | 64u << 16)
        .set("TE.SAMPLER_LOD_ADDR"_reg, 0x40000)
        .set("PE.DEPTH_CONFIG"_reg, 1u | 1u << 4 | 1u << 12 | 1u << 26)
        .set("PE.DEPTH_STRIDE"_reg, 256);
    return stream;
}

/// The states at the draws of a stream.
std::vector<gpu::DrawState> statesOfDraws(const Stream& stream) {
    sim::Findings findings;
    VivanteFrontEnd frontEnd(gc2000(), findings);
    PieceMemory memory;
    memory.put(kStreamAddress, stream.words);
    frontEnd.submit(kStreamAddress, static_cast<uint32_t>(stream.words.size() * sizeof(uint32_t)));
    std::vector<gpu::DrawState> states;
    while (const auto command = frontEnd.next(memory))
        if (std::holds_alternative<gpu::Draw>(command->operation)) states.push_back(frontEnd.state());
    return states;
}

void expectSameGroups(const gpu::DrawState& one, const gpu::DrawState& other) {
    EXPECT_TRUE(one.textures.same(other.textures));
    for (const gpu::Stage stage : {gpu::Stage::Vertex, gpu::Stage::Fragment}) {
        EXPECT_EQ(one.stages[stage].program, other.stages[stage].program);
        EXPECT_TRUE(one.stages[stage].constants.same(other.stages[stage].constants));
    }
}

TEST(VivanteSharedState, DrawsThatChangeNothingShareTheirGroups) {
    Stream stream = texturedState();
    stream.load("VS.UNIFORMS"_reg.word(), {1, 2, 3, 4}).load("PS.UNIFORMS"_reg.word(), {5, 6, 7, 8});
    stream.drawTriangles(1).drawTriangles(1).set("PE.COLOR_STRIDE"_reg, 512).drawTriangles(2);
    stream.load("VS.UNIFORMS"_reg.word(), {1, 2, 3, 4}).drawTriangles(1);
    const auto states = statesOfDraws(stream);
    ASSERT_EQ(states.size(), 4U);
    EXPECT_TRUE(states[0].textures[0].enabled);
    for (size_t draw = 1; draw < states.size(); ++draw) expectSameGroups(states[draw], states[0]);
}

TEST(VivanteSharedState, DrawsThatChangeNothingTranslateNothing) {
    Stream stream = texturedState();
    stream.drawTriangles(1).drawTriangles(1).set("PE.COLOR_STRIDE"_reg, 512).drawTriangles(1);
    const auto states = statesOfDraws(stream);
    ASSERT_EQ(states.size(), 3U);
    EXPECT_TRUE(states[1].input.same(states[0].input));
    EXPECT_TRUE(states[1].raster.same(states[0].raster));
    EXPECT_TRUE(states[1].depthStencil.same(states[0].depthStencil));
    EXPECT_TRUE(states[1].depthBuffer.same(states[0].depthBuffer));
    EXPECT_TRUE(states[1].color.same(states[0].color));
    EXPECT_FALSE(states[2].color.same(states[0].color));
    EXPECT_NE(states[2].color->targets[0].storage.stride, states[0].color->targets[0].storage.stride);
}

TEST(VivanteSharedState, AWriteRenewsItsGroupAlone) {
    for (const gpu::Stage changed : {gpu::Stage::Vertex, gpu::Stage::Fragment}) {
        Stream stream = texturedState();
        stream.drawTriangles(1)
            .set(changed == gpu::Stage::Vertex ? "VS.UNIFORMS"_reg : "PS.UNIFORMS"_reg, 0x3f800000)
            .drawTriangles(1);
        auto states = statesOfDraws(stream);
        ASSERT_EQ(states.size(), 2U);
        EXPECT_EQ((*states[0].stages[changed].constants)[0][0], 0.0f);
        EXPECT_EQ((*states[1].stages[changed].constants)[0][0], 1.0f);
        states[1].stages[changed].constants = states[0].stages[changed].constants;
        expectSameGroups(states[1], states[0]);
    }
}

TEST(VivanteSharedState, TexturesThatComeBackAreTheSameDescriptorAgain) {
    Stream stream = texturedState();
    stream.drawTriangles(1)
        .set("TE.SAMPLER_LOD_ADDR"_reg, 0x80000)
        .drawTriangles(1)
        .set("TE.SAMPLER_LOD_ADDR"_reg, 0x40000)
        .drawTriangles(1);
    const auto states = statesOfDraws(stream);
    ASSERT_EQ(states.size(), 3U);
    EXPECT_EQ(states[0].textures[0].address[0][0], 0x40000U);
    EXPECT_EQ(states[1].textures[0].address[0][0], 0x80000U);
    EXPECT_FALSE(states[1].textures.descriptor(0).same(states[0].textures.descriptor(0)));
    EXPECT_TRUE(states[2].textures.descriptor(0).same(states[0].textures.descriptor(0)));
}

std::string describe(const gpu::SurfaceLayout& storage) {
    const gpu::TileStatus& status = storage.tileStatus;
    return fmt::format("{} {} {} {:x} status {} {:x} {} {} {:x} {} {} {} {}\n", static_cast<int>(storage.tiling),
                       storage.stride, storage.pipes, storage.secondPipeAddress.bits(), status.enabled,
                       status.address.bits(), status.bitsPerTile, status.tileBytes, status.clearValue,
                       status.compressed, status.autoDisable, status.clearedTiles, status.timesCounted);
}

std::string describe(const func::StencilFace& face) {
    return fmt::format("{} {} {} {} {} {} {}\n", static_cast<int>(face.function), face.reference, face.compareMask,
                       face.writeMask, static_cast<int>(face.stencilFail), static_cast<int>(face.depthFail),
                       static_cast<int>(face.depthPass));
}

std::string describeGeometry(const gpu::DrawState& state) {
    std::string text;
    for (const gpu::VertexStream& stream : state.input->streams)
        text += fmt::format("{:x} {} {} {} {}\n", stream.address.bits(), stream.stride, static_cast<int>(stream.format),
                            stream.components, stream.instancesPerEntry);
    text += fmt::format("{} {}\n", fmt::join(state.input->attributeStream, " "), state.input->restartIndex.value_or(7));
    const func::RasterState& raster = *state.raster;
    text += fmt::format("{} {}\n", fmt::join(raster.viewportTransform.scale, " "),
                        fmt::join(raster.viewportTransform.offset, " "));
    text += fmt::format("{} {} {} {}, {} {}, {} {} {}, {} {} {}\n", raster.scissor.x, raster.scissor.y,
                        raster.scissor.width, raster.scissor.height, raster.surfaceWidth, raster.surfaceHeight,
                        static_cast<int>(raster.cullMode), raster.sampleAtPixelCorner, raster.depthBits,
                        raster.polygonOffset.enabled, raster.polygonOffset.slopeFactor, raster.polygonOffset.units);
    text += fmt::format("{} {} {} {}\n", state.provokingVertexLast, state.pointsAndLines.lineWidth,
                        state.pointsAndLines.pointSize, state.pointsAndLines.pointSizeAttribute);
    text += fmt::format("{} {} {} {} {}\n", fmt::join(state.interpolated, " "), fmt::join(state.linear, " "),
                        fmt::join(state.pointsAndLines.pointCoordinate, " "), fmt::join(state.vertexOutputs, " "),
                        fmt::join(state.fragmentInputs, " "));
    text += fmt::format("{} {} {:x} {}\n", state.multisampling.enabled, state.multisampling.samples,
                        state.multisampling.sampleMask, state.multisampling.alphaToCoverage);
    return text;
}

std::string describeOutput(const gpu::DrawState& state) {
    const func::DepthStencilState& tests = *state.depthStencil;
    std::string text =
        fmt::format("{} {} {} {} {} {} {}\n", tests.depthTest, static_cast<int>(tests.depthFunction), tests.depthWrite,
                    tests.stencilTest, tests.twoSided, state.fragmentWritesDepth, state.earlyZ);
    text += describe(tests.front) + describe(tests.back);
    text += fmt::format("{} {} {}\n", state.alphaTest.enabled, static_cast<int>(state.alphaTest.function),
                        state.alphaTest.reference);
    text += fmt::format("{:x} ", state.depthBuffer->address.bits()) + describe(state.depthBuffer->storage);
    for (const gpu::RenderTarget& target : state.color->targets) {
        // The fields of a disabled target keep old values: leave them out.
        text += fmt::format("{} ", target.enabled);
        if (!target.enabled) continue;
        const func::BlendState& blend = target.color.blend;
        text += fmt::format("{:x} {} {} ", target.address.bits(), static_cast<int>(target.color.format),
                            fmt::join(std::array{target.color.writeMask.red, target.color.writeMask.green,
                                                 target.color.writeMask.blue, target.color.writeMask.alpha},
                                      " "));
        text += fmt::format("{} {} {} {} {} {} {} {} {} {} ", blend.enabled, static_cast<int>(blend.colorEquation),
                            static_cast<int>(blend.sourceColor), static_cast<int>(blend.destinationColor),
                            static_cast<int>(blend.alphaEquation), static_cast<int>(blend.sourceAlpha),
                            static_cast<int>(blend.destinationAlpha), fmt::join(blend.constant, " "),
                            target.color.logicOperationEnabled, static_cast<int>(target.color.logicOperation));
        text += fmt::format("{} ", fmt::join(target.color.ditherMatrix, " ")) + describe(target.storage);
    }
    return text;
}

void expectSameState(const gpu::DrawState& one, const gpu::DrawState& other, const std::string& name) {
    ASSERT_EQ(describeGeometry(one), describeGeometry(other)) << name;
    ASSERT_EQ(describeOutput(one), describeOutput(other)) << name;
    for (const gpu::Stage stage : {gpu::Stage::Vertex, gpu::Stage::Fragment}) {
        ASSERT_EQ(*one.stages[stage].constants, *other.stages[stage].constants) << name;
        ASSERT_EQ(one.stages[stage].program->instructions, other.stages[stage].program->instructions) << name;
        ASSERT_EQ(one.stages[stage].threadResources, other.stages[stage].threadResources) << name;
    }
    ASSERT_EQ(one.textures[0].enabled, other.textures[0].enabled) << name;
    if (one.textures[0].enabled) {
        ASSERT_EQ(one.textures[0], other.textures[0]) << name;
    }
}

// A draw after another, with one register written between them, has the state of a draw that comes first.
TEST(VivanteSharedState, EachRegisterShowsInTheNextDraw) {
    uint32_t compared = 0;
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table)
            for (uint32_t index = 0; index < std::min(info.array.count, 2U); ++index)
                for (const uint32_t value : {1U, 0x41100110U}) {
                    const uint32_t word = (info.offset + index * info.array.stride) / 4;
                    Stream after = texturedState().drawTriangles(1);
                    after.set(word, value).drawTriangles(1);
                    Stream alone = texturedState();
                    alone.set(word, value).drawTriangles(1);
                    const auto second = statesOfDraws(after);
                    const auto first = statesOfDraws(alone);
                    ASSERT_EQ(second.size(), first.size() + 1) << info.name;
                    if (first.empty()) continue;
                    expectSameState(second.back(), first.back(), std::string(info.name));
                    ++compared;
                }
    EXPECT_GT(compared, 500U);
}

}  // namespace
}  // namespace cyclorama::vivante
