// SPDX-License-Identifier: MIT
// Addresses that nothing is mapped for: the finding names the block that used them. Blocks that have tests of their own
// are looked at there.

#include <gtest/gtest.h>

#include "adreno/pipeline_fixture.h"
#include "adreno/tp/texture_words.h"
#include "families/adreno/memory/memory_findings.h"

namespace cyclorama::adreno::test {
namespace {

constexpr uint64_t kTable = kDataAddress + 0x1000;
constexpr uint32_t kLrzClear = 37;

class UnmappedAccessTest : public PipelineFixture {
  protected:
    CommandStream& program(std::string_view text) {
        const uint32_t length = putProgram(text);
        stream_.registers("SP_CS_CTRL_REG0"_reg.word(), {1u << 31, 1});
        stream_.registers("SP_CS_OBJ_START"_reg.word(), {low(kProgramAddress), high(kProgramAddress)});
        stream_.registers("SP_MODE_CONTROL"_reg.word(), {1});
        stream_.registers("HLSQ_CS_NDRANGE_0"_reg.word(), {3});
        stream_.registers("HLSQ_CS_CNTL_0"_reg.word(), {0xfcfcfcfc, 0xfc});
        return stream_.registers("SP_CS_INSTRLEN"_reg.word(), {length});
    }
    void bindless(uint64_t address) {
        stream_.registers("SP_CS_BINDLESS_BASE[].DESCRIPTOR"_reg.word(3), {low(address) | 3, high(address)});
    }
    void dispatch() { run(stream_.command(Opcode::ExecuteCompute, {0, 1, 1, 1})); }
    void expect(std::string_view detail) const {
        ASSERT_FALSE(findings_.all().empty());
        EXPECT_EQ(findings_.all()[0].kind.identifier, findings::kMemoryUnmapped.identifier);
        EXPECT_EQ(findings_.all()[0].detail, detail);
    }

    CommandStream stream_;
};

TEST_F(UnmappedAccessTest, OfInstructions) {
    program("end").registers("SP_CS_OBJ_START"_reg.word(), {low(kNowhereAddress), high(kNowhereAddress)});
    dispatch();
    expect("SP instruction fetch: 0x180000000, 128 bytes");
}

TEST_F(UnmappedAccessTest, OfPrivateMemory) {
    program("mov.u32u32 r4.x, 0\nldp.u32 r1.x, p[r4.x], 1\nend");
    stream_.registers("SP_CS_PVT_MEM_PARAM"_reg.word(), {1, low(kNowhereAddress), high(kNowhereAddress), 32});
    dispatch();
    expect("SP private memory: 0x180000000, 4 bytes");
}

TEST_F(UnmappedAccessTest, OfDescriptors) {
    program("mov.u32u32 r0.x, 0\nldib.b.untyped.1d.u32.1.imm.base3 r1.x, r0.x, 1\nend");
    bindless(kNowhereAddress);
    dispatch();
    expect("SP descriptor fetch: 0x180000040, 64 bytes");
}

TEST_F(UnmappedAccessTest, OfUniforms) {
    program("mov.u32u32 r0.x, 0\nldc.offset0.1.imm.base3 r1.x, r0.x, 1\nend");
    set(kTable + 64, low(kNowhereAddress));
    set(kTable + 68, high(kNowhereAddress) | 4 << 17);
    bindless(kTable);
    dispatch();
    expect("SP uniform load: 0x180000000, 4 bytes");
}

TEST_F(UnmappedAccessTest, OfTextures) {
    program("mov.u32u32 r0.x, 0\nmov.u32u32 r0.y, 0\nisam.base3 (u32)(x)r1.x, r0.x, s#0, t#1\nend");
    const auto words = TestTexture{.width = 4, .address = kNowhereAddress}.words();
    ASSERT_TRUE(memory_.write(kTable + 64, std::as_bytes(std::span(words))));
    bindless(kTable);
    dispatch();
    expect("TP texture fetch: 0x180000000, 1 bytes");
}

TEST_F(UnmappedAccessTest, OfIndirectArguments) {
    program("end");
    stream_.command(Opcode::ExecuteComputeIndirect, {0, low(kNowhereAddress), high(kNowhereAddress), 0});
    run(stream_);
    expect("CP indirect arguments: 0x180000000, 12 bytes");
}

TEST_F(UnmappedAccessTest, OfLowResolutionDepths) {
    stream_.registers("GRAS_LRZ_CNTL"_reg.word(),
                      {1u << "GRAS_LRZ_CNTL/ENABLE"_field.value.low | 1u << "GRAS_LRZ_CNTL/FC_ENABLE"_field.value.low});
    stream_.registers("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg.word(), {low(kNowhereAddress), high(kNowhereAddress)});
    run(stream_.command(Opcode::EventWrite, {kLrzClear}));
    expect("GRAS LRZ: 0x180000000, 512 bytes");
}

}  // namespace
}  // namespace cyclorama::adreno::test
