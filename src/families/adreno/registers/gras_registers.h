// SPDX-License-Identifier: MIT
#pragma once
// Rasterizer and low-resolution depth (GRAS), as a table
// (Mesa: a6xx.xml; names and offsets as there).
//
// Long because: a table has a row for each register and each field.

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kGrasClCntl[] = {
    {"CLIP_DISABLE", flag(0)},     {"ZNEAR_CLIP_DISABLE", flag(1)},     {"ZFAR_CLIP_DISABLE", flag(2)},
    {"Z_CLAMP_ENABLE", flag(5)},   {"ZERO_GB_SCALE_Z", flag(6)},        {"VP_CLIP_CODE_IGNORE", flag(7)},
    {"VP_XFORM_DISABLE", flag(8)}, {"PERSP_DIVISION_DISABLE", flag(9)},
};
inline constexpr FieldInfo kGrasXsClCntl[] = {
    {"CLIP_MASK", hex(0, 7)},
    {"CULL_MASK", hex(8, 15)},
};
inline constexpr FieldInfo kGrasCntl[] = {
    {"IJ_PERSP_PIXEL", flag(0)},  {"IJ_PERSP_CENTROID", flag(1)},  {"IJ_PERSP_SAMPLE", flag(2)},
    {"IJ_LINEAR_PIXEL", flag(3)}, {"IJ_LINEAR_CENTROID", flag(4)}, {"IJ_LINEAR_SAMPLE", flag(5)},
    {"COORD_MASK", hex(6, 9)},
};
inline constexpr FieldInfo kGrasClGuardbandClipAdj[] = {
    {"HORZ", number(0, 8)},
    {"VERT", number(10, 18)},
};
inline constexpr FieldInfo kGrasSuCntl[] = {
    {"CULL_FRONT", flag(0)},
    {"CULL_BACK", flag(1)},
    {"FRONT_CW", flag(2)},
    {"LINEHALFWIDTH", fixed(3, 10, 2)},
    {"POLY_OFFSET", flag(11)},
    {"UNK12", hex(12, 12)},
    {"LINE_MODE", choice(kLineMode, 13, 13)},
    {"UNK15", hex(15, 16)},
    {"MULTIVIEW_ENABLE", flag(17)},
    {"RENDERTARGETINDEXINCR", flag(18)},
    {"VIEWPORTINDEXINCR", flag(19)},
    {"UNK20", hex(20, 22)},
};
inline constexpr FieldInfo kGrasSuPointMinmax[] = {
    {"MIN", unsignedFixed(0, 15, 4)},
    {"MAX", unsignedFixed(16, 31, 4)},
};
inline constexpr FieldInfo kGrasSuDepthBufferInfo[] = {
    {"DEPTH_FORMAT", choice(kDepthFormat, 0, 2)},
    {"UNK3", hex(3, 3)},
};
inline constexpr FieldInfo kGrasSuConservativeRasCntl[] = {
    {"CONSERVATIVERASEN", flag(0)},
    {"SHIFTAMOUNT", choice(kShiftAmount, 1, 2)},
    {"INNERCONSERVATIVERASEN", flag(3)},
    {"UNK4", hex(4, 5)},
};
inline constexpr FieldInfo kGrasSuPathRenderingCntl[] = {
    {"UNK0", flag(0)},
    {"LINELENGTHEN", flag(1)},
};
inline constexpr FieldInfo kGrasLayerCntl[] = {
    {"WRITES_LAYER", flag(0)},
    {"WRITES_VIEW", flag(1)},
};
inline constexpr FieldInfo kGrasScCntl[] = {
    {"CCUSINGLECACHELINESIZE", hex(0, 2)},
    {"SINGLE_PRIM_MODE", choice(kSinglePrimMode, 3, 4)},
    {"RASTER_MODE", choice(kRasterMode, 5, 5)},
    {"RASTER_DIRECTION", choice(kRasterDirection, 6, 7)},
    {"SEQUENCED_THREAD_DISTRIBUTION", choice(kSequencedThreadDist, 8, 8)},
    {"UNK9", flag(9)},
    {"ROTATION", number(10, 11)},
    {"EARLYVIZOUTEN", flag(12)},
};
inline constexpr FieldInfo kGrasBinControl[] = {
    {"BINW", number(0, 5, 5)},
    {"BINH", number(8, 14, 4)},
    {"RENDER_MODE", choice(kRenderMode, 18, 20)},
    {"FORCE_LRZ_WRITE_DIS", flag(21)},
    {"BUFFERS_LOCATION", choice(kBuffersLocation, 22, 23)},
    {"LRZ_FEEDBACK_ZMODE_MASK", choice(kLrzFeedbackMask, 24, 26)},
    {"UNK27", hex(27, 27)},
};
inline constexpr FieldInfo kScissorXy[] = {
    {"X", number(0, 15)},
    {"Y", number(16, 31)},
};
inline constexpr FieldInfo kGrasLrzCntl[] = {
    {"ENABLE", flag(0)},
    {"LRZ_WRITE", flag(1)},
    {"GREATER", flag(2)},
    {"FC_ENABLE", flag(3)},
    {"Z_TEST_ENABLE", flag(4)},
    {"Z_BOUNDS_ENABLE", flag(5)},
    {"DIR", choice(kLrzDirStatus, 6, 7)},
    {"DIR_WRITE", flag(8)},
    {"DISABLE_ON_WRONG_DIR", flag(9)},
};
inline constexpr FieldInfo kGrasLrzPsInputCntl[] = {
    {"SAMPLEID", flag(0)},
    {"FRAGCOORDSAMPLEMODE", choice(kFragcoordSampleMode, 1, 2)},
};
inline constexpr FieldInfo kGrasLrzMrtBufInfo0[] = {
    {"COLOR_FORMAT", choice(kFormat, 0, 7)},
};
inline constexpr FieldInfo kGrasLrzBufferPitch[] = {
    {"PITCH", number(0, 7, 5)},
    {"ARRAY_PITCH", number(10, 28, 8)},
};
inline constexpr FieldInfo kGrasLrzDepthView[] = {
    {"BASE_LAYER", number(0, 10)},
    {"LAYER_COUNT", number(16, 26)},
    {"BASE_MIP_LEVEL", number(28, 31)},
};
inline constexpr FieldInfo kGrasSuDepthCntl[] = {
    {"Z_TEST_ENABLE", flag(0)},
};
inline constexpr FieldInfo kGrasSuStencilCntl[] = {
    {"STENCIL_ENABLE", flag(0)},
};
inline constexpr FieldInfo kGrasDbgEcoCntl[] = {
    {"UNK7", flag(7)},
    {"LRZCACHELOCKDIS", flag(11)},
};

