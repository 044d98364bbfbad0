// SPDX-License-Identifier: MIT
// Draws, their predicate, and how they are read from memory (Mesa: adreno_pm4.xml; the order in which the firmware
// leaves draws out and runs groups of draw state: docs/drivers/freedreno.rst, tu_cmd_buffer.cc).

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/packet_table.h"

namespace cyclorama::adreno {
namespace {

using Result = std::optional<gpu::Operation>;

bool looksAtBin(const ProcessorState& state, const DrawOperands& operands) {
    return operands.initiator.usesVisibility() && state.visibility.applies();
}

/// True for a draw that reaches nothing of the bin; it is left out, and no group runs for it.
bool isUnseen(ProcessorState& state, const DrawOperands& operands) {
    if (!looksAtBin(state, operands)) return false;
    const bool unseen = state.visibility.look().kind == DrawVisibility::Kind::Nothing;
    if (unseen) state.visibility.done();
    return unseen;
}

/// A draw that is not left out: its groups run before, and then it comes again.
Result yieldDraw(ProcessorState& state, DrawOperands operands) {
    if (isUnseen(state, operands) || state.runGroupsFirst()) return std::nullopt;
    if (looksAtBin(state, operands)) {
        const DrawVisibility& seen = state.visibility.look();
        if (seen.kind == DrawVisibility::Kind::Runs)
            operands.seen = std::make_shared<const std::vector<PrimitiveRun>>(seen.runs);
        state.visibility.done();
    }
    operands.subdrawIndices = state.draws.subdrawIndices;
    return state.blocks().draw(state.place(), operands);
}

/// Groups are no place for draws.
bool isInGroup(ProcessorState& state) {
    const bool inGroup = state.streams.inGroup();
    if (inGroup) state.hang(findings::kInGroup);
    return inGroup;
}

bool isLeftOut(const ProcessorState& state, const DrawOperands& operands) {
    return operands.instances == 0 || state.draws.predicate.leavesOut();
}

/// Indices in memory need the words that name them.
bool checkSource(ProcessorState& state, const DrawInitiator& initiator, bool hasIndices) {
    if (isInGroup(state)) return false;
    const uint32_t source = initiator.source();
    const bool known = source == DrawInitiator::Counted || source == DrawInitiator::StreamedOut ||
                       (source == DrawInitiator::Memory && hasIndices && initiator.indexBytes() <= 4);
    if (!known) state.report(findings::kDrawSource, fmt::format("initiator {:#x}", initiator.word));
    return known;
}

Result drawDirect(ProcessorState& state) {
    constexpr size_t kWordsWithIndices = 7;
    DrawOperands operands{.initiator = {state.word(0)}, .instances = state.word(1), .count = state.word(2)};
    const bool hasIndices = state.packet.words.size() >= kWordsWithIndices;
    if (!checkSource(state, operands.initiator, hasIndices)) return std::nullopt;
    if (hasIndices) {
        operands.firstIndex = state.word(3);
        operands.indexAddress = state.pair(4);
        operands.mostIndices = state.word(6);
    }
    if (isLeftOut(state, operands)) return std::nullopt;
    return yieldDraw(state, operands);
}

/// The count of vertices is what a streamout wrote.
Result drawAuto(ProcessorState& state) {
    DrawOperands operands{.initiator = {state.word(0)}, .instances = state.word(1)};
    const uint32_t stride = state.word(5);
    if (isInGroup(state)) return std::nullopt;
    if (stride == 0) {
        state.report(findings::kDrawSource, "vertices of no bytes");
        return std::nullopt;
    }
    uint32_t written = 0;
    if (!state.load(state.pair(2), {&written, 1})) return std::nullopt;
    operands.count = (written - std::min(written, state.word(4))) / stride;
    if (isLeftOut(state, operands)) return std::nullopt;
    return yieldDraw(state, operands);
}

/// Draws whose numbers are in memory.
struct DrawsInMemory {
    DrawInitiator initiator;
    bool indexed = false;
    uint64_t indexAddress = 0;
    uint32_t mostIndices = 0;
    uint64_t address = 0;
    uint32_t count = 1;
    uint32_t stride = 0;
    /// Place in the vertex program's constants to which the draw's number, first vertex and first instance go, in
    /// vectors of four; 0 for nowhere.
    uint32_t parameters = 0;
};

/// In memory: count, instances, first index or vertex, then where indexed what is added to the indices, and the first
/// instance.
struct IndirectNumbers {
    std::array<uint32_t, 5> words{};
    bool indexed = false;

