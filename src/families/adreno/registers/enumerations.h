// SPDX-License-Identifier: MIT
#pragma once
// Names of the values that fields hold (Mesa: a6xx.xml, adreno_common.xml, adreno_pm4.xml).
//
// Long because: a table has a row for each value of a field.

#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

inline constexpr Choice kAddressMode[] = {{0, "ADDR_32B"}, {1, "ADDR_64B"}};
inline constexpr Choice kLineMode[] = {{0, "BRESENHAM"}, {1, "RECTANGULAR"}};
inline constexpr Choice kZtestMode[] = {
    {0, "A6XX_EARLY_Z"}, {1, "A6XX_LATE_Z"}, {2, "A6XX_EARLY_LRZ_LATE_Z"}, {3, "A6XX_INVALID_ZTEST"}};
inline constexpr Choice kDepthFormat[] = {{0, "DEPTH6_NONE"}, {1, "DEPTH6_16"}, {2, "DEPTH6_24_8"}, {4, "DEPTH6_32"}};
inline constexpr Choice kShiftAmount[] = {{0, "NO_SHIFT"}, {1, "HALF_PIXEL_SHIFT"}, {2, "FULL_PIXEL_SHIFT"}};
inline constexpr Choice kSinglePrimMode[] = {
    {0, "NO_FLUSH"}, {1, "FLUSH_PER_OVERLAP_AND_OVERWRITE"}, {3, "FLUSH_PER_OVERLAP"}};
inline constexpr Choice kRasterMode[] = {{0, "TYPE_TILED"}, {1, "TYPE_WRITER"}};
inline constexpr Choice kRasterDirection[] = {{0, "LR_TB"}, {1, "RL_TB"}, {2, "LR_BT"}, {3, "RB_BT"}};
inline constexpr Choice kSequencedThreadDist[] = {{0, "DIST_SCREEN_COORD"}, {1, "DIST_ALL_TO_RB0"}};
inline constexpr Choice kRenderMode[] = {{0, "RENDERING_PASS"}, {1, "BINNING_PASS"}};
inline constexpr Choice kBuffersLocation[] = {{0, "BUFFERS_IN_GMEM"}, {3, "BUFFERS_IN_SYSMEM"}};
inline constexpr Choice kLrzFeedbackMask[] = {{0, "LRZ_FEEDBACK_NONE"},
                                              {1, "LRZ_FEEDBACK_EARLY_Z"},
                                              {2, "LRZ_FEEDBACK_EARLY_LRZ_LATE_Z"},
                                              {3, "LRZ_FEEDBACK_EARLY_Z_OR_EARLY_LRZ_LATE_Z"},
                                              {4, "LRZ_FEEDBACK_LATE_Z"}};
