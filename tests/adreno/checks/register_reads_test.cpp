// SPDX-License-Identifier: MIT
// The registers that draws read under conditions, and what is stale of them.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/register_checks.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/sp/fragment_control.h"
#include "families/adreno/vfd/vertex_fetch.h"
#include "families/adreno/vpc/primitive_control.h"

namespace cyclorama::adreno {
namespace {

TEST(RegisterChecks, WorkDependsOnWhatItReads) {
    RegisterChecks checks{Chip{}};
    RegisterReads reads;
    EXPECT_FALSE(checks.firstStale(reads));
    reads.note("VPC_VARYING_INTERP[].MODE"_reg.word(1));
    reads.note("RB_MRT[].CONTROL"_reg.word(0));
    ASSERT_TRUE(checks.firstStale(reads));
    EXPECT_EQ(checks.firstStale(reads)->kind, &findings::kStaleRegister);
    EXPECT_EQ(checks.firstStale(reads)->detail, "RB_MRT[0].CONTROL") << "the first by number";
    EXPECT_FALSE(checks.write("RB_MRT[].CONTROL"_reg.word(0), 0, 0));
    EXPECT_EQ(checks.firstStale(reads)->detail, "VPC_VARYING_INTERP[0x1].MODE");
    EXPECT_FALSE(checks.write("VPC_VARYING_INTERP[].MODE"_reg.word(1), 0, 0));
    EXPECT_FALSE(checks.firstStale(reads));
    checks.beginSubmission();
    EXPECT_EQ(checks.firstStale(reads)->detail, "RB_MRT[0].CONTROL");
}

// Another block reads what the simulator takes from the first.
TEST(RegisterChecks, CopiesThatAreLeftOutAreStale) {
    RegisterChecks checks{Chip{}};
    const RegisterValues registers;
    const auto writeAllBut = [&](const Register& absent) {
        checks.beginSubmission();
        for (uint32_t offset = 0x8000; offset < 0xc000; ++offset)
            if (!checks.isProtected(offset) && offset != absent.word()) checks.write(offset, 0, 0);
    };
    for (const auto& reg : {"RB_WINDOW_OFFSET"_reg, "SP_WINDOW_OFFSET"_reg, "HLSQ_FS_CNTL_0"_reg, "GRAS_CNTL"_reg}) {
        writeAllBut(reg);
        const OptionalIssue stale = checks.draw(registers, false);
        ASSERT_TRUE(stale);
        EXPECT_EQ(stale->kind, &findings::kStaleRegister);
        EXPECT_EQ(stale->detail, gpuRegisters().name(reg.word()));
    }
    writeAllBut("GRAS_SU_STENCIL_CNTL"_reg);
    EXPECT_FALSE(checks.draw(registers, false)) << "which some drivers leave out";
}

/// Names of the registers that a function reads.
template <typename Decode>
std::set<std::string> readBy(const RegisterValues& registers, Decode decode) {
    RegisterReads reads;
    {
        const ReadRecording recording(registers, &reads);
        decode();
    }
    std::set<std::string> names;
    reads.forEach([&](uint32_t offset) { names.insert(gpuRegisters().name(offset)); });
    return names;
}

TEST(RegisterReads, CopiesAreNotRecorded) {
    const RegisterValues registers;
    EXPECT_TRUE(readBy(registers, [&] {
                    const RegisterValues copy = registers;
                    copy.read("RB_DEPTH_CNTL"_reg.word());
                    const ReadRecording unrecorded(registers, nullptr);
                    registers.read("RB_DEPTH_CNTL"_reg.word());
                }).empty());
}

TEST(RegisterReads, OnlyDrawsThatRestartReadTheIndex) {
    RegisterValues registers;
    const auto reads = [&] { return readBy(registers, [&] { PrimitiveControl::of(registers); }); };
    EXPECT_FALSE(reads().contains("PC_RESTART_INDEX"));
    registers.write("PC_PRIMITIVE_CNTL_0"_reg.word(), 1);
    EXPECT_TRUE(reads().contains("PC_RESTART_INDEX"));
}

TEST(RegisterReads, DrawsWithoutTransformationReadNoViewport) {
    RegisterValues registers;
    const auto reads = [&] { return readBy(registers, [&] { decodeRasterControl(registers, LastStage::Vertex); }); };
    EXPECT_TRUE(reads().contains("GRAS_CL_VPORT[0].XOFFSET"));
    EXPECT_FALSE(reads().contains("GRAS_CL_VPORT[0x1].XOFFSET")) << "programs choose others";
    EXPECT_FALSE(reads().contains("GRAS_CL_Z_CLAMP[0].MIN"));
    EXPECT_FALSE(reads().contains("GRAS_SAMPLE_LOCATION_0"));
    registers.write("GRAS_CL_CNTL"_reg.word(), 1u << "GRAS_CL_CNTL/VP_XFORM_DISABLE"_field.value.low |
                                                   1u << "GRAS_CL_CNTL/Z_CLAMP_ENABLE"_field.value.low);
    EXPECT_FALSE(reads().contains("GRAS_CL_VPORT[0].XOFFSET"));
    EXPECT_TRUE(reads().contains("GRAS_CL_Z_CLAMP[0].MIN"));
}

/// A driver that has no buffer for an attribute gives it the size 0 (Mesa: a6xx/fd6_emit.cc).
TEST(RegisterReads, DrawsReadNoAddressOfBuffersWithoutBytes) {
    constexpr uint32_t kBuffer = 3;
    constexpr uint32_t kFloat32 = 0x4a;
    RegisterValues registers;
    sim::Findings findings;
    Reporter reporter(findings);
    const auto reads = [&] { return readBy(registers, [&] { VertexInputState::of(registers, reporter); }); };
    registers.write("VFD_DECODE[].INSTR"_reg.word(0),
                    kBuffer | kFloat32 << "VFD_DECODE[].INSTR/FORMAT"_field.value.low);
    registers.write("VFD_DEST_CNTL[].INSTR"_reg.word(0), 0xf);
    EXPECT_FALSE(reads().contains("VFD_FETCH[0x3].SIZE"));
    registers.write("VFD_CONTROL_0"_reg.word(), 1u << "VFD_CONTROL_0/DECODE_CNT"_field.value.low);
    EXPECT_TRUE(reads().contains("VFD_FETCH[0x3].SIZE"));
    EXPECT_FALSE(reads().contains("VFD_FETCH[0x3].BASE"));
    registers.write("VFD_FETCH[].SIZE"_reg.word(kBuffer), 16);
    EXPECT_TRUE(reads().contains("VFD_FETCH[0x3].BASE"));
    EXPECT_TRUE(reads().contains("VFD_FETCH[0x3].BASE_HI"));
    EXPECT_TRUE(reads().contains("VFD_FETCH[0x3].STRIDE"));
    EXPECT_FALSE(reads().contains("VFD_FETCH[0].SIZE"));
}

// Mesa's commit a45d32b10b3: 18 components are in two registers.
TEST(RegisterReads, ModesOfVaryingsAreReadAsFarAsThereAreComponents) {
    RegisterValues registers;
    registers.write("VPC_CNTL_0"_reg.word(), 18u << "VPC_CNTL_0/NUMNONPOSVAR"_field.value.low);
    registers.write("SP_FS_CONFIG"_reg.word(), 1u << "SP_FS_CONFIG/ENABLED"_field.value.low);
    registers.write("SP_FS_OUTPUT_CNTL1"_reg.word(), 1);
    const auto reads = readBy(registers, [&] { decodeFragmentControl(registers); });
    EXPECT_TRUE(reads.contains("VPC_VARYING_INTERP[0x1].MODE"));
    EXPECT_TRUE(reads.contains("VPC_VARYING_PS_REPL[0x1].MODE"));
    EXPECT_FALSE(reads.contains("VPC_VARYING_INTERP[0x2].MODE"));
    EXPECT_TRUE(reads.contains("SP_FS_OUTPUT[0].REG"));
    EXPECT_FALSE(reads.contains("SP_FS_OUTPUT[0x1].REG")) << "no target takes it";
}

}  // namespace
}  // namespace cyclorama::adreno