    uint32_t firstVertex() const { return indexed ? words[3] : words[2]; }
    uint32_t firstInstance() const { return indexed ? words[4] : words[3]; }
};

std::optional<IndirectNumbers> loadNumbers(ProcessorState& state, const DrawsInMemory& draws, uint32_t draw) {
    IndirectNumbers numbers{.indexed = draws.indexed};
    const size_t words = draws.indexed ? 5 : 4;
    const uint64_t address = draws.address + uint64_t{draw} * draws.stride;
    if (!state.load(address, std::span(numbers.words).first(words))) return std::nullopt;
    return numbers;
}

/// The registers and constants that the processor writes for a draw whose numbers it has read itself.
void setParameters(ProcessorState& state, const DrawsInMemory& draws, const IndirectNumbers& numbers, uint32_t draw) {
    state.writeRegister("VFD_INDEX_OFFSET"_reg.word(), numbers.firstVertex());
    state.writeRegister("VFD_INSTANCE_START_OFFSET"_reg.word(), numbers.firstInstance());
    if (draws.parameters == 0) return;
    constexpr size_t kVector = 4;
    const std::array<uint32_t, kVector> parameters{draw, numbers.firstVertex(), numbers.firstInstance(), 0};
    auto& constants = state.chip().loaded.of(ShaderStage::Vertex).constants.edit();
    const size_t first = draws.parameters * kVector;
    if (first + kVector <= constants.size()) std::ranges::copy(parameters, constants.begin() + first);
}

/// One draw for each time that the packet comes.
Result drawIndirect(ProcessorState& state, const DrawsInMemory& draws) {
    if (!checkSource(state, draws.initiator, draws.indexed)) return std::nullopt;
    if (state.draws.predicate.leavesOut()) return std::nullopt;
    for (uint32_t draw = state.draws.number; draw < draws.count; ++draw) {
        const std::optional<IndirectNumbers> numbers = loadNumbers(state, draws, draw);
        if (!numbers) return std::nullopt;
        const DrawOperands operands{.initiator = draws.initiator,
                                    .instances = numbers->words[1],
                                    .count = numbers->words[0],
                                    .firstIndex = draws.indexed ? numbers->words[2] : 0,
                                    .indexAddress = draws.indexAddress,
                                    .mostIndices = draws.mostIndices};
        if (isLeftOut(state, operands) || isUnseen(state, operands)) continue;
        state.draws.number = draw;
        if (state.runGroupsFirst()) return std::nullopt;
        setParameters(state, draws, *numbers, draw);
        if (draw + 1 < draws.count) state.repeatPacket(draw + 1);
        return yieldDraw(state, operands);
    }
    return std::nullopt;
}

Result drawIndirectOnce(ProcessorState& state) {
    return drawIndirect(state, {.initiator = {state.word(0)}, .address = state.pair(1)});
}

Result drawIndexedIndirectOnce(ProcessorState& state) {
    return drawIndirect(state, {.initiator = {state.word(0)},
                                .indexed = true,
                                .indexAddress = state.pair(1),
                                .mostIndices = state.word(3),
                                .address = state.pair(4)});
}

/// The words of the packet by its operation. The count in memory can only lessen the packet's.
Result drawIndirectMulti(ProcessorState& state) {
    enum Operation : uint32_t { kNormal = 2, kIndexed = 4, kCounted = 6, kCountedIndexed = 7 };
    const uint32_t operation = state.word(1) & 0xf;
    const bool counted = operation == kCounted || operation == kCountedIndexed;
    const bool indexed = operation == kIndexed || operation == kCountedIndexed;
    if (!counted && !indexed && operation != kNormal) {
        state.report(findings::kDrawSource, fmt::format("operation {}", operation));
        return std::nullopt;
    }
    const size_t numbers = indexed ? 6 : 3;
    const size_t stride = numbers + (counted ? 4 : 2);
    if (state.packet.words.size() <= stride) {
        state.report(findings::kShortPacket, fmt::format("operation {}", operation));
        return std::nullopt;
    }
    DrawsInMemory draws{.initiator = {state.word(0)},
                        .indexed = indexed,
                        .address = state.pair(numbers),
                        .count = state.word(2),
                        .stride = state.word(stride),
                        .parameters = state.word(1) >> 8 & 0x3fff};
    if (indexed) {
        draws.indexAddress = state.pair(3);
        draws.mostIndices = state.word(5);
    }
    if (counted) {
        uint32_t count = 0;
        if (!state.load(state.pair(numbers + 2), {&count, 1})) return std::nullopt;
        draws.count = std::min(draws.count, count);
    }
    return drawIndirect(state, draws);
}

Result predicateGlobally(ProcessorState& state) {
    DrawPredicate& predicate = state.draws.predicate;
    predicate.global = state.bit(0, 0);
    if (predicate.global) {
        predicate.local = true;
        predicate.passes = true;
    }
    return std::nullopt;
}

Result predicateLocally(ProcessorState& state) {
    state.draws.predicate.local = state.bit(0, 0);
    return std::nullopt;
}

Result setPredicate(ProcessorState& state) {
    constexpr uint32_t kFromMemory = 5;
    if ((state.word(0) >> 4 & 0xf) != kFromMemory) {
        state.report(findings::kPacketNotExecuted, "a predicate that is not in memory");
        return std::nullopt;
    }
    std::array<uint32_t, 2> words{};
    if (!state.load(state.pair(1), words)) return std::nullopt;
    const bool isZero = (words[0] | words[1]) == 0;
    const bool passesZero = state.bit(0, 8);
    state.draws.predicate.passes = isZero == passesZero;
    return std::nullopt;
}

/// Names groups for the draws that follow, or runs them.
Result setDrawState(ProcessorState& state) {
    if (state.streams.inGroup()) {
        state.hang(findings::kInGroup);
        return std::nullopt;
    }
    const std::span<const uint32_t> words = state.packet.words;
    for (size_t i = 0; i + 3 <= words.size(); i += 3) {
        const DrawStateEntry entry = DrawStateEntry::decode(words.subspan(i).first<3>());
        state.groups.apply(entry);
        const bool runsNow = entry.immediate || (state.draws.groupsRunAtOnce && !entry.disable && !entry.disableAll);
        if (!runsNow || !entry.group.runsIn(state.pass)) continue;
        state.queueGroup(entry.group);
        state.groups.markRun(1u << entry.group.id);
    }
    return std::nullopt;
}

Result setMode(ProcessorState& state) {
    state.draws.groupsRunAtOnce = state.word(0) == 1;
    return std::nullopt;
}

Result setSubdrawSize(ProcessorState& state) {
    state.draws.subdrawIndices = state.word(0);
    return std::nullopt;
}

Result drawOfOldForm(ProcessorState& state) {
    state.report(findings::kPacketNotExecuted);
    return std::nullopt;
}

constexpr PacketRow kDrawRows[] = {
    {Opcode::DrawIndexedOffset, 3, drawDirect},
    {Opcode::DrawAuto, 6, drawAuto},
    {Opcode::DrawIndirect, 3, drawIndirectOnce},
    {Opcode::DrawIndexedIndirect, 6, drawIndexedIndirectOnce},
    {Opcode::DrawIndirectMulti, 6, drawIndirectMulti},
    {Opcode::DrawIndexed, 0, drawOfOldForm},
    {Opcode::DrawPredicateEnableGlobal, 1, predicateGlobally},
    {Opcode::DrawPredicateEnableLocal, 1, predicateLocally},
    {Opcode::DrawPredicateSet, 3, setPredicate},
    {Opcode::SetDrawState, 0, setDrawState},
    {Opcode::SetMode, 1, setMode},
    {Opcode::SetSubdrawSize, 1, setSubdrawSize},
};

}  // namespace

std::span<const PacketRow> drawPackets() { return kDrawRows; }

}  // namespace cyclorama::adreno