inline constexpr Choice kMsaaSamples[] = {{0, "MSAA_ONE"}, {1, "MSAA_TWO"}, {2, "MSAA_FOUR"}, {3, "MSAA_EIGHT"}};
inline constexpr Choice kLrzDirStatus[] = {{1, "LRZ_DIR_LE"}, {2, "LRZ_DIR_GE"}, {3, "LRZ_DIR_INVALID"}};
inline constexpr Choice kFragcoordSampleMode[] = {{0, "FRAGCOORD_CENTER"}, {3, "FRAGCOORD_SAMPLE"}};
inline constexpr Choice kFormat[] = {{2, "FMT6_A8_UNORM"},
                                     {3, "FMT6_8_UNORM"},
                                     {4, "FMT6_8_SNORM"},
                                     {5, "FMT6_8_UINT"},
                                     {6, "FMT6_8_SINT"},
                                     {8, "FMT6_4_4_4_4_UNORM"},
                                     {0xa, "FMT6_5_5_5_1_UNORM"},
                                     {0xc, "FMT6_1_5_5_5_UNORM"},
                                     {0xe, "FMT6_5_6_5_UNORM"},
                                     {0xf, "FMT6_8_8_UNORM"},
                                     {0x10, "FMT6_8_8_SNORM"},
                                     {0x11, "FMT6_8_8_UINT"},
                                     {0x12, "FMT6_8_8_SINT"},
                                     {0x13, "FMT6_L8_A8_UNORM"},
                                     {0x15, "FMT6_16_UNORM"},
                                     {0x16, "FMT6_16_SNORM"},
                                     {0x17, "FMT6_16_FLOAT"},
                                     {0x18, "FMT6_16_UINT"},
                                     {0x19, "FMT6_16_SINT"},
                                     {0x21, "FMT6_8_8_8_UNORM"},
                                     {0x22, "FMT6_8_8_8_SNORM"},
                                     {0x23, "FMT6_8_8_8_UINT"},
                                     {0x24, "FMT6_8_8_8_SINT"},
                                     {0x30, "FMT6_8_8_8_8_UNORM"},
                                     {0x31, "FMT6_8_8_8_X8_UNORM"},
                                     {0x32, "FMT6_8_8_8_8_SNORM"},
                                     {0x33, "FMT6_8_8_8_8_UINT"},
                                     {0x34, "FMT6_8_8_8_8_SINT"},
                                     {0x35, "FMT6_9_9_9_E5_FLOAT"},
                                     {0x36, "FMT6_10_10_10_2_UNORM"},
                                     {0x37, "FMT6_10_10_10_2_UNORM_DEST"},
                                     {0x39, "FMT6_10_10_10_2_SNORM"},
                                     {0x3a, "FMT6_10_10_10_2_UINT"},
                                     {0x3b, "FMT6_10_10_10_2_SINT"},
                                     {0x42, "FMT6_11_11_10_FLOAT"},
                                     {0x43, "FMT6_16_16_UNORM"},
                                     {0x44, "FMT6_16_16_SNORM"},
                                     {0x45, "FMT6_16_16_FLOAT"},
                                     {0x46, "FMT6_16_16_UINT"},
                                     {0x47, "FMT6_16_16_SINT"},
                                     {0x48, "FMT6_32_UNORM"},
                                     {0x49, "FMT6_32_SNORM"},
                                     {0x4a, "FMT6_32_FLOAT"},
                                     {0x4b, "FMT6_32_UINT"},
                                     {0x4c, "FMT6_32_SINT"},
                                     {0x4d, "FMT6_32_FIXED"},
                                     {0x58, "FMT6_16_16_16_UNORM"},
                                     {0x59, "FMT6_16_16_16_SNORM"},
                                     {0x5a, "FMT6_16_16_16_FLOAT"},
                                     {0x5b, "FMT6_16_16_16_UINT"},
                                     {0x5c, "FMT6_16_16_16_SINT"},
                                     {0x60, "FMT6_16_16_16_16_UNORM"},
                                     {0x61, "FMT6_16_16_16_16_SNORM"},
                                     {0x62, "FMT6_16_16_16_16_FLOAT"},
                                     {0x63, "FMT6_16_16_16_16_UINT"},
                                     {0x64, "FMT6_16_16_16_16_SINT"},
                                     {0x65, "FMT6_32_32_UNORM"},
                                     {0x66, "FMT6_32_32_SNORM"},
                                     {0x67, "FMT6_32_32_FLOAT"},
                                     {0x68, "FMT6_32_32_UINT"},
                                     {0x69, "FMT6_32_32_SINT"},
                                     {0x6a, "FMT6_32_32_FIXED"},
                                     {0x70, "FMT6_32_32_32_UNORM"},
                                     {0x71, "FMT6_32_32_32_SNORM"},
                                     {0x72, "FMT6_32_32_32_UINT"},
                                     {0x73, "FMT6_32_32_32_SINT"},
                                     {0x74, "FMT6_32_32_32_FLOAT"},
                                     {0x75, "FMT6_32_32_32_FIXED"},
                                     {0x80, "FMT6_32_32_32_32_UNORM"},
                                     {0x81, "FMT6_32_32_32_32_SNORM"},
                                     {0x82, "FMT6_32_32_32_32_FLOAT"},
                                     {0x83, "FMT6_32_32_32_32_UINT"},
                                     {0x84, "FMT6_32_32_32_32_SINT"},
                                     {0x85, "FMT6_32_32_32_32_FIXED"},
                                     {0x8c, "FMT6_G8R8B8R8_422_UNORM"},
                                     {0x8d, "FMT6_R8G8R8B8_422_UNORM"},
                                     {0x8e, "FMT6_R8_G8B8_2PLANE_420_UNORM"},
                                     {0x8f, "FMT6_NV21"},
                                     {0x90, "FMT6_R8_G8_B8_3PLANE_420_UNORM"},
                                     {0x91, "FMT6_Z24_UNORM_S8_UINT_AS_R8G8B8A8"},
                                     {0x94, "FMT6_NV12_Y"},
                                     {0x95, "FMT6_NV12_UV"},
                                     {0x96, "FMT6_NV12_VU"},
                                     {0x97, "FMT6_NV12_4R"},
                                     {0x98, "FMT6_NV12_4R_Y"},
                                     {0x99, "FMT6_NV12_4R_UV"},
                                     {0x9a, "FMT6_P010"},
                                     {0x9b, "FMT6_P010_Y"},
                                     {0x9c, "FMT6_P010_UV"},
                                     {0x9d, "FMT6_TP10"},
                                     {0x9e, "FMT6_TP10_Y"},
                                     {0x9f, "FMT6_TP10_UV"},
                                     {0xa0, "FMT6_Z24_UNORM_S8_UINT"},
                                     {0xab, "FMT6_ETC2_RG11_UNORM"},
                                     {0xac, "FMT6_ETC2_RG11_SNORM"},
                                     {0xad, "FMT6_ETC2_R11_UNORM"},
                                     {0xae, "FMT6_ETC2_R11_SNORM"},
                                     {0xaf, "FMT6_ETC1"},
                                     {0xb0, "FMT6_ETC2_RGB8"},
                                     {0xb1, "FMT6_ETC2_RGBA8"},
                                     {0xb2, "FMT6_ETC2_RGB8A1"},
                                     {0xb3, "FMT6_DXT1"},
                                     {0xb4, "FMT6_DXT3"},
                                     {0xb5, "FMT6_DXT5"},
                                     {0xb7, "FMT6_RGTC1_UNORM"},
                                     {0xb8, "FMT6_RGTC1_SNORM"},
                                     {0xbb, "FMT6_RGTC2_UNORM"},
                                     {0xbc, "FMT6_RGTC2_SNORM"},
                                     {0xbe, "FMT6_BPTC_UFLOAT"},
                                     {0xbf, "FMT6_BPTC_FLOAT"},
                                     {0xc0, "FMT6_BPTC"},
                                     {0xc1, "FMT6_ASTC_4x4"},
                                     {0xc2, "FMT6_ASTC_5x4"},
                                     {0xc3, "FMT6_ASTC_5x5"},
                                     {0xc4, "FMT6_ASTC_6x5"},
                                     {0xc5, "FMT6_ASTC_6x6"},
                                     {0xc6, "FMT6_ASTC_8x5"},
                                     {0xc7, "FMT6_ASTC_8x6"},
                                     {0xc8, "FMT6_ASTC_8x8"},
                                     {0xc9, "FMT6_ASTC_10x5"},
                                     {0xca, "FMT6_ASTC_10x6"},
                                     {0xcb, "FMT6_ASTC_10x8"},
                                     {0xcc, "FMT6_ASTC_10x10"},
                                     {0xcd, "FMT6_ASTC_12x10"},
                                     {0xce, "FMT6_ASTC_12x12"},
                                     {0xea, "FMT6_Z24_UINT_S8_UINT"},
                                     {0xff, "FMT6_NONE"}};
