// SPDX-License-Identifier: MIT
// Draws with a geometry stage: the memory between the stages, and the primitives that fibers give.

#include <gtest/gtest.h>

#include <bit>

#include "adreno/pc/draw_fixture.h"
#include "families/adreno/pc/tessellation_stages.h"
#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint32_t kLines = 2;
constexpr uint32_t kGeometryFlags = 2 << 6 | 1 << 16;
constexpr uint32_t kAbsent = 0xfc;

/// Attribute x goes to 8 * primitive + 4 * vertex.
constexpr std::string_view kStoresItsX = R"(and.b r2.x, r0.x, 63
shl.b r2.x, r2.x, 3
shr.b r2.y, r0.x, 6
and.b r2.y, r2.y, 31
shl.b r2.y, r2.y, 2
add.u r2.x, r2.x, r2.y
stlw.f32 l[r2.x], r1.x, 1
chmask
chsh
end)";

/// Gives x of vertex `thread` modulo 2, and adds 10 for each invocation and 100 for each thread. Thread 0 begins a
/// strip; no vertex comes where thread and invocation add to 3.
constexpr std::string_view kGivesNumbers = R"(and.b r2.x, r0.x, 63
shl.b r2.x, r2.x, 3
shr.b r2.y, r0.x, 16
and.b r2.z, r2.y, 1
shl.b r2.z, r2.z, 2
add.u r2.x, r2.x, r2.z
shr.b r2.w, r0.x, 11
and.b r2.w, r2.w, 31
ldlw.u32 r1.x, l[r2.x], 1
(sy)(ss)mov.u32f32 r3.x, r2.w
mov.u32f32 r3.y, r2.y
mul.f r3.x, r3.x, c0.x
mul.f r3.y, r3.y, c0.y
add.f r1.x, r1.x, r3.x
add.f r1.x, r1.x, r3.y
cmps.u.eq r3.z, r2.y, 0
shl.b r3.z, r3.z, 2
add.u r3.w, r2.y, r2.w
cmps.u.eq p0.x, r3.w, 3
kill p0.x
end)";

class GeometryDrawTest : public DrawTest {
  protected:
    enum Output : uint32_t { kPoints = 0, kLineStrips = 1, kTriangleStrips = 2 };

    void setUp(CommandStream& stream, uint32_t verticesOut, uint32_t invocations, Output output) {
        std::vector<float> vertices;
        for (uint32_t i = 0; i < 400; ++i) vertices.push_back(static_cast<float>(i));
        put(kData, vertices);
        program(stream, "SP_VS_OBJ_START"_reg, "SP_VS_INSTRLEN"_reg, kPrograms, kStoresItsX);
        program(stream, "SP_GS_OBJ_START"_reg, "SP_GS_INSTRLEN"_reg, kPrograms + 0x1000, kGivesNumbers);
        auto& constants = context_.blocks.state().loaded.of(ShaderStage::Geometry).constants.edit();
        constants[0] = std::bit_cast<uint32_t>(1000.0f);
        constants[1] = std::bit_cast<uint32_t>(10000.0f);
        stream.registers("VFD_CONTROL_0"_reg.word(), {1 | 1 << 8});
        stream.registers("VFD_CONTROL_1"_reg.word(), {kAbsent | kAbsent << 8 | kAbsent << 16 | kAbsent << 24});
        stream.registers("VFD_CONTROL_5"_reg.word(), {0 | kAbsent << 8});
        stream.registers("VFD_FETCH[].BASE"_reg.word(), {low(kData), high(kData), 1600, 4});
        stream.registers("VFD_DECODE[].INSTR"_reg.word(), {0x4a << 20 | 1u << 31, 1});
        stream.registers("VFD_DEST_CNTL[].INSTR"_reg.word(), {1 | 4 << 4});
        stream.registers("PC_PRIMITIVE_CNTL_5"_reg.word(),
                         {(verticesOut - 1) | (invocations - 1) << 10 | static_cast<uint32_t>(output) << 16});
        stream.registers("PC_PRIMITIVE_CNTL_6"_reg.word(), {1});
        // The position at 0, from r1; flags in r3.z.
        stream.registers("SP_GS_PRIMITIVE_CNTL"_reg.word(), {1 | 14 << 6});
        stream.registers("SP_GS_OUT[].REG"_reg.word(), {4 | 0xf << 8});
        stream.registers("SP_GS_VPC_DST[].REG"_reg.word(), {0});
        stream.registers("VPC_GS_PACK"_reg.word(), {4 | 0 << 8 | 0xff << 16});
        stream.registers("VPC_GS_CLIP_CNTL"_reg.word(), {0xffff00});
        stream.registers("VPC_GS_LAYER_CNTL"_reg.word(), {0xffff});
    }
    static void draw(CommandStream& stream, uint32_t vertices) {
        stream.command(Opcode::DrawIndexedOffset, {kLines | kGeometryFlags, 1, vertices});
    }
    std::vector<std::vector<float>> positions() const {
        std::vector<std::vector<float>> found;
        for (const RecordingRasterizer::Kept& primitive : rasterizer_.primitives) {
            found.emplace_back();
            for (const auto& vertex : primitive.vertices) found.back().push_back(vertex.position[0]);
        }
        return found;
    }

