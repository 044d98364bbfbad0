// SPDX-License-Identifier: MIT
#pragma once
// The control registers of the command processor's firmware, as a table
// (Mesa: adreno_control_regs.xml; names and offsets as there).

#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

inline constexpr Choice kSqePerfcntrCntl[] = {{1, "INCR"}, {2, "START"}, {3, "STOP"}};
inline constexpr FieldInfo kPerfcntrCntl[] = {
    {"NUM_PREEMPTIONS", choice(kSqePerfcntrCntl, 0, 1)},
    {"PREEMPTION_REACTION_DELAY", choice(kSqePerfcntrCntl, 2, 3)},
    {"PREEMPTION_SWITCH_OUT_TIME", choice(kSqePerfcntrCntl, 4, 5)},
    {"PREEMPTION_SWITCH_IN_TIME", choice(kSqePerfcntrCntl, 6, 7)},
    {"DEAD_DRAWS_IN_BIN_RENDER", choice(kSqePerfcntrCntl, 8, 9)},
    {"PREDICATED_DRAWS_KILLED", choice(kSqePerfcntrCntl, 10, 11)},
    {"ZPASS_DONE", choice(kSqePerfcntrCntl, 14, 15)},
    {"CONTEXT_DONE", choice(kSqePerfcntrCntl, 16, 17)},
    {"CACHE_FLUSH", choice(kSqePerfcntrCntl, 18, 19)},
    {"LONG_PREEMPTIONS", choice(kSqePerfcntrCntl, 20, 21)},
    {"VSD_DECODE_STARVE", choice(kSqePerfcntrCntl, 22, 23)},
    {"SYNC_STALL", choice(kSqePerfcntrCntl, 24, 25)},
    {"PM4_WFI_STALL", choice(kSqePerfcntrCntl, 26, 27)},
    {"SYS_WFI_STALL", choice(kSqePerfcntrCntl, 28, 29)},
};
inline constexpr FieldInfo kPreemptionTimerCntl[] = {
    {"RUNNING", flag(0)},
};

inline constexpr RegisterInfo kControlRegisters[] = {
    {0x0001, "RB_RPTR"},
    {0x0010, "IB1_BASE", hex(0, 63)},
    {0x0012, "IB1_DWORDS"},
    {0x0014, "IB2_BASE", hex(0, 63)},
    {0x0016, "IB2_DWORDS"},
    {0x0018, "MEM_READ_ADDR", hex(0, 63)},
    {0x001a, "MEM_READ_DWORDS"},
    {0x0024, "REG_WRITE_ADDR"},
    {0x0025, "REG_WRITE"},
    {0x0026, "REG_READ_DWORDS"},
    {0x0027, "REG_READ_ADDR"},
    {0x0030, "WFI_PEND_INCR"},
    {0x0031, "QUERY_PEND_INCR"},
    {0x0032, "CACHE_FLUSH_PEND_INCR"},
    {0x0038, "WFI_PEND_CTR"},
    {0x0039, "QUERY_PEND_CTR"},
    {0x003a, "CACHE_FLUSH_PEND_CTR"},
    {0x0041, "DRAW_STATE_SEL"},
    {0x0042, "SDS_BASE", hex(0, 63)},
    {0x0044, "SDS_DWORDS"},
    {0x0045, "DRAW_STATE_BASE", hex(0, 63)},
    {0x0047, "DRAW_STATE_HDR"},
    {0x0049, "DRAW_STATE_ACTIVE_BITMASK"},
    {0x004a, "DRAW_STATE_SET_HDR"},
    {0x004c, "DRAW_STATE_SET_HDR_LPAC"},
    {0x004d, "DRAW_STATE_SET_PENDING"},
    {0x004f, "DRAW_STATE_SET_BASE_LPAC", hex(0, 63)},
    {0x0054, "IB_LEVEL"},
    {0x0058, "LOAD_STORE_HI"},
    {0x005d, "PERFCNTR_CNTL", kPerfcntrCntl},
    {0x0060, "PACKET_TABLE_WRITE_ADDR"},
    {0x0061, "PACKET_TABLE_WRITE"},
    {0x0062, "ZAP_SHADER_ADDR", hex(0, 63)},
    {0x006e, "PREEMPTION_TIMER"},
    {0x006f, "PREEMPTION_TIMER_CNTL", kPreemptionTimerCntl},
    {0x0070, "CONTEXT_SWITCH_CNTL"},
    {0x0071, "PREEMPT_ENABLE"},
    {0x0072, "PREEMPT_TRIGGER"},
    {0x0075, "SECURE_MODE"},
    {0x0078, "PREEMPT_COOKIE"},
    {0x0110, "SAVE_REGISTER_SMMU_INFO", hex(0, 63)},
    {0x0112, "SAVE_REGISTER_PRIV_NON_SECURE", hex(0, 63)},
    {0x0114, "SAVE_REGISTER_PRIV_SECURE", hex(0, 63)},
    {0x0116, "SAVE_REGISTER_NON_PRIV", hex(0, 63)},
    {0x0118, "SAVE_REGISTER_COUNTER", hex(0, 63)},
    {0x0126, "PREEMPTION_INFO"},
    {0x012a, "MARKER"},
    {0x012b, "MODE_BITMASK"},
    {0x0170, "SCRATCH_REG0"},
    {0x0171, "SCRATCH_REG1"},
    {0x0172, "SCRATCH_REG2"},
    {0x0173, "SCRATCH_REG3"},
    {0x0174, "SCRATCH_REG4"},
    {0x0175, "SCRATCH_REG5"},
    {0x0176, "SCRATCH_REG6"},
    {0x0177, "SCRATCH_REG7"},
    {0x017f, "PRED_REG"},
    {0x0200, "THREAD_SYNC"},
};

}  // namespace cyclorama::adreno
