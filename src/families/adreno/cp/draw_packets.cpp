// SPDX-License-Identifier: MIT
#include "families/adreno/cp/draw_packets.h"

#include <algorithm>

#include "families/adreno/cp/draw_checks.h"
#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {

PacketResult DrawPackets::drawDirect(const FetchedPacket& packet) {
    constexpr size_t kWordsWithIndices = 7;
    DrawOperands operands{.initiator = {packet.word(0)}, .instances = packet.word(1), .count = packet.word(2)};
    const bool hasIndices = packet.words.size() >= kWordsWithIndices;
    if (hangsInGroup(streams_, reporter_)) return std::nullopt;
    if (!checkSource(operands.initiator, hasIndices, reporter_)) return std::nullopt;
    if (hasIndices) {
        operands.firstIndex = packet.word(3);
        operands.indexAddress = packet.pair(4);
        operands.mostIndices = packet.word(6);
    }
    return starter_.startOnly(packet, operands);
}

PacketResult DrawPackets::drawAuto(const FetchedPacket& packet) {
    DrawOperands operands{.initiator = {packet.word(0)}, .instances = packet.word(1)};
    const uint32_t stride = packet.word(5);
    if (hangsInGroup(streams_, reporter_)) return std::nullopt;
    if (stride == 0) {
        reporter_.report(findings::kDrawSource, "vertices of no bytes");
        return std::nullopt;
    }
    uint32_t written = 0;
    if (!memory_.load(packet.pair(2), {&written, 1})) return std::nullopt;
    operands.count = (written - std::min(written, packet.word(4))) / stride;
    return starter_.startOnly(packet, operands);
}

void DrawPackets::setSubdrawSize(const FetchedPacket& packet) { starter_.setSubdrawIndices(packet.word(0)); }

void DrawPackets::drawOfOldForm(const FetchedPacket&) { reporter_.report(findings::kPacketNotExecuted); }

std::span<const PacketRow<DrawPackets>> DrawPackets::rows() {
    using Set = DrawPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::DrawIndexedOffset, 3, &Set::drawDirect},
        {Opcode::DrawAuto, 6, &Set::drawAuto},
        {Opcode::DrawIndexed, 0, &Set::drawOfOldForm},
        {Opcode::SetSubdrawSize, 1, &Set::setSubdrawSize},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
