// SPDX-License-Identifier: MIT
#pragma once
// Vertex fetch and decode (VFD), as a table
// (Mesa: a6xx.xml; names and offsets as there).

#include "families/adreno/registers/enumerations.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/shared_fields.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kVfdControl0[] = {
    {"FETCH_CNT", number(0, 5)},
    {"DECODE_CNT", number(8, 13)},
};
inline constexpr FieldInfo kVfdControl1[] = {
    {"REGID4VTX", shaderRegister(0, 7)},
    {"REGID4INST", shaderRegister(8, 15)},
    {"REGID4PRIMID", shaderRegister(16, 23)},
    {"REGID4VIEWID", shaderRegister(24, 31)},
};
inline constexpr FieldInfo kVfdControl2[] = {
    {"REGID_HSRELPATCHID", shaderRegister(0, 7)},
    {"REGID_INVOCATIONID", shaderRegister(8, 15)},
};
inline constexpr FieldInfo kVfdControl3[] = {
    {"REGID_DSPRIMID", shaderRegister(0, 7)},
    {"REGID_DSRELPATCHID", shaderRegister(8, 15)},
    {"REGID_TESSX", shaderRegister(16, 23)},
    {"REGID_TESSY", shaderRegister(24, 31)},
};
inline constexpr FieldInfo kVfdControl4[] = {
    {"UNK0", shaderRegister(0, 7)},
};
inline constexpr FieldInfo kVfdControl5[] = {
    {"REGID_GSHEADER", shaderRegister(0, 7)},
    {"UNK8", shaderRegister(8, 15)},
};
inline constexpr FieldInfo kVfdControl6[] = {
    {"PRIMID4PSEN", flag(0)},
};
inline constexpr FieldInfo kVfdModeCntl[] = {
    {"RENDER_MODE", choice(kRenderMode, 0, 2)},
};
inline constexpr FieldInfo kVfdAddOffset[] = {
    {"VERTEX", flag(0)},
    {"INSTANCE", flag(1)},
};
inline constexpr FieldInfo kVfdDecodeInstr[] = {
    {"IDX", number(0, 4)},
    {"OFFSET", hex(5, 16)},
    {"INSTANCED", flag(17)},
    {"FORMAT", choice(kFormat, 20, 27)},
    {"SWAP", choice(kColorSwap, 28, 29)},
    {"UNK30", flag(30)},
    {"FLOAT", flag(31)},
};
inline constexpr FieldInfo kVfdDestCntlInstr[] = {
    {"WRITEMASK", hex(0, 3)},
    {"REGID", shaderRegister(4, 11)},
};

inline constexpr RegisterInfo kVfdRegisters[] = {
    {0xa000, "VFD_CONTROL_0", kVfdControl0},
    {0xa001, "VFD_CONTROL_1", kVfdControl1},
    {0xa002, "VFD_CONTROL_2", kVfdControl2},
    {0xa003, "VFD_CONTROL_3", kVfdControl3},
    {0xa004, "VFD_CONTROL_4", kVfdControl4},
    {0xa005, "VFD_CONTROL_5", kVfdControl5},
    {0xa006, "VFD_CONTROL_6", kVfdControl6},
    {0xa007, "VFD_MODE_CNTL", kVfdModeCntl},
    {0xa008, "VFD_MULTIVIEW_CNTL", kMultiviewCntl},
    {0xa009, "VFD_ADD_OFFSET", kVfdAddOffset},
    {0xa00e, "VFD_INDEX_OFFSET"},
    {0xa00f, "VFD_INSTANCE_START_OFFSET"},
    {0xa010, "VFD_FETCH[].BASE", address(), {32, 4}},
    {0xa012, "VFD_FETCH[].SIZE", number(), {32, 4}},
    {0xa013, "VFD_FETCH[].STRIDE", number(0, 11), {32, 4}},
    {0xa090, "VFD_DECODE[].INSTR", kVfdDecodeInstr, {32, 2}},
    {0xa091, "VFD_DECODE[].STEP_RATE", number(), {32, 2}},
    {0xa0d0, "VFD_DEST_CNTL[].INSTR", kVfdDestCntlInstr, {32, 1}},
    {0xa0f8, "VFD_POWER_CNTL", hex(0, 2)},
    {0xa601, "VFD_ADDR_MODE_CNTL", choice(kAddressMode, 0, 31)},
    {0xa610, "VFD_PERFCTR_VFD_SEL[]", undescribed(), {8, 1}},
};

}  // namespace cyclorama::adreno
