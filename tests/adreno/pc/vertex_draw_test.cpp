// SPDX-License-Identifier: MIT
// Draws of the vertex stage alone: indices, attributes, programs, and the primitives that come out.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <sstream>

#include "adreno/pc/draw_fixture.h"
#include "families/adreno/checks/check_findings.h"
#include "families/adreno/pc/geometry_findings.h"
#include "families/adreno/registers/registers.h"
#include "families/adreno/vfd/vertex_findings.h"
#include "families/adreno/vpc/output_findings.h"
#include "support/paths.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kTriangles = 4;
constexpr uint32_t kCountedSource = 2 << 6;
// Numbers of formats (Mesa: a6xx.xml, a6xx_format).
constexpr uint32_t kFloat4 = 0x82;
constexpr uint32_t kBytesUnorm = 0x30;
constexpr uint32_t kBytesUint = 0x33;
constexpr uint32_t kAbsentRegister = 0xfc;

uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

class VertexDrawTest : public DrawTest {
  protected:
    static constexpr uint64_t kVertices = kData;
    static constexpr uint64_t kIndices = kData + 0x1000;

    /// A program whose r0 is the position and r1 varyings 0 to 3; attribute 0 comes to r0, four floats of buffer 0.
    void setUp(CommandStream& stream, std::string_view program = "end") {
        const uint32_t length = putProgram(kPrograms, program);
        stream.registers("SP_VS_OBJ_START"_reg.word(), {low(kPrograms), high(kPrograms)});
        stream.registers("SP_VS_INSTRLEN"_reg.word(), {length});
        stream.registers("SP_VS_CTRL_REG0"_reg.word(), {1u << 20 | 4u << 7});
        stream.registers("SP_VS_PRIMITIVE_CNTL"_reg.word(), {2});
        stream.registers("SP_VS_OUT[].REG"_reg.word(), {(4 | 0xf << 8) | (0 | 0xf << 8) << 16});
        stream.registers("SP_VS_VPC_DST[].REG"_reg.word(), {0 | 4 << 8});
        stream.registers("VPC_VS_PACK"_reg.word(), {8 | 4 << 8 | 0xff << 16});
        stream.registers("VPC_VS_CLIP_CNTL"_reg.word(), {0xffff00});
        stream.registers("VPC_VS_LAYER_CNTL"_reg.word(), {0xffff});
        stream.registers("VFD_CONTROL_0"_reg.word(), {1 | 1 << 8});
        stream.registers("VFD_CONTROL_1"_reg.word(),
                         {kAbsentRegister | kAbsentRegister << 8 | kAbsentRegister << 16 | kAbsentRegister << 24});
        buffer(stream, 0, kVertices, 0x1000, 16);
        attribute(stream, 0, 0, 0, kFloat4, 0);
    }
    static void buffer(CommandStream& stream, uint32_t index, uint64_t address, uint32_t bytes, uint32_t stride) {
        stream.registers("VFD_FETCH[].BASE"_reg.word(index), {low(address), high(address), bytes, stride});
    }
    static void attribute(CommandStream& stream, uint32_t index, uint32_t fetch, uint32_t offset, uint32_t format,
                          uint32_t reg, uint32_t flags = 1u << 31, uint32_t stepRate = 1) {
        stream.registers("VFD_DECODE[].INSTR"_reg.word(index), {fetch | offset << 5 | format << 20 | flags, stepRate});
        stream.registers("VFD_DEST_CNTL[].INSTR"_reg.word(index), {0xf | reg << 4});
    }
    static void attributes(CommandStream& stream, uint32_t count) {
        stream.registers("VFD_CONTROL_0"_reg.word(), {count | count << 8});
    }
    /// Vertices whose x are their numbers.
    void putVertices(uint32_t count) {
        std::vector<float> values;
        for (uint32_t i = 0; i < count; ++i) values.insert(values.end(), {static_cast<float>(i), 0, 0, 1});
        put(kVertices, values);
    }
    static void draw(CommandStream& stream, uint32_t count, uint32_t primitive = kTriangles, uint32_t instances = 1) {
        stream.command(Opcode::DrawIndexedOffset, {primitive | kCountedSource, instances, count});
    }
    static void drawIndexed(CommandStream& stream, uint32_t sizeCode, uint32_t count, uint32_t first, uint32_t most,
                            uint32_t primitive = kTriangles) {
        stream.command(Opcode::DrawIndexedOffset,
                       {primitive | sizeCode << 10, 1, count, first, low(kIndices), high(kIndices), most});
    }
    /// The x of each primitive's vertices.
    std::vector<std::vector<float>> positions() const {
        std::vector<std::vector<float>> found;
        for (const RecordingRasterizer::Kept& primitive : rasterizer_.primitives) {
            found.emplace_back();
            for (const auto& vertex : primitive.vertices) found.back().push_back(vertex.position[0]);
        }
        return found;
    }
    /// A word of the varyings of each primitive's first vertex.
    std::vector<uint32_t> varyings(size_t location) const {
        std::vector<uint32_t> found;
        for (const RecordingRasterizer::Kept& primitive : rasterizer_.primitives)
            found.push_back(primitive.vertices[0].words.at(location));
        return found;
    }
};

