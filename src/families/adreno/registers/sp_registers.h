// SPDX-License-Identifier: MIT
#pragma once
// Shader processors (SP), as a table
// (Mesa: a6xx.xml; names and offsets as there).
//
// Long because: a table has a row for each register and each field.

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kSpVsCtrlReg0[] = {
    {"MERGEDREGS", flag(20)},           {"EARLYPREAMBLE", flag(21)},         {"THREADMODE", choice(kThreadmode, 0, 0)},
    {"HALFREGFOOTPRINT", number(1, 6)}, {"FULLREGFOOTPRINT", number(7, 12)}, {"UNK13", flag(13)},
    {"BRANCHSTACK", number(14, 19)},
};
inline constexpr FieldInfo kSpXsPrimCntl[] = {
    {"OUT", number(0, 5)},
    {"FLAGS_REGID", shaderRegister(6, 13)},
};
inline constexpr FieldInfo kSpXsOutReg[] = {
    {"A_REGID", shaderRegister(0, 7)},
    {"A_COMPMASK", hex(8, 11)},
    {"B_REGID", shaderRegister(16, 23)},
    {"B_COMPMASK", hex(24, 27)},
};
inline constexpr FieldInfo kSpXsVpcDstReg[] = {
    {"OUTLOC0", number(0, 7)},
    {"OUTLOC1", number(8, 15)},
    {"OUTLOC2", number(16, 23)},
    {"OUTLOC3", number(24, 31)},
};
inline constexpr FieldInfo kSpXsPvtMemParam[] = {
    {"MEMSIZEPERITEM", hex(0, 7, 9)},
    {"HWSTACKSIZEPERTHREAD", hex(24, 31)},
};
inline constexpr FieldInfo kSpXsPvtMemSize[] = {
    {"TOTALPVTMEMSIZE", hex(0, 17, 12)},
    {"PERWAVEMEMLAYOUT", flag(31)},
};
inline constexpr FieldInfo kSpXsConfig[] = {
    {"BINDLESS_TEX", flag(0)}, {"BINDLESS_SAMP", flag(1)}, {"BINDLESS_IBO", flag(2)}, {"BINDLESS_UBO", flag(3)},
    {"ENABLED", flag(8)},      {"NTEX", number(9, 16)},    {"NSAMP", number(17, 21)}, {"NIBO", number(22, 28)},
};
inline constexpr FieldInfo kSpXsPvtMemHwStackOffset[] = {
    {"OFFSET", hex(0, 18, 11)},
};
inline constexpr FieldInfo kShaderControl[] = {
    {"EARLYPREAMBLE", flag(20)},
    {"THREADMODE", choice(kThreadmode, 0, 0)},
    {"HALFREGFOOTPRINT", number(1, 6)},
    {"FULLREGFOOTPRINT", number(7, 12)},
    {"UNK13", flag(13)},
    {"BRANCHSTACK", number(14, 19)},
};
inline constexpr FieldInfo kSpFsCtrlReg0[] = {
    {"THREADSIZE", choice(kThreadsize, 20, 20)},
    {"UNK21", flag(21)},
    {"VARYING", flag(22)},
    {"LODPIXMASK", flag(23)},
    {"UNK24", flag(24)},
    {"UNK25", flag(25)},
    {"PIXLODENABLE", flag(26)},
    {"UNK27", flag(27)},
    {"EARLYPREAMBLE", flag(28)},
    {"MERGEDREGS", flag(31)},
    {"THREADMODE", choice(kThreadmode, 0, 0)},
    {"HALFREGFOOTPRINT", number(1, 6)},
    {"FULLREGFOOTPRINT", number(7, 12)},
    {"UNK13", flag(13)},
    {"BRANCHSTACK", number(14, 19)},
};
inline constexpr FieldInfo kSpBlendCntl[] = {
    {"ENABLE_BLEND", hex(0, 7)},
    {"UNK8", flag(8)},
    {"DUAL_COLOR_IN_ENABLE", flag(9)},
    {"ALPHA_TO_COVERAGE", flag(10)},
};
inline constexpr FieldInfo kSpFsOutputCntl0[] = {
    {"DUAL_COLOR_IN_ENABLE", flag(0)},
    {"DEPTH_REGID", shaderRegister(8, 15)},
    {"SAMPMASK_REGID", shaderRegister(16, 23)},
    {"STENCILREF_REGID", shaderRegister(24, 31)},
};
inline constexpr FieldInfo kSpFsOutputReg[] = {
    {"REGID", shaderRegister(0, 7)},
    {"HALF_PRECISION", flag(8)},
};
inline constexpr FieldInfo kSpFsMrtReg[] = {
    {"COLOR_FORMAT", choice(kFormat, 0, 7)},
    {"COLOR_SINT", flag(8)},
    {"COLOR_UINT", flag(9)},
    {"UNK10", flag(10)},
};
inline constexpr FieldInfo kSpFsPrefetchCntl[] = {
    {"COUNT", number(0, 2)},        {"IJ_WRITE_DISABLE", flag(3)},
    {"ENDOFQUAD", flag(4)},         {"WRITE_COLOR_TO_OUTPUT", flag(5)},
    {"CONSTSLOTID", number(6, 14)},
};
inline constexpr FieldInfo kSpFsPrefetchCmd[] = {
    {"SRC", number(0, 6)},
    {"SAMP_ID", number(7, 10)},
    {"TEX_ID", number(11, 15)},
    {"DST", shaderRegister(16, 21)},
    {"WRMASK", hex(22, 25)},
    {"HALF", flag(26)},
    {"UNK27", flag(27)},
    {"BINDLESS", flag(28)},
    {"CMD", choice(kTexPrefetchCmd, 29, 31)},
};
inline constexpr FieldInfo kSpFsBindlessPrefetchCmd[] = {
    {"SAMP_ID", number(0, 15)},
    {"TEX_ID", number(16, 31)},
};
inline constexpr FieldInfo kSpCsCtrlReg0[] = {
    {"THREADSIZE", choice(kThreadsize, 20, 20)},
    {"UNK21", flag(21)},
    {"UNK22", flag(22)},
    {"EARLYPREAMBLE", flag(23)},
    {"MERGEDREGS", flag(31)},
    {"THREADMODE", choice(kThreadmode, 0, 0)},
    {"HALFREGFOOTPRINT", number(1, 6)},
    {"FULLREGFOOTPRINT", number(7, 12)},
    {"UNK13", flag(13)},
    {"BRANCHSTACK", number(14, 19)},
};
inline constexpr FieldInfo kSpModeControl[] = {
    {"CONSTANT_DEMOTION_ENABLE", flag(0)},
    {"ISAMMODE", choice(kIsamMode, 1, 2)},
    {"SHARED_CONSTS_ENABLE", flag(3)},
};
inline constexpr FieldInfo kSp2dDstFormat[] = {
    {"NORM", flag(0)},  {"SINT", flag(1)},     {"UINT", flag(2)}, {"COLOR_FORMAT", choice(kFormat, 3, 10)},
    {"SRGB", flag(11)}, {"MASK", hex(12, 15)},
};
inline constexpr FieldInfo kSpFloatCntl[] = {
    {"F16_NO_INF", flag(3)},
};
inline constexpr FieldInfo kSpPerfctrEnable[] = {
    {"VS", flag(0)}, {"HS", flag(1)}, {"DS", flag(2)}, {"GS", flag(3)}, {"FS", flag(4)}, {"CS", flag(5)},
};

