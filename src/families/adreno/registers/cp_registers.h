// SPDX-License-Identifier: MIT
#pragma once
// The command processor (CP), as a table
// (Mesa: a6xx.xml; names and offsets as there).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kCpCp2gmuStatus[] = {
    {"IFPC", flag(0)},
};
inline constexpr FieldInfo kCpInt[] = {
    {"CP_OPCODE_ERROR", flag(0)},        {"CP_UCODE_ERROR", flag(1)},
    {"CP_HW_FAULT_ERROR", flag(2)},      {"CP_REGISTER_PROTECTION_ERROR", flag(4)},
    {"CP_AHB_ERROR", flag(5)},           {"CP_VSD_PARITY_ERROR", flag(6)},
    {"CP_ILLEGAL_INSTR_ERROR", flag(7)},
};
inline constexpr FieldInfo kCpAprivCntl[] = {
    {"CDWRITE", flag(6)},     {"CDREAD", flag(5)},  {"RBRPWB", flag(3)},
    {"RBPRIVLEVEL", flag(2)}, {"RBFETCH", flag(1)}, {"ICACHE", flag(0)},
};
inline constexpr FieldInfo kCpProtectCntl[] = {
    {"LAST_SPAN_INF_RANGE", flag(3)},
    {"ACCESS_FAULT_ON_VIOL_EN", flag(1)},
    {"ACCESS_PROT_EN", flag(0)},
};
inline constexpr FieldInfo kCpProtect[] = {
    {"BASE_ADDR", hex(0, 17)},
    {"MASK_LEN", hex(18, 30)},
    {"READ", flag(31)},
};
inline constexpr FieldInfo kCpContextSwitchCntl[] = {
    {"STOP", flag(0)},
    {"LEVEL", hex(6, 7)},
    {"USES_GMEM", flag(8)},
    {"SKIP_SAVE_RESTORE", flag(9)},
};
inline constexpr FieldInfo kCpRoqThresholds1[] = {
    {"MRB_START", hex(0, 7, 2)},
    {"VSD_START", hex(8, 15, 2)},
    {"IB1_START", hex(16, 23, 2)},
    {"IB2_START", hex(24, 31, 2)},
};
inline constexpr FieldInfo kCpRoqThresholds2[] = {
    {"SDS_START", hex(0, 8, 2)},
    {"ROQ_SIZE", hex(16, 31, 2)},
};
inline constexpr FieldInfo kRoqStat[] = {
    {"RPTR", hex(0, 9)},
    {"WPTR", hex(16, 25)},
};
inline constexpr FieldInfo kCpRoqAvail[] = {
    {"REM", hex(16, 31)},
};

