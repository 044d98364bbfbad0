// SPDX-License-Identifier: MIT
#pragma once
// Registers of the fixed functions after the command processor's firmware, as a table
// (Mesa: adreno_pipe_regs.xml; names and offsets as there). Of those that are undescribed only the write counts.

#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

inline constexpr Choice kPipeEventType[] = {{0, "UNK_EVENT"}, {1, "EVENT"}, {2, "DRAW"}, {3, "DISPATCH"}};
inline constexpr Choice kPipeTimestampEvent[] = {{1, "CACHE_FLUSH"},     {2, "WT_DONE"},         {3, "RB_DONE"},
                                                 {4, "CCU_FLUSH_DEPTH"}, {5, "CCU_FLUSH_COLOR"}, {6, "CCU_RESOLVE"}};
inline constexpr FieldInfo kPipeEventCmd[] = {
    {"EVENT_TYPE", choice(kPipeEventType, 0, 1)},
    {"TS_WRITE", flag(2)},
    {"CACHE_FLUSH_PEND_DECR", flag(3)},
};
inline constexpr FieldInfo kPipeEventTsCtrl[] = {
    {"TIMESTAMP", flag(1)},
    {"INTERRUPT", flag(2)},
    {"EVENT", choice(kPipeTimestampEvent, 8, 10)},
};

inline constexpr RegisterInfo kPipeRegisters[] = {
    {0x0080, "WAIT_FOR_IDLE", undescribed()},
    {0x0081, "WFI_PEND_DECR", undescribed()},
    {0x0082, "QUERY_PEND_DECR", undescribed()},
    {0x0084, "WAIT_MEM_WRITES", undescribed()},
    {0x00a0, "NRT_ADDR", hex(0, 63)},
    {0x00a2, "NRT_DATA"},
    {0x00e7, "EVENT_CMD", kPipeEventCmd},
    {0x00e8, "EVENT_TS_ADDR", hex(0, 63)},
    {0x00ea, "EVENT_TS_CTRL", kPipeEventTsCtrl},
    {0x00eb, "EVENT_TS_DATA"},
};

}  // namespace cyclorama::adreno
