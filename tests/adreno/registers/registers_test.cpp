// SPDX-License-Identifier: MIT
// The tables of registers, and the text of values. scripts/check/adreno/registers.py compares the tables with Mesa's.

#include "families/adreno/registers/registers.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "families/adreno/stream/text.h"

namespace cyclorama::adreno {
namespace {

TEST(AdrenoRegisters, AreFoundByNameWhereTheyAre) {
    static_assert("RB_DEPTH_CNTL"_reg.word() == 0x8871);
    static_assert("RB_MRT[].PITCH"_reg.word(2) == 0x8823 + 16);
    static_assert("GRAS_CL_VPORT[].ZSCALE"_reg.word(15) == 0x8015 + 90);
    static_assert("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field.of(1) == 1);
    static_assert("VSC_BIN_SIZE/WIDTH"_field.of(0x1e11) == 544);
    EXPECT_EQ(gpuRegisters().name(0x8871), "RB_DEPTH_CNTL");
    EXPECT_EQ(gpuRegisters().name(0x8823), "RB_MRT[0].PITCH");
    EXPECT_EQ(gpuRegisters().name(0x8833), "RB_MRT[0x2].PITCH");
    EXPECT_EQ(gpuRegisters().name(0x8825), "RB_MRT[0].BASE");
    EXPECT_EQ(gpuRegisters().name(0x8826), "RB_MRT[0].BASE_HI");
    EXPECT_EQ(gpuRegisters().name(0x9990), "0x9990");
    EXPECT_EQ(gpuRegisters().name(0x403), "RBBM_PERFCTR_CP[0x1]+0x1");
    EXPECT_EQ(gpuRegisters().name(0x3ffff), "0x3ffff");
    EXPECT_EQ(gmuRegisters().name(0x81), "GMU_GX_SPTPRAC_POWER_CONTROL");
    EXPECT_EQ(firmwareRegisters().name(0x10), "IB1_BASE");
}

TEST(AdrenoRegisters, HaveOneNameEach) {
    std::map<std::string_view, uint32_t> places;
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table) {
            EXPECT_TRUE(places.emplace(info.name, info.offset).second) << info.name;
            EXPECT_EQ(info.isArray(), info.name.find("[]") != std::string_view::npos) << info.name;
            EXPECT_LT(info.offset + info.array.count * info.array.stride, kRegisterCount) << info.name;
        }
    EXPECT_EQ(places.size(), 880u);
}

TEST(AdrenoRegisters, HaveFieldsWithinTheirWords) {
    for (const std::span<const RegisterInfo> table : kRegisterTables)
        for (const RegisterInfo& info : table)
            for (const FieldInfo& field : info.fields) {
                EXPECT_LE(uint32_t{field.value.low} + field.value.bits, 32 * info.words())
                    << info.name << ' ' << field.name;
                EXPECT_GT(field.value.bits, 0) << info.name << ' ' << field.name;
                EXPECT_NE(field.value.form == ValueForm::Enumeration, field.value.choices.empty())
                    << info.name << ' ' << field.name;
            }
}

// Words and texts of Mesa's fd-clouds.rd.
TEST(AdrenoRegisterText, IsThatOfItsFields) {
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x80f1, 0x059f086f), "{ X = 2159 | Y = 1439 }");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x8822, 0x00002031),
              "{ COLOR_FORMAT = FMT6_8_8_8_X8_UNORM | COLOR_TILE_MODE = TILE6_LINEAR | COLOR_SWAP = WXYZ }");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x8823, 0x88), "8704");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x8825, 0x1125000), "0x1125000");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x8e07, 0x7c400004),
              "{ CONCURRENT_RESOLVE | DEPTH_OFFSET_HI = 0 | COLOR_OFFSET_HI = 0 | DEPTH_CACHE_SIZE = "
              "CCU_CACHE_SIZE_FULL | DEPTH_OFFSET = 0 | COLOR_CACHE_SIZE = CCU_CACHE_SIZE_QUARTER | COLOR_OFFSET = "
              "0xf8000 }");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0xb986, 0x000000fc),
              "{ LINELENGTHREGID = r63.x | FOVEATIONQUALITYREGID = r0.x }");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0xa800, 0x80100080),
              "{ MERGEDREGS | THREADMODE = MULTI | HALFREGFOOTPRINT = 0 | FULLREGFOOTPRINT = 1 | BRANCHSTACK = 0 | "
              "0x80000000 }");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x80af, 0), "FALSE");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x8878, 0x3f000000), "0.500000");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x880f, 0), "{ 0 }");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0x9990, 0x12), "00000012");
    EXPECT_EQ(describeRegister(gpuRegisters(), 0xb309, 0xa2), "{ ISAMMODE = ISAMMODE_GL | UNK3 = 0x28 }");
}

TEST(AdrenoRegisterText, OfEachForm) {
    EXPECT_EQ(describeValue(hex(4, 11), 0x120), "0x12");
    EXPECT_EQ(describeValue(hex(4, 11), 0x1001), "0 | 0x1001");
    EXPECT_EQ(describeValue(hex(12, 20, 12), 0x3000), "0x3000");
    EXPECT_EQ(describeValue(address(), 0x1234567890ull), "0x1234567890");
    EXPECT_EQ(describeValue(number(0, 5, 5), 17), "544");
    EXPECT_EQ(describeValue(signedNumber(0, 7), 0xff), "-1");
    EXPECT_EQ(describeValue(signedNumber(0, 7), 0x7f), "127");
    EXPECT_EQ(describeValue(flag(3), 8), "TRUE");
    EXPECT_EQ(describeValue(real(), 0xbf800000), "-1.000000");
    EXPECT_EQ(describeValue(real(0, 15), 0x3c00), "1.000000");
    EXPECT_EQ(describeValue(fixed(0, 12, 8), 0x1f80), "-0.500000");
    EXPECT_EQ(describeValue(unsignedFixed(0, 15, 4), 0x18), "1.500000");
    EXPECT_EQ(describeValue(shaderRegister(0, 7), 0x0a), "r2.z");
    static constexpr Choice kOne[] = {{1, "ONE"}};
    EXPECT_EQ(describeValue(choice(kOne, 0, 1), 1), "ONE");
    EXPECT_EQ(describeValue(choice(kOne, 0, 1), 2), "0x2");
    EXPECT_EQ(describeValue(undescribed(), 0x12), "00000012");
}

}  // namespace
}  // namespace cyclorama::adreno