inline constexpr Choice kRotation[] = {{0, "ROTATE_0"},   {1, "ROTATE_90"},    {2, "ROTATE_180"},
                                       {3, "ROTATE_270"}, {4, "ROTATE_HFLIP"}, {5, "ROTATE_VFLIP"}};
inline constexpr Choice k2dIfmt[] = {{0x10, "R2D_UNORM8"}, {7, "R2D_INT32"},   {6, "R2D_INT16"},       {5, "R2D_INT8"},
                                     {4, "R2D_FLOAT32"},   {3, "R2D_FLOAT16"}, {1, "R2D_UNORM8_SRGB"}, {0, "R2D_RAW"}};
inline constexpr Choice kRbDitherMode[] = {{0, "DITHER_DISABLE"}, {1, "DITHER_ALWAYS"}, {2, "DITHER_IF_ALPHA_OFF"}};
inline constexpr Choice kRopCode[] = {
    {0, "ROP_CLEAR"},       {1, "ROP_NOR"},          {2, "ROP_AND_INVERTED"}, {3, "ROP_COPY_INVERTED"},
    {4, "ROP_AND_REVERSE"}, {5, "ROP_INVERT"},       {6, "ROP_XOR"},          {7, "ROP_NAND"},
    {8, "ROP_AND"},         {9, "ROP_EQUIV"},        {0xa, "ROP_NOOP"},       {0xb, "ROP_OR_INVERTED"},
    {0xc, "ROP_COPY"},      {0xd, "ROP_OR_REVERSE"}, {0xe, "ROP_OR"},         {0xf, "ROP_SET"}};
