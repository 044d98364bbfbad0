// SPDX-License-Identifier: MIT
#include "families/adreno/cp/predicate_packets.h"

#include <array>

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {

void PredicatePackets::predicateGlobally(const FetchedPacket& packet) {
    predicate_.global = packet.bit(0, 0);
    if (predicate_.global) {
        predicate_.local = true;
        predicate_.passes = true;
    }
}

void PredicatePackets::predicateLocally(const FetchedPacket& packet) { predicate_.local = packet.bit(0, 0); }

void PredicatePackets::setPredicate(const FetchedPacket& packet) {
    constexpr uint32_t kFromMemory = 5;
    if ((packet.word(0) >> 4 & 0xf) != kFromMemory)
        return reporter_.report(findings::kPacketNotExecuted, "a predicate that is not in memory");
    std::array<uint32_t, 2> words{};
    if (!memory_.load(packet.pair(1), words)) return;
    const bool isZero = (words[0] | words[1]) == 0;
    const bool passesZero = packet.bit(0, 8);
    predicate_.passes = isZero == passesZero;
}

std::span<const PacketRow<PredicatePackets>> PredicatePackets::rows() {
    using Set = PredicatePackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::DrawPredicateEnableGlobal, 1, &Set::predicateGlobally},
        {Opcode::DrawPredicateEnableLocal, 1, &Set::predicateLocally},
        {Opcode::DrawPredicateSet, 3, &Set::setPredicate},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