    void program(CommandStream& stream, const Register& start, const Register& length, uint64_t address,
                 std::string_view text) {
        const uint32_t units = putProgram(address, text);
        stream.registers(start.word(), {low(address), high(address)});
        stream.registers(length.word(), {units});
    }
};

using XPlaces = std::vector<std::vector<float>>;

TEST_F(GeometryDrawTest, PointsOfPrimitivesInvocationsAndFibers) {
    CommandStream stream;
    setUp(stream, 3, 2, kPoints);
    draw(stream, 4);
    run(stream);
    EXPECT_TRUE(reported().empty()) << reported()[0];
    EXPECT_EQ(rasterizer_.description.stage, LastStage::Geometry);
    EXPECT_EQ(positions(), (XPlaces{{0},
                                    {10001},
                                    {20000},
                                    {1000},
                                    {11001},  // without thread 2 of invocation 1
                                    {2},
                                    {10003},
                                    {20002},
                                    {1002},
                                    {11003}}));
    EXPECT_EQ(rasterizer_.primitives.back().id, 1u);
}

/// Behind a domain stage, a patch's number is in that stage's register.
TEST_F(GeometryDrawTest, PatchesHaveNumbers) {
    constexpr uint32_t kPatchesOfOne = 32 | 2 << 12 | 1 << 17;
    CommandStream stream;
    setUp(stream, 1, 1, kPoints);
    program(stream, "SP_VS_OBJ_START"_reg, "SP_VS_INSTRLEN"_reg, kPrograms, "chmask\nchsh\nend");
    program(stream, "SP_HS_OBJ_START"_reg, "SP_HS_INSTRLEN"_reg, kPrograms + 0x2000, "end");
    program(stream, "SP_DS_OBJ_START"_reg, "SP_DS_INSTRLEN"_reg, kPrograms + 0x3000, "chmask\nchsh\nend");
    program(stream, "SP_GS_OBJ_START"_reg, "SP_GS_INSTRLEN"_reg, kPrograms + 0x1000,
            "mov.u32f32 r1.x, r0.y\nmov.u32u32 r3.z, 4\nend");
    // One line each: the patch's number, and two factors.
    put(kData, std::vector<float>{0, 1, 1, 0, 1, 1, 0, 1, 1});
    stream.registers("PC_TESSFACTOR_ADDR"_reg.word(), {low(kData), high(kData)});
    stream.registers("PC_TESS_CNTL"_reg.word(), {1 << 2});
    stream.registers("VFD_CONTROL_2"_reg.word(), {kAbsent | kAbsent << 8});
    stream.registers("VFD_CONTROL_3"_reg.word(), {1 | kAbsent << 8 | kAbsent << 16 | kAbsent << 24});
    stream.command(Opcode::DrawIndexedOffset, {kPatchesOfOne | kGeometryFlags, 1, 3});
    run(stream);
    EXPECT_TRUE(reported().empty()) << reported()[0];
    EXPECT_EQ(positions(), (XPlaces{{0}, {1}, {2}}));
}

TEST_F(GeometryDrawTest, TriangleStrips) {
    CommandStream stream;
    setUp(stream, 5, 1, kTriangleStrips);
    draw(stream, 2);
    run(stream);
    // Thread 3 gives no vertex.
    EXPECT_EQ(positions(), (XPlaces{{0, 10001, 20000}, {10001, 40000, 20000}}));
    rasterizer_ = {};
    CommandStream last;
    setUp(last, 3, 1, kTriangleStrips);
    last.registers("PC_PRIMITIVE_CNTL_0"_reg.word(), {2});
    draw(last, 2);
    run(last);
    EXPECT_EQ(positions(), (XPlaces{{0, 10001, 20000}}));
}