inline constexpr RegisterInfo kGrasRegisters[] = {
    {0x8000, "GRAS_CL_CNTL", kGrasClCntl},
    {0x8001, "GRAS_VS_CL_CNTL", kGrasXsClCntl},
    {0x8002, "GRAS_DS_CL_CNTL", kGrasXsClCntl},
    {0x8003, "GRAS_GS_CL_CNTL", kGrasXsClCntl},
    {0x8004, "GRAS_MAX_LAYER_INDEX", number(0, 10)},
    {0x8005, "GRAS_CNTL", kGrasCntl},
    {0x8006, "GRAS_CL_GUARDBAND_CLIP_ADJ", kGrasClGuardbandClipAdj},
    {0x8010, "GRAS_CL_VPORT[].XOFFSET", real(), {16, 6}},
    {0x8011, "GRAS_CL_VPORT[].XSCALE", real(), {16, 6}},
    {0x8012, "GRAS_CL_VPORT[].YOFFSET", real(), {16, 6}},
    {0x8013, "GRAS_CL_VPORT[].YSCALE", real(), {16, 6}},
    {0x8014, "GRAS_CL_VPORT[].ZOFFSET", real(), {16, 6}},
    {0x8015, "GRAS_CL_VPORT[].ZSCALE", real(), {16, 6}},
    {0x8070, "GRAS_CL_Z_CLAMP[].MIN", real(), {16, 2}},
    {0x8071, "GRAS_CL_Z_CLAMP[].MAX", real(), {16, 2}},
    {0x8090, "GRAS_SU_CNTL", kGrasSuCntl},
    {0x8091, "GRAS_SU_POINT_MINMAX", kGrasSuPointMinmax},
    {0x8092, "GRAS_SU_POINT_SIZE", fixed(0, 15, 4)},
    {0x8094, "GRAS_SU_DEPTH_PLANE_CNTL", kDepthPlaneCntl},
    {0x8095, "GRAS_SU_POLY_OFFSET_SCALE", real()},
    {0x8096, "GRAS_SU_POLY_OFFSET_OFFSET", real()},
    {0x8097, "GRAS_SU_POLY_OFFSET_OFFSET_CLAMP", real()},
    {0x8098, "GRAS_SU_DEPTH_BUFFER_INFO", kGrasSuDepthBufferInfo},
    {0x8099, "GRAS_SU_CONSERVATIVE_RAS_CNTL", kGrasSuConservativeRasCntl},
    {0x809a, "GRAS_SU_PATH_RENDERING_CNTL", kGrasSuPathRenderingCntl},
    {0x809b, "GRAS_VS_LAYER_CNTL", kGrasLayerCntl},
    {0x809c, "GRAS_GS_LAYER_CNTL", kGrasLayerCntl},
    {0x809d, "GRAS_DS_LAYER_CNTL", kGrasLayerCntl},
    {0x80a0, "GRAS_SC_CNTL", kGrasScCntl},
    {0x80a1, "GRAS_BIN_CONTROL", kGrasBinControl},
    {0x80a2, "GRAS_RAS_MSAA_CNTL", kRasMsaaCntl},
    {0x80a3, "GRAS_DEST_MSAA_CNTL", kDestMsaaCntl},
    {0x80a4, "GRAS_SAMPLE_CONFIG", kSampleConfig},
    {0x80a5, "GRAS_SAMPLE_LOCATION_0", kSampleLocations},
    {0x80a6, "GRAS_SAMPLE_LOCATION_1", kSampleLocations},
    {0x80af, "GRAS_UNKNOWN_80AF", flag(0)},
    {0x80b0, "GRAS_SC_SCREEN_SCISSOR[].TL", kScissorXy, {16, 2}},
    {0x80b1, "GRAS_SC_SCREEN_SCISSOR[].BR", kScissorXy, {16, 2}},
    {0x80d0, "GRAS_SC_VIEWPORT_SCISSOR[].TL", kScissorXy, {16, 2}},
    {0x80d1, "GRAS_SC_VIEWPORT_SCISSOR[].BR", kScissorXy, {16, 2}},
    {0x80f0, "GRAS_SC_WINDOW_SCISSOR_TL", kRegXy},
    {0x80f1, "GRAS_SC_WINDOW_SCISSOR_BR", kRegXy},
    {0x8100, "GRAS_LRZ_CNTL", kGrasLrzCntl},
    {0x8101, "GRAS_LRZ_PS_INPUT_CNTL", kGrasLrzPsInputCntl},
    {0x8102, "GRAS_LRZ_MRT_BUF_INFO_0", kGrasLrzMrtBufInfo0},
    {0x8103, "GRAS_LRZ_BUFFER_BASE", address()},
    {0x8105, "GRAS_LRZ_BUFFER_PITCH", kGrasLrzBufferPitch},
    {0x8106, "GRAS_LRZ_FAST_CLEAR_BUFFER_BASE", address()},
    {0x8109, "GRAS_SAMPLE_CNTL", kSampleCntl},
    {0x810a, "GRAS_LRZ_DEPTH_VIEW", kGrasLrzDepthView},
    {0x8110, "GRAS_UNKNOWN_8110", hex(0, 1)},
    {0x8114, "GRAS_SU_DEPTH_CNTL", kGrasSuDepthCntl},
    {0x8115, "GRAS_SU_STENCIL_CNTL", kGrasSuStencilCntl},
    {0x8400, "GRAS_2D_BLIT_CNTL", k2dBlitCntl},
    {0x8401, "GRAS_2D_SRC_TL_X", signedNumber(8, 24)},
    {0x8402, "GRAS_2D_SRC_BR_X", signedNumber(8, 24)},
    {0x8403, "GRAS_2D_SRC_TL_Y", signedNumber(8, 24)},
    {0x8404, "GRAS_2D_SRC_BR_Y", signedNumber(8, 24)},
    {0x8405, "GRAS_2D_DST_TL", kRegXy},
    {0x8406, "GRAS_2D_DST_BR", kRegXy},
    {0x8407, "GRAS_2D_UNKNOWN_8407"},
    {0x8408, "GRAS_2D_UNKNOWN_8408"},
    {0x8409, "GRAS_2D_UNKNOWN_8409"},
    {0x840a, "GRAS_2D_RESOLVE_CNTL_1", kRegXy},
    {0x840b, "GRAS_2D_RESOLVE_CNTL_2", kRegXy},
    {0x8600, "GRAS_DBG_ECO_CNTL", kGrasDbgEcoCntl},
    {0x8601, "GRAS_ADDR_MODE_CNTL", choice(kAddressMode, 0, 0)},
    {0x8610, "GRAS_PERFCTR_TSE_SEL[]", undescribed(), {4, 1}},
    {0x8614, "GRAS_PERFCTR_RAS_SEL[]", undescribed(), {4, 1}},
    {0x8618, "GRAS_PERFCTR_LRZ_SEL[]", undescribed(), {4, 1}},
};

}  // namespace cyclorama::adreno
