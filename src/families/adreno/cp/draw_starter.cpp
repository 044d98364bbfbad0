// SPDX-License-Identifier: MIT
#include "families/adreno/cp/draw_starter.h"

#include <memory>
#include <utility>
#include <vector>

namespace cyclorama::adreno {

bool DrawStarter::looksAtBin(const DrawOperands& operands) const {
    return operands.initiator.usesVisibility() && visibility_.applies();
}

bool DrawStarter::leavesOut(const DrawOperands& operands) {
    if (operands.instances == 0 || leavesAllOut()) return true;
    if (!looksAtBin(operands)) return false;
    const bool unseen = visibility_.look().kind == DrawVisibility::Kind::Nothing;
    if (unseen) visibility_.done();
    return unseen;
}

bool DrawStarter::runGroupsFirst(const FetchedPacket& packet, uint32_t draw) {
    if (!groups_.queueWaiting()) return false;
    repeated_.repeat(packet, draw);
    return true;
}

gpu::Operation DrawStarter::start(const FetchedPacket& packet, DrawOperands operands) {
    if (looksAtBin(operands)) {
        const DrawVisibility& seen = visibility_.look();
        if (seen.kind == DrawVisibility::Kind::Runs)
            operands.seen = std::make_shared<const std::vector<PrimitiveRun>>(seen.runs);
        visibility_.done();
    }
    operands.subdrawIndices = subdrawIndices_;
    return operations_.draw(packet.place(), operands);
}

PacketResult DrawStarter::startOnly(const FetchedPacket& packet, const DrawOperands& operands) {
    if (leavesOut(operands) || runGroupsFirst(packet, 0)) return std::nullopt;
    return start(packet, operands);
}

}  // namespace cyclorama::adreno
