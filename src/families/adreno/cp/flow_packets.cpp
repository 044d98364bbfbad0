// SPDX-License-Identifier: MIT
// Packets that decide what the command processor reads next (Mesa: adreno_pm4.xml).

#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/packet_table.h"

namespace cyclorama::adreno {
namespace {

using Result = std::optional<gpu::Operation>;

/// Words of an indirect buffer.
constexpr uint32_t kBufferWordBits = 0xfffff;
/// Words that a condition on a register leaves out.
constexpr uint32_t kSkipBits = 0xffffff;

/// All that came before is done.
Result nothing(ProcessorState&) { return std::nullopt; }

Result call(ProcessorState& state) {
    if (!state.streams.call(state.pair(0), state.word(2) & kBufferWordBits)) state.hang(findings::kNesting);
    return std::nullopt;
}

Result chain(ProcessorState& state) {
    state.streams.chain(state.pair(0), state.word(2) & kBufferWordBits);
    return std::nullopt;
}

void skip(ProcessorState& state, uint32_t words) {
    if (!state.streams.skip(words)) state.report(findings::kSkipOverEnd);
}

ProcessorState::Poll pollOf(const ProcessorState& state) {
    using Source = ProcessorState::Poll::Source;
    // The last is of later chips: memory of the processor's own.
    constexpr Source kSources[] = {Source::Register, Source::Memory, Source::Scratch, Source::Memory};
    return {.source = kSources[state.word(0) >> 4 & 3],
            .address = state.pair(1),
            .mask = state.word(4),
            .function = state.word(0) & 7,
            .reference = state.word(3),
            .isSigned = state.bit(0, 3)};
}

Result waitRegisterOrMemory(ProcessorState& state) {
    state.waitFor(pollOf(state));
    return std::nullopt;
}

Result waitMemoryGreaterOrEqual(ProcessorState& state) {
    constexpr uint32_t kGreaterOrEqual = 5;
    state.waitFor({.address = state.pair(1), .function = kGreaterOrEqual, .reference = state.word(3)});
    return std::nullopt;
}

Result conditionalWrite(ProcessorState& state) {
    const std::optional<bool> met = state.holds(pollOf(state));
    if (!met || !*met) return std::nullopt;
    const uint32_t data = state.word(7);
    if (state.bit(0, 8)) return state.store(state.pair(5), {&data, 1});
    state.writeRegister(state.word(5) & kRegisterBits, data);
    return std::nullopt;
}

Result conditionalExecute(ProcessorState& state) {
    uint32_t first = 0;
    uint32_t second = 0;
    if (!state.load(state.pair(0), {&first, 1}) || !state.load(state.pair(2), {&second, 1})) return std::nullopt;
    const bool runs = first != 0 && static_cast<int32_t>(second) < static_cast<int32_t>(state.word(4));
    if (!runs) skip(state, state.word(5));
    return std::nullopt;
}

/// Sets a bit of the predicate to one of a register, or bits of it to those of a word.
Result registerTest(ProcessorState& state) {
    if (state.bit(0, 31)) {
        if (state.packet.words.size() < 3) {
            state.report(findings::kShortPacket, "an update of the predicate has three words");
            return std::nullopt;
        }
        state.predicate = (state.predicate & ~state.word(1)) | (state.word(2) & state.word(1));
        return std::nullopt;
    }
    const uint32_t value = state.readRegister(state.word(0) & kRegisterBits);
    const uint32_t target = 1u << (state.word(0) >> 26 & 0x1f);
    const bool set = (value >> (state.word(0) >> 20 & 0x1f) & 1) != 0;
    state.predicate = set ? state.predicate | target : state.predicate & ~target;
    return std::nullopt;
}

Result conditionalRegisterExecute(ProcessorState& state) {
    enum Mode : uint32_t { kPredicate = 1, kCompare = 2, kPass = 3 };
    const uint32_t condition = state.word(0);
    const uint32_t mode = condition >> 28;
    bool runs = false;
    uint32_t words = state.word(1) & kSkipBits;
    switch (mode) {
        case kPredicate:
            runs = (state.predicate >> (condition >> 18 & 0x1f) & 1) != 0;
            break;
        case kCompare:
            if (state.packet.words.size() < 3) {
                state.report(findings::kShortPacket, "a comparison of registers has three words");
                return std::nullopt;
            }
            runs = state.readRegister(condition & kRegisterBits) == state.readRegister(state.word(1) & kRegisterBits);
            words = state.word(2) & kSkipBits;
            break;
        case kPass:
            runs = (state.pass & condition >> 25 & passes::kAll) != 0;
            break;
        default:
            state.report(findings::kPacketNotExecuted, "a condition of another kind");
            return std::nullopt;
    }
    if (!runs) skip(state, words);
    return std::nullopt;
}

constexpr PacketRow kFlowRows[] = {
    {Opcode::Nop, 0, nothing},
    {Opcode::WaitMemoryWrites, 0, nothing},
    {Opcode::WaitForMicroEngine, 0, nothing},
    {Opcode::WaitForIdle, 0, nothing},
    {Opcode::WaitRegisterOrMemory, 6, waitRegisterOrMemory},
    {Opcode::WaitMemoryGreaterOrEqual, 4, waitMemoryGreaterOrEqual},
    {Opcode::IndirectBuffer, 3, call},
    {Opcode::IndirectBufferPrefetch, 3, call},
    {Opcode::IndirectBufferChain, 3, chain},
    {Opcode::ConditionalWrite, 8, conditionalWrite},
    {Opcode::ConditionalExecute, 6, conditionalExecute},
    {Opcode::RegisterTest, 1, registerTest},
    {Opcode::ConditionalRegisterExecute, 2, conditionalRegisterExecute},
};

}  // namespace

std::span<const PacketRow> flowPackets() { return kFlowRows; }

}  // namespace cyclorama::adreno
