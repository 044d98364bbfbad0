// SPDX-License-Identifier: MIT
#pragma once
// Varyings and streamout (VPC), as a table
// (Mesa: a6xx.xml; names and offsets as there).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kVpcGsParam[] = {
    {"LINELENGTHLOC", number(0, 7)},
};
inline constexpr FieldInfo kVpcXsClipCntl[] = {
    {"CLIP_MASK", number(0, 7)},
    {"CLIP_DIST_03_LOC", number(8, 15)},
    {"CLIP_DIST_47_LOC", number(16, 23)},
};
inline constexpr FieldInfo kVpcXsLayerCntl[] = {
    {"LAYERLOC", number(0, 7)},
    {"VIEWLOC", number(8, 15)},
};
inline constexpr FieldInfo kVpcUnknown9107[] = {
    {"RASTER_DISCARD", flag(0)},
    {"UNK2", flag(2)},
};
inline constexpr FieldInfo kVpcSoCntl[] = {
    {"ADDR", hex(0, 7)},
    {"RESET", flag(16)},
};
inline constexpr FieldInfo kVpcSoProg[] = {
    {"A_BUF", number(0, 1)},   {"A_OFF", number(2, 10, 2)},  {"A_EN", flag(11)},
    {"B_BUF", number(12, 13)}, {"B_OFF", number(14, 22, 2)}, {"B_EN", flag(23)},
};
inline constexpr FieldInfo kVpcPointCoordInvert[] = {
    {"INVERT", flag(0)},
};
inline constexpr FieldInfo kVpcXsPack[] = {
    {"STRIDE_IN_VPC", number(0, 7)},
    {"POSITIONLOC", number(8, 15)},
    {"PSIZELOC", number(16, 23)},
    {"EXTRAPOS", number(24, 27)},
};
inline constexpr FieldInfo kVpcCntl0[] = {
    {"NUMNONPOSVAR", number(0, 7)},
    {"PRIMIDLOC", number(8, 15)},
    {"VARYING", flag(16)},
    {"VIEWIDLOC", number(24, 31)},
};
inline constexpr FieldInfo kVpcSoStreamCntl[] = {
    {"BUF0_STREAM", number(0, 2)},  {"BUF1_STREAM", number(3, 5)},  {"BUF2_STREAM", number(6, 8)},
    {"BUF3_STREAM", number(9, 11)}, {"STREAM_ENABLE", hex(15, 18)},
};
inline constexpr FieldInfo kVpcSoDisable[] = {
    {"DISABLE", flag(0)},
};

inline constexpr RegisterInfo kVpcRegisters[] = {
    {0x9100, "VPC_GS_PARAM", kVpcGsParam},
    {0x9101, "VPC_VS_CLIP_CNTL", kVpcXsClipCntl},
    {0x9102, "VPC_GS_CLIP_CNTL", kVpcXsClipCntl},
    {0x9103, "VPC_DS_CLIP_CNTL", kVpcXsClipCntl},
    {0x9104, "VPC_VS_LAYER_CNTL", kVpcXsLayerCntl},
    {0x9105, "VPC_GS_LAYER_CNTL", kVpcXsLayerCntl},
    {0x9106, "VPC_DS_LAYER_CNTL", kVpcXsLayerCntl},
    {0x9107, "VPC_UNKNOWN_9107", kVpcUnknown9107},
    {0x9108, "VPC_POLYGON_MODE", kPolygonModeCntl},
    {0x9200, "VPC_VARYING_INTERP[].MODE", hex(), {8, 1}},
    {0x9208, "VPC_VARYING_PS_REPL[].MODE", hex(), {8, 1}},
    {0x9210, "VPC_UNKNOWN_9210"},
    {0x9211, "VPC_UNKNOWN_9211"},
    {0x9212, "VPC_VAR[].DISABLE", hex(), {4, 1}},
    {0x9216, "VPC_SO_CNTL", kVpcSoCntl},
    {0x9217, "VPC_SO_PROG", kVpcSoProg},
    {0x9218, "VPC_SO_STREAM_COUNTS", address()},
    {0x921a, "VPC_SO[].BUFFER_BASE", address(), {4, 7}},
    {0x921c, "VPC_SO[].BUFFER_SIZE", hex(2, 31, 2), {4, 7}},
    {0x921d, "VPC_SO[].BUFFER_STRIDE", hex(0, 9, 2), {4, 7}},
    {0x921e, "VPC_SO[].BUFFER_OFFSET", hex(2, 31, 2), {4, 7}},
    {0x921f, "VPC_SO[].FLUSH_BASE", address(), {4, 7}},
    {0x9236, "VPC_POINT_COORD_INVERT", kVpcPointCoordInvert},
    {0x9300, "VPC_UNKNOWN_9300", hex(0, 2)},
    {0x9301, "VPC_VS_PACK", kVpcXsPack},
    {0x9302, "VPC_GS_PACK", kVpcXsPack},
    {0x9303, "VPC_DS_PACK", kVpcXsPack},
    {0x9304, "VPC_CNTL_0", kVpcCntl0},
    {0x9305, "VPC_SO_STREAM_CNTL", kVpcSoStreamCntl},
    {0x9306, "VPC_SO_DISABLE", kVpcSoDisable},
    {0x9311, "VPC_VS_CLIP_CNTL_V2", kVpcXsClipCntl},
    {0x9312, "VPC_GS_CLIP_CNTL_V2", kVpcXsClipCntl},
    {0x9313, "VPC_DS_CLIP_CNTL_V2", kVpcXsClipCntl},
    {0x9314, "VPC_VS_LAYER_CNTL_V2", kVpcXsLayerCntl},
    {0x9315, "VPC_GS_LAYER_CNTL_V2", kVpcXsLayerCntl},
    {0x9316, "VPC_DS_LAYER_CNTL_V2", kVpcXsLayerCntl},
    {0x9600, "VPC_DBG_ECO_CNTL"},
    {0x9601, "VPC_ADDR_MODE_CNTL", choice(kAddressMode, 0, 0)},
    {0x9602, "VPC_UNKNOWN_9602", flag(0)},
    {0x9603, "VPC_UNKNOWN_9603", hex(0, 26)},
    {0x9604, "VPC_PERFCTR_VPC_SEL[]", undescribed(), {6, 1}},
};

}  // namespace cyclorama::adreno
