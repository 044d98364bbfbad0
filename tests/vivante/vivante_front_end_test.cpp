// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "families/vivante/frontend/formats.h"
#include "isa/program.h"
#include "vivante_stream.h"

namespace cyclorama::vivante {
namespace {

TEST(VivanteFrontEnd, TranslatesADraw) {
    const Outcome outcome = execute(drawableState().drawTriangles(2));
    ASSERT_EQ(outcome.all<gpu::Draw>().size(), 1U);
    EXPECT_TRUE(outcome.findings.all().empty());
    const gpu::DrawState& state = outcome.state;
    EXPECT_EQ(state.input->primitive, func::PrimitiveType::Triangles);
    EXPECT_EQ(state.input->count, 6U);
    EXPECT_FALSE(state.input->indexed);
    EXPECT_EQ(state.input->streams[0].address, 0x20000U);
    EXPECT_EQ(state.input->streams[0].stride, 16U);
    EXPECT_EQ(state.input->streams[0].components, 4U);
    EXPECT_EQ(state.input->streams[0].format, func::StreamFormat::Float32);
    EXPECT_EQ(state.raster->viewportTransform.scale[0], 32.0f);
    EXPECT_EQ(state.raster->scissor.width, 64U);
    EXPECT_EQ(state.raster->scissor.height, 64U);
    EXPECT_EQ(state.raster->surfaceWidth, 64U);
    const gpu::RenderTarget& target = state.color->targets[0];
    EXPECT_TRUE(target.enabled);
    EXPECT_EQ(target.color.format, func::Format::B8G8R8A8Unorm);
    EXPECT_EQ(target.storage.tiling, func::Tiling::SuperTiled);
    EXPECT_EQ(target.storage.pipes, 2U);
    EXPECT_EQ(target.address, 0x100000U);
    EXPECT_EQ(target.storage.secondPipeAddress, 0x102000U);
}

// etna_viv, cmdstream.xml: the packets count primitives, DRAW_INSTANCED counts vertices.
TEST(VivanteFrontEnd, CountsVerticesOfPrimitives) {
    const std::pair<uint32_t, uint32_t> kRows[] = {{1, 5}, {2, 10}, {3, 6}, {4, 15}, {5, 7}, {6, 7}, {7, 5}, {8, 20}};
    for (const auto& [type, vertices] : kRows) {
        const Outcome outcome = execute(drawableState().packet({5u << 27, type, 0, 5}));
        EXPECT_EQ(outcome.state.input->count, vertices) << type;
    }
    const Outcome instanced = execute(drawableState().packet({12u << 27 | 4u << 16 | 3, 9, 2}));
    EXPECT_EQ(instanced.state.input->count, 9U);
    EXPECT_EQ(instanced.state.input->instances, 3U);
    EXPECT_EQ(instanced.state.input->start, 2U);
}

TEST(VivanteFrontEnd, IndexedDrawsHaveTheirStream) {
    Stream stream = drawableState();
    stream.load("FE.INDEX_STREAM_BASE_ADDR"_reg.word(), {0x30000, 1u | 1u << 8})
        .set("FE.PRIMITIVE_RESTART_INDEX"_reg, 0xffff)
        .packet({6u << 27, 4, 3, 2, static_cast<uint32_t>(-1)});
    const Outcome outcome = execute(stream);
    const gpu::VertexInput& input = *outcome.state.input;
    EXPECT_TRUE(input.indexed);
    EXPECT_EQ(input.streams[input.indexStream].address, 0x30000U);
    EXPECT_EQ(input.streams[input.indexStream].format, func::StreamFormat::Uint16);
    EXPECT_EQ(input.restartIndex, 0xffffU);
    EXPECT_EQ(input.baseVertex, -1);
    EXPECT_EQ(input.start, 3U);
}

// OpenGL 3.0 (4.4.4): attachments of different sizes are drawn to where all of them are.
TEST(VivanteFrontEnd, DrawsAsWideAsTheNarrowestBuffer) {
    Stream narrowDepth = drawableState();
    narrowDepth.set("PE.DEPTH_CONFIG"_reg, 1u | 1u << 4 | 1u << 26).set("PE.DEPTH_STRIDE"_reg, 128).drawTriangles(1);
    EXPECT_EQ(execute(narrowDepth).state.raster->surfaceWidth, 32U);

    Stream wideDepth = drawableState();
    wideDepth.set("PE.DEPTH_CONFIG"_reg, 1u | 1u << 4 | 1u << 26).set("PE.DEPTH_STRIDE"_reg, 512).drawTriangles(1);
    EXPECT_EQ(execute(wideDepth).state.raster->surfaceWidth, 64U);
}

// A draw that writes nothing still counts samples for an occlusion query.
TEST(VivanteFrontEnd, DrawsWithoutAnyBuffer) {
    Stream stream = drawableState();
    stream.set("PE.COLOR_FORMAT"_reg, 6u | 1u << 20).drawTriangles(1);
    const gpu::DrawState state = execute(stream).state;
    EXPECT_FALSE(state.color->targets[0].enabled);
    EXPECT_GE(state.raster->surfaceWidth, 64U);
}

// As Mesa's list of what the real GC2000 fails of piglit's polygon-mode-offset shows.
TEST(VivanteFrontEnd, BiasesTheDepthOfSolidTrianglesAlone) {
    for (const uint32_t fillMode : {1u, 2u}) {
        Stream stream = drawableState();
        stream.set("PA.CONFIG"_reg, fillMode << 12).set("SE.DEPTH_SCALE"_reg, 0x3f800000).drawTriangles(1);
        EXPECT_EQ(execute(stream).state.raster->polygonOffset.enabled, fillMode == 2) << fillMode;
    }
}

TEST(VivanteFrontEnd, DepthStencilAndBlending) {
    Stream stream = drawableState();
    stream.set("PE.DEPTH_CONFIG"_reg, 1u | 1u << 4 | 3u << 8 | 1u << 12 | 1u << 26)
        .set("PE.DEPTH_STRIDE"_reg, 256)
        .set("PE.STENCIL_CONFIG"_reg, 2u | 0x12u << 8 | 0x34u << 16 | 0x56u << 24)
        .set("PE.STENCIL_OP"_reg, 7u | 2u << 4 | 1u << 8 | 3u << 12 | 2u << 16)
        .set("PE.STENCIL_CONFIG_EXT"_reg, 0x78)
        .set("PE.ALPHA_CONFIG"_reg, 1u | 4u << 4 | 5u << 8 | 1u << 16 | 1u << 20 | 0u << 24 | 3u << 28)
        .drawTriangles(1);
    const gpu::DrawState state = execute(stream).state;
    EXPECT_TRUE(state.depthStencil->depthTest);
    EXPECT_EQ(state.depthStencil->depthFunction, func::CompareFunction::LessEqual);
    EXPECT_TRUE(state.depthStencil->depthWrite);
    EXPECT_TRUE(state.depthStencil->twoSided);
    EXPECT_EQ(state.depthStencil->front.reference, 0x12);
    EXPECT_EQ(state.depthStencil->front.compareMask, 0x34);
    EXPECT_EQ(state.depthStencil->front.writeMask, 0x56);
    EXPECT_EQ(state.depthStencil->front.depthPass, func::StencilOperation::Replace);
    EXPECT_EQ(state.depthStencil->front.stencilFail, func::StencilOperation::Zero);
    EXPECT_EQ(state.depthStencil->front.depthFail, func::StencilOperation::IncrementSaturate);
    EXPECT_EQ(state.depthStencil->back.reference, 0x78);
    EXPECT_EQ(state.depthStencil->back.function, func::CompareFunction::Equal);
    const func::BlendState& blend = state.color->targets[0].color.blend;
    EXPECT_TRUE(blend.enabled);
    EXPECT_EQ(blend.sourceColor, func::BlendFactor::SourceAlpha);
    EXPECT_EQ(blend.destinationColor, func::BlendFactor::OneMinusSourceAlpha);
    EXPECT_EQ(blend.sourceAlpha, func::BlendFactor::One);
    EXPECT_EQ(blend.destinationAlpha, func::BlendFactor::Zero);
    EXPECT_EQ(blend.alphaEquation, func::BlendEquation::Min);
}

TEST(VivanteFrontEnd, StateLastsFromBufferToBuffer) {
    sim::Findings findings;
    VivanteFrontEnd frontEnd(gc2000(), findings);
    PieceMemory memory;
    const Stream first = drawableState();
    const Stream second = Stream().drawTriangles(1);
    memory.put(0x1000, first.words);
    memory.put(0x8000, second.words);
    frontEnd.submit(0x1000, static_cast<uint32_t>(first.words.size() * 4));
    frontEnd.submit(0x8000, static_cast<uint32_t>(second.words.size() * 4));
    uint32_t draws = 0;
    while (const auto command = frontEnd.next(memory))
        if (std::holds_alternative<gpu::Draw>(command->operation)) {
            ++draws;
            EXPECT_EQ(command->position.ordinal, 1U);
        }
    EXPECT_EQ(draws, 1U);
}

TEST(VivanteFrontEnd, FollowsLinksCallsAndReturns) {
    PieceMemory memory;
    memory.put(0x8000, Stream().set("GL.EVENT"_reg, 5).packet({11u << 27}).words);
    memory.put(0x9000, Stream().set("GL.EVENT"_reg, 6).packet({2u << 27 | 1u << 8 | 7}).words);
    Stream stream;
    stream.packet({10u << 27 | 4, 0x8000, 4, 0x9000});
    const Outcome outcome = execute(stream, gc2000(), memory);
    const auto signals = outcome.all<gpu::FenceSignal>();
    ASSERT_EQ(signals.size(), 3U);
    EXPECT_EQ(signals[0].event, 5U);
    EXPECT_EQ(signals[1].event, 6U);
    EXPECT_EQ(signals[2].event, 7U);
    EXPECT_EQ(outcome.hangs, 0U);
}

// The kernel's idle loop: WAIT, and a LINK back to it.
TEST(VivanteFrontEnd, TheIdleLoopEndsABuffer) {
    Stream stream;
    stream.packet({7u << 27 | 200}).packet({8u << 27 | 2, kStreamAddress});
    const Outcome outcome = execute(stream);
    EXPECT_TRUE(outcome.findings.all().empty());
    EXPECT_EQ(outcome.hangs, 0U);
}

TEST(VivanteFrontEnd, ResolvesFromTilesToRows) {
    Stream stream;
    stream.set("RS.CONFIG"_reg, 6u | 1u << 7 | 6u << 8 | 1u << 29)
        .set("RS.SOURCE_STRIDE"_reg, 0x400u | 1u << 30 | 1u << 31)
        .set("RS.DEST_STRIDE"_reg, 0x100)
        .load("RS.PIPE_SOURCE_ADDR"_reg.word(), {0x100000, 0x102000})
        .load("RS.PIPE_DEST_ADDR"_reg.word(), {0x200000})
        .load("RS.PIPE_OFFSET"_reg.word(), {0, 32u << 16})
        .set("RS.WINDOW_SIZE"_reg, 64u | 32u << 16)
        .set("RS.CLEAR_CONTROL"_reg, 0)
        .set("RS.KICKER"_reg, 0xbeebbeeb);
    const Outcome outcome = execute(stream);
    const auto resolves = outcome.all<gpu::Resolve>();
    ASSERT_EQ(resolves.size(), 1U);
    EXPECT_TRUE(outcome.findings.all().empty());
    const gpu::Resolve& resolve = resolves[0];
    EXPECT_EQ(resolve.source.storage.tiling, func::Tiling::SuperTiled);
    EXPECT_EQ(resolve.source.storage.stride, 0x100U);
    EXPECT_EQ(resolve.source.storage.pipes, 2U);
    EXPECT_EQ(resolve.destination.storage.tiling, func::Tiling::Linear);
    EXPECT_EQ(resolve.destination.storage.stride, 0x100U);
    EXPECT_EQ(resolve.width, 64U);
    EXPECT_EQ(resolve.height, 64U);
    EXPECT_TRUE(resolve.swapRedBlue);
    EXPECT_FALSE(resolve.raw);
}

TEST(VivanteFrontEnd, DitherMatricesGoWithDrawsAndResolves) {
    Stream stream = drawableState();
    stream.drawTriangles(1);
    EXPECT_EQ(execute(stream).state.color->targets[0].color.ditherMatrix, func::kNoDithering);
    stream.load("PE.DITHER"_reg.word(), {0x6e4ca280, 0x5d7f91b3}).drawTriangles(1);
    EXPECT_EQ(execute(stream).state.color->targets[0].color.ditherMatrix, (func::DitherMatrix{0x6e4ca280, 0x5d7f91b3}));

    Stream resolve;
    resolve.set("RS.CONFIG"_reg, 6u | 1u << 7 | 4u << 8)
        .set("RS.SOURCE_STRIDE"_reg, 0x400u)
        .set("RS.DEST_STRIDE"_reg, 0x100)
        .load("RS.PIPE_SOURCE_ADDR"_reg.word(), {0x100000})
        .load("RS.PIPE_DEST_ADDR"_reg.word(), {0x200000})
        .set("RS.WINDOW_SIZE"_reg, 64u | 32u << 16)
        .set("RS.KICKER"_reg, 0xbeebbeeb)
        .load("RS.DITHER"_reg.word(), {1, 2})
        .set("RS.KICKER"_reg, 0xbeebbeeb);
    const auto resolves = execute(resolve).all<gpu::Resolve>();
    ASSERT_EQ(resolves.size(), 2U);
    EXPECT_EQ(resolves[0].ditherMatrix, func::kNoDithering);
    EXPECT_EQ(resolves[1].ditherMatrix, (func::DitherMatrix{1, 2}));
}

// Mesa: etna_blit_clear_color_rs. The same number again is another clear.
TEST(VivanteFrontEnd, CountsClearedTiles) {
    Stream stream = drawableState();
    stream.set("TS.MEM_CONFIG"_reg, 1u << 1 | 1u << 5)
        .set("TS.COLOR_STATUS_BASE"_reg, 0x300000)
        .set("TS.COLOR_AUTO_DISABLE_COUNT"_reg, 256)
        .drawTriangles(1);
    const gpu::TileStatus first = execute(stream).state.color->targets[0].storage.tileStatus;
    EXPECT_TRUE(first.autoDisable);
    EXPECT_EQ(first.clearedTiles, 256U);
    EXPECT_EQ(first.timesCounted, 1U);
    stream.set("TS.COLOR_AUTO_DISABLE_COUNT"_reg, 256).drawTriangles(1);
    EXPECT_EQ(execute(stream).state.color->targets[0].storage.tileStatus.timesCounted, 2U);
}

TEST(VivanteFrontEnd, FillsWithTheBytesThatAreEnabled) {
    Stream stream;
    stream.set("RS.CONFIG"_reg, 6u | 6u << 8 | 1u << 14)
        .set("RS.DEST_STRIDE"_reg, 0x400)
        .load("RS.PIPE_DEST_ADDR"_reg.word(), {0x200000})
        .set("RS.WINDOW_SIZE"_reg, 64u | 8u << 16)
        .load("RS.FILL_VALUE"_reg.word(), {0x11223344, 0, 0, 0})
        .set("RS.CLEAR_CONTROL"_reg, 0xeeee | 1u << 16)
        .set("RS.KICKER"_reg, 1);
    const auto fills = execute(stream).all<gpu::Fill>();
    ASSERT_EQ(fills.size(), 1U);
    EXPECT_EQ(fills[0].pattern[0], 0x11223344U);
    EXPECT_EQ(fills[0].writeBits[0], 0xffffff00U);
    EXPECT_EQ(fills[0].destination.storage.tiling, func::Tiling::Tiled);
    EXPECT_EQ(fills[0].destination.storage.stride, 0x100U);
    EXPECT_EQ(fills[0].width, 64U);
    EXPECT_EQ(fills[0].height, 8U);
}

TEST(VivanteFrontEnd, BlitEngineCopiesBuffers) {
    Stream stream;
    stream.set("BLT.SRC_ADDR"_reg, 0x100000)
        .set("BLT.DEST_ADDR"_reg, 0x200000)
        .set("BLT.BUFFER_SIZE"_reg, 100)
        .set("BLT.COMMAND"_reg, 3);
    const auto copies = execute(stream, gc7000l()).all<gpu::CopyMemory>();
    ASSERT_EQ(copies.size(), 1U);
    EXPECT_EQ(copies[0].bytes, 100U);
}

// etna_gpu_tests, blttest: 256 by 256 pixels in eight more levels, each with a place of its own.
TEST(VivanteFrontEnd, BlitEngineGeneratesMipmaps) {
    Stream stream;
    stream.set("BLT.SRC_ADDR"_reg, 0x100000)
        .set("BLT.SRC_STRIDE"_reg, 1024u | 6u << 21 | 3u << 29)
        .set("BLT.DEST_STRIDE"_reg, 1024u | 6u << 21 | 3u << 29)
        .set("BLT.DEST_CONFIG"_reg, 1u << 26)
        .set("BLT.SWIZZLE"_reg, 0x688688)
        .set("BLT.IMAGE_SIZE"_reg, 256u | 128u << 16)
        .set("BLT.MIPMAP_CONFIG"_reg, 9u | 1u << 5);
    for (uint32_t level = 0; level < 8; ++level)
        stream.load("BLT.MIP_ADDR"_reg.word(level), {0x200000 + level * 0x40000})
            .load("BLT.MIP_STRIDE"_reg.word(level), {1024 - level * 64});
    stream.set("BLT.COMMAND"_reg, 6);
    const Outcome outcome = execute(stream, gc7000l());
    const auto levels = outcome.all<gpu::Resolve>();
    ASSERT_EQ(levels.size(), 8U);
    EXPECT_EQ(outcome.count("engine-not-simulated"), 0U);
    EXPECT_EQ(levels[0].source.address, 0x100000U);
    EXPECT_EQ(levels[0].source.storage.tiling, func::Tiling::Tiled);
    for (uint32_t level = 0; level < 8; ++level) {
        SCOPED_TRACE(level);
        const gpu::Resolve& made = levels[level];
        EXPECT_EQ(made.width, 128U >> level);
        EXPECT_EQ(made.height, std::max(64U >> level, 1U));
        EXPECT_EQ(made.averageX, 2U);
        EXPECT_EQ(made.averageY, level < 7 ? 2U : 1U);
        EXPECT_FALSE(made.raw);
        EXPECT_EQ(made.destination.address, 0x200000 + level * 0x40000);
        EXPECT_EQ(made.destination.storage.stride, 1024 - level * 64);
        EXPECT_EQ(made.destination.storage.tiling, func::Tiling::SuperTiled);
        if (level > 0) {
            EXPECT_EQ(made.source.address, levels[level - 1].destination.address);
            EXPECT_EQ(made.source.width * 4, levels[level - 1].destination.storage.stride);
        }
    }
}

// etna_viv, state_blt.xml, YUV_CONFIG: 0x001 is I420, 0x011 NV12, 0x111 NV21.
TEST(VivanteFrontEnd, YuvTilersCombinePlanes) {
    for (const bool blit : {false, true}) {
        for (const uint32_t config : {0x001u, 0x011u, 0x111u, 0x031u}) {
            Stream stream;
            if (blit)
                stream.set("BLT.YUV_CONFIG"_reg, config)
                    .set("BLT.YUV_WINDOW_SIZE"_reg, 64u | 48u << 16)
                    .load("BLT.YUV_SRC_YADDR"_reg.word(), {0x100000, 64, 0x110000, 32, 0x120000, 36, 0x200000, 128})
                    .set("BLT.COMMAND"_reg, 5);
            else
                stream.set("YUV.CONFIG"_reg, config)
                    .set("YUV.WINDOW_SIZE"_reg, 64u | 48u << 16)
                    .load("YUV.Y_BASE"_reg.word(), {0x100000, 64, 0x110000, 32, 0x120000, 36, 0x200000, 128})
                    .set("RS.KICKER"_reg, 0xbadabeeb);
            const Outcome outcome = blit ? execute(stream, gc7000l()) : execute(stream);
            const auto made = outcome.all<CombinePlanes>();
            EXPECT_EQ(outcome.count("engine-not-simulated"), config == 0x031 ? 1U : 0U);
            ASSERT_EQ(made.size(), config == 0x031 ? 0U : 1U);
            if (made.empty()) continue;
            EXPECT_EQ(made[0].width, 64U);
            EXPECT_EQ(made[0].height, 48U);
            EXPECT_EQ(made[0].luma.address, 0x100000U);
            EXPECT_EQ(made[0].blue.address, 0x110000U);
            EXPECT_EQ(made[0].red.address, config == 0x001 ? 0x120000U : 0x110000U);
            EXPECT_EQ(made[0].red.stride, config == 0x001 ? 36U : 32U);
            EXPECT_EQ(made[0].blueByte.value_or(7), config == 0x001 ? 7U : config >> 8);
            EXPECT_EQ(made[0].destination.address, 0x200000U);
            EXPECT_EQ(made[0].destination.storage.tiling, func::Tiling::Tiled);
            EXPECT_EQ(made[0].destination.storage.stride, 128U);
        }
    }
}

// A position, 16 varyings and the size of a point; before HALTI5 the last two have a place of their own
// (etna_viv, state_3d.xml: VS_OUTPUT_COUNT).
TEST(VivanteFrontEnd, VertexProgramsHaveUpTo18Outputs) {
    Stream stream = drawableState();
    stream.set("VS.OUTPUT_COUNT"_reg, 18u | 7u << 8 | 5u << 16)
        .load("VS.OUTPUT"_reg.word(), {0x03020100, 0, 0, 0x04000000})
        .drawTriangles(1);
    const Outcome outcome = execute(stream);
    EXPECT_EQ(outcome.count("too-many-attributes"), 0U);
    const auto& outputs = outcome.state.stages[gpu::Stage::Vertex].program->linkage.outputs;
    EXPECT_EQ(outputs[3], 3);
    EXPECT_EQ(outputs[15], 4);
    EXPECT_EQ(outputs[16], 7);
    EXPECT_EQ(outputs[17], 5);
    EXPECT_TRUE(outcome.state.vertexOutputs[17]);
}

// etna_viv, common_3d.xml: TEXTURE_COMPARE_FUNC numbers the functions otherwise than COMPARE_FUNC.
TEST(VivanteFormats, TexturesCompareByAnEncodingOfTheirOwn) {
    using enum func::CompareFunction;
    constexpr std::array kOrder{LessEqual, GreaterEqual, Less, Greater, Equal, NotEqual, Always, Never};
    for (uint32_t encoding = 0; encoding < kOrder.size(); ++encoding)
        EXPECT_EQ(textureCompareFunction(encoding), kOrder[encoding]) << encoding;
    EXPECT_EQ(compareFunction(0), Never);
}

// Cleared with tile status a whole image costs a fill of the status alone.
TEST(VivanteFrontEnd, BlitEngineClearsTileStatus) {
    Stream stream;
    stream.set("BLT.CONFIG"_reg, 3u << 7)
        .set("BLT.DEST_ADDR"_reg, 0x100000)
        .set("BLT.DEST_TS"_reg, 0x200000)
        .set("BLT.DEST_STRIDE"_reg, 256u | 3u << 29)
        .set("BLT.DEST_CONFIG"_reg, 1u | 1u << 26)
        .set("BLT.IMAGE_SIZE"_reg, 64u | 64u << 16)
        .set("BLT.CLEAR_COLOR0"_reg, 0xff00ff00)
        .set("BLT.CLEAR_BITS0"_reg, ~0u)
        .set("BLT.DEST_TS_CLEAR_VALUE0"_reg, 0xff00ff00)
        .set("BLT.COMMAND"_reg, 1);
    const auto fills = execute(stream, gc7000l()).all<gpu::Fill>();
    ASSERT_EQ(fills.size(), 1U);
    EXPECT_EQ(fills[0].destination.address, 0x200000U);
    EXPECT_EQ(fills[0].pattern[0], 0xffffffffU);
    // 16 KiB in tiles of 128 bytes, half a byte each.
    EXPECT_EQ(fills[0].width * fills[0].height, 64U);
}

// A clear of some bits alone writes its tiles and their status, which from then on may be used (Mesa 25: depth without
// stencil is the first thing cleared in a buffer).
TEST(VivanteFrontEnd, BlitEngineClearsSomeBitsWithTileStatus) {
    Stream stream;
    stream.set("BLT.CONFIG"_reg, 3u << 7)
        .set("BLT.DEST_ADDR"_reg, 0x100000)
        .set("BLT.DEST_TS"_reg, 0x200000)
        .set("BLT.DEST_STRIDE"_reg, 256u | 3u << 29)
        .set("BLT.DEST_CONFIG"_reg, 1u | 1u << 26)
        .set("BLT.IMAGE_SIZE"_reg, 64u | 64u << 16)
        .set("BLT.CLEAR_COLOR0"_reg, 0x80000000)
        .set("BLT.CLEAR_BITS0"_reg, 0xffffff00)
        .set("BLT.COMMAND"_reg, 1)
        .set("BLT.INPLACE_TILE_COUNT"_reg, 1)
        .set("BLT.COMMAND"_reg, 4);
    const Outcome outcome = execute(stream, gc7000l());
    EXPECT_EQ(outcome.all<gpu::ResolveTileStatus>().size(), 2U);
    const auto fills = outcome.all<gpu::Fill>();
    ASSERT_EQ(fills.size(), 2U);
    EXPECT_FALSE(fills[0].destination.storage.tileStatus.enabled);
    // Bytes left in the memory of the status are no status: that of all tiles is written, too.
    EXPECT_EQ(fills[1].destination.address, 0x200000U);
    EXPECT_EQ(fills[1].width * fills[1].height, 64U);
    EXPECT_EQ(fills[1].pattern[0], 0U);
    EXPECT_EQ(outcome.count("tile-status-never-cleared"), 0U);
}

TEST(VivanteFrontEnd, OcclusionQueriesAndFences) {
    Stream stream;
    stream.set("GL.OCCLUSION_QUERY_ADDR"_reg, 0x5000)
        .set("GL.OCCLUSION_QUERY_CONTROL"_reg, 1)
        .set("GL.FLUSH_CACHE"_reg, 3)
        .stall(5, 7);
    const Outcome outcome = execute(stream);
    const auto queries = outcome.all<gpu::OcclusionQuery>();
    ASSERT_EQ(queries.size(), 2U);
    EXPECT_TRUE(queries[0].start);
    EXPECT_FALSE(queries[1].start);
    EXPECT_EQ(queries[1].address, 0x5000U);
    EXPECT_EQ(outcome.all<gpu::FlushCache>().size(), 2U);
    ASSERT_EQ(outcome.all<gpu::Synchronize>().size(), 1U);
    EXPECT_EQ(outcome.all<gpu::Synchronize>()[0].from, gpu::Unit::Rasterizer);
}

}  // namespace
}  // namespace cyclorama::vivante
