// SPDX-License-Identifier: MIT
// The registers that draws read under conditions, and what is stale of them.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "families/adreno/a2d/blit_state.h"
#include "families/adreno/a2d/gmem_blit_state.h"
#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/register_checks.h"
#include "families/adreno/gras/lrz_control.h"
#include "families/adreno/gras/raster_control.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/rb/render_targets.h"
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
                    RegisterValues copy = registers;
                    copy.write("RB_DEPTH_CNTL"_reg.word(), 1);
                    EXPECT_EQ(copy.read("RB_DEPTH_CNTL"_reg.word()), 1u);
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
    const auto reads = [&] { return readBy(registers, [&] { decodeRasterControl(registers, {}); }); };
    EXPECT_TRUE(reads().contains("GRAS_CL_VPORT[0].XOFFSET"));
    EXPECT_FALSE(reads().contains("GRAS_CL_VPORT[0x1].XOFFSET")) << "programs choose others";
    EXPECT_FALSE(reads().contains("GRAS_CL_Z_CLAMP[0].MIN"));
    EXPECT_FALSE(reads().contains("GRAS_SAMPLE_LOCATION_0"));
    registers.write("GRAS_CL_CNTL"_reg.word(), 1u << "GRAS_CL_CNTL/VP_XFORM_DISABLE"_field.value.low |
                                                   1u << "GRAS_CL_CNTL/Z_CLAMP_ENABLE"_field.value.low);
    EXPECT_FALSE(reads().contains("GRAS_CL_VPORT[0].XOFFSET"));
    EXPECT_TRUE(reads().contains("GRAS_CL_Z_CLAMP[0].MIN"));
}

/// Turnip's clears draw rectangles, and leave out the sizes of points and the number of layers.
TEST(RegisterReads, OnlyPointsReadTheirSizes) {
    RegisterValues registers;
    const auto reads = [&](PrimitiveTopology topology) {
        PrimitiveDraw draw;
        draw.topology = topology;
        return readBy(registers, [&] { decodeRasterControl(registers, draw); });
    };
    EXPECT_FALSE(reads(PrimitiveTopology::Triangles).contains("GRAS_SU_POINT_MINMAX"));
    EXPECT_TRUE(reads(PrimitiveTopology::Points).contains("GRAS_SU_POINT_MINMAX"));
    EXPECT_TRUE(reads(PrimitiveTopology::Points).contains("GRAS_SU_POINT_SIZE"));
    registers.write("VPC_POLYGON_MODE"_reg.word(), static_cast<uint32_t>(PolygonMode::Points));
    EXPECT_TRUE(reads(PrimitiveTopology::Triangles).contains("GRAS_SU_POINT_MINMAX"));
    EXPECT_FALSE(reads(PrimitiveTopology::Lines).contains("GRAS_SU_POINT_MINMAX"));
}

// Turnip's clears write the first layer, and leave the limit out.
TEST(RegisterReads, OnlyDrawsWithLayersOfViewsReadTheLast) {
    RegisterValues registers;
    const auto reads = [&] { return readBy(registers, [&] { decodeRasterControl(registers, {}); }); };
    EXPECT_FALSE(reads().contains("GRAS_MAX_LAYER_INDEX"));
    registers.write("GRAS_VS_LAYER_CNTL"_reg.word(), 1u << "GRAS_VS_LAYER_CNTL/WRITES_LAYER"_field.value.low);
    EXPECT_FALSE(reads().contains("GRAS_MAX_LAYER_INDEX"));
    registers.write("GRAS_SU_CNTL"_reg.word(), 1u << "GRAS_SU_CNTL/RENDERTARGETINDEXINCR"_field.value.low);
    EXPECT_TRUE(reads().contains("GRAS_MAX_LAYER_INDEX"));
}