TEST_F(GeometryDrawTest, StripsEndWithTheirInvocation) {
    CommandStream stream;
    setUp(stream, 2, 2, kLineStrips);
    draw(stream, 4);
    run(stream);
    EXPECT_EQ(positions(), (XPlaces{{0, 10001}, {1000, 11001}, {2, 10003}, {1002, 11003}}));
}

TEST_F(GeometryDrawTest, ManyPrimitivesShareTheMemoryOneGroupAfterTheOther) {
    CommandStream stream;
    setUp(stream, 1, 1, kPoints);
    draw(stream, 400);
    run(stream);
    ASSERT_EQ(rasterizer_.primitives.size(), 200u);
    const XPlaces found = positions();
    for (size_t i = 0; i < 200; ++i) ASSERT_EQ(found[i][0], static_cast<float>(2 * i));
}

TEST_F(GeometryDrawTest, StreamsThatAreNotRasterizedEndInBuffers) {
    CommandStream stream;
    setUp(stream, 1, 1, kPoints);
    stream.registers("PC_RASTER_CNTL"_reg.word(), {1});
    // Word 0 of stream 0 goes to buffer 2, whose vertices have two words.
    stream.registers("VPC_SO_CNTL"_reg.word(), {1u << 16});
    stream.registers("VPC_SO_PROG"_reg.word(), {2 | 4 | 1u << 11});
    stream.registers("VPC_SO_STREAM_CNTL"_reg.word(), {1 << 6 | 1u << 15});
    stream.registers("VPC_SO[].BUFFER_BASE"_reg.word(2), {low(kData + 0x2000), high(kData), 24, 2, 0});
    draw(stream, 8);
    run(stream);
    EXPECT_TRUE(rasterizer_.primitives.empty());
    EXPECT_EQ(at(kData + 0x2000), 0u);
    EXPECT_EQ(at(kData + 0x2004), std::bit_cast<uint32_t>(0.0f));
    EXPECT_EQ(at(kData + 0x200c), std::bit_cast<uint32_t>(2.0f));
    EXPECT_EQ(at(kData + 0x2014), std::bit_cast<uint32_t>(4.0f));
    EXPECT_EQ(at(kData + 0x201c), 0u) << "beyond the buffer";
    EXPECT_EQ(context_.blocks.counters().streams[0].written, 3u);
    EXPECT_EQ(context_.blocks.counters().streams[0].generated, 4u);
    EXPECT_EQ(context_.registers().read("VPC_SO[].BUFFER_OFFSET"_reg.word(2)), 24u);
}

TEST_F(GeometryDrawTest, StreamoutThatIsNotMappedIsReported) {
    CommandStream stream;
    setUp(stream, 1, 1, kPoints);
    stream.registers("VPC_SO_CNTL"_reg.word(), {1u << 16});
    stream.registers("VPC_SO_PROG"_reg.word(), {2 | 4 | 1u << 11});
    stream.registers("VPC_SO_STREAM_CNTL"_reg.word(), {1 << 6 | 1u << 15});
    stream.registers("VPC_SO[].BUFFER_BASE"_reg.word(2), {low(kNowhere), high(kNowhere), 24, 2, 0});
    draw(stream, 2);
    run(stream);
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_EQ(findings_.all()[0].detail, "VPC streamout: 0x180000000, 8 bytes");
}

TEST_F(GeometryDrawTest, FactorsThatAreNotMappedAreReported) {
    RegisterValues registers;
    registers.write("PC_TESSFACTOR_ADDR"_reg.word(), low(kNowhere));
    registers.write("PC_TESSFACTOR_ADDR"_reg.word() + 1, high(kNowhere));
    const GpuMemory memory(memory_, {}, context_.reporter);
    EXPECT_EQ(FactorReader(func::TessellationDomain::Isolines, registers, memory).read(1).outer[0], 0.0f);
    ASSERT_EQ(reported(), std::vector<std::string>{"gpu-memory-not-mapped"});
    EXPECT_EQ(findings_.all()[0].detail, "PC tessellation factors: 0x18000000c, 12 bytes");
}

TEST_F(GeometryDrawTest, MissingProgramsAreReported) {
    CommandStream stream;
    setUp(stream, 1, 1, kPoints);
    stream.registers("SP_GS_INSTRLEN"_reg.word(), {0});
    draw(stream, 2);
    run(stream);
    EXPECT_EQ(rasterizer_.draws, 0u);
    EXPECT_EQ(reported(), std::vector<std::string>{"shader-without-program"});
}

}  // namespace
}  // namespace cyclorama::adreno::test
