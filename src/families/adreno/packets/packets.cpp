// SPDX-License-Identifier: MIT
#include "families/adreno/packets/packets.h"

#include <array>
#include <span>

#include "families/adreno/packets/draw_packets.h"
#include "families/adreno/packets/flow_packets.h"
#include "families/adreno/packets/memory_packets.h"
#include "families/adreno/packets/state_packets.h"
#include "families/adreno/packets/system_packets.h"

namespace cyclorama::adreno {
namespace {

constexpr std::array<std::span<const PacketInfo>, 5> kPacketTables = {kFlowPackets, kMemoryPackets, kStatePackets,
                                                                      kDrawPackets, kSystemPackets};

constexpr auto kByOpcode = [] {
    std::array<const PacketInfo*, 128> rows{};
    for (const std::span<const PacketInfo> table : kPacketTables)
        for (const PacketInfo& info : table) {
            if (rows[info.opcode] != nullptr) throw "two packets have the same opcode";
            rows[info.opcode] = &info;
        }
    return rows;
}();

PacketHeader malformed(std::string_view fault) {
    return {.kind = PacketHeader::Kind::Malformed, .number = 0, .count = 0, .fault = fault};
}

PacketHeader decodeRegisterWrite(uint32_t word) {
    const uint32_t reg = word >> 8 & 0x3ffff;
    const uint32_t count = word & 0x7f;
    if ((word >> 26 & 1) != 0) return malformed("a packet of type 4 with bit 26 set");
    if ((word >> 27 & 1) != oddParity(reg)) return malformed("a packet of type 4 whose register has a wrong parity");
    if ((word >> 7 & 1) != oddParity(count)) return malformed("a packet of type 4 whose count has a wrong parity");
    return {.kind = PacketHeader::Kind::RegisterWrite, .number = reg, .count = count, .fault = {}};
}

PacketHeader decodeCommand(uint32_t word) {
    const uint32_t opcode = word >> 16 & 0x7f;
    const uint32_t count = word & 0x3fff;
    if ((word & 0x0f004000) != 0) return malformed("a packet of type 7 with reserved bits set");
    if ((word >> 23 & 1) != oddParity(opcode)) return malformed("a packet of type 7 whose opcode has a wrong parity");
    if ((word >> 15 & 1) != oddParity(count)) return malformed("a packet of type 7 whose count has a wrong parity");
    return {.kind = PacketHeader::Kind::Command, .number = opcode, .count = count, .fault = {}};
}

}  // namespace

PacketHeader decodeHeader(uint32_t word) {
    switch (word >> 28) {
        case 4:
            return decodeRegisterWrite(word);
        case 7:
            return decodeCommand(word);
        case 5:
        case 6:
            return malformed("a packet of no type that there is");
        default:
            break;
    }
    switch (word >> 30) {
        case 0:
            return malformed("a packet of type 0, which the a6xx does not take");
        case 2:
            return malformed("a packet of type 2, which the a6xx does not take");
        default:
            return malformed("a packet of type 3, which the a6xx does not take");
    }
}

const PacketInfo* findPacket(uint32_t opcode) { return opcode < kByOpcode.size() ? kByOpcode[opcode] : nullptr; }

}  // namespace cyclorama::adreno
