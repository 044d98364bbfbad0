// SPDX-License-Identifier: MIT
#pragma once
// The kernel's: contexts, protection, preemption: the packets and their words
// (Mesa: adreno_pm4.xml; names and numbers as there).

#include "families/adreno/packets/enumerations.h"
#include "families/adreno/packets/packet_info.h"

namespace cyclorama::adreno {

inline constexpr RegisterInfo kCpSetProtectedModeWords[] = {
    {0, "MODE", number()},
};
inline constexpr RegisterInfo kCpSetSecureModeWords[] = {
    {0, "MODE", number()},
};
inline constexpr FieldInfo kCpSmmuTableUpdateWord1[] = {
    {"TTBR0_HI", hex(0, 15)},
    {"ASID", hex(16, 31)},
};
inline constexpr RegisterInfo kCpSmmuTableUpdateWords[] = {
    {0, "TTBR0_LO", hex()},
    {1, "", kCpSmmuTableUpdateWord1},
    {2, "CONTEXTIDR", hex()},
    {3, "CONTEXTBANK", hex()},
};
inline constexpr FieldInfo kCpSetAmbleWord2[] = {
    {"DWORDS", number(0, 19)},
    {"TYPE", choice(kAmbleType, 20, 21)},
};
inline constexpr RegisterInfo kCpSetAmbleWords[] = {
    {0, "ADDR_LO", hex()},
    {1, "ADDR_HI", hex()},
    {2, "", kCpSetAmbleWord2},
};

inline constexpr PacketInfo kSystemPackets[] = {
    {0x0a, "IN_IB_END"},
    {0x0b, "IN_GMU_INTERRUPT"},
    {0x0f, "IN_PREEMPT"},
    {0x40, "CP_INTERRUPT"},
    {0x48, "CP_ME_INIT"},
    {0x53, "CP_SMMU_TABLE_UPDATE", kCpSmmuTableUpdateWords},
    {0x54, "CP_CONTEXT_SWITCH"},
    {0x55, "CP_SET_AMBLE", kCpSetAmbleWords},
    {0x5f, "CP_SET_PROTECTED_MODE", kCpSetProtectedModeWords},
    {0x62, "CP_WHERE_AM_I"},
    {0x66, "CP_SET_SECURE_MODE", kCpSetSecureModeWords},
    {0x6b, "CP_CONTEXT_SWITCH_YIELD"},
    {0x6c, "CP_PREEMPT_DISABLE"},
    {0x6f, "CP_BOOTSTRAP_UCODE"},
};

}  // namespace cyclorama::adreno