TEST(RegisterReads, OnlyDrawsWithADepthOffsetReadIt) {
    RegisterValues registers;
    const auto reads = [&] { return readBy(registers, [&] { decodeRasterControl(registers, {}); }); };
    EXPECT_FALSE(reads().contains("GRAS_SU_POLY_OFFSET_SCALE"));
    registers.write("GRAS_SU_CNTL"_reg.word(), 1u << "GRAS_SU_CNTL/POLY_OFFSET"_field.value.low);
    EXPECT_TRUE(reads().contains("GRAS_SU_POLY_OFFSET_SCALE"));
    EXPECT_TRUE(reads().contains("GRAS_SU_POLY_OFFSET_OFFSET_CLAMP"));
}

TEST(RegisterReads, OnlyDrawsWithLrzReadItsBuffers) {
    RegisterValues registers;
    const auto reads = [&] {
        return readBy(registers, [&] { decodeLrzControl(registers, GpuGeneration::A6xxGen1, 1); });
    };
    EXPECT_FALSE(reads().contains("GRAS_LRZ_BUFFER_BASE"));
    registers.write("GRAS_LRZ_CNTL"_reg.word(), 1u << "GRAS_LRZ_CNTL/ENABLE"_field.value.low);
    registers.write("GRAS_LRZ_BUFFER_BASE"_reg.word(), 0x1000);
    registers.write("GRAS_LRZ_BUFFER_PITCH"_reg.word(), 1);
    EXPECT_TRUE(reads().contains("GRAS_LRZ_BUFFER_PITCH"));
    EXPECT_FALSE(reads().contains("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"));
    registers.write("GRAS_LRZ_CNTL"_reg.word(),
                    1u << "GRAS_LRZ_CNTL/ENABLE"_field.value.low | 1u << "GRAS_LRZ_CNTL/FC_ENABLE"_field.value.low);
    EXPECT_TRUE(reads().contains("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"));
}

/// A draw with one colour target of 8-bit components, and a depth buffer, in memory.
class TargetReads : public testing::Test {
  protected:
    static constexpr uint64_t kColors = 0x10000;
    static constexpr uint64_t kDepths = 0x20000;
    static constexpr uint32_t kFormat = 0x30;  // 8_8_8_8_UNORM

