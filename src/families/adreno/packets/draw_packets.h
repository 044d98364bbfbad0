// SPDX-License-Identifier: MIT
#pragma once
// Draws, dispatches and blits: the packets and their words
// (Mesa: adreno_pm4.xml; names and numbers as there).

#include "families/adreno/packets/enumerations.h"
#include "families/adreno/packets/packet_info.h"
#include "families/adreno/registers/pc_registers.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kDrawInitiator[] = {
    {"PRIM_TYPE", choice(kPcDiPrimtype, 0, 5)},
    {"SOURCE_SELECT", choice(kPcDiSrcSel, 6, 7)},
    {"VIS_CULL", choice(kPcDiVisCullMode, 9, 10)},
    {"INDEX_SIZE", choice(kPcDiIndexSize, 11, 11)},
    {"NOT_EOP", flag(12)},
    {"SMALL_INDEX", flag(13)},
    {"PRE_DRAW_INITIATOR_ENABLE", flag(14)},
    {"NUM_INSTANCES", number(24, 31)},
};
inline constexpr RegisterInfo kCpDrawIndxWords[] = {
    {0, "VIZ_QUERY", hex()}, {1, "", kDrawInitiator}, {2, "NUM_INDICES", number()},
    {3, "INDX_BASE", hex()}, {4, "INDX_SIZE", hex()},
};
inline constexpr RegisterInfo kCpDrawIndxOffsetWords[] = {
    {0, "", kDrawInitiatorA4xx}, {1, "NUM_INSTANCES", number()}, {2, "NUM_INDICES", number()}, {3, "FIRST_INDX", hex()},
    {4, "INDX_BASE_LO", hex()},  {5, "INDX_BASE_HI", hex()},     {6, "MAX_INDICES", hex()},
};
inline constexpr RegisterInfo kCpDrawIndirectWords[] = {
    {0, "", kDrawInitiatorA4xx},
    {1, "INDIRECT_LO", hex()},
    {2, "INDIRECT_HI", hex()},
};
inline constexpr RegisterInfo kCpDrawIndxIndirectWords[] = {
    {0, "", kDrawInitiatorA4xx},  {1, "INDX_BASE_LO", hex()}, {2, "INDX_BASE_HI", hex()},
    {3, "MAX_INDICES", number()}, {4, "INDIRECT_LO", hex()},  {5, "INDIRECT_HI", hex()},
};
inline constexpr FieldInfo kCpDrawIndirectMultiWord1[] = {
    {"OPCODE", choice(kDrawIndirectOpcode, 0, 3)},
    {"DST_OFF", hex(8, 21)},
};
inline constexpr RegisterInfo kCpDrawIndirectMultiWords[] = {
    {0, "", kDrawInitiatorA4xx},
    {1, "", kCpDrawIndirectMultiWord1},
    {2, "DRAW_COUNT", number()},
    {3, "INDIRECT", address(), {}, 0x4},
    {5, "STRIDE", number(), {}, 0x4},
    {3, "INDEX", address(), {}, 0x10},
    {5, "MAX_INDICES", number(), {}, 0x10},
    {6, "INDIRECT", address(), {}, 0x10},
    {8, "STRIDE", number(), {}, 0x10},
    {3, "INDIRECT", address(), {}, 0x40},
    {5, "INDIRECT_COUNT", address(), {}, 0x40},
    {7, "STRIDE", number(), {}, 0x40},
    {3, "INDEX", address(), {}, 0x80},
    {5, "MAX_INDICES", number(), {}, 0x80},
    {6, "INDIRECT", address(), {}, 0x80},
    {8, "INDIRECT_COUNT", address(), {}, 0x80},
    {10, "STRIDE", number(), {}, 0x80},
};
inline constexpr RegisterInfo kCpDrawAutoWords[] = {
    {0, "", kDrawInitiatorA4xx},          {1, "NUM_INSTANCES", number()}, {2, "NUM_VERTICES_BASE", address()},
    {4, "NUM_VERTICES_OFFSET", number()}, {5, "STRIDE", number()},
};
inline constexpr FieldInfo kCpDrawPredEnableGlobalWord0[] = {
    {"ENABLE", flag(0)},
};
inline constexpr RegisterInfo kCpDrawPredEnableGlobalWords[] = {
    {0, "", kCpDrawPredEnableGlobalWord0},
};
inline constexpr FieldInfo kCpDrawPredEnableLocalWord0[] = {
    {"ENABLE", flag(0)},
};
inline constexpr RegisterInfo kCpDrawPredEnableLocalWords[] = {
    {0, "", kCpDrawPredEnableLocalWord0},
};
inline constexpr FieldInfo kCpDrawPredSetWord0[] = {
    {"SRC", choice(kCpDrawPredSrc, 4, 7)},
    {"TEST", choice(kCpDrawPredTest, 8, 8)},
};
inline constexpr RegisterInfo kCpDrawPredSetWords[] = {
    {0, "", kCpDrawPredSetWord0},
    {1, "MEM_ADDR", address()},
};
inline constexpr FieldInfo kCpExecCsIndirectWord3[] = {
    {"LOCALSIZEX", number(2, 11)},
    {"LOCALSIZEY", number(12, 21)},
    {"LOCALSIZEZ", number(22, 31)},
};
inline constexpr RegisterInfo kCpExecCsIndirectWords[] = {
    {0, "", hex()},
    {1, "ADDR_LO", hex()},
    {2, "ADDR_HI", hex()},
    {3, "", kCpExecCsIndirectWord3},
};
inline constexpr RegisterInfo kCpExecCsWords[] = {
    {0, "", hex()},
    {1, "NGROUPS_X", number()},
    {2, "NGROUPS_Y", number()},
    {3, "NGROUPS_Z", number()},
};
inline constexpr RegisterInfo kCpSetSubdrawSizeWords[] = {
    {0, "SIZE", number()},
};
inline constexpr FieldInfo kCpBlitWord1[] = {
    {"SRC_X1", number(0, 13)},
    {"SRC_Y1", number(16, 29)},
};
inline constexpr FieldInfo kCpBlitWord2[] = {
    {"SRC_X2", number(0, 13)},
    {"SRC_Y2", number(16, 29)},
};
inline constexpr FieldInfo kCpBlitWord3[] = {
    {"DST_X1", number(0, 13)},
    {"DST_Y1", number(16, 29)},
};
inline constexpr FieldInfo kCpBlitWord4[] = {
    {"DST_X2", number(0, 13)},
    {"DST_Y2", number(16, 29)},
};
inline constexpr RegisterInfo kCpBlitWords[] = {
    {0, "OP", choice(kCpBlitCmd, 0, 3)},
    {1, "", kCpBlitWord1},
    {2, "", kCpBlitWord2},
    {3, "", kCpBlitWord3},
    {4, "", kCpBlitWord4},
};

