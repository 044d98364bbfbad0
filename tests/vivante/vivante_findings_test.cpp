// SPDX-License-Identifier: MIT
// Each finding of the Vivante front end, provoked.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "families/vivante/frontend/findings.h"
#include "families/vivante/isa/codec.h"
#include "support/paths.h"
#include "vivante_stream.h"

namespace cyclorama::vivante {
namespace {

std::vector<uint32_t> program(std::string_view text) {
    return std::get<std::vector<uint32_t>>(vivante::assembleProgram(text));
}

TEST(VivanteFindings, HaveARowInTheDocumentation) {
    std::ifstream file(paths::source("docs/reference/findings.md"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::set<std::string_view> identifiers;
    for (const sim::FindingKind& kind : findings::kAll) {
        EXPECT_TRUE(identifiers.insert(kind.identifier).second);
        const std::string row = "| `" + std::string(kind.identifier) + "` | " + std::string(name(kind.severity)) +
                                " | " + std::string(kind.sentence) + " | " + std::string(kind.hint) + " |";
        EXPECT_NE(text.find(row), std::string::npos) << row;
    }
}

TEST(VivanteFindings, StreamsThatLeadNowhere) {
    EXPECT_EQ(execute(Stream().packet({8u << 27 | 2, 0xf0000000})).count("command-stream-outside-memory"), 1U);
    EXPECT_EQ(execute(Stream().packet({31u << 27, 0})).count("command-opcode-unknown"), 1U);
    EXPECT_EQ(execute(Stream().packet({1u << 27 | 9u << 16, 0})).count("command-packet-truncated"), 1U);
    EXPECT_EQ(execute(Stream().packet({11u << 27, 0})).count("command-call-depth"), 1U);
    const Outcome circle = execute(Stream().set("DUMMY.DUMMY"_reg, 0).packet({8u << 27 | 2, kStreamAddress}));
    EXPECT_EQ(circle.count("command-stream-endless"), 1U);
    EXPECT_EQ(circle.hangs, 1U);
}

TEST(VivanteFindings, TwoDimensionalCommands) {
    EXPECT_EQ(execute(Stream().packet({4u << 27 | 1u << 8, 0xdeaddeed, 0, 0})).count("2d-command-in-3d-pipe"), 1U);
    const Outcome outcome = execute(drawableState().set("GL.PIPE_SELECT"_reg, 1).drawTriangles(1));
    EXPECT_EQ(outcome.count("3d-command-in-2d-pipe"), 1U);
    EXPECT_EQ(outcome.hangs, 1U);
    EXPECT_TRUE(outcome.all<gpu::Draw>().empty());
}

TEST(VivanteFindings, StateThatTheChipLacks) {
    EXPECT_EQ(execute(Stream().set("BLT.SRC_ADDR"_reg, 0)).count("state-missing-on-chip"), 1U);
    EXPECT_EQ(execute(Stream().set("BLT.SRC_ADDR"_reg, 0), gc7000l()).count("state-missing-on-chip"), 0U);
    EXPECT_EQ(execute(Stream().set(3, 0)).count("state-unknown"), 1U);
    EXPECT_EQ(execute(Stream().set("CL.KICKER"_reg, 1)).count("engine-not-simulated"), 1U);
}

// etna_viv, state_blt.xml: MIPMAP_CONFIG.NUM.
TEST(VivanteFindings, MipmapsOfNoLevel) {
    const Stream stream = Stream().set("BLT.SWIZZLE"_reg, 0x688688).set("BLT.MIPMAP_CONFIG"_reg, 1);
    EXPECT_EQ(execute(Stream(stream).set("BLT.COMMAND"_reg, 6), gc7000l()).count("mipmap-levels-too-few"), 1U);
}

TEST(VivanteFindings, WrongNumberOfVertexInputs) {
    const Outcome outcome = execute(drawableState().set("VS.INPUT_COUNT"_reg, 2).drawTriangles(1));
    EXPECT_EQ(outcome.count("vertex-inputs-mismatch"), 1U);
    EXPECT_EQ(outcome.hangs, 1U);
}

TEST(VivanteFindings, TooFewTemporaries) {
    // The pixel program uses t5, and has one temporary.
    const std::vector<uint32_t> move = program("mov t5.xyzw, void, void, t5.xyzw");
    const Outcome outcome = execute(drawableState().load("SH.INST_MEM"_reg.word(1024), move).drawTriangles(1));
    EXPECT_EQ(outcome.count("shader-temporaries-mismatch"), 1U);
    const Outcome tooMany = execute(drawableState()
                                        .set("PS.TEMP_REGISTER_CONTROL"_reg, 6)
                                        .load("SH.INST_MEM"_reg.word(1024), move)
                                        .drawTriangles(1));
    EXPECT_EQ(tooMany.count("shader-temporaries-mismatch"), 0U);
}

TEST(VivanteFindings, WrongShaderLength) {
    const auto mismatches = [](const Stream& stream, const Chip& chip) {
        return execute(Stream(stream).drawTriangles(1), chip).count("shader-length-mismatch");
    };
    EXPECT_EQ(mismatches(drawableState().set("VS.RANGE"_reg, 0xffff0000), gc2000()), 1U);
    EXPECT_EQ(mismatches(drawableState().set("PS.RANGE"_reg, 0x00ff0100), gc2000()), 1U);
    // A chip with separate instruction memories has no ranges.
    Chip gc600 = gc2000();
    gc600.model = 0x600;
    gc600.instructionCount = 256;
    const Stream separate =
        drawableState().load("VS.INST_MEM"_reg.word(), emptyProgram()).load("PS.INST_MEM"_reg.word(), emptyProgram());
    EXPECT_EQ(mismatches(separate, gc600), 0U);
    EXPECT_EQ(mismatches(Stream(separate).set("PS.END_PC"_reg, 0), gc600), 1U);
    EXPECT_EQ(mismatches(Stream(separate).set("VS.END_PC"_reg, 257), gc600), 1U);
}

TEST(VivanteFindings, SamplesWithoutATexture) {
    const std::vector<uint32_t> sample = program("texld t0, tex0.xyzw, t0.xyyy, void, void");
    const Outcome outcome = execute(drawableState().load("SH.INST_MEM"_reg.word(1024), sample).drawTriangles(1));
    EXPECT_EQ(outcome.count("texture-not-configured"), 1U);
    const Outcome odd = execute(drawableState()
                                    .load("SH.INST_MEM"_reg.word(1024), sample)
                                    .set("TE.SAMPLER_CONFIG0"_reg, 2u | 25u << 13)
                                    .drawTriangles(1));
    EXPECT_EQ(odd.count("texture-format-not-sampled"), 1U);
}

TEST(VivanteFindings, ScissorOutOfRange) {
    const Outcome outcome =
        execute(drawableState().load("SE.SCISSOR_RIGHT"_reg.word(), {9000u << 16}, true).drawTriangles(1));
    EXPECT_EQ(outcome.count("scissor-out-of-range"), 1U);
    // A hang of the notes, on a GC600: (x << 16) | 5 at 1920.
    Chip gc600 = gc2000();
    gc600.model = 0x600;
    gc600.instructionCount = 256;
    const auto with = [&](uint32_t right) {
        return execute(drawableState()
                           .load("VS.INST_MEM"_reg.word(), emptyProgram())
                           .load("PS.INST_MEM"_reg.word(), emptyProgram())
                           .load("SE.SCISSOR_RIGHT"_reg.word(), {right}, true)
                           .drawTriangles(1),
                       gc600)
            .count("scissor-out-of-range");
    };
    EXPECT_EQ(with(1920u << 16 | 5), 1U);
    EXPECT_EQ(with((1920u << 16) - 1), 0U);
}

TEST(VivanteFindings, AScissorThatIsNoNumber) {
    constexpr uint32_t kNotANumber = 0x7fc00000;
    const Outcome outcome = execute(drawableState()
                                        .set("SE.SCISSOR_LEFT"_reg, kNotANumber)
                                        .set("SE.SCISSOR_RIGHT"_reg, kNotANumber)
                                        .drawTriangles(1));
    EXPECT_EQ(outcome.count("scissor-out-of-range"), 1U);
    EXPECT_EQ(outcome.state.raster->scissor.x, 0);
    EXPECT_EQ(outcome.state.raster->scissor.width, 0U);
    EXPECT_EQ(outcome.state.raster->scissor.height, 64U);
}

Stream copyOf(uint32_t width, uint32_t height, bool tiled) {
    Stream stream;
    stream.set("RS.CONFIG"_reg, 6u | (tiled ? 1u << 7 : 0) | 6u << 8 | (tiled ? 1u << 14 : 0))
        .set("RS.SOURCE_STRIDE"_reg, 0x400)
        .set("RS.DEST_STRIDE"_reg, 0x400)
        .load("RS.PIPE_SOURCE_ADDR"_reg.word(), {0x100000})
        .load("RS.PIPE_DEST_ADDR"_reg.word(), {0x200000})
        .set("RS.WINDOW_SIZE"_reg, width | height << 16)
        .set("RS.KICKER"_reg, 1);
    return stream;
}

// GCxxx hardware notes, Resolve: 16 by 4 for tiles; at least 17 wide and a multiple of 4 high for rows.
TEST(VivanteFindings, MisalignedResolves) {
    EXPECT_EQ(execute(copyOf(64, 64, true)).count("resolve-misaligned"), 0U);
    EXPECT_EQ(execute(copyOf(60, 64, true)).count("resolve-misaligned"), 1U);
    EXPECT_EQ(execute(copyOf(64, 62, true)).count("resolve-misaligned"), 1U);
    EXPECT_EQ(execute(copyOf(32, 4, false)).count("resolve-misaligned"), 0U);
    EXPECT_EQ(execute(copyOf(16, 4, false)).count("resolve-misaligned"), 1U);
    EXPECT_EQ(execute(copyOf(32, 3, false)).count("resolve-misaligned"), 1U);
    EXPECT_EQ(execute(Stream().set("RS.CONFIG"_reg, 7).set("RS.KICKER"_reg, 1)).count("resolve-format-not-converted"),
              1U);
}

Stream fillOf(uint32_t address) {
    Stream stream;
    stream.set("RS.CONFIG"_reg, 6u | 6u << 8 | 1u << 14)
        .set("RS.DEST_STRIDE"_reg, 0x100)
        .load("RS.PIPE_DEST_ADDR"_reg.word(), {address})
        .set("RS.WINDOW_SIZE"_reg, 16u | 16u << 16)
        .load("RS.FILL_VALUE"_reg.word(), {0x55555555})
        .set("RS.CLEAR_CONTROL"_reg, 0xffff | 1u << 16)
        .set("RS.KICKER"_reg, 1);
    return stream;
}

TEST(VivanteFindings, TileStatusThatWasNeverCleared) {
    const auto draw = [](Stream stream) {
        const Stream state = drawableState();
        stream.words.insert(stream.words.end(), state.words.begin(), state.words.end());
        stream.set("TS.MEM_CONFIG"_reg, 2).set("TS.COLOR_STATUS_BASE"_reg, 0x300000).drawTriangles(1);
        return execute(stream).count("tile-status-never-cleared");
    };
    EXPECT_EQ(draw(Stream()), 1U);
    EXPECT_EQ(draw(fillOf(0x300000)), 0U);
    EXPECT_EQ(draw(fillOf(0x310000)), 1U);
}

TEST(VivanteFindings, ResolvesWithoutAFlush) {
    const auto resolve = [](bool flush) {
        Stream stream = drawableState().drawTriangles(1);
        if (flush) stream.set("GL.FLUSH_CACHE"_reg, 3).stall(5, 7);
        const Stream copy = copyOf(64, 64, true);
        stream.words.insert(stream.words.end(), copy.words.begin(), copy.words.end());
        return execute(stream).count("resolve-without-cache-flush");
    };
    EXPECT_EQ(resolve(false), 1U);
    EXPECT_EQ(resolve(true), 0U);
}

TEST(VivanteFindings, ConfigurationWithoutAStall) {
    const auto change = [](bool stall) {
        Stream stream = drawableState().drawTriangles(1);
        if (stall) stream.stall(5, 7);
        return execute(stream.set("PE.DEPTH_CONFIG"_reg, 1)).count("configuration-without-stall");
    };
    EXPECT_EQ(change(false), 1U);
    EXPECT_EQ(change(true), 0U);
}

TEST(VivanteFindings, AStallForTheBlitEngineIsOneForTheDrawsBeforeIt) {
    enum class Order { BlitThenStall, StallAlone, DrawAfterBlit };
    const auto change = [](Order order) {
        Stream stream = drawableState().drawTriangles(1);
        if (order != Order::StallAlone) stream.set("BLT.COMMAND"_reg, 1);
        if (order == Order::DrawAfterBlit) stream.drawTriangles(1);
        stream.stall(5, 16);
        return execute(stream.set("PE.DEPTH_CONFIG"_reg, 1)).count("configuration-without-stall");
    };
    EXPECT_EQ(change(Order::BlitThenStall), 0U);
    EXPECT_EQ(change(Order::StallAlone), 1U);
    EXPECT_EQ(change(Order::DrawAfterBlit), 1U);
}

TEST(VivanteFindings, VertexTextureFlushWithoutASemaphore) {
    const auto flush = [](bool stall) {
        Stream stream = drawableState().drawTriangles(1);
        if (stall) stream.stall(5, 7);
        return execute(stream.set("GL.FLUSH_CACHE"_reg, 1u << 4).drawTriangles(1))
            .count("vertex-texture-flush-without-semaphore");
    };
    EXPECT_EQ(flush(false), 1U);
    EXPECT_EQ(flush(true), 0U);
}

TEST(VivanteFindings, FormatsTypesAndPrimitives) {
    EXPECT_EQ(execute(drawableState().set("PE.COLOR_FORMAT"_reg, 7u | 0xfu << 8).drawTriangles(1))
                  .count("color-format-not-drawn"),
              1U);
    EXPECT_EQ(execute(drawableState().set("FE.VERTEX_ELEMENT_CONFIG"_reg, 10).drawTriangles(1))
                  .count("vertex-format-not-read"),
              1U);
    EXPECT_EQ(execute(drawableState().packet({5u << 27, 9, 0, 1})).count("primitive-unknown"), 1U);
    EXPECT_EQ(execute(drawableState().set("FE.VERTEX_STREAMS_CONTROL"_reg, 12).drawTriangles(1))
                  .count("access-not-16-byte-aligned"),
              1U);
    EXPECT_EQ(execute(drawableState().set("VS.OUTPUT_COUNT"_reg, 19).drawTriangles(1)).count("too-many-attributes"),
              1U);
    // An opcode that nobody knows.
    EXPECT_EQ(execute(drawableState().load("SH.INST_MEM"_reg.word(0), {0x3f, 0, 0, 0x10000}).drawTriangles(1))
                  .count("shader-instruction-not-executed"),
              1U);
}

}  // namespace
}  // namespace cyclorama::vivante
