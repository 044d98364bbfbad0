// SPDX-License-Identifier: MIT
#include "families/adreno/cp/work_packets.h"

#include <fmt/format.h>

#include "families/adreno/a2d/transfer_findings.h"

namespace cyclorama::adreno {

void WorkPackets::later(const FetchedPacket&) {}

PacketResult WorkPackets::executeCompute(const FetchedPacket& packet) {
    if (predicate_.leavesOut()) return std::nullopt;
    return operations_.dispatch(packet.place(), Extent3{packet.word(1), packet.word(2), packet.word(3)});
}

PacketResult WorkPackets::executeComputeIndirect(const FetchedPacket& packet) {
    if (predicate_.leavesOut()) return std::nullopt;
    const uint32_t size = packet.word(3);
    return operations_.dispatchIndirectly(
        packet.place(), packet.pair(1),
        Extent3{(size >> 2 & 0x3ff) + 1, (size >> 12 & 0x3ff) + 1, (size >> 22 & 0x3ff) + 1});
}

PacketResult WorkPackets::runOpencl(const FetchedPacket& packet) {
    if (predicate_.leavesOut()) return std::nullopt;
    return operations_.dispatch(packet.place(), Grid::decode(registers_).groups);
}

PacketResult WorkPackets::blit2d(const FetchedPacket& packet) {
    constexpr uint32_t kScale = 3;
    if ((packet.word(0) & 0xf) == kScale) return operations_.scaleBlit(packet.place());
    reporter_.report(findings::kBlitOperation, fmt::format("operation {}", packet.word(0) & 0xf));
    return std::nullopt;
}

std::span<const PacketRow<WorkPackets>> WorkPackets::rows() {
    using Set = WorkPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::SetAmble, 0, &Set::later},
        {Opcode::ExecuteCompute, 4, &Set::executeCompute},
        {Opcode::ExecuteComputeIndirect, 4, &Set::executeComputeIndirect},
        {Opcode::RunOpencl, 1, &Set::runOpencl},
        {Opcode::Blit, 1, &Set::blit2d},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