    TargetReads() {
        space_.mappings()->mapZeros(kColors, 0x20000);
        raster_.viewports[0].scissor = {0, 0, 4, 4};
        put("RB_FS_OUTPUT_CNTL1/MRT"_field, 1);
        put("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, 0xf);
        put("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, kFormat);
        put("RB_BIN_CONTROL/BUFFERS_LOCATION"_field, 3);
        put("RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field, 1);
        registers_.write("RB_RENDER_COMPONENTS"_reg.word(), 0xf);
        registers_.write("RB_MRT[].BASE"_reg.word(), kColors);
        registers_.write("RB_MRT[].PITCH"_reg.word(), 1);
        registers_.write("RB_DEPTH_BUFFER_BASE"_reg.word(), kDepths);
        registers_.write("RB_DEPTH_BUFFER_PITCH"_reg.word(), 1);
    }

    void put(const Field& field, uint32_t value) {
        const uint32_t offset = field.reg.word();
        registers_.write(offset, registers_.read(offset) | value << field.value.low);
    }
    std::set<std::string> reads() {
        return readBy(registers_, [&] { decodeRenderTargets(registers_, raster_, {memory_, {}}, reporter_); });
    }

    sim::Findings findings_;
    Reporter reporter_{findings_};
    mem::AddressSpace space_{mem::FlatAddressSpace{}};
    GpuMemory memory_{space_, {}, reporter_};
    RegisterValues registers_;
    RasterControl raster_;
};

TEST_F(TargetReads, OnlyTargetsThatBlendHaveEquations) {
    EXPECT_TRUE(reads().contains("RB_MRT[0].CONTROL"));
    EXPECT_FALSE(reads().contains("RB_MRT[0].BLEND_CONTROL"));
    put("RB_MRT[].CONTROL/BLEND"_field, 1);
    EXPECT_TRUE(reads().contains("RB_MRT[0].BLEND_CONTROL"));
    EXPECT_FALSE(reads().contains("RB_BLEND_RED_F32"));
    put("RB_MRT[].BLEND_CONTROL/ALPHA_DEST_FACTOR"_field, 15);  // one minus the constant's alpha
    EXPECT_TRUE(reads().contains("RB_BLEND_RED_F32"));
    EXPECT_TRUE(reads().contains("RB_BLEND_ALPHA_F32"));
}

TEST_F(TargetReads, TargetsInMemoryHaveAddressesThere) {
    EXPECT_TRUE(reads().contains("RB_MRT[0].BASE"));
    EXPECT_TRUE(reads().contains("RB_MRT[0].PITCH"));
    EXPECT_FALSE(reads().contains("RB_MRT[0].BASE_GMEM"));
    EXPECT_FALSE(reads().contains("RB_MRT[0].ARRAY_PITCH")) << "there is one layer";
    EXPECT_FALSE(reads().contains("RB_MRT_FLAG_BUFFER[0].ADDR"));
    put("RB_RENDER_CNTL/FLAG_MRTS"_field, 1);
    EXPECT_TRUE(reads().contains("RB_MRT_FLAG_BUFFER[0].ADDR"));
    raster_.lastLayer = 1;
    EXPECT_TRUE(reads().contains("RB_MRT[0].ARRAY_PITCH"));
    registers_.write("RB_BIN_CONTROL"_reg.word(), 0);
    EXPECT_FALSE(reads().contains("RB_MRT[0].BASE"));
    EXPECT_TRUE(reads().contains("RB_MRT[0].BASE_GMEM"));
}

TEST_F(TargetReads, OnlyTestsReadTheirBuffers) {
    EXPECT_FALSE(reads().contains("RB_DEPTH_BUFFER_INFO"));
    put("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field, 1);
    EXPECT_TRUE(reads().contains("RB_DEPTH_BUFFER_INFO"));
    EXPECT_TRUE(reads().contains("RB_DEPTH_BUFFER_BASE"));
    EXPECT_FALSE(reads().contains("RB_STENCIL_INFO"));
    EXPECT_FALSE(reads().contains("RB_STENCILREF"));
    EXPECT_FALSE(reads().contains("RB_Z_BOUNDS_MIN"));
    put("RB_STENCIL_CONTROL/STENCIL_ENABLE"_field, 1);
    put("RB_DEPTH_CNTL/Z_BOUNDS_ENABLE"_field, 1);
    EXPECT_TRUE(reads().contains("RB_STENCIL_INFO"));
    EXPECT_TRUE(reads().contains("RB_STENCILREF"));
    EXPECT_TRUE(reads().contains("RB_Z_BOUNDS_MIN"));
}

TEST(RegisterReads, BlitsReadAColorOrASource) {
    RegisterValues registers;
    const auto reads = [&] { return readBy(registers, [&] { decodeBlit(registers); }); };
    EXPECT_TRUE(reads().contains("SP_PS_2D_SRC"));
    EXPECT_TRUE(reads().contains("GRAS_2D_SRC_TL_X"));
    EXPECT_TRUE(reads().contains("RB_2D_DST"));
    EXPECT_FALSE(reads().contains("RB_2D_SRC_SOLID_C0"));
    EXPECT_FALSE(reads().contains("RB_2D_DST_FLAGS"));
    EXPECT_FALSE(reads().contains("SP_PS_2D_SRC_FLAGS"));
    EXPECT_FALSE(reads().contains("SP_PS_2D_SRC_PLANE1"));
    registers.write("RB_2D_DST_INFO"_reg.word(), 1u << "RB_2D_DST_INFO/FLAGS"_field.value.low);
    EXPECT_TRUE(reads().contains("RB_2D_DST_FLAGS"));
    registers.write("RB_2D_BLIT_CNTL"_reg.word(), 1u << "RB_2D_BLIT_CNTL/SOLID_COLOR"_field.value.low);
    EXPECT_TRUE(reads().contains("RB_2D_SRC_SOLID_C0"));
    EXPECT_FALSE(reads().contains("SP_PS_2D_SRC"));
}

TEST(RegisterReads, ClearsOfGmemReadNoImage) {
    RegisterValues registers;
    const auto reads = [&](GmemBlitKind kind) {
        registers.write("RB_BLIT_INFO"_reg.word(), static_cast<uint32_t>(kind) << "RB_BLIT_INFO/TYPE"_field.value.low);
        return readBy(registers, [&] { decodeGmemBlit(registers); });
    };
    EXPECT_FALSE(reads(GmemBlitKind::Clear).contains("RB_BLIT_DST"));
    EXPECT_TRUE(reads(GmemBlitKind::Clear).contains("RB_BLIT_CLEAR_COLOR_DW0"));
    EXPECT_TRUE(reads(GmemBlitKind::Store).contains("RB_BLIT_DST"));
    EXPECT_FALSE(reads(GmemBlitKind::Store).contains("RB_BLIT_CLEAR_COLOR_DW0"));
    EXPECT_FALSE(reads(GmemBlitKind::Store).contains("RB_BLIT_FLAG_DST"));
    EXPECT_TRUE(reads(GmemBlitKind::StoreAndClear).contains("RB_BLIT_CLEAR_COLOR_DW0"));
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
    const auto reads = readBy(registers, [&] { decodeFragmentControl(registers); });
    EXPECT_TRUE(reads.contains("VPC_VARYING_INTERP[0x1].MODE"));
    EXPECT_TRUE(reads.contains("VPC_VARYING_PS_REPL[0x1].MODE"));
    EXPECT_FALSE(reads.contains("VPC_VARYING_INTERP[0x2].MODE"));
}

// A driver writes no SP_FS_OUTPUT for a program without colours, and counts the targets of the framebuffer all the same
// (Mesa: fd6_program.cc, emit_fs_outputs).
TEST(RegisterReads, ColorsOfProgramsAreReadWhereTargetsTakeThem) {
    RegisterValues registers;
    const auto reads = [&] { return readBy(registers, [&] { decodeFragmentControl(registers); }); };
    registers.write("SP_FS_CONFIG"_reg.word(), 1u << "SP_FS_CONFIG/ENABLED"_field.value.low);
    registers.write("SP_FS_OUTPUT_CNTL1"_reg.word(), 2);
    EXPECT_FALSE(reads().contains("SP_FS_OUTPUT[0].REG")) << "no component leaves the program";
    registers.write("SP_BLEND_CNTL"_reg.word(), 1u << "SP_BLEND_CNTL/ALPHA_TO_COVERAGE"_field.value.low);
    EXPECT_TRUE(reads().contains("SP_FS_OUTPUT[0].REG"));
    EXPECT_FALSE(reads().contains("SP_FS_OUTPUT[0x1].REG"));
    registers.write("SP_BLEND_CNTL"_reg.word(), 0);
    registers.write("SP_FS_RENDER_COMPONENTS"_reg.word(), 0x0f0);
    EXPECT_FALSE(reads().contains("SP_FS_OUTPUT[0].REG"));
    EXPECT_TRUE(reads().contains("SP_FS_OUTPUT[0x1].REG"));
    registers.write("SP_FS_RENDER_COMPONENTS"_reg.word(), 0xf00);
    EXPECT_FALSE(reads().contains("SP_FS_OUTPUT[0x2].REG")) << "there is no such target";
    registers.write("SP_FS_OUTPUT_CNTL0"_reg.word(), 1u << "SP_FS_OUTPUT_CNTL0/DUAL_COLOR_IN_ENABLE"_field.value.low);
    EXPECT_TRUE(reads().contains("SP_FS_OUTPUT[0x1].REG"));
}

}  // namespace
}  // namespace cyclorama::adreno
