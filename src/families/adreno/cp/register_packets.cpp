// SPDX-License-Identifier: MIT
#include "families/adreno/cp/register_packets.h"

#include <bit>

namespace cyclorama::adreno {

void RegisterPackets::readModifyWrite(const FetchedPacket& packet) {
    const uint32_t flags = packet.word(0);
    const uint32_t reg = flags & kRegisterBits;
    const uint32_t mask = packet.bit(0, 31) ? registers_.read(packet.word(1) & kRegisterBits) : packet.word(1);
    const uint32_t term = packet.bit(0, 30) ? registers_.read(packet.word(2) & kRegisterBits) : packet.word(2);
    const uint32_t rotated = std::rotl(registers_.read(reg) & mask, static_cast<int>(packet.bits(0, 24, 28)));
    registers_.write(reg, packet.bit(0, 29) ? rotated + term : rotated | term);
}

void RegisterPackets::registerToScratch(const FetchedPacket& packet) {
    const uint32_t flags = packet.word(0);
    for (uint32_t i = 0; i <= packet.bits(0, 24, 26); ++i)
        registers_.write(kFirstScratchRegister + (packet.bits(0, 20, 22) + i) % kScratchRegisters,
                         registers_.read((flags & kRegisterBits) + i));
}

void RegisterPackets::scratchToRegister(const FetchedPacket& packet) {
    const uint32_t flags = packet.word(0);
    for (uint32_t i = 0; i <= packet.bits(0, 24, 26); ++i)
        registers_.write((flags & kRegisterBits) + i,
                         registers_.read(kFirstScratchRegister + (packet.bits(0, 20, 22) + i) % kScratchRegisters));
}

void RegisterPackets::scratchWrite(const FetchedPacket& packet) {
    registers_.write(kFirstScratchRegister + packet.bits(0, 20, 22), packet.word(1));
}

void RegisterPackets::registerWrite(const FetchedPacket& packet) {
    registers_.write(packet.word(1) & kRegisterBits, packet.word(2));
}

void RegisterPackets::registerBunch(const FetchedPacket& packet) {
    const auto& words = packet.words;
    for (size_t i = 0; i + 1 < words.size(); i += 2) registers_.write(words[i] & kRegisterBits, words[i + 1]);
}

std::span<const PacketRow<RegisterPackets>> RegisterPackets::rows() {
    using Set = RegisterPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::RegisterReadModifyWrite, 3, &Set::readModifyWrite},
        {Opcode::RegisterToScratch, 1, &Set::registerToScratch},
        {Opcode::ScratchToRegister, 1, &Set::scratchToRegister},
        {Opcode::ScratchWrite, 2, &Set::scratchWrite},
        {Opcode::RegisterWrite, 3, &Set::registerWrite},
        {Opcode::ContextRegisterBunch, 0, &Set::registerBunch},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
