// SPDX-License-Identifier: MIT
#pragma once
// Render backend (RB): targets, blending, depth, GMEM moves, the 2D engine, caches (CCU), as a table
// (Mesa: a6xx.xml; names and offsets as there).
//
// Long because: a table has a row for each register and each field.

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kRbBinControl[] = {
    {"BINW", number(0, 5, 5)},
    {"BINH", number(8, 14, 4)},
    {"RENDER_MODE", choice(kRenderMode, 18, 20)},
    {"FORCE_LRZ_WRITE_DIS", flag(21)},
    {"BUFFERS_LOCATION", choice(kBuffersLocation, 22, 23)},
    {"LRZ_FEEDBACK_ZMODE_MASK", choice(kLrzFeedbackMask, 24, 26)},
};
inline constexpr FieldInfo kRbRenderCntl[] = {
    {"CCUSINGLECACHELINESIZE", hex(3, 5)},
    {"EARLYVIZOUTEN", flag(6)},
    {"BINNING", flag(7)},
    {"UNK8", hex(8, 10)},
    {"RASTER_MODE", choice(kRasterMode, 8, 8)},
    {"RASTER_DIRECTION", choice(kRasterDirection, 9, 10)},
    {"CONSERVATIVERASEN", flag(11)},
    {"INNERCONSERVATIVERASEN", flag(12)},
    {"FLAG_DEPTH", flag(14)},
    {"FLAG_MRTS", hex(16, 23)},
};
inline constexpr FieldInfo kRbRenderControl0[] = {
    {"IJ_PERSP_PIXEL", flag(0)},     {"IJ_PERSP_CENTROID", flag(1)},
    {"IJ_PERSP_SAMPLE", flag(2)},    {"IJ_LINEAR_PIXEL", flag(3)},
    {"IJ_LINEAR_CENTROID", flag(4)}, {"IJ_LINEAR_SAMPLE", flag(5)},
    {"COORD_MASK", hex(6, 9)},       {"UNK10", flag(10)},
};
inline constexpr FieldInfo kRbRenderControl1[] = {
    {"SAMPLEMASK", flag(0)},
    {"POSTDEPTHCOVERAGE", flag(1)},
    {"FACENESS", flag(2)},
    {"SAMPLEID", flag(3)},
    {"FRAGCOORDSAMPLEMODE", choice(kFragcoordSampleMode, 4, 5)},
    {"CENTERRHW", flag(6)},
    {"LINELENGTHEN", flag(7)},
    {"FOVEATION", flag(8)},
};
inline constexpr FieldInfo kRbFsOutputCntl0[] = {
    {"DUAL_COLOR_IN_ENABLE", flag(0)},
    {"FRAG_WRITES_Z", flag(1)},
    {"FRAG_WRITES_SAMPMASK", flag(2)},
    {"FRAG_WRITES_STENCILREF", flag(3)},
};
inline constexpr FieldInfo kRbDitherCntl[] = {
    {"DITHER_MODE_MRT0", choice(kRbDitherMode, 0, 1)},   {"DITHER_MODE_MRT1", choice(kRbDitherMode, 2, 3)},
    {"DITHER_MODE_MRT2", choice(kRbDitherMode, 4, 5)},   {"DITHER_MODE_MRT3", choice(kRbDitherMode, 6, 7)},
    {"DITHER_MODE_MRT4", choice(kRbDitherMode, 8, 9)},   {"DITHER_MODE_MRT5", choice(kRbDitherMode, 10, 11)},
    {"DITHER_MODE_MRT6", choice(kRbDitherMode, 12, 13)}, {"DITHER_MODE_MRT7", choice(kRbDitherMode, 14, 15)},
};
inline constexpr FieldInfo kRbMrtControl[] = {
    {"BLEND", flag(0)},
    {"BLEND2", flag(1)},
    {"ROP_ENABLE", flag(2)},
    {"ROP_CODE", choice(kRopCode, 3, 6)},
    {"COMPONENT_ENABLE", hex(7, 10)},
};
inline constexpr FieldInfo kRbMrtBlendControl[] = {
    {"RGB_SRC_FACTOR", choice(kRbBlendFactor, 0, 4)},       {"RGB_BLEND_OPCODE", choice(kRbBlendOpcode, 5, 7)},
    {"RGB_DEST_FACTOR", choice(kRbBlendFactor, 8, 12)},     {"ALPHA_SRC_FACTOR", choice(kRbBlendFactor, 16, 20)},
    {"ALPHA_BLEND_OPCODE", choice(kRbBlendOpcode, 21, 23)}, {"ALPHA_DEST_FACTOR", choice(kRbBlendFactor, 24, 28)},
};
inline constexpr FieldInfo kRbMrtBufInfo[] = {
    {"COLOR_FORMAT", choice(kFormat, 0, 7)},
    {"COLOR_TILE_MODE", choice(kTileMode, 8, 9)},
    {"UNK10", hex(10, 10)},
    {"COLOR_SWAP", choice(kColorSwap, 13, 14)},
};
inline constexpr FieldInfo kRbAlphaControl[] = {
    {"ALPHA_REF", hex(0, 7)},
    {"ALPHA_TEST", flag(8)},
    {"ALPHA_TEST_FUNC", choice(kCompareFunc, 9, 11)},
};
inline constexpr FieldInfo kRbBlendCntl[] = {
    {"ENABLE_BLEND", hex(0, 7)},     {"INDEPENDENT_BLEND", flag(8)}, {"DUAL_COLOR_IN_ENABLE", flag(9)},
    {"ALPHA_TO_COVERAGE", flag(10)}, {"ALPHA_TO_ONE", flag(11)},     {"SAMPLE_MASK", hex(16, 31)},
};
inline constexpr FieldInfo kRbDepthCntl[] = {
    {"Z_TEST_ENABLE", flag(0)},  {"Z_WRITE_ENABLE", flag(1)}, {"ZFUNC", choice(kCompareFunc, 2, 4)},
    {"Z_CLAMP_ENABLE", flag(5)}, {"Z_READ_ENABLE", flag(6)},  {"Z_BOUNDS_ENABLE", flag(7)},
};
inline constexpr FieldInfo kRbDepthBufferInfo[] = {
    {"DEPTH_FORMAT", choice(kDepthFormat, 0, 2)},
    {"UNK3", hex(3, 4)},
};
inline constexpr FieldInfo kRbStencilControl[] = {
    {"STENCIL_ENABLE", flag(0)},
    {"STENCIL_ENABLE_BF", flag(1)},
    {"STENCIL_READ", flag(2)},
    {"FUNC", choice(kCompareFunc, 8, 10)},
    {"FAIL", choice(kStencilOp, 11, 13)},
    {"ZPASS", choice(kStencilOp, 14, 16)},
    {"ZFAIL", choice(kStencilOp, 17, 19)},
    {"FUNC_BF", choice(kCompareFunc, 20, 22)},
    {"FAIL_BF", choice(kStencilOp, 23, 25)},
    {"ZPASS_BF", choice(kStencilOp, 26, 28)},
    {"ZFAIL_BF", choice(kStencilOp, 29, 31)},
};
inline constexpr FieldInfo kRbStencilInfo[] = {
    {"SEPARATE_STENCIL", flag(0)},
    {"UNK1", flag(1)},
};
inline constexpr FieldInfo kRbStencilref[] = {
    {"REF", hex(0, 7)},
    {"BFREF", hex(8, 15)},
};
inline constexpr FieldInfo kRbStencilmask[] = {
    {"MASK", hex(0, 7)},
    {"BFMASK", hex(8, 15)},
};
inline constexpr FieldInfo kRbStencilwrmask[] = {
    {"WRMASK", hex(0, 7)},
    {"BFWRMASK", hex(8, 15)},
};
inline constexpr FieldInfo kRbSampleCountControl[] = {
    {"DISABLE", flag(0)},
    {"COPY", flag(1)},
};
inline constexpr FieldInfo kRbLrzCntl[] = {
    {"ENABLE", flag(0)},
};
inline constexpr FieldInfo kRbUnknown88d0[] = {
    {"UNK0", hex(0, 12)},
    {"UNK16", hex(16, 26)},
};
inline constexpr FieldInfo kRbBinControl2[] = {
    {"BINW", number(0, 5, 5)},
    {"BINH", number(8, 14, 4)},
};
inline constexpr FieldInfo kRbBlitGmemMsaaCntl[] = {
    {"SAMPLES", choice(kMsaaSamples, 3, 4)},
};
inline constexpr FieldInfo kRbBlitDstInfo[] = {
    {"TILE_MODE", choice(kTileMode, 0, 1)},   {"FLAGS", flag(2)},
    {"SAMPLES", choice(kMsaaSamples, 3, 4)},  {"COLOR_SWAP", choice(kColorSwap, 5, 6)},
    {"COLOR_FORMAT", choice(kFormat, 7, 14)}, {"UNK15", flag(15)},
};
inline constexpr FieldInfo kRbBlitFlagDstPitch[] = {
    {"PITCH", number(0, 10, 6)},
    {"ARRAY_PITCH", number(11, 27, 7)},
};
inline constexpr FieldInfo kRbBlitInfo[] = {
    {"TYPE", choice(kBlitEventType, 0, 1)},
    {"SAMPLE_0", flag(2)},
    {"DEPTH", flag(3)},
    {"CLEAR_MASK", hex(4, 7)},
    {"LAST", hex(8, 9)},
    {"BUFFER_ID", hex(12, 15)},
};
inline constexpr FieldInfo kRbUnkFlagBufferPitch[] = {
    {"PITCH", number(0, 10, 6)},
    {"ARRAY_PITCH", number(11, 23, 7)},
};
inline constexpr FieldInfo kRbFsrConfig[] = {
    {"UNK2", flag(2)},
    {"PIPELINE_FSR_ENABLE", flag(4)},
    {"ATTACHMENT_FSR_ENABLE", flag(5)},
    {"PRIMITIVE_FSR_ENABLE", flag(18)},
};
inline constexpr FieldInfo kRbDepthFlagBufferPitch[] = {
    {"PITCH", number(0, 6, 6)},
    {"UNK8", hex(8, 10)},
    {"ARRAY_PITCH", number(11, 27, 7)},
};
inline constexpr FieldInfo kRbMrtFlagBufferPitch[] = {
    {"PITCH", number(0, 10, 6)},
    {"ARRAY_PITCH", number(11, 28, 7)},
};
inline constexpr FieldInfo k2dDstSurfInfo[] = {
    {"COLOR_FORMAT", choice(kFormat, 0, 7)},
    {"TILE_MODE", choice(kTileMode, 8, 9)},
    {"COLOR_SWAP", choice(kColorSwap, 10, 11)},
    {"FLAGS", flag(12)},
    {"SRGB", flag(13)},
    {"SAMPLES", choice(kMsaaSamples, 14, 15)},
};
inline constexpr FieldInfo kRbCcuCntl[] = {
    {"GMEM_FAST_CLEAR_DISABLE", flag(0)},
    {"CONCURRENT_RESOLVE", flag(2)},
    {"DEPTH_OFFSET_HI", hex(7, 7)},
    {"COLOR_OFFSET_HI", hex(9, 9)},
    {"DEPTH_CACHE_SIZE", choice(kCcuCacheSize, 10, 11)},
    {"DEPTH_OFFSET", hex(12, 20, 12)},
    {"COLOR_CACHE_SIZE", choice(kCcuCacheSize, 21, 22)},
    {"COLOR_OFFSET", hex(23, 31, 12)},
};
inline constexpr FieldInfo kRbNcModeCntl[] = {
    {"MODE", flag(0)},      {"LOWER_BIT", number(1, 2)},   {"MIN_ACCESS_LENGTH", flag(3)},
    {"AMSBC", flag(4)},     {"UPPER_BIT", number(10, 10)}, {"RGB565_PREDICATOR", flag(11)},
    {"UNK12", hex(12, 13)},
};