inline constexpr Choice kRbBlendFactor[] = {{0, "FACTOR_ZERO"},
                                            {1, "FACTOR_ONE"},
                                            {4, "FACTOR_SRC_COLOR"},
                                            {5, "FACTOR_ONE_MINUS_SRC_COLOR"},
                                            {6, "FACTOR_SRC_ALPHA"},
                                            {7, "FACTOR_ONE_MINUS_SRC_ALPHA"},
                                            {8, "FACTOR_DST_COLOR"},
                                            {9, "FACTOR_ONE_MINUS_DST_COLOR"},
                                            {0xa, "FACTOR_DST_ALPHA"},
                                            {0xb, "FACTOR_ONE_MINUS_DST_ALPHA"},
                                            {0xc, "FACTOR_CONSTANT_COLOR"},
                                            {0xd, "FACTOR_ONE_MINUS_CONSTANT_COLOR"},
                                            {0xe, "FACTOR_CONSTANT_ALPHA"},
                                            {0xf, "FACTOR_ONE_MINUS_CONSTANT_ALPHA"},
                                            {0x10, "FACTOR_SRC_ALPHA_SATURATE"},
                                            {0x14, "FACTOR_SRC1_COLOR"},
                                            {0x15, "FACTOR_ONE_MINUS_SRC1_COLOR"},
                                            {0x16, "FACTOR_SRC1_ALPHA"},
                                            {0x17, "FACTOR_ONE_MINUS_SRC1_ALPHA"}};
inline constexpr Choice kRbBlendOpcode[] = {{0, "BLEND_DST_PLUS_SRC"},
                                            {1, "BLEND_SRC_MINUS_DST"},
                                            {2, "BLEND_DST_MINUS_SRC"},
                                            {3, "BLEND_MIN_DST_SRC"},
                                            {4, "BLEND_MAX_DST_SRC"}};
inline constexpr Choice kTileMode[] = {{0, "TILE6_LINEAR"}, {2, "TILE6_2"}, {3, "TILE6_3"}};
inline constexpr Choice kColorSwap[] = {{0, "WZYX"}, {1, "WXYZ"}, {2, "ZYXW"}, {3, "XYZW"}};
inline constexpr Choice kCompareFunc[] = {{0, "FUNC_NEVER"},  {1, "FUNC_LESS"},    {2, "FUNC_EQUAL"},
                                          {3, "FUNC_LEQUAL"}, {4, "FUNC_GREATER"}, {5, "FUNC_NOTEQUAL"},
                                          {6, "FUNC_GEQUAL"}, {7, "FUNC_ALWAYS"}};
inline constexpr Choice kStencilOp[] = {{0, "STENCIL_KEEP"},       {1, "STENCIL_ZERO"},       {2, "STENCIL_REPLACE"},
                                        {3, "STENCIL_INCR_CLAMP"}, {4, "STENCIL_DECR_CLAMP"}, {5, "STENCIL_INVERT"},
                                        {6, "STENCIL_INCR_WRAP"},  {7, "STENCIL_DECR_WRAP"}};
