// SPDX-License-Identifier: MIT
#pragma once
// Memory and registers: the packets and their words
// (Mesa: adreno_pm4.xml; names and numbers as there).

#include "families/adreno/packets/enumerations.h"
#include "families/adreno/packets/packet_info.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kCpRegRmwWord0[] = {
    {"DST_REG", hex(0, 17)},   {"ROTATE", number(24, 28)}, {"SRC1_ADD", flag(29)},
    {"SRC1_IS_REG", flag(30)}, {"SRC0_IS_REG", flag(31)},
};
inline constexpr RegisterInfo kCpRegRmwWords[] = {
    {0, "", kCpRegRmwWord0},
    {1, "SRC0", number()},
    {2, "SRC1", number()},
};
inline constexpr FieldInfo kCpRegToMemXWord0[] = {
    {"REG", hex(0, 17)},
    {"CNT", number(18, 29)},
    {"64B", flag(30)},
    {"ACCUMULATE", flag(31)},
};
inline constexpr RegisterInfo kCpRegToMemWords[] = {
    {0, "", kCpRegToMemXWord0},
    {1, "DEST", hex()},
    {2, "DEST_HI", hex()},
};
inline constexpr RegisterInfo kCpMemWriteWords[] = {
    {0, "ADDR_LO", hex()},
    {1, "ADDR_HI", hex()},
    {2, "DATA", hex(), {kRestOfPacket, 1}},
};
inline constexpr FieldInfo kCpEventWriteWord0[] = {
    {"EVENT", choice(kEventType, 0, 7)},
    {"TIMESTAMP", flag(30)},
    {"IRQ", flag(31)},
};
inline constexpr RegisterInfo kCpEventWriteWords[] = {
    {0, "", kCpEventWriteWord0},
    {1, "ADDR_0_LO", hex()},
    {2, "ADDR_0_HI", hex()},
    {3, "", hex()},
};
inline constexpr FieldInfo kCpScratchToRegWord0[] = {
    {"REG", hex(0, 17)},
    {"UNK18", flag(18)},
    {"SCRATCH", number(20, 22)},
    {"CNT", number(24, 26)},
};
inline constexpr RegisterInfo kCpScratchToRegWords[] = {
    {0, "", kCpScratchToRegWord0},
};
inline constexpr FieldInfo kCpRegToScratchWord0[] = {
    {"REG", hex(0, 17)},
    {"SCRATCH", number(20, 22)},
    {"CNT", number(24, 26)},
};
inline constexpr RegisterInfo kCpRegToScratchWords[] = {
    {0, "", kCpRegToScratchWord0},
};
inline constexpr FieldInfo kCpMemToRegWord0[] = {
    {"REG", hex(0, 17)},
    {"CNT", number(19, 29)},
    {"SHIFT_BY_2", flag(30)},
    {"UNK31", flag(31)},
};
inline constexpr RegisterInfo kCpMemToRegWords[] = {
    {0, "", kCpMemToRegWord0},
    {1, "SRC", hex()},
    {2, "SRC_HI", hex()},
};
inline constexpr FieldInfo kCpMemToMemWord0[] = {
    {"NEG_A", flag(0)},
    {"NEG_B", flag(1)},
    {"NEG_C", flag(2)},
    {"DOUBLE", flag(29)},
    {"WAIT_FOR_MEM_WRITES", flag(30)},
    {"UNK31", flag(31)},
};
inline constexpr RegisterInfo kCpMemToMemWords[] = {
    {0, "", kCpMemToMemWord0}, {1, "DST", address()},   {3, "SRC_A", address()},
    {5, "SRC_B", address()},   {7, "SRC_C", address()},
};
inline constexpr RegisterInfo kCpScratchWriteWords[] = {
    {0, "SCRATCH", number(20, 22)},
    {1, "DATA", hex()},
};
inline constexpr RegisterInfo kCpRegToMemOffsetMemWords[] = {
    {0, "", kCpRegToMemXWord0}, {1, "DEST", hex()},      {2, "DEST_HI", hex()},
    {3, "OFFSET_LO", hex()},    {4, "OFFSET_HI", hex()},
};
inline constexpr FieldInfo kCpRegToMemOffsetRegWord3[] = {
    {"OFFSET0", hex(0, 17)},
    {"OFFSET0_SCRATCH", flag(19)},
};
inline constexpr RegisterInfo kCpRegToMemOffsetRegWords[] = {
    {0, "", kCpRegToMemXWord0},
    {1, "DEST", hex()},
    {2, "DEST_HI", hex()},
    {3, "", kCpRegToMemOffsetRegWord3},
};
inline constexpr RegisterInfo kCpMemcpyWords[] = {
    {0, "DWORDS", number()}, {1, "SRC_LO", hex()}, {2, "SRC_HI", hex()}, {3, "DST_LO", hex()}, {4, "DST_HI", hex()},
};

inline constexpr PacketInfo kMemoryPackets[] = {
    {0x11, "CP_RECORD_PFP_TIMESTAMP"},
    {0x21, "CP_REG_RMW", kCpRegRmwWords},
    {0x3d, "CP_MEM_WRITE", kCpMemWriteWords},
    {0x3e, "CP_REG_TO_MEM", kCpRegToMemWords},
    {0x42, "CP_MEM_TO_REG", kCpMemToRegWords},
    {0x46, "CP_EVENT_WRITE", kCpEventWriteWords},
    {0x4a, "CP_REG_TO_SCRATCH", kCpRegToScratchWords},
    {0x4c, "CP_SCRATCH_WRITE", kCpScratchWriteWords},
    {0x4d, "CP_SCRATCH_TO_REG", kCpScratchToRegWords},
    {0x4f, "CP_MEM_WRITE_CNTR"},
    {0x58, "CP_EVENT_WRITE_SHD"},
    {0x59, "CP_EVENT_WRITE_CFL"},
    {0x5b, "CP_EVENT_WRITE_ZPD"},
    {0x72, "CP_REG_TO_MEM_OFFSET_REG", kCpRegToMemOffsetRegWords},
    {0x73, "CP_MEM_TO_MEM", kCpMemToMemWords},
    {0x74, "CP_REG_TO_MEM_OFFSET_MEM", kCpRegToMemOffsetMemWords},
    {0x75, "CP_MEMCPY", kCpMemcpyWords},
};

}  // namespace cyclorama::adreno
