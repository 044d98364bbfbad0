// SPDX-License-Identifier: MIT
// Events, and the packets that begin passes over a picture and say which bin of it is drawn (Mesa: adreno_pm4.xml,
// vulkan/tu_cmd_buffer.cc).

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/a2d/transfer_findings.h"
#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/packet_table.h"

namespace cyclorama::adreno {
namespace {

using EventResult = std::optional<gpu::Operation>;

EventResult storeNumbers(ProcessorState& state, uint64_t address, std::span<const uint64_t> numbers) {
    std::vector<uint32_t> words;
    for (const uint64_t number : numbers) {
        words.push_back(static_cast<uint32_t>(number));
        words.push_back(static_cast<uint32_t>(number >> 32));
    }
    return state.store(address, words);
}

/// The end of work that is done at once: known when the packet is read, and at most written to memory.
EventResult signalEnd(ProcessorState& state) {
    constexpr size_t kWordsWithValue = 4;
    if (state.packet.words.size() < kWordsWithValue) return std::nullopt;
    const uint64_t address = state.pair(1);
    if (state.bit(0, 30)) {
        const uint64_t now = state.clock().now();
        return storeNumbers(state, address, {&now, 1});
    }
    const uint32_t value = state.word(3);
    return state.store(address, {&value, 1});
}

template <StatisticGroup group>
EventResult startCounting(ProcessorState& state) {
    state.counters().start(group);
    return std::nullopt;
}

template <StatisticGroup group>
EventResult stopCounting(ProcessorState& state) {
    state.counters().stop(group);
    return std::nullopt;
}

/// Written and generated primitives of each stream.
EventResult writePrimitiveCounts(ProcessorState& state) {
    std::vector<uint64_t> numbers;
    for (const QueryCounters::Stream& stream : state.counters().streams)
        numbers.insert(numbers.end(), {stream.written, stream.generated});
    return storeNumbers(state, state.chip().registers.read64("VPC_SO_STREAM_COUNTS"_reg.word()), numbers);
}

/// The words that a streamout buffer has, from its base on.
EventResult flushStreamoutBuffer(ProcessorState& state, uint32_t buffer) {
    const RegisterValues& registers = state.chip().registers;
    const uint32_t words = registers.read("VPC_SO[].BUFFER_OFFSET"_reg.word(buffer)) / sizeof(uint32_t);
    return state.store(registers.read64("VPC_SO[].FLUSH_BASE"_reg.word(buffer)), {&words, 1});
}

template <uint32_t buffer>
EventResult flushStreamout(ProcessorState& state) {
    return flushStreamoutBuffer(state, buffer);
}

EventResult writeSampleCount(ProcessorState& state) {
    if (!state.chip().registers.flag("RB_SAMPLE_COUNT_CONTROL/COPY"_field)) return std::nullopt;
    const uint64_t samples = state.counters().samplesPassed;
    return storeNumbers(state, state.chip().registers.read64("RB_SAMPLE_COUNT_ADDR"_reg.word()), {&samples, 1});
}

EventResult blitGmem(ProcessorState& state) { return state.blocks().blitGmem(state.place()); }

EventResult clearLrz(ProcessorState& state) { return state.blocks().clearLrz(state.place()); }

EventResult beginBinning(ProcessorState& state) {
    state.binning().begin(state.chip().registers);
    return std::nullopt;
}

EventResult endBinning(ProcessorState& state) {
    if (!state.binning().active()) return std::nullopt;
    return state.blocks().endBinning(state.place());
}

struct EventRow {
    uint32_t event = 0;
    EventResult (*run)(ProcessorState& state) = nullptr;
};

constexpr EventRow kEventRows[] = {
    {4, signalEnd},  // CACHE_FLUSH_TS
    {8, signalEnd},  // WT_DONE_TS
    {9, writePrimitiveCounts},
    {11, startCounting<StatisticGroup::Primitives>},
    {12, stopCounting<StatisticGroup::Primitives>},
    {13, startCounting<StatisticGroup::Fragments>},
    {14, stopCounting<StatisticGroup::Fragments>},
    {15, startCounting<StatisticGroup::Compute>},
    {16, stopCounting<StatisticGroup::Compute>},
    {17, flushStreamout<0>},
    {18, flushStreamout<1>},
    {19, flushStreamout<2>},
    {20, flushStreamout<3>},
    {21, writeSampleCount},  // ZPASS_DONE
    {22, signalEnd},         // RB_DONE_TS
    {24, signalEnd},         // PC_CCU_INVALIDATE_DEPTH
    {25, signalEnd},         // PC_CCU_INVALIDATE_COLOR
    {26, signalEnd},         // PC_CCU_RESOLVE_TS
    {28, signalEnd},         // PC_CCU_FLUSH_DEPTH_TS
    {29, signalEnd},         // PC_CCU_FLUSH_COLOR_TS
    {30, blitGmem},
    {37, clearLrz},
    {38, signalEnd},  // LRZ_FLUSH
    {44, beginBinning},
    {45, endBinning},
    {49, signalEnd},  // CACHE_INVALIDATE
    {63, signalEnd},  // LABEL
};

EventResult writeEvent(ProcessorState& state) {
    constexpr uint32_t kEventBits = 0xff;
    const uint32_t event = state.word(0) & kEventBits;
    const auto* const row = std::ranges::find(kEventRows, event, &EventRow::event);
    if (row != std::end(kEventRows)) return row->run(state);
    state.report(findings::kEventNotExecuted, fmt::format("event {}", event));
    return std::nullopt;
}

EventResult setMarker(ProcessorState& state) {
    if (const std::optional<PassMask> pass = passOf(state.word(0))) state.pass = *pass;
    return std::nullopt;
}

EventResult overrideVisibility(ProcessorState& state) {
    state.visibility.setOverride(state.bit(0, 0));
    return std::nullopt;
}

/// Addresses of the streams of a bin's pipe, and of the size of the first.
struct BinData {
    uint64_t draws = 0;
    uint64_t drawSize = 0;
    uint64_t primitives = 0;
};

/// Words of a stream; none, with a finding, where nothing is mapped.
std::vector<uint32_t> streamWords(ProcessorState& state, uint64_t address, uint32_t bytes) {
    std::vector<uint32_t> words(bytes / sizeof(uint32_t));
    if (!words.empty() && !state.load(address, words)) words.clear();
    return words;
}

void setBin(ProcessorState& state, const BinData& data) {
    const RegisterValues& registers = state.chip().registers;
    const StreamPlace draws = drawStreams(registers);
    const StreamPlace primitives = primitiveStreams(registers);
    uint32_t drawBytes = 0;
    if (!state.load(data.drawSize, {&drawBytes, 1})) return;
    // The pipe's number, for the size of its other stream.
    const uint64_t pipe = primitives.pitch == 0 ? 0 : (data.primitives - primitives.address) / primitives.pitch;
    const uint32_t primitiveBytes =
        pipe < kVscPipes ? registers.read("VSC_PRIM_STRM_SIZE[].REG"_reg.word(static_cast<uint32_t>(pipe))) : 0;
    const uint32_t flags = state.word(0);
    constexpr uint32_t kMostBins = 32;
    state.visibility.setBin(streamWords(state, data.draws, std::min(drawBytes, draws.limit)),
                            streamWords(state, data.primitives, std::min(primitiveBytes, primitives.limit)),
                            std::min(flags >> 16 & 0x3f, kMostBins), flags >> 22 & 0x1f);
}

EventResult setBinData(ProcessorState& state) {
    setBin(state, {.draws = state.pair(1), .drawSize = state.pair(3), .primitives = state.pair(5)});
    return std::nullopt;
}

EventResult setBinDataOffset(ProcessorState& state) {
    const RegisterValues& registers = state.chip().registers;
    setBin(state, {.draws = drawStreams(registers).address + state.word(1),
                   .drawSize = registers.read64("VSC_DRAW_STRM_SIZE_ADDRESS"_reg.word()) + state.word(2),
                   .primitives = primitiveStreams(registers).address + state.word(3)});
    return std::nullopt;
}

/// CP_SKIP_IB2_ENABLE_*: leave for buffers to be left out once the bin's visibility stream has nothing more. Draws are
/// left out one by one instead, and the rest of the buffers is executed: freedreno has the clears of its first bin in
/// such a buffer, and both drivers the ends of their queries (Mesa: fd6_gmem.cc, fd6_emit_tile; tu_query_pool.cc).
EventResult skipBuffers(ProcessorState&) { return std::nullopt; }

EventResult blit2d(ProcessorState& state) {
    constexpr uint32_t kScale = 3;
    if ((state.word(0) & 0xf) == kScale) return state.blocks().scaleBlit(state.place());
    state.report(findings::kBlitOperation, fmt::format("operation {}", state.word(0) & 0xf));
    return std::nullopt;
}

constexpr PacketRow kEventPacketRows[] = {
    {Opcode::EventWrite, 1, writeEvent},
    {Opcode::SetMarker, 1, setMarker},
    {Opcode::SetVisibilityOverride, 1, overrideVisibility},
    {Opcode::SetBinData, 7, setBinData},
    {Opcode::SetBinDataOffset, 4, setBinDataOffset},
    {Opcode::SkipIb2EnableGlobal, 0, skipBuffers},
    {Opcode::SkipIb2EnableLocal, 0, skipBuffers},
    {Opcode::Blit, 1, blit2d},
};

}  // namespace

std::span<const PacketRow> eventPackets() { return kEventPacketRows; }

}  // namespace cyclorama::adreno