inline constexpr Choice kBlitEventType[] = {
    {0, "BLIT_EVENT_STORE"}, {1, "BLIT_EVENT_STORE_AND_CLEAR"}, {2, "BLIT_EVENT_CLEAR"}, {3, "BLIT_EVENT_LOAD"}};
inline constexpr Choice kCcuCacheSize[] = {{0, "CCU_CACHE_SIZE_FULL"},
                                           {1, "CCU_CACHE_SIZE_HALF"},
                                           {2, "CCU_CACHE_SIZE_QUARTER"},
                                           {3, "CCU_CACHE_SIZE_EIGHTH"}};
inline constexpr Choice kPolygonMode[] = {{1, "POLYMODE6_POINTS"}, {2, "POLYMODE6_LINES"}, {3, "POLYMODE6_TRIANGLES"}};
inline constexpr Choice kTessSpacing[] = {{0, "TESS_EQUAL"}, {2, "TESS_FRACTIONAL_ODD"}, {3, "TESS_FRACTIONAL_EVEN"}};
inline constexpr Choice kTessOutput[] = {
    {0, "TESS_POINTS"}, {1, "TESS_LINES"}, {2, "TESS_CW_TRIS"}, {3, "TESS_CCW_TRIS"}};
inline constexpr Choice kEventType[] = {{0, "VS_DEALLOC"},
                                        {1, "PS_DEALLOC"},
                                        {2, "VS_DONE_TS"},
                                        {3, "PS_DONE_TS"},
                                        {4, "CACHE_FLUSH_TS"},
                                        {5, "CONTEXT_DONE"},
                                        {9, "WRITE_PRIMITIVE_COUNTS"},
                                        {0xb, "START_PRIMITIVE_CTRS"},
                                        {0xc, "STOP_PRIMITIVE_CTRS"},
                                        {0x15, "ZPASS_DONE"},
                                        {0x16, "RB_DONE_TS"},
                                        {0x1b, "VS_FETCH_DONE"},
                                        {8, "WT_DONE_TS"},
                                        {0xd, "START_FRAGMENT_CTRS"},
                                        {0xe, "STOP_FRAGMENT_CTRS"},
                                        {0xf, "START_COMPUTE_CTRS"},
                                        {0x10, "STOP_COMPUTE_CTRS"},
                                        {0x11, "FLUSH_SO_0"},
                                        {0x12, "FLUSH_SO_1"},
                                        {0x13, "FLUSH_SO_2"},
                                        {0x14, "FLUSH_SO_3"},
                                        {0x18, "PC_CCU_INVALIDATE_DEPTH"},
                                        {0x19, "PC_CCU_INVALIDATE_COLOR"},
                                        {0x1a, "PC_CCU_RESOLVE_TS"},
                                        {0x1c, "PC_CCU_FLUSH_DEPTH_TS"},
                                        {0x1d, "PC_CCU_FLUSH_COLOR_TS"},
                                        {0x1e, "BLIT"},
                                        {0x25, "LRZ_CLEAR"},
                                        {0x26, "LRZ_FLUSH"},
                                        {0x27, "BLIT_OP_FILL_2D"},
                                        {0x28, "BLIT_OP_COPY_2D"},
                                        {0x2a, "BLIT_OP_SCALE_2D"},
                                        {0x2b, "CONTEXT_DONE_2D"},
                                        {0x2c, "UNK_2C"},
                                        {0x2d, "UNK_2D"},
                                        {0x31, "CACHE_INVALIDATE"},
                                        {0x3f, "LABEL"}};
