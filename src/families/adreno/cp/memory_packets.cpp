// SPDX-License-Identifier: MIT
#include "families/adreno/cp/memory_packets.h"

#include <algorithm>
#include <vector>

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {

PacketResult MemoryPackets::memoryWrite(const FetchedPacket& packet) {
    const uint64_t address = packet.pair(0);
    return memory_.store(address, std::span<const uint32_t>(packet.words).subspan(2));
}

PacketResult MemoryPackets::registerToMemory(const FetchedPacket& packet) {
    const uint32_t flags = packet.word(0);
    const uint32_t count = std::max(packet.bits(0, 18, 29), 1u);
    const bool wide = packet.bit(0, 30);
    const bool accumulate = packet.bit(0, 31);
    const uint64_t address = packet.pair(1);
    std::vector<uint32_t> words(count);
    for (uint32_t i = 0; i < count; ++i) words[i] = registers_.read((flags & kRegisterBits) + i);
    if (!accumulate) return memory_.store(address, words);
    std::vector<uint32_t> present(count);
    if (!memory_.load(address, present)) return std::nullopt;
    uint64_t carry = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t sum = uint64_t{words[i]} + present[i] + carry;
        words[i] = static_cast<uint32_t>(sum);
        // From the low word of a number to its high one.
        carry = wide && i % 2 == 0 ? sum >> 32 : 0;
    }
    return memory_.store(address, words);
}

void MemoryPackets::memoryToRegister(const FetchedPacket& packet) {
    const uint32_t flags = packet.word(0);
    std::vector<uint32_t> words(std::max(packet.bits(0, 19, 29), 1u));
    if (!memory_.load(packet.pair(1), words)) return;
    const uint32_t shift = packet.bit(0, 30) ? 2 : 0;
    for (uint32_t i = 0; i < words.size(); ++i) registers_.write((flags & kRegisterBits) + i, words[i] << shift);
}

PacketResult MemoryPackets::memoryToMemory(const FetchedPacket& packet) {
    constexpr size_t kFirstSource = 3;
    constexpr size_t kMostSources = 3;
    const size_t words = packet.bit(0, 29) ? 2 : 1;
    const size_t sources = std::min((packet.words.size() - kFirstSource) / 2, kMostSources);
    uint64_t sum = 0;
    for (size_t source = 0; source < sources; ++source) {
        uint32_t value[2] = {};
        if (!memory_.load(packet.pair(kFirstSource + 2 * source), std::span(value).first(words))) return std::nullopt;
        const uint64_t number = value[0] | static_cast<uint64_t>(value[1]) << 32;
        sum += packet.bit(0, static_cast<uint32_t>(source)) ? 0 - number : number;
    }
    const uint32_t result[2] = {static_cast<uint32_t>(sum), static_cast<uint32_t>(sum >> 32)};
    return memory_.store(packet.pair(1), std::span(result).first(words));
}

PacketResult MemoryPackets::memoryCopy(const FetchedPacket& packet) {
    constexpr uint32_t kMostWords = 1 << 20;
    const uint32_t words = packet.word(0);
    if (words > kMostWords) {
        reporter_.report(findings::kAccessUnmapped, "more words than any buffer has");
        return std::nullopt;
    }
    std::vector<uint32_t> content(words);
    if (!memory_.load(packet.pair(1), content)) return std::nullopt;
    return memory_.store(packet.pair(3), content);
}

std::span<const PacketRow<MemoryPackets>> MemoryPackets::rows() {
    using Set = MemoryPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::MemoryWrite, 3, &Set::memoryWrite},
        {Opcode::RegisterToMemory, 3, &Set::registerToMemory},
        {Opcode::MemoryToRegister, 3, &Set::memoryToRegister},
        {Opcode::MemoryToMemory, 5, &Set::memoryToMemory},
        {Opcode::MemoryCopy, 5, &Set::memoryCopy},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
