// SPDX-License-Identifier: MIT
#pragma once
// State: groups, constants and descriptors, modes, bins: the packets and their words
// (Mesa: adreno_pm4.xml; names and numbers as there).

#include "families/adreno/packets/enumerations.h"
#include "families/adreno/packets/packet_info.h"

namespace cyclorama::adreno {

inline constexpr FieldInfo kCpSetBinData5XWord0[] = {
    {"VSC_SIZE", number(16, 21)},
    {"VSC_N", number(22, 26)},
};
inline constexpr RegisterInfo kCpSetBinData5Words[] = {
    {0, "", kCpSetBinData5XWord0},
    {1, "BIN_DATA_ADDR_LO", hex()},
    {2, "BIN_DATA_ADDR_HI", hex()},
    {3, "BIN_SIZE_ADDRESS_LO", hex()},
    {4, "BIN_SIZE_ADDRESS_HI", hex()},
    {5, "BIN_PRIM_STRM_LO", hex()},
    {6, "BIN_PRIM_STRM_HI", hex()},
    {7, "", hex(0, 63)},
    {9, "", hex(0, 63)},
};
inline constexpr FieldInfo kCpSetDrawStateWord0[] = {
    {"COUNT", number(0, 15)},     {"DIRTY", flag(16)},   {"DISABLE", flag(17)}, {"DISABLE_ALL_GROUPS", flag(18)},
    {"LOAD_IMMED", flag(19)},     {"BINNING", flag(20)}, {"GMEM", flag(21)},    {"SYSMEM", flag(22)},
    {"GROUP_ID", number(24, 28)},
};
inline constexpr RegisterInfo kCpSetDrawStateWords[] = {
    {0, "", kCpSetDrawStateWord0, {kRestOfPacket, 3}},
    {1, "ADDR_LO", hex(), {kRestOfPacket, 3}},
    {2, "ADDR_HI", hex(), {kRestOfPacket, 3}},
};
inline constexpr FieldInfo kCpSetMarkerWord0[] = {
    {"MARKER_MODE", choice(kSetMarkerMode, 8, 8)},
    {"MODE", choice(kMarker, 0, 3), 0x1},
    {"USES_GMEM", flag(4), 0x1},
    {"IFPC_MODE", choice(kIfpcMode, 0, 0), 0x2},
};
inline constexpr RegisterInfo kCpSetMarkerWords[] = {
    {0, "", kCpSetMarkerWord0},
};
inline constexpr RegisterInfo kCpSetPseudoRegWords[] = {
    {0, "PSEUDO_REG", choice(kPseudoReg, 0, 10), {kRestOfPacket, 3}},
    {1, "LO", hex(), {kRestOfPacket, 3}},
    {2, "HI", hex(), {kRestOfPacket, 3}},
};
inline constexpr RegisterInfo kCpSetVisibilityOverrideWords[] = {
    {0, "OVERRIDE", number()},
};
inline constexpr RegisterInfo kCpSetModeWords[] = {
    {0, "MODE", number()},
};
inline constexpr FieldInfo kCpLoadState6Word0[] = {
    {"DST_OFF", number(0, 13)},
    {"STATE_TYPE", choice(kStateType, 14, 15)},
    {"STATE_SRC", choice(kStateSrc, 16, 17)},
    {"STATE_BLOCK", choice(kStateBlock, 18, 21)},
    {"NUM_UNIT", number(22, 31)},
};
inline constexpr RegisterInfo kCpLoadState6Words[] = {
    {0, "", kCpLoadState6Word0},
    {1, "EXT_SRC_ADDR", hex(2, 31, 2)},
    {2, "EXT_SRC_ADDR_HI", hex()},
};
inline constexpr RegisterInfo kCpSetBinData5OffsetWords[] = {
    {0, "", kCpSetBinData5XWord0},
    {1, "BIN_DATA_OFFSET", number()},
    {2, "BIN_SIZE_OFFSET", number()},
    {3, "BIN_DATA2_OFFSET", number()},
};
inline constexpr RegisterInfo kCpRegWriteWords[] = {
    {0, "TRACKER", choice(kRegTracker, 0, 3)},
    {1, "REG", hex()},
    {2, "VALUE", hex()},
};
inline constexpr RegisterInfo kCpStartBinWords[] = {
    {0, "BIN_COUNT", number()},
    {1, "PREFIX_ADDR", address()},
    {3, "PREFIX_DWORDS", hex()},
    {4, "BODY_DWORDS", hex()},
};

inline constexpr PacketInfo kStatePackets[] = {
    {0x25, "CP_SET_STATE"},
    {0x27, "CP_IM_LOAD"},
    {0x2b, "CP_IM_LOAD_IMMEDIATE"},
    {0x2e, "CP_SET_BIN_DATA5_OFFSET", kCpSetBinData5OffsetWords},
    {0x2f, "CP_SET_BIN_DATA5", kCpSetBinData5Words},
    {0x32, "CP_LOAD_STATE6_GEOM", kCpLoadState6Words},
    {0x34, "CP_LOAD_STATE6_FRAG", kCpLoadState6Words},
    {0x36, "CP_LOAD_STATE6", kCpLoadState6Words},
    {0x3b, "CP_INVALIDATE_STATE"},
    {0x43, "CP_SET_DRAW_STATE", kCpSetDrawStateWords},
    {0x50, "CP_START_BIN", kCpStartBinWords},
    {0x51, "CP_END_BIN"},
    {0x56, "CP_SET_PSEUDO_REG", kCpSetPseudoRegWords},
    {0x5c, "CP_CONTEXT_REG_BUNCH"},
    {0x5e, "CP_CONTEXT_UPDATE"},
    {0x63, "CP_SET_MODE", kCpSetModeWords},
    {0x64, "CP_SET_VISIBILITY_OVERRIDE", kCpSetVisibilityOverrideWords},
    {0x65, "CP_SET_MARKER", kCpSetMarkerWords, {0, 8, 1}},
    {0x6d, "CP_REG_WRITE", kCpRegWriteWords},
    {0x78, "CP_REG_WR_NO_CTXT"},
};

}  // namespace cyclorama::adreno