using Positions = std::vector<std::vector<float>>;

TEST_F(VertexDrawTest, VerticesPassThroughTheProgram) {
    putVertices(6);
    CommandStream stream;
    setUp(stream, "add.f r1.x, r0.x, c0.x\nadd.f r1.y, r0.x, r0.x\nend");
    context_.blocks.state().loaded.of(ShaderStage::Vertex).constants.edit()[0] = bits(100);
    draw(stream, 6);
    run(stream);
    EXPECT_TRUE(reported().empty()) << reported()[0];
    EXPECT_EQ(positions(), (Positions{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(varyings(0), (std::vector<uint32_t>{bits(100), bits(103)}));
    EXPECT_EQ(varyings(1), (std::vector<uint32_t>{bits(0), bits(6)}));
    EXPECT_EQ(rasterizer_.primitives[1].id, 1u);
    EXPECT_EQ(rasterizer_.description.layout.stride, 8u);
    EXPECT_EQ(rasterizer_.description.layout.pointSize, VertexLayout::kNone);
    EXPECT_EQ(rasterizer_.draws, 1u);
}

/// Changes registers and constants between a draw's packet and its execution.
class LaterWritesTest : public VertexDrawTest {
  protected:
    void noteDraw(const DrawOperands&) override {
        context_.registers().write("VFD_INDEX_OFFSET"_reg.word(), 1);
        context_.registers().write("SP_VS_INSTRLEN"_reg.word(), 0);
        context_.blocks.state().loaded.of(ShaderStage::Vertex).constants.edit()[0] = bits(500);
    }
};

TEST_F(LaterWritesTest, DrawExecutesOnTheStateOfItsPacket) {
    putVertices(6);
    CommandStream stream;
    setUp(stream, "add.f r1.x, r0.x, c0.x\nend");
    context_.blocks.state().loaded.of(ShaderStage::Vertex).constants.edit()[0] = bits(100);
    draw(stream, 3);
    run(stream);
    EXPECT_TRUE(reported().empty()) << reported()[0];
    EXPECT_EQ(positions(), (Positions{{0, 1, 2}}));
    EXPECT_EQ(varyings(0), (std::vector<uint32_t>{bits(100)}));
}

TEST_F(VertexDrawTest, IndicesOfEachSize) {
    putVertices(8);
    for (const uint32_t size : {0u, 1u, 2u}) {
        rasterizer_ = {};
        if (size == 0) put<uint8_t>(kIndices, {9, 7, 5, 3});
        if (size == 1) put<uint16_t>(kIndices, {9, 7, 5, 3});
        if (size == 2) put<uint32_t>(kIndices, {9, 7, 5, 3});
        CommandStream stream;
        setUp(stream);
        drawIndexed(stream, size, 3, 1, 4);
        run(stream);
        EXPECT_EQ(positions(), (Positions{{7, 5, 3}})) << size;
    }
    EXPECT_TRUE(reported().empty());
}

TEST_F(VertexDrawTest, IndicesBeyondTheBufferAreZero) {
    putVertices(8);
    put<uint16_t>(kIndices, {7, 6, 5});
    CommandStream stream;
    setUp(stream);
    drawIndexed(stream, 1, 6, 0, 2);
    run(stream);
    EXPECT_EQ(positions(), (Positions{{7, 6, 0}, {0, 0, 0}}));
}

TEST_F(VertexDrawTest, UnmappedIndicesAreZeroAndReported) {
    putVertices(3);
    CommandStream stream;
    setUp(stream);
    stream.command(Opcode::DrawIndexedOffset, {kTriangles | 1 << 10, 1, 3, 0, low(kNowhere), high(kNowhere), 3});
    run(stream);
    EXPECT_EQ(positions(), (Positions{{0, 0, 0}}));
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_EQ(findings_.all()[0].detail, "PC index fetch: 0x180000000, 2 bytes");
}

/// Some bytes that the 2D engine has written before a draw is executed, and that no event flushes.
class UnflushedWriteTest : public VertexDrawTest {
  protected:
    void noteDraw(const DrawOperands&) override {
        context_.checks.transferWritten(written_, written_ + 2, [this](const auto& run) { run(written_, 2); });
    }
    void expectNone() const { EXPECT_EQ(reported(), std::vector<std::string>{}); }
    void expectFinding(std::string_view detail) const {
        ASSERT_EQ(reported(), std::vector<std::string>{std::string(findings::kNotFlushed.identifier)});
        EXPECT_EQ(findings_.all()[0].detail, detail);
    }

    uint64_t written_ = 0;
};

TEST_F(UnflushedWriteTest, IndicesAreReadThroughACache) {
    putVertices(8);
    put<uint16_t>(kIndices, {1, 7, 6, 5});
    CommandStream stream;
    setUp(stream);
    drawIndexed(stream, 1, 3, 1, 4);
    written_ = kIndices;
    run(stream);
    expectNone();
    written_ = kIndices + 4;
    run(stream);
    expectFinding("0x100021004, 2 bytes");
    EXPECT_EQ(positions(), (Positions{{7, 6, 5}, {7, 6, 5}}));
}

TEST_F(UnflushedWriteTest, VerticesAreReadThroughACache) {
    putVertices(8);
    put<uint16_t>(kIndices, {2, 4, 6});
    CommandStream stream;
    setUp(stream);
    drawIndexed(stream, 1, 3, 0, 3);
    written_ = kVertices + 16 * 3;
    run(stream);
    expectNone();
    written_ = kVertices + 16 * 4;
    run(stream);
    expectFinding("0x100020040, 16 bytes");
}

TEST_F(VertexDrawTest, RestartsEndStrips) {
    putVertices(8);
    put<uint16_t>(kIndices, {0, 1, 2, 0xffff, 4, 5, 6, 7});
    CommandStream stream;
    setUp(stream);
    stream.registers("PC_PRIMITIVE_CNTL_0"_reg.word(), {1});
    stream.registers("PC_RESTART_INDEX"_reg.word(), {0xffff});
    drawIndexed(stream, 1, 8, 0, 8, 6);
    stream.registers("PC_PRIMITIVE_CNTL_0"_reg.word(), {3});
    drawIndexed(stream, 1, 8, 0, 8, 6);
    run(stream);
    EXPECT_EQ(positions(), (Positions{{0, 1, 2}, {4, 5, 6}, {5, 7, 6}, {0, 1, 2}, {4, 5, 6}, {6, 5, 7}}));
    EXPECT_TRUE(rasterizer_.description.provokingLast);
    EXPECT_EQ(rasterizer_.primitives[2].id, 2u);
}

TEST_F(VertexDrawTest, OffsetsAreAddedToIndices) {
    putVertices(10);
    CommandStream stream;
    setUp(stream, "mov.u32u32 r1.x, r2.x\nmov.u32u32 r1.y, r2.y\nend");
    stream.registers("VFD_CONTROL_1"_reg.word(), {8 | 9 << 8 | kAbsentRegister << 16 | kAbsentRegister << 24});
    stream.registers("VFD_INDEX_OFFSET"_reg.word(), {4, 30});
    stream.registers("VFD_ADD_OFFSET"_reg.word(), {1});
    draw(stream, 1, 9, 2);
    stream.registers("VFD_ADD_OFFSET"_reg.word(), {2});
    draw(stream, 1, 9, 1);
    run(stream);
    EXPECT_EQ(positions(), (Positions{{4}, {4}, {4}}));
    EXPECT_EQ(varyings(0), (std::vector<uint32_t>{4, 4, 0}));
    EXPECT_EQ(varyings(1), (std::vector<uint32_t>{0, 1, 30}));
}

TEST_F(VertexDrawTest, InstancesHaveAttributesAtTheirRate) {
    putVertices(8);
    CommandStream stream;
    setUp(stream);
    attributes(stream, 2);
    const uint32_t instanced = 1u << 31 | 1u << 17;
    attribute(stream, 1, 0, 0, kFloat4, 4, instanced, 2);
    stream.registers("VFD_INSTANCE_START_OFFSET"_reg.word(), {1});
    draw(stream, 1, 9, 5);
    attribute(stream, 1, 0, 0, kFloat4, 4, instanced, 0);
    draw(stream, 1, 9, 2);
    run(stream);
    std::vector<uint32_t> expected;
    for (const float value : {1.0f, 1.0f, 2.0f, 2.0f, 3.0f, 1.0f, 1.0f}) expected.push_back(bits(value));
    EXPECT_EQ(varyings(0), expected);
}

TEST_F(VertexDrawTest, FormatsAndOrders) {
    put<uint32_t>(kVertices, {0x80'02'01'ff});
    const auto varying = [this](uint32_t format, uint32_t flags) {
        rasterizer_ = {};
        CommandStream stream;
        setUp(stream);
        attribute(stream, 0, 0, 0, format, 4, flags);
        draw(stream, 1, 9);
        run(stream);
        const auto& words = rasterizer_.primitives.at(0).vertices[0].words;
        return std::array<uint32_t, 4>{words[0], words[1], words[2], words[3]};
    };
    EXPECT_EQ(varying(kBytesUint, 0), (std::array<uint32_t, 4>{0xff, 1, 2, 0x80}));
    EXPECT_EQ(varying(kBytesUint, 1u << 28), (std::array<uint32_t, 4>{2, 1, 0xff, 0x80})) << "WXYZ";
    EXPECT_EQ(varying(kBytesUint, 1u << 31), (std::array<uint32_t, 4>{bits(255), bits(1), bits(2), bits(128)}));
    EXPECT_EQ(varying(kBytesUnorm, 1u << 31)[0], bits(1));
    EXPECT_EQ(varying(0x34, 1u << 31)[3], bits(-128)) << "signed";
    EXPECT_EQ(varying(0x5, 0), (std::array<uint32_t, 4>{0xff, 0, 0, 1})) << "one component";
    EXPECT_EQ(varying(0x3, 1u << 31), (std::array<uint32_t, 4>{bits(1), 0, 0, bits(1)}));
    EXPECT_TRUE(reported().empty());
    EXPECT_EQ(varying(0xb3, 0), (std::array<uint32_t, 4>{0, 0, 0, 0})) << "compressed";
    EXPECT_EQ(reported(), std::vector<std::string>{"vertex-format"});
}

TEST_F(VertexDrawTest, VerticesBeyondTheBufferAreZero) {
    putVertices(8);
    CommandStream stream;
    setUp(stream);
    buffer(stream, 0, kVertices + 16, 16 * 2 + 15, 16);
    draw(stream, 3);
    run(stream);
    EXPECT_EQ(positions(), (Positions{{1, 2, 0}}));
    EXPECT_TRUE(reported().empty());
    CommandStream unmapped;
    setUp(unmapped);
    buffer(unmapped, 0, kNowhere, 64, 16);
    draw(unmapped, 3);
    run(unmapped);
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_TRUE(findings_.all()[0].detail.starts_with("VFD vertex fetch: 0x180000000, "));
}

TEST_F(VertexDrawTest, SharedVerticesAndLargeDrawsKeepTheirOrder) {
    putVertices(200);
    std::vector<uint16_t> indices;
    for (uint16_t i = 0; i < 9000; ++i) indices.push_back(static_cast<uint16_t>((i * 7 + i / 100) % 200));
    put(kIndices, indices);
    CommandStream stream;
    setUp(stream);
    drawIndexed(stream, 1, 9000, 0, 9000);
    run(stream);
    ASSERT_EQ(rasterizer_.primitives.size(), 3000u);
    const Positions found = positions();
    for (size_t i = 0; i < 3000; ++i)
        for (size_t v = 0; v < 3; ++v) ASSERT_EQ(found[i][v], static_cast<float>(indices[3 * i + v]));
}

TEST_F(VertexDrawTest, RectanglesAreTwoTriangles) {
    put<float>(kVertices, {0, 0, 0.5f, 1, 0.25f, 0.75f, 9, 9, 4, 2, 0.5f, 1, 1, 2, 8, 8});
    CommandStream stream;
    setUp(stream);
    attributes(stream, 2);
    buffer(stream, 0, kVertices, 64, 32);
    attribute(stream, 1, 0, 16, kFloat4, 4);
    draw(stream, 2, 8);
    run(stream);
    ASSERT_EQ(rasterizer_.primitives.size(), 2u);
    EXPECT_EQ(positions(), (Positions{{0, 4, 0}, {4, 0, 4}}));
    const auto& right = rasterizer_.primitives[0].vertices[1];
    EXPECT_EQ(right.position, (std::array<float, 4>{4, 0, 0.5f, 1}));
    EXPECT_EQ(right.words[0], bits(1));
    EXPECT_EQ(right.words[1], bits(0.75f));
    EXPECT_EQ(right.words[2], bits(9));
}

TEST_F(VertexDrawTest, NeighboursAreLeftOut) {
    putVertices(6);
    CommandStream stream;
    setUp(stream);
    draw(stream, 4, 10);
    draw(stream, 6, 12);
    run(stream);
    EXPECT_EQ(positions(), (Positions{{1, 2}, {0, 2, 4}}));
}

TEST_F(VertexDrawTest, ViewsAreDrawnOneAfterTheOther) {
    putVertices(3);
    CommandStream stream;
    setUp(stream, "mov.u32u32 r1.x, r2.x\nend");
    stream.registers("VFD_CONTROL_1"_reg.word(),
                     {kAbsentRegister | kAbsentRegister << 8 | kAbsentRegister << 16 | 8u << 24});
    stream.registers("PC_MULTIVIEW_CNTL"_reg.word(), {1 | 2 | 3 << 2});
    stream.registers("PC_MULTIVIEW_MASK"_reg.word(), {5});
    draw(stream, 3);
    run(stream);
    ASSERT_EQ(rasterizer_.primitives.size(), 2u);
    EXPECT_EQ(rasterizer_.primitives[1].view, 2u);
    EXPECT_EQ(varyings(0), (std::vector<uint32_t>{0, 2}));
}

TEST_F(VertexDrawTest, AVertexMayHaveAPositionForEachView) {
    putVertices(1);
    CommandStream stream;
    setUp(stream, "mov.f32f32 r1.x, (4.000000)\nend");
    // Outputs: r0 at 4, r1 at 8, the positions of views 0 and 1.
    stream.registers("SP_VS_OUT[].REG"_reg.word(), {(0 | 0xf << 8) | (4 | 0xf << 8) << 16});
    stream.registers("SP_VS_VPC_DST[].REG"_reg.word(), {4 | 8 << 8});
    stream.registers("VPC_VS_PACK"_reg.word(), {12 | 4 << 8 | 0xff << 16 | 1 << 24});
    stream.registers("PC_MULTIVIEW_CNTL"_reg.word(), {1 | 2 << 2});
    draw(stream, 1, 9);
    run(stream);
    EXPECT_EQ(positions(), (Positions{{0}, {4}}));
    EXPECT_EQ(rasterizer_.primitives[1].view, 1u);
}

TEST_F(VertexDrawTest, DiscardedPrimitivesEndBeforeTheRasterizer) {
    CommandStream stream;
    setUp(stream);
    stream.registers("PC_RASTER_CNTL"_reg.word(), {4});
    draw(stream, 3);
    run(stream);
    EXPECT_EQ(rasterizer_.draws, 0u);
}

TEST_F(VertexDrawTest, PrimitivesAreCountedAtTheClipper) {
    CommandStream stream;
    setUp(stream);
    draw(stream, 6);
    context_.blocks.counters().start(StatisticGroup::Primitives);
    run(stream);
    EXPECT_EQ(rasterizer_.draws, 1u);
    EXPECT_EQ(context_.blocks.counters().statistic(static_cast<uint32_t>(PipelineStatistic::ClipInvocations)), 2u);
}

TEST_F(VertexDrawTest, PrimitivesWithoutAPositionAreCountedAtTheClipper) {
    // Drivers count the primitives that transform feedback generates there (Mesa 25.0.7, fd6_query.cc).
    CommandStream stream;
    setUp(stream);
    stream.registers("VPC_VS_PACK"_reg.word(), {8 | 0xff << 8 | 0xff << 16});
    draw(stream, 6);
    context_.blocks.counters().start(StatisticGroup::Primitives);
    run(stream);
    EXPECT_EQ(rasterizer_.draws, 0u);
    EXPECT_EQ(context_.blocks.counters().statistic(static_cast<uint32_t>(PipelineStatistic::ClipInvocations)), 2u);
}

TEST_F(VertexDrawTest, OutputsBeyondTheRecordAreReported) {
    putVertices(1);
    CommandStream stream;
    setUp(stream);
    stream.registers("SP_VS_VPC_DST[].REG"_reg.word(), {250 | 4 << 8});
    draw(stream, 1, 9);
    run(stream);
    EXPECT_EQ(reported(), std::vector<std::string>{"vertex-outputs"});
    EXPECT_EQ(rasterizer_.description.layout.stride, 254u);
}

TEST_F(VertexDrawTest, OtherKindsOfPrimitivesAreReported) {
    for (const uint32_t initiator :
         {0u | kCountedSource, 40u | kCountedSource, kTriangles | kCountedSource | 1u << 17}) {
        findings_ = {};
        CommandStream stream;
        setUp(stream);
        stream.command(Opcode::DrawIndexedOffset, {initiator, 1, 3});
        run(stream);
        EXPECT_EQ(reported(), std::vector<std::string>{"draw-primitive"}) << initiator;
    }
}

TEST_F(VertexDrawTest, EndlessDrawsAndProgramsHang) {
    CommandStream stream;
    setUp(stream);
    draw(stream, 0x80000000, 9, 0x80000000);
    run(stream);
    EXPECT_TRUE(context_.processor.hung());
    EXPECT_EQ(reported(), std::vector<std::string>{"draw-without-end"});
    findings_ = {};
    CommandStream program;
    setUp(program, "nop\njump #-1\nend");
    draw(program, 3);
    run(program);
    EXPECT_TRUE(context_.processor.hung());
}

TEST(GeometryFindings, AreDocumented) {
    std::ifstream file(paths::source("docs/reference/findings.md"));
    std::stringstream text;
    text << file.rdbuf();
    for (const sim::FindingKind& kind :
         {findings::kPrimitiveKind, findings::kEndlessDraw, findings::kVertexFormat, findings::kVertexLayout}) {
        const std::string row =
            fmt::format("| `{}` | {} | {} | {} |", kind.identifier, sim::name(kind.severity), kind.sentence, kind.hint);
        EXPECT_NE(text.str().find(row), std::string::npos) << row;
    }
}

}  // namespace
}  // namespace cyclorama::adreno::test
