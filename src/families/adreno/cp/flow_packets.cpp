// SPDX-License-Identifier: MIT
#include "families/adreno/cp/flow_packets.h"

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

/// Words of an indirect buffer.
constexpr uint32_t kBufferWordBits = 0xfffff;

}  // namespace

void FlowPackets::nothing(const FetchedPacket&) {}

void FlowPackets::call(const FetchedPacket& packet) {
    if (!streams_.call(packet.pair(0), packet.word(2) & kBufferWordBits)) reporter_.hang(findings::kNesting);
}

void FlowPackets::chain(const FetchedPacket& packet) {
    streams_.chain(packet.pair(0), packet.word(2) & kBufferWordBits);
}

std::span<const PacketRow<FlowPackets>> FlowPackets::rows() {
    using Set = FlowPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::Nop, 0, &Set::nothing},
        {Opcode::WaitMemoryWrites, 0, &Set::nothing},
        {Opcode::WaitForMicroEngine, 0, &Set::nothing},
        {Opcode::WaitForIdle, 0, &Set::nothing},
        {Opcode::IndirectBuffer, 3, &Set::call},
        {Opcode::IndirectBufferPrefetch, 3, &Set::call},
        {Opcode::IndirectBufferChain, 3, &Set::chain},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
