// SPDX-License-Identifier: MIT
#include "families/adreno/cp/draw_state_packets.h"

#include <span>

#include "families/adreno/cp/draw_checks.h"

namespace cyclorama::adreno {

void DrawStatePackets::setDrawState(const FetchedPacket& packet) {
    if (hangsInGroup(streams_, reporter_)) return;
    const std::span<const uint32_t> words = packet.words;
    for (size_t i = 0; i + 3 <= words.size(); i += 3) {
        const DrawStateEntry entry = DrawStateEntry::decode(words.subspan(i).first<3>());
        groups_.set(entry, entry.immediate || (runsAtOnce_ && !entry.disable && !entry.disableAll));
    }
}

void DrawStatePackets::setMode(const FetchedPacket& packet) { runsAtOnce_ = packet.word(0) == 1; }

std::span<const PacketRow<DrawStatePackets>> DrawStatePackets::rows() {
    using Set = DrawStatePackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::SetDrawState, 0, &Set::setDrawState},
        {Opcode::SetMode, 1, &Set::setMode},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
