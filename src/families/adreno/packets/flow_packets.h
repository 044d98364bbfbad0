// SPDX-License-Identifier: MIT
#pragma once
// Waits, conditions, indirect buffers: the packets and their words
// (Mesa: adreno_pm4.xml; names and numbers as there).

#include "families/adreno/packets/enumerations.h"
#include "families/adreno/packets/packet_info.h"

namespace cyclorama::adreno {

inline constexpr RegisterInfo kCpIndirectBufferWords[] = {
    {0, "IB_BASE", address()},
    {2, "IB_SIZE", number(0, 19)},
};
inline constexpr FieldInfo kMemoryCondition[] = {
    {"FUNCTION", choice(kCpCondFunction, 0, 2)},
    {"SIGNED_COMPARE", flag(3)},
    {"POLL", choice(kPollMemoryType, 4, 5)},
    {"WRITE_MEMORY", flag(8)},
};
inline constexpr RegisterInfo kCpWaitRegMemWords[] = {
    {0, "", kMemoryCondition}, {1, "POLL_ADDR_LO", hex()}, {2, "POLL_ADDR_HI", hex()},
    {3, "REF", hex()},         {4, "MASK", hex()},         {5, "DELAY_LOOP_CYCLES", hex()},
};
inline constexpr RegisterInfo kCpCondExecWords[] = {
    {0, "ADDR0_LO", hex()}, {1, "ADDR0_HI", hex()}, {2, "ADDR1_LO", hex()},
    {3, "ADDR1_HI", hex()}, {4, "REF", hex()},      {5, "DWORDS", number()},
};
inline constexpr RegisterInfo kCpCondWrite5Words[] = {
    {0, "", kMemoryCondition}, {1, "POLL_ADDR_LO", hex()},  {2, "POLL_ADDR_HI", hex()},  {3, "REF", hex()},
    {4, "MASK", hex()},        {5, "WRITE_ADDR_LO", hex()}, {6, "WRITE_ADDR_HI", hex()}, {7, "WRITE_DATA", hex()},
};
inline constexpr FieldInfo kCpCondRegExecWord0[] = {
    {"MODE", choice(kCompareMode, 28, 31)},
    {"PRED_BIT", number(18, 22), 0x2},
    {"BINNING", flag(25), 0x8},
    {"GMEM", flag(26), 0x8},
    {"SYSMEM", flag(27), 0x8},
    {"REG0", hex(0, 17), 0x4},
};
inline constexpr RegisterInfo kCpCondRegExecWords[] = {
    {0, "", kCpCondRegExecWord0},          {1, "DWORDS", number(0, 23), {}, 0x2}, {1, "REG1", hex(0, 17), {}, 0x4},
    {1, "DWORDS", number(0, 23), {}, 0x8}, {2, "DWORDS", number(0, 23)},
};
inline constexpr RegisterInfo kCpSkipIb2EnableGlobalWords[] = {
    {0, "ENABLE", number()},
};
inline constexpr RegisterInfo kCpSkipIb2EnableLocalWords[] = {
    {0, "ENABLE", number()},
};
inline constexpr FieldInfo kCpRegTestWord0[] = {
    {"SOURCE", choice(kSourceType, 18, 18)}, {"REG", hex(0, 17), 0x1},     {"BIT", number(20, 24)},
    {"SKIP_WAIT_FOR_ME", flag(25)},          {"PRED_BIT", number(26, 30)}, {"PRED_UPDATE", flag(31)},
};
inline constexpr RegisterInfo kCpRegTestWords[] = {
    {0, "", kCpRegTestWord0},
    {1, "PRED_MASK", hex()},
    {2, "PRED_VAL", hex()},
};
inline constexpr RegisterInfo kCpWaitMemGteWords[] = {
    {0, "RESERVED", hex()},
    {1, "POLL_ADDR_LO", hex()},
    {2, "POLL_ADDR_HI", hex()},
    {3, "REF", hex()},
};
inline constexpr RegisterInfo kCpWaitTwoRegsWords[] = {
    {0, "REG0", hex(0, 17)},
    {1, "REG1", hex(0, 17)},
    {2, "REF", number()},
};

inline constexpr PacketInfo kFlowPackets[] = {
    {0x10, "CP_NOP"},
    {0x12, "CP_WAIT_MEM_WRITES"},
    {0x13, "CP_WAIT_FOR_ME"},
    {0x14, "CP_WAIT_MEM_GTE", kCpWaitMemGteWords},
    {0x1d, "CP_SKIP_IB2_ENABLE_GLOBAL", kCpSkipIb2EnableGlobalWords},
    {0x23, "CP_SKIP_IB2_ENABLE_LOCAL", kCpSkipIb2EnableLocalWords},
    {0x26, "CP_WAIT_FOR_IDLE"},
    {0x37, "CP_INDIRECT_BUFFER_PFD"},
    {0x39, "CP_REG_TEST", kCpRegTestWords, {0, 18, 1}},
    {0x3c, "CP_WAIT_REG_MEM", kCpWaitRegMemWords},
    {0x3f, "CP_INDIRECT_BUFFER", kCpIndirectBufferWords},
    {0x44, "CP_COND_EXEC", kCpCondExecWords},
    {0x45, "CP_COND_WRITE5", kCpCondWrite5Words},
    {0x47, "CP_COND_REG_EXEC", kCpCondRegExecWords, {0, 28, 4}},
    {0x52, "CP_WAIT_REG_EQ"},
    {0x57, "CP_INDIRECT_BUFFER_CHAIN"},
    {0x70, "CP_WAIT_TWO_REGS", kCpWaitTwoRegsWords},
    {0x71, "CP_TEST_TWO_MEMS"},
};

}  // namespace cyclorama::adreno