inline constexpr RegisterInfo kRbRegisters[] = {
    {0x8800, "RB_BIN_CONTROL", kRbBinControl},
    {0x8801, "RB_RENDER_CNTL", kRbRenderCntl},
    {0x8802, "RB_RAS_MSAA_CNTL", kRasMsaaCntl},
    {0x8803, "RB_DEST_MSAA_CNTL", kDestMsaaCntl},
    {0x8804, "RB_SAMPLE_CONFIG", kSampleConfig},
    {0x8805, "RB_SAMPLE_LOCATION_0", kSampleLocations},
    {0x8806, "RB_SAMPLE_LOCATION_1", kSampleLocations},
    {0x8809, "RB_RENDER_CONTROL0", kRbRenderControl0},
    {0x880a, "RB_RENDER_CONTROL1", kRbRenderControl1},
    {0x880b, "RB_FS_OUTPUT_CNTL0", kRbFsOutputCntl0},
    {0x880c, "RB_FS_OUTPUT_CNTL1", kFsOutputCntl1},
    {0x880d, "RB_RENDER_COMPONENTS", kRenderComponents},
    {0x880e, "RB_DITHER_CNTL", kRbDitherCntl},
    {0x880f, "RB_SRGB_CNTL", kSrgbCntl},
    {0x8810, "RB_SAMPLE_CNTL", kSampleCntl},
    {0x8811, "RB_UNKNOWN_8811", hex(4, 6)},
    {0x8818, "RB_UNKNOWN_8818", hex(0, 6)},
    {0x8819, "RB_UNKNOWN_8819"},
    {0x881a, "RB_UNKNOWN_881A"},
    {0x881b, "RB_UNKNOWN_881B"},
    {0x881c, "RB_UNKNOWN_881C"},
    {0x881d, "RB_UNKNOWN_881D"},
    {0x881e, "RB_UNKNOWN_881E"},
    {0x8820, "RB_MRT[].CONTROL", kRbMrtControl, {8, 8}},
    {0x8821, "RB_MRT[].BLEND_CONTROL", kRbMrtBlendControl, {8, 8}},
    {0x8822, "RB_MRT[].BUF_INFO", kRbMrtBufInfo, {8, 8}},
    {0x8823, "RB_MRT[].PITCH", number(0, 15, 6), {8, 8}},
    {0x8824, "RB_MRT[].ARRAY_PITCH", number(0, 28, 6), {8, 8}},
    {0x8825, "RB_MRT[].BASE", address(), {8, 8}},
    {0x8827, "RB_MRT[].BASE_GMEM", hex(12, 31, 12), {8, 8}},
    {0x8860, "RB_BLEND_RED_F32", real()},
    {0x8861, "RB_BLEND_GREEN_F32", real()},
    {0x8862, "RB_BLEND_BLUE_F32", real()},
    {0x8863, "RB_BLEND_ALPHA_F32", real()},
    {0x8864, "RB_ALPHA_CONTROL", kRbAlphaControl},
    {0x8865, "RB_BLEND_CNTL", kRbBlendCntl},
    {0x8870, "RB_DEPTH_PLANE_CNTL", kDepthPlaneCntl},
    {0x8871, "RB_DEPTH_CNTL", kRbDepthCntl},
    {0x8872, "RB_DEPTH_BUFFER_INFO", kRbDepthBufferInfo},
    {0x8873, "RB_DEPTH_BUFFER_PITCH", number(0, 13, 6)},
    {0x8874, "RB_DEPTH_BUFFER_ARRAY_PITCH", number(0, 27, 6)},
    {0x8875, "RB_DEPTH_BUFFER_BASE", address()},
    {0x8877, "RB_DEPTH_BUFFER_BASE_GMEM", hex(12, 31, 12)},
    {0x8878, "RB_Z_BOUNDS_MIN", real()},
    {0x8879, "RB_Z_BOUNDS_MAX", real()},
    {0x8880, "RB_STENCIL_CONTROL", kRbStencilControl},
    {0x8881, "RB_STENCIL_INFO", kRbStencilInfo},
    {0x8882, "RB_STENCIL_BUFFER_PITCH", number(0, 11, 6)},
    {0x8883, "RB_STENCIL_BUFFER_ARRAY_PITCH", number(0, 23, 6)},
    {0x8884, "RB_STENCIL_BUFFER_BASE", address()},
    {0x8886, "RB_STENCIL_BUFFER_BASE_GMEM", hex(12, 31, 12)},
    {0x8887, "RB_STENCILREF", kRbStencilref},
    {0x8888, "RB_STENCILMASK", kRbStencilmask},
    {0x8889, "RB_STENCILWRMASK", kRbStencilwrmask},
    {0x8890, "RB_WINDOW_OFFSET", kRegXy},
    {0x8891, "RB_SAMPLE_COUNT_CONTROL", kRbSampleCountControl},
    {0x8898, "RB_LRZ_CNTL", kRbLrzCntl},
    {0x88c0, "RB_Z_CLAMP_MIN", real()},
    {0x88c1, "RB_Z_CLAMP_MAX", real()},
    {0x88d0, "RB_UNKNOWN_88D0", kRbUnknown88d0},
    {0x88d1, "RB_BLIT_SCISSOR_TL", kRegXy},
    {0x88d2, "RB_BLIT_SCISSOR_BR", kRegXy},
    {0x88d3, "RB_BIN_CONTROL2", kRbBinControl2},
    {0x88d4, "RB_WINDOW_OFFSET2", kRegXy},
    {0x88d5, "RB_BLIT_GMEM_MSAA_CNTL", kRbBlitGmemMsaaCntl},
    {0x88d6, "RB_BLIT_BASE_GMEM", hex(12, 31, 12)},
    {0x88d7, "RB_BLIT_DST_INFO", kRbBlitDstInfo},
    {0x88d8, "RB_BLIT_DST", address()},
    {0x88da, "RB_BLIT_DST_PITCH", number(0, 15, 6)},
    {0x88db, "RB_BLIT_DST_ARRAY_PITCH", number(0, 28, 6)},
    {0x88dc, "RB_BLIT_FLAG_DST", address()},
    {0x88de, "RB_BLIT_FLAG_DST_PITCH", kRbBlitFlagDstPitch},
    {0x88df, "RB_BLIT_CLEAR_COLOR_DW0"},
    {0x88e0, "RB_BLIT_CLEAR_COLOR_DW1"},
    {0x88e1, "RB_BLIT_CLEAR_COLOR_DW2"},
    {0x88e2, "RB_BLIT_CLEAR_COLOR_DW3"},
    {0x88e3, "RB_BLIT_INFO", kRbBlitInfo},
    {0x88f0, "RB_UNKNOWN_88F0", hex(0, 11)},
    {0x88f1, "RB_UNK_FLAG_BUFFER_BASE", address()},
    {0x88f3, "RB_UNK_FLAG_BUFFER_PITCH", kRbUnkFlagBufferPitch},
    {0x88f4, "RB_FSR_CONFIG", kRbFsrConfig},
    {0x8900, "RB_DEPTH_FLAG_BUFFER_BASE", address()},
    {0x8902, "RB_DEPTH_FLAG_BUFFER_PITCH", kRbDepthFlagBufferPitch},
    {0x8903, "RB_MRT_FLAG_BUFFER[].ADDR", address(), {8, 3}},
    {0x8905, "RB_MRT_FLAG_BUFFER[].PITCH", kRbMrtFlagBufferPitch, {8, 3}},
    {0x8927, "RB_SAMPLE_COUNT_ADDR", address()},
    {0x8a00, "RB_UNKNOWN_8A00"},
    {0x8a10, "RB_UNKNOWN_8A10"},
    {0x8a20, "RB_UNKNOWN_8A20"},
    {0x8a30, "RB_UNKNOWN_8A30"},
    {0x8c00, "RB_2D_BLIT_CNTL", k2dBlitCntl},
    {0x8c01, "RB_2D_UNKNOWN_8C01"},
    {0x8c17, "RB_2D_DST_INFO", k2dDstSurfInfo},
    {0x8c18, "RB_2D_DST", address()},
    {0x8c1a, "RB_2D_DST_PITCH", number(0, 15, 6)},
    {0x8c1b, "RB_2D_DST_PLANE1", address()},
    {0x8c1d, "RB_2D_DST_PLANE_PITCH", number(0, 15, 6)},
    {0x8c1e, "RB_2D_DST_PLANE2", address()},
    {0x8c20, "RB_2D_DST_FLAGS", address()},
    {0x8c22, "RB_2D_DST_FLAGS_PITCH", number(0, 7, 6)},
    {0x8c23, "RB_2D_DST_FLAGS_PLANE", address()},
    {0x8c25, "RB_2D_DST_FLAGS_PLANE_PITCH", number(0, 7, 6)},
    {0x8c2c, "RB_2D_SRC_SOLID_C0"},
    {0x8c2d, "RB_2D_SRC_SOLID_C1"},
    {0x8c2e, "RB_2D_SRC_SOLID_C2"},
    {0x8c2f, "RB_2D_SRC_SOLID_C3"},
    {0x8e01, "RB_UNKNOWN_8E01"},
    {0x8e04, "RB_DBG_ECO_CNTL"},
    {0x8e05, "RB_ADDR_MODE_CNTL", choice(kAddressMode, 0, 0)},
    {0x8e07, "RB_CCU_CNTL", kRbCcuCntl},
    {0x8e08, "RB_NC_MODE_CNTL", kRbNcModeCntl},
    {0x8e10, "RB_PERFCTR_RB_SEL[]", undescribed(), {8, 1}},
    {0x8e18, "RB_PERFCTR_CCU_SEL[]", undescribed(), {5, 1}},
    {0x8e28, "RB_CMP_DBG_ECO_CNTL"},
    {0x8e2c, "RB_PERFCTR_CMP_SEL[]", undescribed(), {4, 1}},
    {0x8e3b, "RB_RB_SUB_BLOCK_SEL_CNTL_HOST"},
    {0x8e3d, "RB_RB_SUB_BLOCK_SEL_CNTL_CD"},
    {0x8e50, "RB_CONTEXT_SWITCH_GMEM_SAVE_RESTORE", flag(0)},
    {0x8e51, "RB_UNKNOWN_8E51"},
};

}  // namespace cyclorama::adreno
