// SPDX-License-Identifier: MIT
#pragma once
// The interfaces to memory (VBIF, GBIF) and debugging outside of the GPU core, as a table
// (Mesa: a6xx.xml; names and offsets as there).

#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kVbifClkon[] = {
    {"FORCE_ON_TESTBUS", flag(1)},
};
inline constexpr FieldInfo kVbifTestBus1Ctrl1[] = {
    {"DATA_SEL", hex(0, 3)},
};
inline constexpr FieldInfo kVbifTestBus2Ctrl1[] = {
    {"DATA_SEL", hex(0, 8)},
};

inline constexpr RegisterInfo kVbifRegisters[] = {
    {0x3000, "VBIF_VERSION"},
    {0x3001, "VBIF_CLKON", kVbifClkon},
    {0x302a, "VBIF_GATE_OFF_WRREQ_EN"},
    {0x3080, "VBIF_XIN_HALT_CTRL0"},
    {0x3081, "VBIF_XIN_HALT_CTRL1"},
    {0x3084, "VBIF_TEST_BUS_OUT_CTRL"},
    {0x3085, "VBIF_TEST_BUS1_CTRL0"},
    {0x3086, "VBIF_TEST_BUS1_CTRL1", kVbifTestBus1Ctrl1},
    {0x3087, "VBIF_TEST_BUS2_CTRL0"},
    {0x3088, "VBIF_TEST_BUS2_CTRL1", kVbifTestBus2Ctrl1},
    {0x308c, "VBIF_TEST_BUS_OUT"},
    {0x30d0, "VBIF_PERF_CNT_SEL0"},
    {0x30d1, "VBIF_PERF_CNT_SEL1"},
    {0x30d2, "VBIF_PERF_CNT_SEL2"},
    {0x30d3, "VBIF_PERF_CNT_SEL3"},
    {0x30d8, "VBIF_PERF_CNT_LOW0"},
    {0x30d9, "VBIF_PERF_CNT_LOW1"},
    {0x30da, "VBIF_PERF_CNT_LOW2"},
    {0x30db, "VBIF_PERF_CNT_LOW3"},
    {0x30e0, "VBIF_PERF_CNT_HIGH0"},
    {0x30e1, "VBIF_PERF_CNT_HIGH1"},
    {0x30e2, "VBIF_PERF_CNT_HIGH2"},
    {0x30e3, "VBIF_PERF_CNT_HIGH3"},
    {0x3100, "VBIF_PERF_PWR_CNT_EN0"},
    {0x3101, "VBIF_PERF_PWR_CNT_EN1"},
    {0x3102, "VBIF_PERF_PWR_CNT_EN2"},
    {0x3110, "VBIF_PERF_PWR_CNT_LOW0"},
    {0x3111, "VBIF_PERF_PWR_CNT_LOW1"},
    {0x3112, "VBIF_PERF_PWR_CNT_LOW2"},
    {0x3118, "VBIF_PERF_PWR_CNT_HIGH0"},
    {0x3119, "VBIF_PERF_PWR_CNT_HIGH1"},
    {0x311a, "VBIF_PERF_PWR_CNT_HIGH2"},
    {0x3c01, "GBIF_SCACHE_CNTL0"},
    {0x3c02, "GBIF_SCACHE_CNTL1"},
    {0x3c03, "GBIF_QSB_SIDE0"},
    {0x3c04, "GBIF_QSB_SIDE1"},
    {0x3c05, "GBIF_QSB_SIDE2"},
    {0x3c06, "GBIF_QSB_SIDE3"},
    {0x3c45, "GBIF_HALT"},
    {0x3c46, "GBIF_HALT_ACK"},
    {0x3cc0, "GBIF_PERF_PWR_CNT_EN"},
    {0x3cc1, "GBIF_PERF_PWR_CNT_CLR"},
    {0x3cc2, "GBIF_PERF_CNT_SEL"},
    {0x3cc3, "GBIF_PERF_PWR_CNT_SEL"},
    {0x3cc4, "GBIF_PERF_CNT_LOW0"},
    {0x3cc5, "GBIF_PERF_CNT_LOW1"},
    {0x3cc6, "GBIF_PERF_CNT_LOW2"},
    {0x3cc7, "GBIF_PERF_CNT_LOW3"},
    {0x3cc8, "GBIF_PERF_CNT_HIGH0"},
    {0x3cc9, "GBIF_PERF_CNT_HIGH1"},
    {0x3cca, "GBIF_PERF_CNT_HIGH2"},
    {0x3ccb, "GBIF_PERF_CNT_HIGH3"},
    {0x3ccc, "GBIF_PWR_CNT_LOW0"},
    {0x3ccd, "GBIF_PWR_CNT_LOW1"},
    {0x3cce, "GBIF_PWR_CNT_LOW2"},
    {0x3ccf, "GBIF_PWR_CNT_HIGH0"},
    {0x3cd0, "GBIF_PWR_CNT_HIGH1"},
    {0x3cd1, "GBIF_PWR_CNT_HIGH2"},
};

}  // namespace cyclorama::adreno
