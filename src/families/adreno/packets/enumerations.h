// SPDX-License-Identifier: MIT
#pragma once
// Names of the values that words of packets hold (Mesa: adreno_pm4.xml).

#include "families/adreno/registers/enumerations.h"

namespace cyclorama::adreno {

inline constexpr Choice kPcDiIndexSize[] = {{0, "INDEX_SIZE_IGN"},
                                            {0, "INDEX_SIZE_16_BIT"},
                                            {1, "INDEX_SIZE_32_BIT"},
                                            {2, "INDEX_SIZE_8_BIT"},
                                            {3, "INDEX_SIZE_INVALID"}};
inline constexpr Choice kDrawIndirectOpcode[] = {{2, "INDIRECT_OP_NORMAL"},
                                                 {4, "INDIRECT_OP_INDEXED"},
                                                 {6, "INDIRECT_OP_INDIRECT_COUNT"},
                                                 {7, "INDIRECT_OP_INDIRECT_COUNT_INDEXED"}};
inline constexpr Choice kCpDrawPredSrc[] = {{5, "PRED_SRC_MEM"}};
inline constexpr Choice kCpDrawPredTest[] = {{0, "NE_0_PASS"}, {1, "EQ_0_PASS"}};
inline constexpr Choice kCpBlitCmd[] = {{0, "BLIT_OP_FILL"}, {1, "BLIT_OP_COPY"}, {3, "BLIT_OP_SCALE"}};
inline constexpr Choice kSetMarkerMode[] = {{0, "SET_RENDER_MODE"}, {1, "SET_IFPC_MODE"}};
inline constexpr Choice kMarker[] = {{1, "RM6_DIRECT_RENDER"},    {2, "RM6_BIN_VISIBILITY"},   {3, "RM6_BIN_DIRECT"},
                                     {4, "RM6_BIN_RENDER_START"}, {5, "RM6_BIN_END_OF_DRAWS"}, {6, "RM6_BIN_RESOLVE"},
                                     {7, "RM6_BIN_RENDER_END"},   {8, "RM6_COMPUTE"},          {0xc, "RM6_BLIT2DSCALE"},
                                     {0xd, "RM6_IB1LIST_START"},  {0xe, "RM6_IB1LIST_END"}};
inline constexpr Choice kIfpcMode[] = {{0, "IFPC_ENABLE"}, {1, "IFPC_DISABLE"}};
inline constexpr Choice kPseudoReg[] = {{0, "SMMU_INFO"},
                                        {1, "NON_SECURE_SAVE_ADDR"},
                                        {2, "SECURE_SAVE_ADDR"},
                                        {3, "NON_PRIV_SAVE_ADDR"},
                                        {4, "COUNTER"},
                                        {8, "DRAW_STRM_ADDRESS"},
                                        {9, "DRAW_STRM_SIZE_ADDRESS"},
                                        {0xa, "PRIM_STRM_ADDRESS"},
                                        {0xb, "UNK_STRM_ADDRESS"},
                                        {0xc, "UNK_STRM_SIZE_ADDRESS"},
                                        {0x10, "BINDLESS_BASE_0_ADDR"},
                                        {0x11, "BINDLESS_BASE_1_ADDR"},
                                        {0x12, "BINDLESS_BASE_2_ADDR"},
                                        {0x13, "BINDLESS_BASE_3_ADDR"},
                                        {0x14, "BINDLESS_BASE_4_ADDR"},
                                        {0x15, "BINDLESS_BASE_5_ADDR"},
                                        {0x16, "BINDLESS_BASE_6_ADDR"}};
inline constexpr Choice kStateType[] = {{0, "ST6_SHADER"}, {1, "ST6_CONSTANTS"}, {2, "ST6_UBO"}, {3, "ST6_IBO"}};
inline constexpr Choice kStateSrc[] = {{0, "SS6_DIRECT"}, {1, "SS6_BINDLESS"}, {2, "SS6_INDIRECT"}, {3, "SS6_UBO"}};
inline constexpr Choice kStateBlock[] = {{0, "SB6_VS_TEX"},      {1, "SB6_HS_TEX"},      {2, "SB6_DS_TEX"},
                                         {3, "SB6_GS_TEX"},      {4, "SB6_FS_TEX"},      {5, "SB6_CS_TEX"},
                                         {8, "SB6_VS_SHADER"},   {9, "SB6_HS_SHADER"},   {0xa, "SB6_DS_SHADER"},
                                         {0xb, "SB6_GS_SHADER"}, {0xc, "SB6_FS_SHADER"}, {0xd, "SB6_CS_SHADER"},
                                         {0xe, "SB6_IBO"},       {0xf, "SB6_CS_IBO"}};
inline constexpr Choice kRegTracker[] = {
    {1, "TRACK_CNTL_REG"}, {2, "TRACK_RENDER_CNTL"}, {4, "UNK_EVENT_WRITE"}, {8, "TRACK_LRZ"}};
inline constexpr Choice kCpCondFunction[] = {{0, "WRITE_ALWAYS"}, {1, "WRITE_LT"}, {2, "WRITE_LE"}, {3, "WRITE_EQ"},
                                             {4, "WRITE_NE"},     {5, "WRITE_GE"}, {6, "WRITE_GT"}};
inline constexpr Choice kPollMemoryType[] = {{0, "POLL_REGISTER"}, {1, "POLL_MEMORY"}, {2, "POLL_SCRATCH"}};
inline constexpr Choice kCompareMode[] = {{1, "PRED_TEST"}, {2, "REG_COMPARE"}, {3, "RENDER_MODE"}};
inline constexpr Choice kSourceType[] = {{0, "SOURCE_REG"}};
inline constexpr Choice kAmbleType[] = {
    {0, "PREAMBLE_AMBLE_TYPE"}, {1, "BIN_PREAMBLE_AMBLE_TYPE"}, {2, "POSTAMBLE_AMBLE_TYPE"}, {3, "KMD_AMBLE_TYPE"}};

}  // namespace cyclorama::adreno