inline constexpr RegisterInfo kCpRegisters[] = {
    {0x0800, "CP_RB_BASE", hex(0, 63)},
    {0x0802, "CP_RB_CNTL"},
    {0x0804, "CP_RB_RPTR_ADDR", hex(0, 63)},
    {0x0806, "CP_RB_RPTR"},
    {0x0807, "CP_RB_WPTR"},
    {0x0808, "CP_SQE_CNTL"},
    {0x0812, "CP_CP2GMU_STATUS", kCpCp2gmuStatus},
    {0x0821, "CP_HW_FAULT"},
    {0x0823, "CP_INTERRUPT_STATUS", kCpInt},
    {0x0824, "CP_PROTECT_STATUS"},
    {0x0825, "CP_STATUS_1"},
    {0x0830, "CP_SQE_INSTR_BASE", hex(0, 63)},
    {0x0840, "CP_MISC_CNTL"},
    {0x0841, "CP_CHICKEN_DBG"},
    {0x0842, "CP_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
    {0x0843, "CP_DBG_ECO_CNTL"},
    {0x0844, "CP_APRIV_CNTL", kCpAprivCntl},
    {0x084f, "CP_PROTECT_CNTL", kCpProtectCntl},
    {0x0850, "CP_PROTECT[].REG", kCpProtect, {32, 1}},
    {0x0883, "CP_SCRATCH[].REG", number(), {8, 1}},
    {0x08a0, "CP_CONTEXT_SWITCH_CNTL", kCpContextSwitchCntl},
    {0x08a1, "CP_CONTEXT_SWITCH_SMMU_INFO", hex(0, 63)},
    {0x08a3, "CP_CONTEXT_SWITCH_PRIV_NON_SECURE_RESTORE_ADDR", hex(0, 63)},
    {0x08a5, "CP_CONTEXT_SWITCH_PRIV_SECURE_RESTORE_ADDR", hex(0, 63)},
    {0x08a7, "CP_CONTEXT_SWITCH_NON_PRIV_RESTORE_ADDR", hex(0, 63)},
    {0x08c0, "CP_PREEMPT_THRESHOLD"},
    {0x08c1, "CP_ROQ_THRESHOLDS_1", kCpRoqThresholds1},
    {0x08c2, "CP_ROQ_THRESHOLDS_2", kCpRoqThresholds2},
    {0x08c3, "CP_MEM_POOL_SIZE"},
    {0x08d0, "CP_PERFCTR_CP_SEL[]", undescribed(), {14, 1}},
    {0x0900, "CP_CRASH_SCRIPT_BASE", hex(0, 63)},
    {0x0902, "CP_CRASH_DUMP_CNTL"},
    {0x0903, "CP_CRASH_DUMP_STATUS"},
    {0x0908, "CP_SQE_STAT_ADDR"},
    {0x0909, "CP_SQE_STAT_DATA"},
    {0x090a, "CP_DRAW_STATE_ADDR"},
    {0x090b, "CP_DRAW_STATE_DATA"},
    {0x090c, "CP_ROQ_DBG_ADDR"},
    {0x090d, "CP_ROQ_DBG_DATA"},
    {0x090e, "CP_MEM_POOL_DBG_ADDR"},
    {0x090f, "CP_MEM_POOL_DBG_DATA"},
    {0x0910, "CP_SQE_UCODE_DBG_ADDR"},
    {0x0911, "CP_SQE_UCODE_DBG_DATA"},
    {0x0928, "CP_IB1_BASE", hex(0, 63)},
    {0x092a, "CP_IB1_REM_SIZE"},
    {0x092b, "CP_IB2_BASE", hex(0, 63)},
    {0x092d, "CP_IB2_REM_SIZE"},
    {0x092e, "CP_SDS_BASE", hex(0, 63)},
    {0x0930, "CP_SDS_REM_SIZE"},
    {0x0931, "CP_MRB_BASE", hex(0, 63)},
    {0x0933, "CP_MRB_REM_SIZE"},
    {0x0934, "CP_VSD_BASE", hex(0, 63)},
    {0x0939, "CP_ROQ_RB_STAT", kRoqStat},
    {0x093a, "CP_ROQ_IB1_STAT", kRoqStat},
    {0x093b, "CP_ROQ_IB2_STAT", kRoqStat},
    {0x093c, "CP_ROQ_SDS_STAT", kRoqStat},
    {0x093d, "CP_ROQ_MRB_STAT", kRoqStat},
    {0x093e, "CP_ROQ_VSD_STAT", kRoqStat},
    {0x0943, "CP_IB1_DWORDS"},
    {0x0944, "CP_IB2_DWORDS"},
    {0x0945, "CP_SDS_DWORDS"},
    {0x0946, "CP_MRB_DWORDS"},
    {0x0947, "CP_VSD_DWORDS"},
    {0x0948, "CP_ROQ_AVAIL_RB", kCpRoqAvail},
    {0x0949, "CP_ROQ_AVAIL_IB1", kCpRoqAvail},
    {0x094a, "CP_ROQ_AVAIL_IB2", kCpRoqAvail},
    {0x094b, "CP_ROQ_AVAIL_SDS", kCpRoqAvail},
    {0x094c, "CP_ROQ_AVAIL_MRB", kCpRoqAvail},
    {0x094d, "CP_ROQ_AVAIL_VSD", kCpRoqAvail},
    {0x0980, "CP_ALWAYS_ON_COUNTER", hex(0, 63)},
    {0x098d, "CP_AHB_CNTL"},
    {0x0a00, "CP_APERTURE_CNTL_HOST"},
    {0x0a03, "CP_APERTURE_CNTL_CD"},
    {0x0b34, "CP_LPAC_PROG_FIFO_SIZE"},
    {0x0b81, "CP_LPAC_SQE_CNTL"},
    {0x0b82, "CP_LPAC_SQE_INSTR_BASE", hex(0, 63)},
    {0xd600, "CP_EVENT_START", kStateId},
    {0xd601, "CP_EVENT_END", kStateId},
    {0xd700, "CP_2D_EVENT_START", kStateId},
    {0xd701, "CP_2D_EVENT_END", kStateId},
};

}  // namespace cyclorama::adreno
