// SPDX-License-Identifier: MIT
#include "families/adreno/cp/wait_packets.h"

namespace cyclorama::adreno {
namespace {

Poll pollOf(const FetchedPacket& packet) {
    using Source = Poll::Source;
    // The last is of later chips: memory of the processor's own.
    constexpr Source kSources[] = {Source::Register, Source::Memory, Source::Scratch, Source::Memory};
    return {.source = kSources[packet.word(0) >> 4 & 3],
            .address = packet.pair(1),
            .mask = packet.word(4),
            .function = packet.word(0) & 7,
            .reference = packet.word(3),
            .isSigned = packet.bit(0, 3)};
}

}  // namespace

void WaitPackets::waitRegisterOrMemory(const FetchedPacket& packet) { poller_.waitFor(pollOf(packet)); }

void WaitPackets::waitMemoryGreaterOrEqual(const FetchedPacket& packet) {
    constexpr uint32_t kGreaterOrEqual = 5;
    poller_.waitFor({.address = packet.pair(1), .function = kGreaterOrEqual, .reference = packet.word(3)});
}

PacketResult WaitPackets::conditionalWrite(const FetchedPacket& packet) {
    const std::optional<bool> met = poller_.holds(pollOf(packet));
    if (!met || !*met) return std::nullopt;
    const uint32_t data = packet.word(7);
    if (packet.bit(0, 8)) return memory_.store(packet.pair(5), {&data, 1});
    registers_.write(packet.word(5) & kRegisterBits, data);
    return std::nullopt;
}

std::span<const PacketRow<WaitPackets>> WaitPackets::rows() {
    using Set = WaitPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::WaitRegisterOrMemory, 6, &Set::waitRegisterOrMemory},
        {Opcode::WaitMemoryGreaterOrEqual, 4, &Set::waitMemoryGreaterOrEqual},
        {Opcode::ConditionalWrite, 8, &Set::conditionalWrite},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
