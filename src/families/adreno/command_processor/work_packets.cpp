// SPDX-License-Identifier: MIT
// Events, modes, state, and the packets that give work to the rest of the chip (Mesa: adreno_pm4.xml).

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/always_on_counter.h"
#include "families/adreno/command_processor/findings.h"
#include "families/adreno/command_processor/packet_table.h"

namespace cyclorama::adreno {
namespace {

using Result = std::optional<gpu::Operation>;

/// Takes effect at the work that follows, which reports itself.
Result later(ProcessorState&) { return std::nullopt; }

template <const sim::FindingKind& kind>
Result notExecuted(ProcessorState& state) {
    state.report(kind);
    return std::nullopt;
}

/// Events of caches and pipelines, which a machine that does one thing after the other is always done with: they at
/// most tell so in memory.
constexpr uint32_t kEndOfWork[] = {
    4,       // CACHE_FLUSH_TS
    8,       // WT_DONE_TS
    11, 12,  // START_, STOP_PRIMITIVE_CTRS
    13, 14,  // START_, STOP_FRAGMENT_CTRS
    15, 16,  // START_, STOP_COMPUTE_CTRS
    22,      // RB_DONE_TS
    24, 25,  // PC_CCU_INVALIDATE_DEPTH, _COLOR
    26,      // PC_CCU_RESOLVE_TS
    28, 29,  // PC_CCU_FLUSH_DEPTH_TS, _COLOR_TS
    38,      // LRZ_FLUSH
    44, 45,  // the brackets of a binning pass's draws
    49,      // CACHE_INVALIDATE
    63,      // LABEL
};

Result eventWrite(ProcessorState& state) {
    constexpr uint32_t kEventBits = 0xff;
    constexpr size_t kWordsWithValue = 4;
    const uint32_t event = state.word(0) & kEventBits;
    if (std::ranges::find(kEndOfWork, event) == std::end(kEndOfWork)) {
        state.report(findings::kEventNotExecuted, fmt::format("event {}", event));
        return std::nullopt;
    }
    if (state.packet.words.size() < kWordsWithValue) return std::nullopt;
    const uint64_t address = state.pair(1);
    if (state.bit(0, 30)) {
        const uint64_t now = alwaysOnCounter();
        const uint32_t words[] = {static_cast<uint32_t>(now), static_cast<uint32_t>(now >> 32)};
        return state.store(address, words);
    }
    const uint32_t value = state.word(3);
    return state.store(address, {&value, 1});
}

/// Begins a pass. With bit 8 the packet only says whether the chip may sleep.
Result setMarker(ProcessorState& state) {
    if (state.bit(0, 8)) return std::nullopt;
    switch (state.word(0) & 0xf) {
        case 1:
            state.chip().pass = passes::kSysmem;
            break;
        case 2:
            state.chip().pass = passes::kBinning;
            break;
        case 8:
        case 0xc:
        case 0xd:
        case 0xe:
            // Compute, blits, and the bounds of lists: no pass of draws.
            break;
        default:
            state.chip().pass = passes::kGmem;
            break;
    }
    return std::nullopt;
}

constexpr PacketRow kWorkRows[] = {
    {Opcode::EventWrite, 1, eventWrite},
    {Opcode::SetMarker, 1, setMarker},
    {Opcode::SetVisibilityOverride, 0, later},
    {Opcode::SetBinData, 0, later},
    {Opcode::SetBinDataOffset, 0, later},
    {Opcode::SetAmble, 0, later},
    {Opcode::SkipIb2EnableGlobal, 0, later},
    {Opcode::SkipIb2EnableLocal, 0, later},
    {Opcode::ExecuteCompute, 0, notExecuted<findings::kDispatchNotExecuted>},
    {Opcode::ExecuteComputeIndirect, 0, notExecuted<findings::kDispatchNotExecuted>},
    {Opcode::RunOpencl, 0, notExecuted<findings::kDispatchNotExecuted>},
    {Opcode::Blit, 0, notExecuted<findings::kBlitNotExecuted>},
};

}  // namespace

std::span<const PacketRow> workPackets() { return kWorkRows; }

}  // namespace cyclorama::adreno
