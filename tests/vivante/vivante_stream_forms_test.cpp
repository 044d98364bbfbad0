// SPDX-License-Identifier: MIT
// Streams that no driver of Mesa writes, and that real chips draw: state in packets of one word, and programs placed as
// the maker's driver places them (etnaviv_gpu_tests: triangle_gc3000.c, cube_gc7000.c).

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "families/vivante/isa/codec.h"
#include "vivante_stream.h"

namespace cyclorama::vivante {
namespace {

constexpr std::array<uint32_t, 5> kOrders[] = {{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 0, 4, 1, 3}};

/// A GC3000 (chips/gc3000.ini).
Chip gc3000() {
    return {.name = "GC3000",
            .model = 0x3000,
            .revision = 0x5450,
            .features = {0xe0287cad, 0xc9799efb, 0xfefbfadb, 0xeb9d4bbf, 0xedffdced, 0x930d2f47, 0x10000133},
            .streamCount = 16,
            .registerMax = 64,
            .threadCount = 1024,
            .shaderCoreCount = 4,
            .pixelPipes = 2,
            .instructionCount = 256,
            .constantCount = 320,
            .varyingsCount = 16};
}

/// A float4 attribute at multiples of 16 bytes.
constexpr uint32_t element(uint32_t index) { return 8u | 1u << 7 | (16 * index) << 16 | (16 * index + 16) << 24; }

Stream withElements(std::span<const uint32_t> order) {
    Stream stream = drawableState();
    for (const uint32_t index : order) stream.set("FE.VERTEX_ELEMENT_CONFIG"_reg.word(index), element(index));
    return stream.set("VS.TEMP_REGISTER_CONTROL"_reg, 5).load("VS.INPUT"_reg.word(), {0x03020100, 4});
}

TEST(VivanteStreamForms, VertexElementsInPacketsOfOneWordAreAsInOne) {
    for (const auto& order : kOrders) {
        const Outcome outcome = execute(withElements(order).set("VS.INPUT_COUNT"_reg, 5).drawTriangles(1));
        EXPECT_TRUE(outcome.findings.all().empty()) << order[0];
        ASSERT_EQ(outcome.all<gpu::Draw>().size(), 1U);
        for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(outcome.state.input->streams[i].address, 0x20000u + 16 * i);
    }
}

TEST(VivanteStreamForms, EachElementThatWasWrittenIsAnInput) {
    for (const uint32_t inputs : {1u, 4u, 6u}) {
        const Stream stream = withElements(kOrders[0]).set("VS.INPUT_COUNT"_reg, inputs).drawTriangles(1);
        EXPECT_EQ(execute(stream).count("vertex-inputs-mismatch"), 1U) << inputs;
    }
}

TEST(VivanteStreamForms, ElementsAfterADrawAreAnotherList) {
    Stream stream = withElements(kOrders[0]).set("VS.INPUT_COUNT"_reg, 5).drawTriangles(1);
    stream.set("FE.VERTEX_ELEMENT_CONFIG"_reg.word(0), element(0))
        .set("FE.VERTEX_ELEMENT_CONFIG"_reg.word(1), element(1));
    EXPECT_EQ(execute(Stream(stream).set("VS.INPUT_COUNT"_reg, 2).drawTriangles(1)).hangs, 0U);
    EXPECT_EQ(execute(Stream(stream).drawTriangles(1)).count("vertex-inputs-mismatch"), 1U);
}

TEST(VivanteStreamForms, AnElementAloneChangesTheListBefore) {
    Stream stream = withElements(kOrders[0]).set("VS.INPUT_COUNT"_reg, 5).drawTriangles(1);
    stream.set("FE.VERTEX_ELEMENT_CONFIG"_reg.word(3), element(2)).drawTriangles(1);
    const Outcome outcome = execute(stream);
    EXPECT_EQ(outcome.hangs, 0U);
    EXPECT_EQ(outcome.state.input->streams[3].address, 0x20000u + 32);
}

// Programs in memory, three attributes in one stream.
TEST(VivanteStreamForms, AttributesOfHalti5InPacketsOfOneWord) {
    PieceMemory memory;
    memory.put(0x40000, emptyProgram());
    Stream stream;
    for (uint32_t i = 0; i < 3; ++i) {
        stream.set("NFE.GENERIC_ATTRIB_CONFIG0"_reg.word(i), 0x3008u | (12 * i) << 16)
            .set("NFE.GENERIC_ATTRIB_SCALE"_reg.word(i), 0x3f800000)
            .set("NFE.GENERIC_ATTRIB_CONFIG1"_reg.word(i), (12 * i + 12) | (i == 2 ? 0x800u : 0));
    }
    stream.set("NFE.VERTEX_STREAMS_BASE_ADDR"_reg, 0x20000)
        .set("NFE.VERTEX_STREAMS_CONTROL"_reg, 0x24)
        .set("VS.INPUT_COUNT"_reg, 0x103)
        .set("VS.HALTI5_INPUT"_reg, 0x00020100)
        .set("VS.OUTPUT_COUNT"_reg, 1)
        .set("VS.TEMP_REGISTER_CONTROL"_reg, 3)
        .set("PS.INPUT_COUNT"_reg, 1)
        .set("PS.TEMP_REGISTER_CONTROL"_reg, 1)
        .set("VS.NEWRANGE_LOW"_reg, 0)
        .set("VS.NEWRANGE_HIGH"_reg, 1)
        .set("VS.INST_ADDR"_reg, 0x40000)
        .set("PS.NEWRANGE_LOW"_reg, 0)
        .set("PS.NEWRANGE_HIGH"_reg, 1)
        .set("PS.INST_ADDR"_reg, 0x40000)
        .set("VS.ICACHE_CONTROL"_reg, 1)
        .load("SE.SCISSOR_LEFT"_reg.word(), {0, 0, (64 << 16) + 0x1119, (64 << 16) + 0x1111}, true)
        .packet({12u << 27 | 5u << 16 | 1, 4, 0});
    const Outcome outcome = execute(stream, gc7000l(), memory);
    EXPECT_EQ(outcome.count("vertex-inputs-mismatch"), 0U);
    EXPECT_EQ(outcome.hangs, 0U);
    ASSERT_EQ(outcome.all<gpu::Draw>().size(), 1U);
    for (uint32_t i = 0; i < 3; ++i) EXPECT_EQ(outcome.state.input->streams[i].components, 3U);
}

/// All state of a draw on a GC3000 but the place of its programs.
Stream withoutPrograms() {
    Stream stream;
    stream.load("FE.VERTEX_ELEMENT_CONFIG"_reg.word(), {element(0)})
        .set("NFE.VERTEX_STREAMS_BASE_ADDR"_reg, 0x20000)
        .set("NFE.VERTEX_STREAMS_CONTROL"_reg, 16)
        .set("VS.INPUT_COUNT"_reg, 1)
        .set("VS.OUTPUT_COUNT"_reg, 1)
        .set("VS.TEMP_REGISTER_CONTROL"_reg, 4)
        .set("PS.INPUT_COUNT"_reg, 1)
        .set("PS.TEMP_REGISTER_CONTROL"_reg, 4)
        .load("SE.SCISSOR_LEFT"_reg.word(), {0, 0, (64 << 16) + 0x1119, (64 << 16) + 0x1111}, true);
    return stream;
}

std::vector<uint32_t> moves(uint32_t count) {
    std::string text;
    for (uint32_t i = 0; i < count; ++i) text += "mov t2.xyzw, void, void, t1.xyzw\n";
    return std::get<std::vector<uint32_t>>(assembleProgram(text));
}

/// Instructions of the programs of the only draw, the internal end left out; zeros, and a hang, without a draw.
std::array<size_t, 2> programSizes(const Outcome& outcome) {
    if (outcome.all<gpu::Draw>().empty()) return {};
    const auto size = [&](gpu::Stage stage) { return outcome.state.stages[stage].program->instructions.size() - 1; };
    return {size(gpu::Stage::Vertex), size(gpu::Stage::Fragment)};
}

TEST(VivanteStreamForms, RangesAlonePlaceProgramsInTheSharedInstructionMemory) {
    for (const bool gc3000Chip : {false, true}) {
        Stream stream = gc3000Chip ? withoutPrograms() : drawableState();
        stream.set("VS.RANGE"_reg, 2u << 16 | 0)
            .set("PS.RANGE"_reg, 511u << 16 | 510)
            .set("VS.TEMP_REGISTER_CONTROL"_reg, 4)
            .set("PS.TEMP_REGISTER_CONTROL"_reg, 4)
            .load("SH.INST_MEM"_reg.word(), moves(3))
            .load("SH.INST_MEM_MIRROR"_reg.word(4 * 510), moves(2))
            .drawTriangles(1);
        const Outcome outcome = execute(stream, gc3000Chip ? gc3000() : gc2000());
        EXPECT_EQ(outcome.hangs, 0U);
        EXPECT_EQ(programSizes(outcome), (std::array<size_t, 2>{3, 2})) << "whatever START_PC and END_PC hold";
    }
}

// Mesa, etna_emit_state: the registers of 20 bits, whose end is inclusive before HALTI5.
TEST(VivanteStreamForms, OfTwoRangesTheOneWrittenLastCounts) {
    Stream stream = withoutPrograms();
    stream.set("VS.RANGE"_reg, 0)
        .set("PS.RANGE"_reg, 100u << 16 | 100)
        .load("SH.INST_MEM"_reg.word(), moves(9))
        .set("VS.NEWRANGE_LOW"_reg, 1)
        .set("VS.NEWRANGE_HIGH"_reg, 4)
        .set("PS.NEWRANGE_LOW"_reg, 5)
        .set("PS.NEWRANGE_HIGH"_reg, 6);
    EXPECT_EQ(programSizes(execute(Stream(stream).drawTriangles(1), gc3000())), (std::array<size_t, 2>{4, 2}));
    stream.set("VS.RANGE"_reg, 2u << 16 | 0).set("PS.RANGE"_reg, 7u << 16 | 3).drawTriangles(1);
    EXPECT_EQ(programSizes(execute(stream, gc3000())), (std::array<size_t, 2>{3, 5}));
}

TEST(VivanteStreamForms, RangesOfBothKindsPlaceProgramsInMemory) {
    PieceMemory memory;
    memory.put(0x40000, moves(8));
    Stream stream = withoutPrograms();
    stream.set("VS.INST_ADDR"_reg, 0x40000).set("PS.INST_ADDR"_reg, 0x40000).set("VS.ICACHE_CONTROL"_reg, 0x31);
    Stream narrow = Stream(stream).set("VS.RANGE"_reg, 2u << 16).set("PS.RANGE"_reg, 6u << 16 | 5).drawTriangles(1);
    EXPECT_EQ(programSizes(execute(narrow, gc3000(), memory)), (std::array<size_t, 2>{3, 2}));
    stream.set("VS.NEWRANGE_LOW"_reg, 0).set("VS.NEWRANGE_HIGH"_reg, 3);
    stream.set("PS.NEWRANGE_LOW"_reg, 2).set("PS.NEWRANGE_HIGH"_reg, 7).drawTriangles(1);
    EXPECT_EQ(programSizes(execute(stream, gc3000(), memory)), (std::array<size_t, 2>{4, 6}));
}

}  // namespace
}  // namespace cyclorama::vivante
