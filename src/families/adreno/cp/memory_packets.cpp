// SPDX-License-Identifier: MIT
// Packets that move words between memory and registers (Mesa: adreno_pm4.xml). In order, and done one after the other:
// waits for writes have nothing to wait for.

#include <algorithm>
#include <bit>
#include <vector>

#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/packet_table.h"

namespace cyclorama::adreno {
namespace {

using Result = std::optional<gpu::Operation>;

constexpr uint32_t kFirstScratch = "CP_SCRATCH[].REG"_reg.word();

/// Bits `low` to `high` of a word.
constexpr uint32_t bits(uint32_t word, uint32_t low, uint32_t high) { return word >> low & ((2u << (high - low)) - 1); }

Result memoryWrite(ProcessorState& state) {
    const uint64_t address = state.pair(0);
    return state.store(address, std::span<const uint32_t>(state.packet.words).subspan(2));
}

/// Registers, one after the other. With ACCUMULATE they are added to what is there; with 64B as numbers of two words.
Result registerToMemory(ProcessorState& state) {
    const uint32_t flags = state.word(0);
    const uint32_t count = std::max(bits(flags, 18, 29), 1u);
    const bool wide = state.bit(0, 30);
    const bool accumulate = state.bit(0, 31);
    const uint64_t address = state.pair(1);
    std::vector<uint32_t> words(count);
    for (uint32_t i = 0; i < count; ++i) words[i] = state.readRegister((flags & kRegisterBits) + i);
    if (!accumulate) return state.store(address, words);
    std::vector<uint32_t> present(count);
    if (!state.load(address, present)) return std::nullopt;
    uint64_t carry = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t sum = uint64_t{words[i]} + present[i] + carry;
        words[i] = static_cast<uint32_t>(sum);
        // From the low word of a number to its high one.
        carry = wide && i % 2 == 0 ? sum >> 32 : 0;
    }
    return state.store(address, words);
}

Result memoryToRegister(ProcessorState& state) {
    const uint32_t flags = state.word(0);
    std::vector<uint32_t> words(std::max(bits(flags, 19, 29), 1u));
    if (!state.load(state.pair(1), words)) return std::nullopt;
    const uint32_t shift = state.bit(0, 30) ? 2 : 0;
    for (uint32_t i = 0; i < words.size(); ++i) state.writeRegister((flags & kRegisterBits) + i, words[i] << shift);
    return std::nullopt;
}

/// The sum of up to three numbers, each negated where its flag says so.
Result memoryToMemory(ProcessorState& state) {
    constexpr size_t kFirstSource = 3;
    constexpr size_t kMostSources = 3;
    const size_t words = state.bit(0, 29) ? 2 : 1;
    const size_t sources = std::min((state.packet.words.size() - kFirstSource) / 2, kMostSources);
    uint64_t sum = 0;
    for (size_t source = 0; source < sources; ++source) {
        uint32_t value[2] = {};
        if (!state.load(state.pair(kFirstSource + 2 * source), std::span(value).first(words))) return std::nullopt;
        const uint64_t number = value[0] | static_cast<uint64_t>(value[1]) << 32;
        sum += state.bit(0, static_cast<uint32_t>(source)) ? 0 - number : number;
    }
    const uint32_t result[2] = {static_cast<uint32_t>(sum), static_cast<uint32_t>(sum >> 32)};
    return state.store(state.pair(1), std::span(result).first(words));
}

Result memoryCopy(ProcessorState& state) {
    constexpr uint32_t kMostWords = 1 << 20;
    const uint32_t words = state.word(0);
    if (words > kMostWords) {
        state.report(findings::kAccessUnmapped, "more words than any buffer has");
        return std::nullopt;
    }
    std::vector<uint32_t> content(words);
    if (!state.load(state.pair(1), content)) return std::nullopt;
    return state.store(state.pair(3), content);
}

/// dst = ((dst & src0) rotated left) | src1, or + src1.
Result readModifyWrite(ProcessorState& state) {
    const uint32_t flags = state.word(0);
    const uint32_t reg = flags & kRegisterBits;
    const uint32_t mask = state.bit(0, 31) ? state.readRegister(state.word(1) & kRegisterBits) : state.word(1);
    const uint32_t term = state.bit(0, 30) ? state.readRegister(state.word(2) & kRegisterBits) : state.word(2);
    const uint32_t rotated = std::rotl(state.readRegister(reg) & mask, static_cast<int>(bits(flags, 24, 28)));
    state.writeRegister(reg, state.bit(0, 29) ? rotated + term : rotated | term);
    return std::nullopt;
}

/// CNT + 1 registers to or from those kept for the streams.
Result registerToScratch(ProcessorState& state) {
    const uint32_t flags = state.word(0);
    for (uint32_t i = 0; i <= bits(flags, 24, 26); ++i)
        state.writeRegister(kFirstScratch + (bits(flags, 20, 22) + i) % 8,
                            state.readRegister((flags & kRegisterBits) + i));
    return std::nullopt;
}

Result scratchToRegister(ProcessorState& state) {
    const uint32_t flags = state.word(0);
    for (uint32_t i = 0; i <= bits(flags, 24, 26); ++i)
        state.writeRegister((flags & kRegisterBits) + i,
                            state.readRegister(kFirstScratch + (bits(flags, 20, 22) + i) % 8));
    return std::nullopt;
}

Result scratchWrite(ProcessorState& state) {
    state.writeRegister(kFirstScratch + bits(state.word(0), 20, 22), state.word(1));
    return std::nullopt;
}

/// A register and its value; the first word says how the firmware is to follow what is written.
Result registerWrite(ProcessorState& state) {
    state.writeRegister(state.word(1) & kRegisterBits, state.word(2));
    return std::nullopt;
}

Result registerBunch(ProcessorState& state) {
    const auto& words = state.packet.words;
    for (size_t i = 0; i + 1 < words.size(); i += 2) state.writeRegister(words[i] & kRegisterBits, words[i + 1]);
    return std::nullopt;
}

constexpr PacketRow kMemoryRows[] = {
    {Opcode::MemoryWrite, 3, memoryWrite},
    {Opcode::RegisterToMemory, 3, registerToMemory},
    {Opcode::MemoryToRegister, 3, memoryToRegister},
    {Opcode::MemoryToMemory, 5, memoryToMemory},
    {Opcode::MemoryCopy, 5, memoryCopy},
    {Opcode::RegisterReadModifyWrite, 3, readModifyWrite},
    {Opcode::RegisterToScratch, 1, registerToScratch},
    {Opcode::ScratchToRegister, 1, scratchToRegister},
    {Opcode::ScratchWrite, 2, scratchWrite},
    {Opcode::RegisterWrite, 3, registerWrite},
    {Opcode::ContextRegisterBunch, 0, registerBunch},
};

}  // namespace

std::span<const PacketRow> memoryPackets() { return kMemoryRows; }

}  // namespace cyclorama::adreno
