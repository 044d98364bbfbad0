// SPDX-License-Identifier: MIT
#pragma once
// The sequencer of shader state (HLSQ), as a table
// (Mesa: a6xx.xml; names and offsets as there).
//
// Long because: a table has a row for each register and each field.

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kHlsqXsCntl[] = {
    {"CONSTLEN", number(0, 7, 2)},
    {"ENABLED", flag(8)},
};
inline constexpr FieldInfo kHlsqFsCntl0[] = {
    {"THREADSIZE", choice(kThreadsize, 0, 0)},
    {"VARYINGS", flag(1)},
    {"UNK2", hex(2, 11)},
};
inline constexpr FieldInfo kHlsqControl1Reg[] = {
    {"PRIMALLOCTHRESHOLD", number(0, 2)},
};
inline constexpr FieldInfo kHlsqControl2Reg[] = {
    {"FACEREGID", shaderRegister(0, 7)},
    {"SAMPLEID", shaderRegister(8, 15)},
    {"SAMPLEMASK", shaderRegister(16, 23)},
    {"CENTERRHW", shaderRegister(24, 31)},
};
inline constexpr FieldInfo kHlsqControl3Reg[] = {
    {"IJ_PERSP_PIXEL", shaderRegister(0, 7)},
    {"IJ_LINEAR_PIXEL", shaderRegister(8, 15)},
    {"IJ_PERSP_CENTROID", shaderRegister(16, 23)},
    {"IJ_LINEAR_CENTROID", shaderRegister(24, 31)},
};
inline constexpr FieldInfo kHlsqControl4Reg[] = {
    {"IJ_PERSP_SAMPLE", shaderRegister(0, 7)},
    {"IJ_LINEAR_SAMPLE", shaderRegister(8, 15)},
    {"XYCOORDREGID", shaderRegister(16, 23)},
    {"ZWCOORDREGID", shaderRegister(24, 31)},
};
inline constexpr FieldInfo kHlsqControl5Reg[] = {
    {"LINELENGTHREGID", shaderRegister(0, 7)},
    {"FOVEATIONQUALITYREGID", shaderRegister(8, 15)},
};
inline constexpr FieldInfo kHlsqCsNdrange0[] = {
    {"KERNELDIM", number(0, 1)},
    {"LOCALSIZEX", number(2, 11)},
    {"LOCALSIZEY", number(12, 21)},
    {"LOCALSIZEZ", number(22, 31)},
};
inline constexpr FieldInfo kHlsqCsNdrange1[] = {
    {"GLOBALSIZE_X", number()},
};
inline constexpr FieldInfo kHlsqCsNdrange2[] = {
    {"GLOBALOFF_X", number()},
};
inline constexpr FieldInfo kHlsqCsNdrange3[] = {
    {"GLOBALSIZE_Y", number()},
};
inline constexpr FieldInfo kHlsqCsNdrange4[] = {
    {"GLOBALOFF_Y", number()},
};
inline constexpr FieldInfo kHlsqCsNdrange5[] = {
    {"GLOBALSIZE_Z", number()},
};
inline constexpr FieldInfo kHlsqCsNdrange6[] = {
    {"GLOBALOFF_Z", number()},
};
inline constexpr FieldInfo kHlsqInvalidateCmd[] = {
    {"VS_STATE", flag(0)},         {"HS_STATE", flag(1)},       {"DS_STATE", flag(2)},
    {"GS_STATE", flag(3)},         {"FS_STATE", flag(4)},       {"CS_STATE", flag(5)},
    {"CS_IBO", flag(6)},           {"GFX_IBO", flag(7)},        {"CS_SHARED_CONST", flag(19)},
    {"GFX_SHARED_CONST", flag(8)}, {"CS_BINDLESS", hex(9, 13)}, {"GFX_BINDLESS", hex(14, 18)},
};
inline constexpr FieldInfo kHlsqSharedConsts[] = {
    {"ENABLE", flag(0)},
};
inline constexpr FieldInfo kHlsq2dEventCmd[] = {
    {"STATE_ID", hex(8, 15)},
    {"EVENT", choice(kEventType, 0, 6)},
};