inline constexpr Choice kPcDiPrimtype[] = {
    {0, "DI_PT_NONE"},         {1, "DI_PT_POINTLIST_PSIZE"}, {2, "DI_PT_LINELIST"},     {3, "DI_PT_LINESTRIP"},
    {4, "DI_PT_TRILIST"},      {5, "DI_PT_TRIFAN"},          {6, "DI_PT_TRISTRIP"},     {7, "DI_PT_LINELOOP"},
    {8, "DI_PT_RECTLIST"},     {9, "DI_PT_POINTLIST"},       {0xa, "DI_PT_LINE_ADJ"},   {0xb, "DI_PT_LINESTRIP_ADJ"},
    {0xc, "DI_PT_TRI_ADJ"},    {0xd, "DI_PT_TRISTRIP_ADJ"},  {0x1f, "DI_PT_PATCHES0"},  {0x20, "DI_PT_PATCHES1"},
    {0x21, "DI_PT_PATCHES2"},  {0x22, "DI_PT_PATCHES3"},     {0x23, "DI_PT_PATCHES4"},  {0x24, "DI_PT_PATCHES5"},
    {0x25, "DI_PT_PATCHES6"},  {0x26, "DI_PT_PATCHES7"},     {0x27, "DI_PT_PATCHES8"},  {0x28, "DI_PT_PATCHES9"},
    {0x29, "DI_PT_PATCHES10"}, {0x2a, "DI_PT_PATCHES11"},    {0x2b, "DI_PT_PATCHES12"}, {0x2c, "DI_PT_PATCHES13"},
    {0x2d, "DI_PT_PATCHES14"}, {0x2e, "DI_PT_PATCHES15"},    {0x2f, "DI_PT_PATCHES16"}, {0x30, "DI_PT_PATCHES17"},
    {0x31, "DI_PT_PATCHES18"}, {0x32, "DI_PT_PATCHES19"},    {0x33, "DI_PT_PATCHES20"}, {0x34, "DI_PT_PATCHES21"},
    {0x35, "DI_PT_PATCHES22"}, {0x36, "DI_PT_PATCHES23"},    {0x37, "DI_PT_PATCHES24"}, {0x38, "DI_PT_PATCHES25"},
    {0x39, "DI_PT_PATCHES26"}, {0x3a, "DI_PT_PATCHES27"},    {0x3b, "DI_PT_PATCHES28"}, {0x3c, "DI_PT_PATCHES29"},
    {0x3d, "DI_PT_PATCHES30"}, {0x3e, "DI_PT_PATCHES31"}};
inline constexpr Choice kPcDiSrcSel[] = {
    {0, "DI_SRC_SEL_DMA"}, {1, "DI_SRC_SEL_IMMEDIATE"}, {2, "DI_SRC_SEL_AUTO_INDEX"}, {3, "DI_SRC_SEL_AUTO_XFB"}};
inline constexpr Choice kPcDiVisCullMode[] = {{0, "IGNORE_VISIBILITY"}, {1, "USE_VISIBILITY"}};
inline constexpr Choice kIndexSize[] = {{0, "INDEX4_SIZE_8_BIT"}, {1, "INDEX4_SIZE_16_BIT"}, {2, "INDEX4_SIZE_32_BIT"}};
inline constexpr Choice kPatchType[] = {{0, "TESS_QUADS"}, {1, "TESS_TRIANGLES"}, {2, "TESS_ISOLINES"}};
inline constexpr Choice kThreadmode[] = {{0, "MULTI"}, {1, "SINGLE"}};
inline constexpr Choice kThreadsize[] = {{0, "THREAD64"}, {1, "THREAD128"}};
inline constexpr Choice kTexPrefetchCmd[] = {{0, "TEX_PREFETCH_UNK0"},     {1, "TEX_PREFETCH_SAM"},
                                             {2, "TEX_PREFETCH_GATHER4R"}, {3, "TEX_PREFETCH_GATHER4G"},
                                             {4, "TEX_PREFETCH_GATHER4B"}, {5, "TEX_PREFETCH_GATHER4A"},
                                             {6, "TEX_PREFETCH_UNK6"},     {7, "TEX_PREFETCH_UNK7"}};
inline constexpr Choice kConstRamMode[] = {
    {0, "CONSTLEN_128"}, {1, "CONSTLEN_192"}, {2, "CONSTLEN_256"}, {3, "CONSTLEN_512"}};
inline constexpr Choice kBindlessDescriptorSize[] = {{1, "BINDLESS_DESCRIPTOR_16B"}, {3, "BINDLESS_DESCRIPTOR_64B"}};
inline constexpr Choice kIsamMode[] = {{1, "ISAMMODE_CL"}, {2, "ISAMMODE_GL"}};

}  // namespace cyclorama::adreno