inline constexpr PacketInfo kDrawPackets[] = {
    {0x19, "CP_DRAW_PRED_ENABLE_GLOBAL", kCpDrawPredEnableGlobalWords},
    {0x1a, "CP_DRAW_PRED_ENABLE_LOCAL", kCpDrawPredEnableLocalWords},
    {0x22, "CP_DRAW_INDX", kCpDrawIndxWords},
    {0x24, "CP_DRAW_AUTO", kCpDrawAutoWords},
    {0x28, "CP_DRAW_INDIRECT", kCpDrawIndirectWords},
    {0x29, "CP_DRAW_INDX_INDIRECT", kCpDrawIndxIndirectWords},
    {0x2a, "CP_DRAW_INDIRECT_MULTI", kCpDrawIndirectMultiWords, {1, 0, 4}},
    {0x2c, "CP_BLIT", kCpBlitWords},
    {0x31, "CP_RUN_OPENCL"},
    {0x33, "CP_EXEC_CS", kCpExecCsWords},
    {0x35, "CP_SET_SUBDRAW_SIZE", kCpSetSubdrawSizeWords},
    {0x38, "CP_DRAW_INDX_OFFSET", kCpDrawIndxOffsetWords},
    {0x41, "CP_EXEC_CS_INDIRECT", kCpExecCsIndirectWords},
    {0x4b, "CP_SET_DRAW_INIT_FLAGS"},
    {0x4e, "CP_DRAW_PRED_SET", kCpDrawPredSetWords},
};

}  // namespace cyclorama::adreno
