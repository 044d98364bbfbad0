// SPDX-License-Identifier: MIT
#pragma once
// Primitive control (PC), as a table
// (Mesa: a6xx.xml; names and offsets as there).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kPcHsInputSize[] = {
    {"SIZE", number(0, 10)},
    {"UNK13", hex(13, 13)},
};
inline constexpr FieldInfo kPcTessCntl[] = {
    {"SPACING", choice(kTessSpacing, 0, 1)},
    {"OUTPUT", choice(kTessOutput, 2, 3)},
};
inline constexpr FieldInfo kPcPsCntl[] = {
    {"PRIMITIVEIDEN", flag(0)},
};
inline constexpr FieldInfo kPcSoStreamCntl[] = {
    {"STREAM_ENABLE", hex(15, 18)},
};
inline constexpr FieldInfo kPcDgenSuConservativeRasCntl[] = {
    {"CONSERVATIVERASEN", flag(0)},
};
inline constexpr FieldInfo kPcRasterCntl[] = {
    {"STREAM", number(0, 1)},
    {"DISCARD", flag(2)},
};
inline constexpr FieldInfo kPrimitiveCntl0[] = {
    {"PRIMITIVE_RESTART", flag(0)},
    {"PROVOKING_VTX_LAST", flag(1)},
    {"D3D_VERTEX_ORDERING", flag(2)},
    {"UNK3", flag(3)},
};
inline constexpr FieldInfo kXsOutCntl[] = {
    {"STRIDE_IN_VPC", number(0, 7)},
    {"PSIZE", flag(8)},
    {"LAYER", flag(9)},
    {"VIEW", flag(10)},
    {"PRIMITIVE_ID", flag(11)},
    {"CLIP_MASK", number(16, 23)},
};
inline constexpr FieldInfo kPrimitiveCntl5[] = {
    {"GS_VERTICES_OUT", number(0, 7)},
    {"GS_INVOCATIONS", number(10, 14)},
    {"LINELENGTHEN", flag(15)},
    {"GS_OUTPUT", choice(kTessOutput, 16, 17)},
    {"UNK18", hex(18, 18)},
};
inline constexpr FieldInfo kPcPrimitiveCntl6[] = {
    {"STRIDE_IN_VPC", number(0, 10)},
};
inline constexpr FieldInfo kPc2dEventCmd[] = {
    {"EVENT", choice(kEventType, 0, 6)},
    {"STATE_ID", hex(8, 15)},
};
inline constexpr FieldInfo kDrawInitiatorA4xx[] = {
    {"PRIM_TYPE", choice(kPcDiPrimtype, 0, 5)},
    {"SOURCE_SELECT", choice(kPcDiSrcSel, 6, 7)},
    {"VIS_CULL", choice(kPcDiVisCullMode, 8, 9)},
    {"INDEX_SIZE", choice(kIndexSize, 10, 11)},
    {"PATCH_TYPE", choice(kPatchType, 12, 13)},
    {"GS_ENABLE", flag(16)},
    {"TESS_ENABLE", flag(17)},
};
inline constexpr FieldInfo kPcVstreamControl[] = {
    {"UNK0", hex(0, 15)},
    {"VSC_SIZE", number(16, 21)},
    {"VSC_N", number(22, 26)},
};
inline constexpr FieldInfo kPcVisibilityOverride[] = {
    {"OVERRIDE", flag(0)},
};

inline constexpr RegisterInfo kPcRegisters[] = {
    {0x9800, "PC_TESS_NUM_VERTEX", number(0, 5)},
    {0x9801, "PC_HS_INPUT_SIZE", kPcHsInputSize},
    {0x9802, "PC_TESS_CNTL", kPcTessCntl},
    {0x9803, "PC_RESTART_INDEX", number()},
    {0x9804, "PC_MODE_CNTL", hex(0, 7)},
    {0x9805, "PC_POWER_CNTL", hex(0, 2)},
    {0x9806, "PC_PS_CNTL", kPcPsCntl},
    {0x9808, "PC_SO_STREAM_CNTL", kPcSoStreamCntl},
    {0x980a, "PC_DGEN_SU_CONSERVATIVE_RAS_CNTL", kPcDgenSuConservativeRasCntl},
    {0x9840, "PC_DRAW_CMD", kStateId},
    {0x9841, "PC_DISPATCH_CMD", kStateId},
    {0x9842, "PC_EVENT_CMD", kEventCmd},
    {0x9880, "PC_MARKER"},
    {0x9980, "PC_RASTER_CNTL", kPcRasterCntl},
    {0x9981, "PC_POLYGON_MODE", kPolygonModeCntl},
    {0x9b00, "PC_PRIMITIVE_CNTL_0", kPrimitiveCntl0},
    {0x9b01, "PC_VS_OUT_CNTL", kXsOutCntl},
    {0x9b02, "PC_GS_OUT_CNTL", kXsOutCntl},
    {0x9b03, "PC_HS_OUT_CNTL", kXsOutCntl},
    {0x9b04, "PC_DS_OUT_CNTL", kXsOutCntl},
    {0x9b05, "PC_PRIMITIVE_CNTL_5", kPrimitiveCntl5},
    {0x9b06, "PC_PRIMITIVE_CNTL_6", kPcPrimitiveCntl6},
    {0x9b07, "PC_MULTIVIEW_CNTL", kMultiviewCntl},
    {0x9b08, "PC_MULTIVIEW_MASK", hex(0, 15)},
    {0x9c00, "PC_2D_EVENT_CMD", kPc2dEventCmd},
    {0x9e00, "PC_DBG_ECO_CNTL"},
    {0x9e01, "PC_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
    {0x9e04, "PC_DRAW_INDX_BASE", hex(0, 63)},
    {0x9e06, "PC_DRAW_FIRST_INDX", number()},
    {0x9e07, "PC_DRAW_MAX_INDICES", number()},
    {0x9e08, "PC_TESSFACTOR_ADDR", address()},
    {0x9e0b, "PC_DRAW_INITIATOR", kDrawInitiatorA4xx},
    {0x9e0c, "PC_DRAW_NUM_INSTANCES", number()},
    {0x9e0d, "PC_DRAW_NUM_INDICES", number()},
    {0x9e11, "PC_VSTREAM_CONTROL", kPcVstreamControl},
    {0x9e12, "PC_BIN_PRIM_STRM", address()},
    {0x9e14, "PC_BIN_DRAW_STRM", address()},
    {0x9e1c, "PC_VISIBILITY_OVERRIDE", kPcVisibilityOverride},
    {0x9e34, "PC_PERFCTR_PC_SEL[]", undescribed(), {8, 1}},
    {0x9e72, "PC_UNKNOWN_9E72"},
};

}  // namespace cyclorama::adreno
