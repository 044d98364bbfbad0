// SPDX-License-Identifier: MIT
#pragma once
// The visibility stream compressor (VSC) and the second-level cache (UCHE), as a table
// (Mesa: a6xx.xml; names and offsets as there).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kVscBinSize[] = {
    {"WIDTH", number(0, 7, 5)},
    {"HEIGHT", number(8, 16, 4)},
};
inline constexpr FieldInfo kVscBinCount[] = {
    {"NX", number(1, 10)},
    {"NY", number(11, 20)},
};
inline constexpr FieldInfo kVscPipeConfigReg[] = {
    {"X", number(0, 9)},
    {"Y", number(10, 19)},
    {"W", number(20, 25)},
    {"H", number(26, 31)},
};
inline constexpr FieldInfo kUcheClientPf[] = {
    {"PERFSEL", hex(0, 7)},
};

inline constexpr RegisterInfo kVscUcheRegisters[] = {
    {0x0c00, "VSC_DBG_ECO_CNTL"},
    {0x0c01, "VSC_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
    {0x0c02, "VSC_BIN_SIZE", kVscBinSize},
    {0x0c03, "VSC_DRAW_STRM_SIZE_ADDRESS", address()},
    {0x0c06, "VSC_BIN_COUNT", kVscBinCount},
    {0x0c10, "VSC_PIPE_CONFIG[].REG", kVscPipeConfigReg, {32, 1}},
    {0x0c30, "VSC_PRIM_STRM_ADDRESS", address()},
    {0x0c32, "VSC_PRIM_STRM_PITCH"},
    {0x0c33, "VSC_PRIM_STRM_LIMIT"},
    {0x0c34, "VSC_DRAW_STRM_ADDRESS", address()},
    {0x0c36, "VSC_DRAW_STRM_PITCH"},
    {0x0c37, "VSC_DRAW_STRM_LIMIT"},
    {0x0c38, "VSC_STATE[].REG", hex(), {32, 1}},
    {0x0c58, "VSC_PRIM_STRM_SIZE[].REG", hex(), {32, 1}},
    {0x0c78, "VSC_DRAW_STRM_SIZE[].REG", hex(), {32, 1}},
    {0x0cd8, "VSC_PERFCTR_VSC_SEL[]", undescribed(), {2, 1}},
    {0x0e00, "UCHE_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
    {0x0e01, "UCHE_MODE_CNTL"},
    {0x0e05, "UCHE_WRITE_RANGE_MAX", hex(0, 63)},
    {0x0e07, "UCHE_WRITE_THRU_BASE", hex(0, 63)},
    {0x0e09, "UCHE_TRAP_BASE", hex(0, 63)},
    {0x0e0b, "UCHE_GMEM_RANGE_MIN", hex(0, 63)},
    {0x0e0d, "UCHE_GMEM_RANGE_MAX", hex(0, 63)},
    {0x0e12, "UCHE_UNKNOWN_0E12"},
    {0x0e17, "UCHE_CACHE_WAYS"},
    {0x0e18, "UCHE_FILTER_CNTL"},
    {0x0e19, "UCHE_CLIENT_PF", kUcheClientPf},
    {0x0e1c, "UCHE_PERFCTR_UCHE_SEL[]", undescribed(), {12, 1}},
    {0x0e3a, "UCHE_GBIF_GX_CONFIG"},
    {0x0e3c, "UCHE_CMDQ_CONFIG"},
};

}  // namespace cyclorama::adreno