inline constexpr RegisterInfo kHlsqRegisters[] = {
    {0xb800, "HLSQ_VS_CNTL", kHlsqXsCntl},
    {0xb801, "HLSQ_HS_CNTL", kHlsqXsCntl},
    {0xb802, "HLSQ_DS_CNTL", kHlsqXsCntl},
    {0xb803, "HLSQ_GS_CNTL", kHlsqXsCntl},
    {0xb820, "HLSQ_LOAD_STATE_GEOM_CMD"},
    {0xb821, "HLSQ_LOAD_STATE_GEOM_EXT_SRC_ADDR", address()},
    {0xb823, "HLSQ_LOAD_STATE_GEOM_DATA"},
    {0xb980, "HLSQ_FS_CNTL_0", kHlsqFsCntl0},
    {0xb981, "HLSQ_UNKNOWN_B981", flag(0)},
    {0xb982, "HLSQ_CONTROL_1_REG", kHlsqControl1Reg},
    {0xb983, "HLSQ_CONTROL_2_REG", kHlsqControl2Reg},
    {0xb984, "HLSQ_CONTROL_3_REG", kHlsqControl3Reg},
    {0xb985, "HLSQ_CONTROL_4_REG", kHlsqControl4Reg},
    {0xb986, "HLSQ_CONTROL_5_REG", kHlsqControl5Reg},
    {0xb987, "HLSQ_CS_CNTL", kHlsqXsCntl},
    {0xb990, "HLSQ_CS_NDRANGE_0", kHlsqCsNdrange0},
    {0xb991, "HLSQ_CS_NDRANGE_1", kHlsqCsNdrange1},
    {0xb992, "HLSQ_CS_NDRANGE_2", kHlsqCsNdrange2},
    {0xb993, "HLSQ_CS_NDRANGE_3", kHlsqCsNdrange3},
    {0xb994, "HLSQ_CS_NDRANGE_4", kHlsqCsNdrange4},
    {0xb995, "HLSQ_CS_NDRANGE_5", kHlsqCsNdrange5},
    {0xb996, "HLSQ_CS_NDRANGE_6", kHlsqCsNdrange6},
    {0xb997, "HLSQ_CS_CNTL_0", kCsCntl0},
    {0xb998, "HLSQ_CS_CNTL_1", kCsCntl1},
    {0xb999, "HLSQ_CS_KERNEL_GROUP_X"},
    {0xb99a, "HLSQ_CS_KERNEL_GROUP_Y"},
    {0xb99b, "HLSQ_CS_KERNEL_GROUP_Z"},
    {0xb9a0, "HLSQ_LOAD_STATE_FRAG_CMD"},
    {0xb9a1, "HLSQ_LOAD_STATE_FRAG_EXT_SRC_ADDR", address()},
    {0xb9a3, "HLSQ_LOAD_STATE_FRAG_DATA"},
    {0xb9c0, "HLSQ_CS_BINDLESS_BASE[].DESCRIPTOR", kBindlessBaseDescriptor, {5, 2}},
    {0xb9d0, "HLSQ_CS_CTRL_REG1", kCsCtrlReg1},
    {0xbb00, "HLSQ_DRAW_CMD", kStateId},
    {0xbb01, "HLSQ_DISPATCH_CMD", kStateId},
    {0xbb02, "HLSQ_EVENT_CMD", kEventCmd},
    {0xbb08, "HLSQ_INVALIDATE_CMD", kHlsqInvalidateCmd},
    {0xbb10, "HLSQ_FS_CNTL", kHlsqXsCntl},
    {0xbb11, "HLSQ_SHARED_CONSTS", kHlsqSharedConsts},
    {0xbb20, "HLSQ_BINDLESS_BASE[].DESCRIPTOR", kBindlessBaseDescriptor, {5, 2}},
    {0xbd80, "HLSQ_2D_EVENT_CMD", kHlsq2dEventCmd},
    {0xbe00, "HLSQ_UNKNOWN_BE00"},
    {0xbe01, "HLSQ_UNKNOWN_BE01", hex(4, 6)},
    {0xbe04, "HLSQ_DBG_ECO_CNTL"},
    {0xbe05, "HLSQ_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
    {0xbe08, "HLSQ_UNKNOWN_BE08", hex(0, 15)},
    {0xbe10, "HLSQ_PERFCTR_HLSQ_SEL[]", undescribed(), {6, 1}},
    {0xbe22, "SP_CONTEXT_SWITCH_GFX_PREEMPTION_SAFE_MODE"},
    {0xbe22, "HLSQ_CONTEXT_SWITCH_GFX_PREEMPTION_SAFE_MODE"},
    {0xc800, "HLSQ_DBG_AHB_READ_APERTURE"},
    {0xd000, "HLSQ_DBG_READ_SEL"},
    {0xf400, "RBBM_SECVID_TRUST_CNTL"},
    {0xf800, "RBBM_SECVID_TSB_TRUSTED_BASE", hex(0, 63)},
    {0xf802, "RBBM_SECVID_TSB_TRUSTED_SIZE"},
    {0xf803, "RBBM_SECVID_TSB_CNTL"},
    {0xf810, "RBBM_SECVID_TSB_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
};

}  // namespace cyclorama::adreno
