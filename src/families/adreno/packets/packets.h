// SPDX-License-Identifier: MIT
#pragma once
// PM4, the command processor's packets: a word that names a register or an opcode and counts the words after it
// (Mesa: freedreno_pm4.h, adreno_pm4.xml). The a6xx takes types 4 and 7; both keep their numbers with odd parity.
//
//   type 4   31..28 = 4, 27 parity of the register, 25..8 register, 7 parity of the count, 6..0 count
//   type 7   31..28 = 7, 27..24 = 0, 23 parity of the opcode, 22..16 opcode, 15 parity of the count, 13..0 count

#include <cstdint>
#include <string_view>

#include "families/adreno/packets/packet_info.h"

namespace cyclorama::adreno {

/// Opcodes of type 7: those that change how a stream continues, that the processor executes, or that start work.
enum class Opcode : uint8_t {
    Nop = 0x10,
    WaitMemoryWrites = 0x12,
    WaitForMicroEngine = 0x13,
    WaitMemoryGreaterOrEqual = 0x14,
    DrawPredicateEnableGlobal = 0x19,
    DrawPredicateEnableLocal = 0x1a,
    SkipIb2EnableGlobal = 0x1d,
    RegisterReadModifyWrite = 0x21,
    DrawIndexed = 0x22,
    SkipIb2EnableLocal = 0x23,
    DrawAuto = 0x24,
    WaitForIdle = 0x26,
    DrawIndirect = 0x28,
    DrawIndexedIndirect = 0x29,
    DrawIndirectMulti = 0x2a,
    Blit = 0x2c,
    SetBinDataOffset = 0x2e,
    SetBinData = 0x2f,
    RunOpencl = 0x31,
    LoadStateGeometry = 0x32,
    ExecuteCompute = 0x33,
    LoadStateFragment = 0x34,
    SetSubdrawSize = 0x35,
    LoadState = 0x36,
    IndirectBufferPrefetch = 0x37,
    DrawIndexedOffset = 0x38,
    RegisterTest = 0x39,
    WaitRegisterOrMemory = 0x3c,
    MemoryWrite = 0x3d,
    RegisterToMemory = 0x3e,
    IndirectBuffer = 0x3f,
    ExecuteComputeIndirect = 0x41,
    MemoryToRegister = 0x42,
    SetDrawState = 0x43,
    ConditionalExecute = 0x44,
    ConditionalWrite = 0x45,
    EventWrite = 0x46,
    ConditionalRegisterExecute = 0x47,
    RegisterToScratch = 0x4a,
    ScratchWrite = 0x4c,
    ScratchToRegister = 0x4d,
    DrawPredicateSet = 0x4e,
    StartBin = 0x50,
    SetAmble = 0x55,
    IndirectBufferChain = 0x57,
    ContextRegisterBunch = 0x5c,
    SetMode = 0x63,
    SetVisibilityOverride = 0x64,
    SetMarker = 0x65,
    RegisterWrite = 0x6d,
    MemoryToMemory = 0x73,
    MemoryCopy = 0x75
};

/// Numbers of CP_EVENT_WRITE that start work of their own.
enum class Event : uint8_t { Blit = 30, LrzClear = 37 };

/// A header, decoded.
struct PacketHeader {
    enum class Kind : uint8_t { RegisterWrite, Command, Malformed };

    Kind kind = Kind::Malformed;
    /// The first register, or the opcode.
    uint32_t number = 0;
    /// Words after the header.
    uint32_t count = 0;
    /// Why it is malformed: "a packet of type 3".
    std::string_view fault;

    bool is(Opcode opcode) const { return kind == Kind::Command && number == static_cast<uint32_t>(opcode); }
};

/// Set where a number needs one more bit for their sum to be odd.
constexpr uint32_t oddParity(uint32_t number) {
    number ^= number >> 16;
    number ^= number >> 8;
    number ^= number >> 4;
    number ^= number >> 2;
    number ^= number >> 1;
    return ~number & 1;
}

PacketHeader decodeHeader(uint32_t word);

/// The header of a write of `count` registers, up to 127.
constexpr uint32_t registerWriteHeader(uint32_t reg, uint32_t count) {
    return 4u << 28 | oddParity(reg) << 27 | (reg & 0x3ffff) << 8 | oddParity(count) << 7 | (count & 0x7f);
}
/// The header of a command with `count` words after it, up to 16383.
constexpr uint32_t commandHeader(uint8_t opcode, uint32_t count) {
    return 7u << 28 | oddParity(opcode) << 23 | (opcode & 0x7fu) << 16 | oddParity(count) << 15 | (count & 0x3fff);
}
constexpr uint32_t commandHeader(Opcode opcode, uint32_t count) {
    return commandHeader(static_cast<uint8_t>(opcode), count);
}

/// Null where the a6xx has no such opcode.
const PacketInfo* findPacket(uint32_t opcode);

}  // namespace cyclorama::adreno
