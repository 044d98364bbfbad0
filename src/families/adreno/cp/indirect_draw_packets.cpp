// SPDX-License-Identifier: MIT
#include "families/adreno/cp/indirect_draw_packets.h"

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/cp/draw_checks.h"
#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {

std::optional<IndirectDrawPackets::Numbers> IndirectDrawPackets::load(const Draws& draws, uint32_t draw) {
    Numbers numbers{.indexed = draws.indexed};
    const size_t words = draws.indexed ? 5 : 4;
    const uint64_t address = draws.address + uint64_t{draw} * draws.stride;
    if (!memory_.load(address, std::span(numbers.words).first(words))) return std::nullopt;
    return numbers;
}

void IndirectDrawPackets::setParameters(const Draws& draws, const Numbers& numbers, uint32_t draw) {
    registers_.write("VFD_INDEX_OFFSET"_reg.word(), numbers.firstVertex());
    registers_.write("VFD_INSTANCE_START_OFFSET"_reg.word(), numbers.firstInstance());
    if (draws.parameters == 0) return;
    constexpr size_t kVector = 4;
    const std::array<uint32_t, kVector> parameters{draw, numbers.firstVertex(), numbers.firstInstance(), 0};
    auto& constants = vertexUnits_.constants.edit();
    const size_t first = draws.parameters * kVector;
    if (first + kVector <= constants.size()) std::ranges::copy(parameters, constants.begin() + first);
}

PacketResult IndirectDrawPackets::execute(const FetchedPacket& packet, const Draws& draws) {
    if (hangsInGroup(streams_, reporter_)) return std::nullopt;
    if (!checkSource(draws.initiator, draws.indexed, reporter_)) return std::nullopt;
    if (starter_.leavesAllOut()) return std::nullopt;
    for (uint32_t draw = repeated_.draw(); draw < draws.count; ++draw) {
        const std::optional<Numbers> numbers = load(draws, draw);
        if (!numbers) return std::nullopt;
        const DrawOperands operands{.initiator = draws.initiator,
                                    .instances = numbers->words[1],
                                    .count = numbers->words[0],
                                    .firstIndex = draws.indexed ? numbers->words[2] : 0,
                                    .indexAddress = draws.indexAddress,
                                    .mostIndices = draws.mostIndices};
        if (starter_.leavesOut(operands)) continue;
        if (starter_.runGroupsFirst(packet, draw)) return std::nullopt;
        setParameters(draws, *numbers, draw);
        if (draw + 1 < draws.count) repeated_.repeat(packet, draw + 1);
        return starter_.start(packet, operands);
    }
    return std::nullopt;
}

PacketResult IndirectDrawPackets::drawIndirectOnce(const FetchedPacket& packet) {
    return execute(packet, {.initiator = {packet.word(0)}, .address = packet.pair(1)});
}

PacketResult IndirectDrawPackets::drawIndexedIndirectOnce(const FetchedPacket& packet) {
    return execute(packet, {.initiator = {packet.word(0)},
                            .indexed = true,
                            .indexAddress = packet.pair(1),
                            .mostIndices = packet.word(3),
                            .address = packet.pair(4)});
}

PacketResult IndirectDrawPackets::drawIndirectMulti(const FetchedPacket& packet) {
    enum Operation : uint32_t { kNormal = 2, kIndexed = 4, kCounted = 6, kCountedIndexed = 7 };
    const uint32_t operation = packet.word(1) & 0xf;
    const bool counted = operation == kCounted || operation == kCountedIndexed;
    const bool indexed = operation == kIndexed || operation == kCountedIndexed;
    if (!counted && !indexed && operation != kNormal) {
        reporter_.report(findings::kDrawSource, fmt::format("operation {}", operation));
        return std::nullopt;
    }
    const size_t numbers = indexed ? 6 : 3;
    const size_t stride = numbers + (counted ? 4 : 2);
    if (packet.words.size() <= stride) {
        reporter_.report(findings::kShortPacket, fmt::format("operation {}", operation));
        return std::nullopt;
    }
    Draws draws{.initiator = {packet.word(0)},
                .indexed = indexed,
                .address = packet.pair(numbers),
                .count = packet.word(2),
                .stride = packet.word(stride),
                .parameters = packet.word(1) >> 8 & 0x3fff};
    if (indexed) {
        draws.indexAddress = packet.pair(3);
        draws.mostIndices = packet.word(5);
    }
    if (counted) {
        uint32_t count = 0;
        if (!memory_.load(packet.pair(numbers + 2), {&count, 1})) return std::nullopt;
        draws.count = std::min(draws.count, count);
    }
    return execute(packet, draws);
}

std::span<const PacketRow<IndirectDrawPackets>> IndirectDrawPackets::rows() {
    using Set = IndirectDrawPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::DrawIndirect, 3, &Set::drawIndirectOnce},
        {Opcode::DrawIndexedIndirect, 6, &Set::drawIndexedIndirectOnce},
        {Opcode::DrawIndirectMulti, 6, &Set::drawIndirectMulti},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
