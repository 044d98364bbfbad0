// SPDX-License-Identifier: MIT
// State, and the packets that give work to the rest of the chip (Mesa: adreno_pm4.xml).

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

constexpr PacketRow kWorkRows[] = {
    {Opcode::SetAmble, 0, later},
    {Opcode::ExecuteCompute, 0, notExecuted<findings::kDispatchNotExecuted>},
    {Opcode::ExecuteComputeIndirect, 0, notExecuted<findings::kDispatchNotExecuted>},
    {Opcode::RunOpencl, 0, notExecuted<findings::kDispatchNotExecuted>},
};

}  // namespace

std::span<const PacketRow> workPackets() { return kWorkRows; }

}  // namespace cyclorama::adreno