inline constexpr RegisterInfo kSpRegisters[] = {
    {0xa800, "SP_VS_CTRL_REG0", kSpVsCtrlReg0},
    {0xa801, "SP_VS_BRANCH_COND"},
    {0xa802, "SP_VS_PRIMITIVE_CNTL", kSpXsPrimCntl},
    {0xa803, "SP_VS_OUT[].REG", kSpXsOutReg, {16, 1}},
    {0xa813, "SP_VS_VPC_DST[].REG", kSpXsVpcDstReg, {8, 1}},
    {0xa81b, "SP_VS_OBJ_FIRST_EXEC_OFFSET", number()},
    {0xa81c, "SP_VS_OBJ_START", address()},
    {0xa81e, "SP_VS_PVT_MEM_PARAM", kSpXsPvtMemParam},
    {0xa81f, "SP_VS_PVT_MEM_ADDR", address()},
    {0xa821, "SP_VS_PVT_MEM_SIZE", kSpXsPvtMemSize},
    {0xa822, "SP_VS_TEX_COUNT", number(0, 7)},
    {0xa823, "SP_VS_CONFIG", kSpXsConfig},
    {0xa824, "SP_VS_INSTRLEN", number(0, 27)},
    {0xa825, "SP_VS_PVT_MEM_HW_STACK_OFFSET", kSpXsPvtMemHwStackOffset},
    {0xa830, "SP_HS_CTRL_REG0", kShaderControl},
    {0xa831, "SP_HS_WAVE_INPUT_SIZE", number(0, 7)},
    {0xa832, "SP_HS_BRANCH_COND"},
    {0xa833, "SP_HS_OBJ_FIRST_EXEC_OFFSET", number()},
    {0xa834, "SP_HS_OBJ_START", address()},
    {0xa836, "SP_HS_PVT_MEM_PARAM", kSpXsPvtMemParam},
    {0xa837, "SP_HS_PVT_MEM_ADDR", address()},
    {0xa839, "SP_HS_PVT_MEM_SIZE", kSpXsPvtMemSize},
    {0xa83a, "SP_HS_TEX_COUNT", number(0, 7)},
    {0xa83b, "SP_HS_CONFIG", kSpXsConfig},
    {0xa83c, "SP_HS_INSTRLEN", number(0, 27)},
    {0xa83d, "SP_HS_PVT_MEM_HW_STACK_OFFSET", kSpXsPvtMemHwStackOffset},
    {0xa840, "SP_DS_CTRL_REG0", kShaderControl},
    {0xa841, "SP_DS_BRANCH_COND"},
    {0xa842, "SP_DS_PRIMITIVE_CNTL", kSpXsPrimCntl},
    {0xa843, "SP_DS_OUT[].REG", kSpXsOutReg, {16, 1}},
    {0xa853, "SP_DS_VPC_DST[].REG", kSpXsVpcDstReg, {8, 1}},
    {0xa85b, "SP_DS_OBJ_FIRST_EXEC_OFFSET", number()},
    {0xa85c, "SP_DS_OBJ_START", address()},
    {0xa85e, "SP_DS_PVT_MEM_PARAM", kSpXsPvtMemParam},
    {0xa85f, "SP_DS_PVT_MEM_ADDR", address()},
    {0xa861, "SP_DS_PVT_MEM_SIZE", kSpXsPvtMemSize},
    {0xa862, "SP_DS_TEX_COUNT", number(0, 7)},
    {0xa863, "SP_DS_CONFIG", kSpXsConfig},
    {0xa864, "SP_DS_INSTRLEN", number(0, 27)},
    {0xa865, "SP_DS_PVT_MEM_HW_STACK_OFFSET", kSpXsPvtMemHwStackOffset},
    {0xa870, "SP_GS_CTRL_REG0", kShaderControl},
    {0xa871, "SP_GS_PRIM_SIZE", number(0, 7)},
    {0xa872, "SP_GS_BRANCH_COND"},
    {0xa873, "SP_GS_PRIMITIVE_CNTL", kSpXsPrimCntl},
    {0xa874, "SP_GS_OUT[].REG", kSpXsOutReg, {16, 1}},
    {0xa884, "SP_GS_VPC_DST[].REG", kSpXsVpcDstReg, {8, 1}},
    {0xa88c, "SP_GS_OBJ_FIRST_EXEC_OFFSET", number()},
    {0xa88d, "SP_GS_OBJ_START", address()},
    {0xa88f, "SP_GS_PVT_MEM_PARAM", kSpXsPvtMemParam},
    {0xa890, "SP_GS_PVT_MEM_ADDR", address()},
    {0xa892, "SP_GS_PVT_MEM_SIZE", kSpXsPvtMemSize},
    {0xa893, "SP_GS_TEX_COUNT", number(0, 7)},
    {0xa894, "SP_GS_CONFIG", kSpXsConfig},
    {0xa895, "SP_GS_INSTRLEN", number(0, 27)},
    {0xa896, "SP_GS_PVT_MEM_HW_STACK_OFFSET", kSpXsPvtMemHwStackOffset},
    {0xa8a0, "SP_VS_TEX_SAMP", address()},
    {0xa8a2, "SP_HS_TEX_SAMP", address()},
    {0xa8a4, "SP_DS_TEX_SAMP", address()},
    {0xa8a6, "SP_GS_TEX_SAMP", address()},
    {0xa8a8, "SP_VS_TEX_CONST", address()},
    {0xa8aa, "SP_HS_TEX_CONST", address()},
    {0xa8ac, "SP_DS_TEX_CONST", address()},
    {0xa8ae, "SP_GS_TEX_CONST", address()},
    {0xa980, "SP_FS_CTRL_REG0", kSpFsCtrlReg0},
    {0xa981, "SP_FS_BRANCH_COND"},
    {0xa982, "SP_FS_OBJ_FIRST_EXEC_OFFSET", number()},
    {0xa983, "SP_FS_OBJ_START", address()},
    {0xa985, "SP_FS_PVT_MEM_PARAM", kSpXsPvtMemParam},
    {0xa986, "SP_FS_PVT_MEM_ADDR", address()},
    {0xa988, "SP_FS_PVT_MEM_SIZE", kSpXsPvtMemSize},
    {0xa989, "SP_BLEND_CNTL", kSpBlendCntl},
    {0xa98a, "SP_SRGB_CNTL", kSrgbCntl},
    {0xa98b, "SP_FS_RENDER_COMPONENTS", kRenderComponents},
    {0xa98c, "SP_FS_OUTPUT_CNTL0", kSpFsOutputCntl0},
    {0xa98d, "SP_FS_OUTPUT_CNTL1", kFsOutputCntl1},
    {0xa98e, "SP_FS_OUTPUT[].REG", kSpFsOutputReg, {8, 1}},
    {0xa996, "SP_FS_MRT[].REG", kSpFsMrtReg, {8, 1}},
    {0xa99e, "SP_FS_PREFETCH_CNTL", kSpFsPrefetchCntl},
    {0xa99f, "SP_FS_PREFETCH[].CMD", kSpFsPrefetchCmd, {4, 1}},
    {0xa9a3, "SP_FS_BINDLESS_PREFETCH[].CMD", kSpFsBindlessPrefetchCmd, {4, 1}},
    {0xa9a7, "SP_FS_TEX_COUNT", number(0, 7)},
    {0xa9a8, "SP_UNKNOWN_A9A8", hex(0, 16)},
    {0xa9a9, "SP_FS_PVT_MEM_HW_STACK_OFFSET", kSpXsPvtMemHwStackOffset},
    {0xa9b0, "SP_CS_CTRL_REG0", kSpCsCtrlReg0},
    {0xa9b1, "SP_CS_CTRL_REG1", kCsCtrlReg1},
    {0xa9b2, "SP_CS_BRANCH_COND"},
    {0xa9b3, "SP_CS_OBJ_FIRST_EXEC_OFFSET", number()},
    {0xa9b4, "SP_CS_OBJ_START", address()},
    {0xa9b6, "SP_CS_PVT_MEM_PARAM", kSpXsPvtMemParam},
    {0xa9b7, "SP_CS_PVT_MEM_ADDR", hex(0, 63)},
    {0xa9b9, "SP_CS_PVT_MEM_SIZE", kSpXsPvtMemSize},
    {0xa9ba, "SP_CS_TEX_COUNT", number(0, 7)},
    {0xa9bb, "SP_CS_CONFIG", kSpXsConfig},
    {0xa9bc, "SP_CS_INSTRLEN", number(0, 27)},
    {0xa9bd, "SP_CS_PVT_MEM_HW_STACK_OFFSET", kSpXsPvtMemHwStackOffset},
    {0xa9c2, "SP_CS_CNTL_0", kCsCntl0},
    {0xa9c3, "SP_CS_CNTL_1", kCsCntl1},
    {0xa9e0, "SP_FS_TEX_SAMP", address()},
    {0xa9e2, "SP_CS_TEX_SAMP", address()},
    {0xa9e4, "SP_FS_TEX_CONST", address()},
    {0xa9e6, "SP_CS_TEX_CONST", address()},
    {0xa9e8, "SP_CS_BINDLESS_BASE[].DESCRIPTOR", kBindlessBaseDescriptor, {5, 2}},
    {0xa9f2, "SP_CS_IBO", address()},
    {0xaa00, "SP_CS_IBO_COUNT", number(0, 6)},
    {0xaaf2, "SP_UNKNOWN_AAF2", number()},
    {0xab00, "SP_MODE_CONTROL", kSpModeControl},
    {0xab04, "SP_FS_CONFIG", kSpXsConfig},
    {0xab05, "SP_FS_INSTRLEN", number(0, 27)},
    {0xab10, "SP_BINDLESS_BASE[].DESCRIPTOR", kBindlessBaseDescriptor, {5, 2}},
    {0xab1a, "SP_IBO", address()},
    {0xab20, "SP_IBO_COUNT", number(0, 6)},
    {0xacc0, "SP_2D_DST_FORMAT", kSp2dDstFormat},
    {0xae00, "SP_DBG_ECO_CNTL"},
    {0xae01, "SP_ADDR_MODE_CNTL", choice(kAddressMode, 0, 0)},
    {0xae02, "SP_NC_MODE_CNTL"},
    {0xae03, "SP_CHICKEN_BITS"},
    {0xae04, "SP_FLOAT_CNTL", kSpFloatCntl},
    {0xae0f, "SP_PERFCTR_ENABLE", kSpPerfctrEnable},
    {0xae10, "SP_PERFCTR_SP_SEL[]", undescribed(), {24, 1}},
    {0xb180, "SP_PS_TP_BORDER_COLOR_BASE_ADDR", address()},
    {0xb182, "SP_UNKNOWN_B182", hex(0, 2)},
    {0xb183, "SP_UNKNOWN_B183", hex(0, 23)},
    {0xb190, "SP_UNKNOWN_B190"},
    {0xb191, "SP_UNKNOWN_B191"},
};

}  // namespace cyclorama::adreno
