// SPDX-License-Identifier: MIT
#include "families/adreno/cp/fetched_packet.h"

#include <fmt/format.h>

namespace cyclorama::adreno {

std::string FetchedPacket::place() const {
    std::string name = "a packet";
    if (header.kind == PacketHeader::Kind::RegisterWrite) name = "a register write";
    if (header.kind == PacketHeader::Kind::Command) {
        const PacketInfo* const info = findPacket(header.number);
        name = info == nullptr ? fmt::format("opcode {:#04x}", header.number) : std::string(info->name);
    }
    return fmt::format("{} at {:#x}", name, address);
}

}  // namespace cyclorama::adreno
