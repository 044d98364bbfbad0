// SPDX-License-Identifier: MIT
// State, and the packets that give work to the rest of the chip (Mesa: adreno_pm4.xml).

#include "families/adreno/cp/packet_table.h"

namespace cyclorama::adreno {
namespace {

using Result = std::optional<gpu::Operation>;

/// Takes effect at the work that follows, which reports itself.
Result later(ProcessorState&) { return std::nullopt; }

Result executeCompute(ProcessorState& state) {
    if (state.draws.predicate.leavesOut()) return std::nullopt;
    return state.blocks().dispatch(state.place(), Extent3{state.word(1), state.word(2), state.word(3)});
}

/// Sizes of a workgroup are less one.
Result executeComputeIndirect(ProcessorState& state) {
    if (state.draws.predicate.leavesOut()) return std::nullopt;
    const uint32_t size = state.word(3);
    return state.blocks().dispatchIndirectly(
        state.place(), state.pair(1),
        Extent3{(size >> 2 & 0x3ff) + 1, (size >> 12 & 0x3ff) + 1, (size >> 22 & 0x3ff) + 1});
}

/// The numbers of workgroups are in registers.
Result runOpencl(ProcessorState& state) {
    if (state.draws.predicate.leavesOut()) return std::nullopt;
    return state.blocks().dispatch(state.place(), Grid::decode(state.chip().registers).groups);
}

constexpr PacketRow kWorkRows[] = {
    {Opcode::SetAmble, 0, later},
    {Opcode::ExecuteCompute, 4, executeCompute},
    {Opcode::ExecuteComputeIndirect, 4, executeComputeIndirect},
    {Opcode::RunOpencl, 1, runOpencl},
};

}  // namespace

std::span<const PacketRow> workPackets() { return kWorkRows; }

}  // namespace cyclorama::adreno
